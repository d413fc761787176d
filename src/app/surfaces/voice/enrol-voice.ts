import { openMicrophone } from '../../../audio/microphone.ts'
import { voiceOf } from '../../../audio/speaker/owner-voice.ts'
import { openSpeechInput } from '../../../audio/speech-input.ts'
import { SpeechError, type SpeechInput } from '../../../protocol/speech.ts'
import { sleep } from '../../../std/abort.ts'
import type { DownloadedModels } from '../../models/downloaded-models.ts'
import { writeOwnerVoice } from './owner-voice.ts'
import { type AudioDeps, hasSpeechEngine } from './senses.ts'
import { chooseSpeakerModel, chooseVoiceModel } from './voice-models.ts'

/** Tries for each sentence. */
const triesEach = 3

export interface EnrolDeps {
  sentences: readonly string[]
  /** A sentence is to be read, the `at`th; `again`: it was too short. */
  ask(at: number, sentence: string, again: boolean): void
  now(): Date
  /** A sentence was read when this long nothing follows, in milliseconds: whoever reads aloud pauses at commas. */
  restMs?: number
  /** Time that somebody is waited for, in milliseconds. */
  waitMs?: number
}

/**
 * Hears the sentences and writes down what the voice that reads them is like; no sound is kept. An enrolled voice is
 * replaced at the end. `nothing`: nobody was heard; `mixed`: more than one voice; `no-vad` and `no-speaker`: a model
 * for that is not here. Throws `SpeechError` where it cannot hear, and the signal's reason.
 */
export async function enrolVoice(
  shelf: DownloadedModels,
  parts: AudioDeps,
  { sentences, ask, now, restMs = 1_200, waitMs = 30_000 }: EnrolDeps,
  signal: AbortSignal,
): Promise<'enrolled' | 'nothing' | 'mixed' | 'no-vad' | 'no-speaker'> {
  if (!hasSpeechEngine()) throw new SpeechError('no-engine')
  const model = await chooseSpeakerModel(shelf)
  const vad = await chooseVoiceModel(shelf, 'vad')
  const files = vad && (await shelf.store.files(vad))
  if (!files) return 'no-vad'
  if (!model) return 'no-speaker'
  const done = new AbortController()
  const opened = Promise.withResolvers<void>()
  let last: Float32Array | undefined
  const noise = shelf.loaded.settings.voice.noise === 'auto' ? ({ suppressNoise: true } as const) : {}
  const ears = openSpeechInput({
    ...parts.engine,
    microphone: openMicrophone(parts.microphone),
    opened: opened.resolve,
    models: { vad: files, ...noise },
    speaker: {
      model,
      whose: (print) => {
        last = print
        return 'unknown'
      },
    },
  })
  try {
    const sounds = readings(ears, { restMs, waitMs }, AbortSignal.any([signal, done.signal]))
    const first = sounds.next()
    // Nobody is asked to read before anything hears.
    await Promise.race([opened.promise, first])
    let next = async () => first
    const prints: Float32Array[] = []
    for (const [at, sentence] of sentences.entries()) {
      for (let tries = 0; prints.length <= at; tries++) {
        if (tries === triesEach) return 'nothing'
        ask(at, sentence, tries > 0)
        const { done: isSilent } = await next()
        signal.throwIfAborted()
        if (isSilent) return 'nothing'
        next = () => sounds.next()
        if (last) prints.push(last)
      }
    }
    const print = voiceOf(prints, model.likeness)
    if (!print) return 'mixed'
    await writeOwnerVoice(shelf.loaded.paths, { model: model.name, print, at: now().toISOString() })
    return 'enrolled'
  } finally {
    done.abort()
  }
}

/**
 * One after the other, what somebody reads until they rest; it ends when nobody speaks and when the signal aborts.
 * Throws `SpeechError` when the microphone is lost.
 */
async function* readings(
  ears: SpeechInput,
  { restMs, waitMs }: { restMs: number; waitMs: number },
  signal: AbortSignal,
): AsyncGenerator<void> {
  const over = new AbortController()
  const pauseThen = (ms: number, then: () => void) => {
    const timer = new AbortController()
    void sleep(ms, AbortSignal.any([signal, timer.signal])).then(then, () => {})
    return timer
  }
  let waiting = pauseThen(waitMs, () => over.abort())
  for await (const heard of ears.hear(AbortSignal.any([signal, over.signal]))) {
    if (heard.type === 'lost') throw new SpeechError(heard.why)
    if (heard.type === 'trouble' || heard.type === 'silent') return
    if (heard.type === 'voice.started') waiting.abort()
    if (heard.type === 'voice.ended') waiting = pauseThen(restMs, () => ears.finish(true))
    if (heard.type !== 'final') continue
    yield
    waiting.abort()
    waiting = pauseThen(waitMs, () => over.abort())
  }
}
