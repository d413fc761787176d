import { turnMessages } from '../../messages/engine/turn.ts'
import type { Language } from '../../messages/language.ts'
import { oneshotMessages } from '../../messages/surfaces/oneshot.ts'
import { toolLine, toolTitle } from '../../messages/tools/tool-words.ts'
import type { Event, Failure, Id, Picture, Source, TurnEnding } from '../../protocol/index.ts'
import { sanitise, sanitiseLine } from '../../std/text/sanitise.ts'
import { truncate } from '../../std/text/text.ts'

/** A piece of output: the answer goes to stdout, everything else is a line on stderr. Both are safe for a terminal. */
export interface TranscriptPart {
  to: 'out' | 'err'
  text: string
  tone?: 'plain' | 'quiet' | 'error'
  /** It stands only until something else is written, where the terminal can take a line back. */
  live?: true
  /** Written also where only the answer is wanted (`-q`). */
  always?: true
}

/** Output so far, so that replayed and late events add only missing text. */
export interface Transcript {
  call: number
  /** UTF-16 units of this call's text that are out. */
  shown: number
  /** End of the output: `line` also stands for nothing at all. */
  at: 'line' | 'middle'
  /** True if all of this call's text is out: then a line about it may stand below it. */
  whole: boolean
  /** True if anything of any call is out. */
  begun: boolean
  tools: Record<Id, string>
  sources: Source[]
}

export const emptyTranscript: Transcript = {
  call: 0,
  shown: 0,
  at: 'line',
  whole: false,
  begun: false,
  tools: {},
  sources: [],
}

/** Columns of a line about a tool; the card of a question is never shortened, this is only a trace. */
const toolColumns = 100

/**
 * The plain text of a run: adds one event, returns what to write. On a terminal both outputs meet: a line begins on a
 * line of its own.
 */
export function transcribeEvent(before: Transcript, event: Event, language: Language): [Transcript, TranscriptPart[]] {
  const [after, pieces] = eventParts(before, event, language)
  if (after.at === 'line' || !before.whole || pieces[0]?.to !== 'err') return [after, pieces]
  return [{ ...after, at: 'line' }, [{ to: 'out', text: '\n' }, ...pieces]]
}

function eventParts(before: Transcript, event: Event, language: Language): [Transcript, TranscriptPart[]] {
  const say = oneshotMessages[language]
  switch (event.type) {
    case 'text.added':
      return writeAnswer(before, event.call, event.at, event.text)
    case 'model.answered':
      return event.purpose === 'reply' ? wholly(writeAnswer(before, event.call, 0, event.text)) : [before, []]
    case 'model.failed':
      if (event.next === 'stop') return [before, []]
      // Say only that it is tried again; the failure in the end is said once.
      return event.next === 'retry'
        ? [before, [{ ...noteLine(say.retry(event.waitMs, event.attempt)), live: true }]]
        : [before, [noteLine(turnMessages[language].failure(event.failure)), noteLine(say.fallback(event.model ?? ''))]]
    case 'tool.called':
      return [
        { ...before, tools: { ...before.tools, [event.id]: event.name } },
        [noteLine(`· ${shortenLine(toolLine(event, event.args, language))}`)],
      ]
    case 'tool.progressed':
      // Output of a command is in its result.
      return [before, before.tools[event.id] === 'shell' ? [] : [noteLine(say.progress(event.text))]]
    case 'tool.ended':
      return [before, [...writeEnding(event, language), ...pictureLines(event.images, language)]]
    case 'sources.found':
      return [{ ...before, sources: event.sources }, []]
    case 'context.compacted':
      return [before, [noteLine(event.pages ? turnMessages[language].notice('memory-compacted', {}) : say.compacted)]]
    case 'notice.given':
      return [before, [noteLine(turnMessages[language].notice(event.code, event.data), 'plain')]]
    case 'step.started':
      return [before, [noteLine(event.label)]]
    case 'turn.done':
      return closeOutput(before, event.text, [
        ...receiptParts(event),
        ...(event.limited ? [noteLine(say.limited, 'plain')] : []),
        // The engine without a model names its sources itself.
        ...citationLines(
          before.sources.filter(({ file }) => !event.text.includes(file)),
          language,
        ),
      ])
    case 'turn.failed':
      return closeOutput(before, event.partial, [
        ...receiptParts(event),
        ...failureParts(event.failure, event.partial, language),
      ])
    case 'turn.cancelled':
      return closeOutput(before, event.partial, [
        ...receiptParts(event),
        noteLine(turnMessages[language].cancelled(event.by), 'plain'),
      ])
    default:
      return [before, []]
  }
}

/** The receipt of a turn, below its answer: whoever reads the answer reads what became of it. */
const receiptParts = ({ receipt }: TurnEnding): TranscriptPart[] =>
  receipt && receipt.lines.length > 0 ? [{ to: 'out', text: `\n${sanitise(receipt.lines.join('\n'))}\n` }] : []

/** The sentence of a failure, as the last thing on stderr; before it, that what was shown is not all. */
export function failureParts(failure: Failure, partial: string, language: Language): TranscriptPart[] {
  const said = noteLine(turnMessages[language].failure(failure), 'error')
  // A setting that keeps words from being sent is never silent.
  const sentence: TranscriptPart = failure.code === 'config' ? { ...said, always: true } : said
  return partial ? [noteLine(oneshotMessages[language].partial, 'plain'), sentence] : [sentence]
}

/** Text of a call from offset `at` on: writes what is not out yet. Another call begins on a line of its own. */
function writeAnswer(before: Transcript, call: number, at: number, text: string): [Transcript, TranscriptPart[]] {
  const now = call === before.call ? before : { ...before, call, shown: 0, whole: false }
  const fresh = text.slice(Math.max(0, now.shown - at))
  if (!fresh || at > now.shown) return [now, []]
  const border = call !== before.call && before.begun ? (before.at === 'line' ? '\n' : '\n\n') : ''
  const safe = sanitise(fresh)
  const after = {
    ...now,
    shown: at + text.length,
    begun: true,
    at: safe.endsWith('\n') ? ('line' as const) : ('middle' as const),
  }
  return [after, [{ to: 'out', text: border + safe }]]
}

const wholly = ([after, pieces]: [Transcript, TranscriptPart[]]): [Transcript, TranscriptPart[]] => [
  { ...after, whole: true },
  pieces,
]

/** The end of the output: what no delta brought, a line end, then the lines about it. */
function closeOutput(before: Transcript, text: string, lines: TranscriptPart[]): [Transcript, TranscriptPart[]] {
  const [now, pieces] = before.begun || !text ? [before, []] : writeAnswer(before, before.call, 0, text)
  const end: TranscriptPart[] = now.at === 'middle' ? [{ to: 'out', text: '\n' }] : []
  return [{ ...now, at: 'line' }, [...pieces, ...end, ...lines]]
}

function writeEnding(
  { name, title, outcome, text }: Extract<Event, { type: 'tool.ended' }>,
  language: Language,
): TranscriptPart[] {
  const { outcomes, toolEnded } = oneshotMessages[language]
  return outcome === 'ok'
    ? []
    : [noteLine(toolEnded(toolTitle(name, language, title), outcomes[outcome], shortenLine(text)), 'plain')]
}

/** Return where the pictures of a result lie; one that is nowhere on the disk is left to the tool's own words. */
function pictureLines(images: readonly Picture[] = [], language: Language): TranscriptPart[] {
  return images.flatMap((image) =>
    'file' in image ? [noteLine(oneshotMessages[language].picture(image.file), 'plain')] : [],
  )
}

function citationLines(sources: Source[], language: Language): TranscriptPart[] {
  return sources.map(({ file, line: at, page }) => noteLine(oneshotMessages[language].source(file, at, page), 'plain'))
}

const shortenLine = (text: string) => truncate(sanitiseLine(text), toolColumns)

function noteLine(text: string, tone: TranscriptPart['tone'] = 'quiet'): TranscriptPart {
  return { to: 'err', text: `${sanitise(text)}\n`, tone }
}
