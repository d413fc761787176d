import { type RecognizedSpeech, SpeechError, type SpeechFault } from '../../protocol/speech.ts'
import type { FromEngine } from '../engine-messages.ts'
import type { SecondPass } from '../second-pass.ts'

type Utterance = Extract<FromEngine, { type: 'utterance' }>

/** Has utterances read elsewhere; where that fails, what this machine understood is taken, and the trouble told once until it is over. */
export function readElsewhere(
  transcribe: ((samples: Int16Array, signal: AbortSignal) => Promise<string>) | undefined,
  second: SecondPass | undefined,
) {
  let told: SpeechFault | undefined
  let last: Promise<void> = Promise.resolve()
  const words = async ({ samples, text, ahead }: Utterance, signal: AbortSignal) => {
    if (samples.length === 0) return text
    // Words that one of them heard are not lost because the other one heard none.
    return transcribe ? transcribe(samples, signal) : (await second?.read(samples, ahead)) || text
  }
  const read = async (utterance: Utterance, owed: { emit(heard: RecognizedSpeech): void }, signal: AbortSignal) => {
    const { samples, text } = utterance
    try {
      const said = await words(utterance, signal)
      if (samples.length > 0) told = undefined
      owed.emit({ type: 'final', text: said, ...(second && text !== '' && text !== said ? { first: text } : {}) })
    } catch (error) {
      if (signal.aborted) return
      const why = error instanceof SpeechError ? error.fault : 'ears-away'
      if (why !== told) owed.emit({ type: 'trouble', why })
      told = why
      owed.emit({ type: 'final', text })
    }
  }
  return (utterance: Utterance, owed: { emit(heard: RecognizedSpeech): void }, signal: AbortSignal) => {
    last = last.then(() => read(utterance, owed, signal))
    return last
  }
}
