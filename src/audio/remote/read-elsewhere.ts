import { type RecognizedSpeech, SpeechError, type SpeechFault } from '../../protocol/speech.ts'
import type { SecondPass } from '../ahead/second-pass.ts'
import type { FromEngine } from '../engine-messages.ts'
import type { SpeakerJudge } from '../speaker/speaker-judge.ts'

/** `here`: only this machine may read it. */
type Utterance = Extract<FromEngine, { type: 'utterance' }> & { here: boolean }

interface Readers {
  transcribe: ((samples: Int16Array, signal: AbortSignal) => Promise<string>) | undefined
  second: SecondPass | undefined
  speaker: SpeakerJudge | undefined
}

/**
 * Has utterances read elsewhere; where that fails, what this machine understood is taken, and the trouble told once
 * until it is over.
 */
export function readElsewhere({ transcribe, second, speaker }: Readers) {
  let told: SpeechFault | undefined
  let last: Promise<void> = Promise.resolve()
  const isRead = ({ samples, here }: Utterance) => samples.length > 0 && !(here && transcribe)
  const wordsOf = async (utterance: Utterance, signal: AbortSignal) => {
    const { samples, text, ahead } = utterance
    if (!isRead(utterance)) return text
    // Words that one of them heard are not lost because the other one heard none.
    return transcribe ? transcribe(samples, signal) : (await second?.read(samples, ahead)) || text
  }
  const readUtterance = async (
    utterance: Utterance,
    owed: { emit(heard: RecognizedSpeech): void },
    signal: AbortSignal,
  ) => {
    const { samples, text, ahead } = utterance
    const judged = speaker?.whose(samples, ahead)
    const emitFinal = async (said: string, first?: string) => {
      const whose = await judged
      owed.emit({ type: 'final', text: said, ...(first ? { first } : {}), ...(whose ? { whose } : {}) })
    }
    try {
      const said = await wordsOf(utterance, signal)
      if (isRead(utterance)) told = undefined
      await emitFinal(said, second && text !== said ? text : undefined)
    } catch (error) {
      if (signal.aborted) return
      const why = error instanceof SpeechError ? error.fault : 'ears-away'
      if (why !== told) owed.emit({ type: 'trouble', why })
      told = why
      await emitFinal(text)
    }
  }
  return (utterance: Utterance, owed: { emit(heard: RecognizedSpeech): void }, signal: AbortSignal) => {
    last = last.then(() => readUtterance(utterance, owed, signal))
    return last
  }
}
