import type { Language } from '../../messages/language.ts'
import type { Envelope, Failure } from '../../protocol/index.ts'
import { eventLine, jsonLine } from './json-line.ts'
import { type Closing, type RunResult, resultOf } from './result.ts'
import { emptyTranscript, failed, type TranscriptPart, transcribe } from './transcript.ts'

export const formats = ['text', 'json', 'stream-json'] as const
export type Format = (typeof formats)[number]

/** Turns what happens into output. `close` is called once, whatever the ending, with or without a turn. */
export interface Presenter {
  event(envelope: Envelope): TranscriptPart[]
  close(sum: RunResult, closing: Closing): TranscriptPart[]
  /** What there is to say where the output itself was lost, after it was closed. */
  lost(failure: Failure): TranscriptPart[]
}

/** The presenter of an output format. */
export function presenter(format: Format, language: Language): Presenter {
  return { text, json, 'stream-json': streamJson }[format](language)
}

/** The answer on stdout as it streams, everything else on stderr. */
function text(language: Language): Presenter {
  let transcript = emptyTranscript
  return {
    event({ event }) {
      const [after, pieces] = transcribe(transcript, event, language)
      transcript = after
      return pieces
    },
    close(_, { failure }) {
      const end: TranscriptPart[] = transcript.at === 'middle' ? [{ to: 'out', text: '\n' }] : []
      return failure ? [...end, ...failed(failure, transcript.begun ? ' ' : '', language)] : end
    },
    lost: (failure) => failed(failure, '', language),
  }
}

/** stdout is for a program; stderr stays what a person reads, as for text. */
function besides(language: Language) {
  const lines = text(language)
  const aside = (pieces: TranscriptPart[]) => pieces.filter(({ to }) => to === 'err')
  return {
    event: (envelope: Envelope) => aside(lines.event(envelope)),
    close: (sum: RunResult, closing: Closing) => [...aside(lines.close(sum, closing)), result(sum, closing)],
    lost: lines.lost,
  }
}

/** One object at the end. */
const json = besides

/** Every event as a line when it happens, and the result as the last line. */
function streamJson(language: Language): Presenter {
  const { event, close, lost } = besides(language)
  return { event: (envelope) => [{ to: 'out', text: `${eventLine(envelope)}\n` }, ...event(envelope)], close, lost }
}

function result(sum: RunResult, closing: Closing): TranscriptPart {
  return { to: 'out', text: `${jsonLine(resultOf(sum, closing))}\n` }
}
