import type { JsonObject } from '../../protocol/index.ts'
import type { ServiceFile, StepFile, StepKind } from './schema.ts'

/** A step as it is declared, with its kind said. */
export type DeclaredStep = StepFile & { name: string; kind: StepKind }

/** The end of a flow, as a step's `next` says it. */
export const endName = 'end'

const kindOf = (name: string, { kind }: StepFile): StepKind => kind ?? (name === 'reply' ? 'talk' : 'slots')

/**
 * The steps of a declaration in their order. One that names none but the reading of its slots asks for them,
 * confirms, and calls `execute`; one without slots talks.
 */
export function stepsOf({ steps = {}, slots = {} }: Pick<ServiceFile, 'steps' | 'slots'>): DeclaredStep[] {
  const named = Object.entries(steps).map(([name, step]): DeclaredStep => ({ ...step, name, kind: kindOf(name, step) }))
  const isForm = Object.keys(slots).length > 0
  if (!isForm) return named.length > 0 ? named : [{ name: 'reply', kind: 'talk' }]
  if (named.some(({ kind }) => kind !== 'slots')) return named
  const [form = { name: 'slots', kind: 'slots' as const }, ...more] = named
  return [form, ...more, { name: 'confirm', kind: 'confirm' }, { name: 'execute', kind: 'code' }]
}

/** Fields that each kind of step may hold, beside those of every step. */
export const stepKeys: Readonly<Record<StepKind, readonly (keyof StepFile)[]>> = {
  slots: ['slots', 'prompt', 'card'],
  confirm: ['say'],
  code: ['run', 'undo', 'settle', 'timeout'],
  tool: ['tool', 'args', 'undo', 'timeout'],
  model: ['prompt', 'card'],
  branch: ['cases', 'else'],
  talk: ['prompt', 'card', 'format', 'actions'],
  service: ['service', 'with'],
}
export const everyStep: readonly (keyof StepFile)[] = ['kind', 'label', 'stage', 'next']

/** The functions of its code that the steps call, by name. */
export function functionsOf(steps: readonly DeclaredStep[]): string[] {
  return steps.flatMap(({ name, kind, run, undo, settle }) =>
    [kind === 'code' ? (run ?? name) : undefined, undo, settle].filter((one) => one !== undefined),
  )
}

interface KnownValues {
  slots: JsonObject
  found: JsonObject
}

/** The value under a name: a slot, or a step's finding (`price.total`). */
function valueAt({ slots, found }: KnownValues, path: string): unknown {
  const all: Record<string, unknown> = { ...slots, ...found }
  return path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], all)
}

/** The step that a branch leads to; undefined = the one behind it. */
export function chooseCase({ cases = [], else: other }: StepFile, known: KnownValues): string | undefined {
  const hit = cases.find(({ if: path, is, over, under }) => {
    const value = valueAt(known, path)
    if (is !== undefined) return JSON.stringify(value) === JSON.stringify(is)
    if (over === undefined && under === undefined) return value !== undefined && value !== null && value !== false
    return typeof value === 'number' && (over === undefined || value > over) && (under === undefined || value < under)
  })
  const next = hit?.next ?? other
  return next === endName ? '' : next
}

const PLACE = /\{([a-z_][\w.]*)\}/gi

/** Arguments with their places filled: "{city}" alone is the value itself, among other words it is text. */
export function filledArgs(args: JsonObject, known: KnownValues): JsonObject {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const whole = /^\{([a-z_][\w.]*)\}$/i.exec(value)?.[1]
      if (whole !== undefined) return valueAt(known, whole)
      return value.replace(PLACE, (_, path: string) => String(valueAt(known, path) ?? ''))
    }
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner)]))
    return value
  }
  return JSON.parse(JSON.stringify(fill(args))) as JsonObject
}

/** Findings of steps, flat, as sentences name them: `price.total`. */
export function flattenFindings(found: JsonObject, before = ''): Record<string, string> {
  const texts = Object.entries(found).flatMap(([name, value]): [string, string][] => {
    if (value === null || value === undefined) return []
    const path = `${before}${name}`
    if (Array.isArray(value)) return [[path, value.map(String).join(', ')]]
    return typeof value === 'object'
      ? Object.entries(flattenFindings(value as JsonObject, `${path}.`))
      : [[path, String(value)]]
  })
  return Object.fromEntries(texts)
}
