import type { Language } from '../../messages/language.ts'
import type { Envelope, Failure } from '../../protocol/index.ts'
import { eventLine, jsonLine } from './json-line.ts'
import { type Closing, type RunResult, resultOf } from './result.ts'
import { emptyTranscript, failureParts, type TranscriptPart, transcribeEvent } from './transcript.ts'

export const formats = ['text', 'json', 'stream-json'] as const
export type Format = (typeof formats)[number]

/** Turns what happens into output. `close` is called once, whatever the ending, with or without a turn. */
export interface Presenter {
  event(envelope: Envelope): TranscriptPart[]
  close(sum: RunResult, closing: Closing): TranscriptPart[]
  /** Return what there is to say where the output itself was lost, after it was closed. */
  lost(failure: Failure): TranscriptPart[]
}

/** The presenter of an output format; `bound`: the answer is to be JSON of a schema, and wrong ones are not shown. */
export function createPresenter(format: Format | 'json-text', language: Language, bound = false): Presenter {
  return { text: textPresenter, 'json-text': jsonText, json, 'stream-json': streamJson }[format](language, bound)
}

/** The answer on stdout as it streams, everything else on stderr. */
function textPresenter(language: Language): Presenter {
  let transcript = emptyTranscript
  return {
    event({ event }) {
      const [after, pieces] = transcribeEvent(transcript, event, language)
      transcript = after
      return pieces
    },
    close(_, { failure }) {
      const end: TranscriptPart[] = transcript.at === 'middle' ? [{ to: 'out', text: '\n' }] : []
      return failure ? [...end, ...failureParts(failure, transcript.begun ? ' ' : '', language)] : end
    },
    lost: (failure) => failureParts(failure, '', language),
  }
}

/** stdout is for a program; stderr stays what a person reads, as for text. */
function stderrPresenter(language: Language, bound: boolean) {
  const lines = textPresenter(language)
  const errorParts = (pieces: TranscriptPart[]) => pieces.filter(({ to }) => to === 'err')
  return {
    event: (envelope: Envelope) => errorParts(lines.event(envelope)),
    close: (sum: RunResult, closing: Closing) => [
      ...errorParts(lines.close(sum, closing)),
      resultPart(sum, closing, bound),
    ],
    lost: lines.lost,
  }
}

/** One object at the end. */
const json = stderrPresenter

/** The answer alone, and only when it is what it was to be. */
function jsonText(language: Language): Presenter {
  const lines = textPresenter(language)
  const errorParts = (pieces: TranscriptPart[]) => pieces.filter(({ to }) => to === 'err')
  return {
    event: (envelope) => errorParts(lines.event(envelope)),
    close: (sum, closing) => [
      ...errorParts(lines.close(sum, closing)),
      ...(sum.ending?.type === 'turn.done' ? [{ to: 'out' as const, text: `${sum.ending.text}\n` }] : []),
    ],
    lost: lines.lost,
  }
}

/** Every event as a line when it happens, and the result as the last line. */
function streamJson(language: Language, bound: boolean): Presenter {
  const { event, close, lost } = stderrPresenter(language, bound)
  return { event: (envelope) => [{ to: 'out', text: `${eventLine(envelope)}\n` }, ...event(envelope)], close, lost }
}

function resultPart(sum: RunResult, closing: Closing, bound: boolean): TranscriptPart {
  const done = bound && sum.ending?.type === 'turn.done' ? { value: JSON.parse(sum.ending.text) } : {}
  return { to: 'out', text: `${jsonLine({ ...resultOf(sum, closing), ...done })}\n` }
}
