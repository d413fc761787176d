import type { Whose } from '../../protocol/speech.ts'
import type { Likeness } from '../engine-messages.ts'

/** The voice of the person whose assistant this is, as a network of that name describes it. */
export interface OwnerVoice {
  model: string
  print: readonly number[]
  /** Time of enrolment: ISO 8601. */
  at: string
}

/**
 * Those of CAM++: sherpa-onnx's own examples of speaker identification ask for the first one, its publisher gives the
 * other (its model card: `thr: 0.31`).
 */
const campplus: Likeness = { own: 0.5, other: 0.31 }

/**
 * Decide whose voice a print is of; an absent print was too short or too late. The owner's own agrees to things, too.
 */
export function judgeVoice({ print }: OwnerVoice, heard: Float32Array | undefined, likeness = campplus): Whose {
  const like = heard && cosineOf(print, heard)
  if (like === undefined || Number.isNaN(like)) return 'unknown'
  return like >= likeness.own ? 'own' : like < likeness.other ? 'other' : 'unknown'
}

/** One voice out of several sentences; undefined where they are not of one voice. */
export function voiceOf(prints: readonly Float32Array[], { own } = campplus): number[] | undefined {
  const unit = prints.map((print) => scaledPrint(print))
  const mean = Array.from(
    unit[0] ?? [],
    (_, i) => unit.reduce((sum, print) => sum + (print[i] as number), 0) / unit.length,
  )
  const isOne =
    unit.length > 0 && unit.every((one, i) => unit.slice(i + 1).every((other) => cosineOf(one, other) >= own))
  return isOne ? scaledPrint(mean) : undefined
}

/** A voice as its file has it; undefined where it is none. */
export function ownerVoiceOf(value: unknown): OwnerVoice | undefined {
  const { model, print, at } = Object(value) as Partial<Record<keyof OwnerVoice, unknown>>
  const isPrint = Array.isArray(print) && print.length > 0 && print.every((one) => Number.isFinite(one))
  return typeof model === 'string' && typeof at === 'string' && isPrint ? { model, print, at } : undefined
}

function cosineOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.NaN
  let [ab, aa, bb] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] as number, b[i] as number]
    ab += x * y
    aa += x * x
    bb += y * y
  }
  return ab / Math.sqrt(aa * bb)
}

function scaledPrint(print: ArrayLike<number>): number[] {
  const values = Array.from(print)
  const length = Math.hypot(...values)
  return values.map((value) => value / length)
}
