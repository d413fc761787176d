import type { TuiMessages } from '../../../messages/surfaces/tui.ts'
import { argumentRows } from '../../../messages/tools/tool-words.ts'
import { type Envelope, type Event, type Id, isEnding, isSilent, type JsonObject } from '../../../protocol/index.ts'
import { sanitise, showHidden } from '../../../std/text/sanitise.ts'
import type { Wording } from './wording.ts'

/** Further facts for the text. */
export interface TranscriptDetails {
  /** Thoughts of the model, by turn. */
  thoughts: ReadonlyMap<Id, string>
  words: TuiMessages
  say: Wording
}

/** A conversation with nothing left out, as text for a pager: every argument, every result, what was thought. */
export function wholeText(envelopes: readonly Envelope[], { thoughts, words, say }: TranscriptDetails): string {
  const answered = new Set<Id>()
  const sections = envelopes.flatMap(({ event, turn }) => {
    const told = wholeEvent(event, say, words)
    if (event.type === 'model.answered' && event.purpose === 'reply') answered.add(turn ?? '')
    // A flow's own words come with the ending alone.
    const receipt = isEnding(event) ? (event.receipt?.lines ?? []).map(sanitise) : []
    if (event.type === 'turn.done' && !answered.has(turn ?? ''))
      return isSilent(event.text) ? [] : [sanitise(event.text), ...receipt]
    const thinking = event.type === 'turn.started' ? thoughts.get(turn ?? '') : undefined
    return [
      ...receipt,
      ...(told === undefined ? [] : [told]),
      ...(thinking ? [`✻ ${words.thoughts}\n${indentText(thinking, '  ')}`] : []),
    ]
  })
  return `${sections.filter((text) => text.trim() !== '').join('\n\n')}\n`
}

function wholeEvent(event: Event, say: Wording, words: TuiMessages): string | undefined {
  switch (event.type) {
    case 'turn.started':
    case 'input.steered':
      return `› ${indentText([event.input.text, ...(event.input.attachments ?? []).map(({ name }) => `📎 ${name}`)].join('\n'), '  ').trimStart()}`
    case 'model.answered':
      return event.purpose === 'reply' && !isSilent(event.text) ? sanitise(event.text) : undefined
    case 'tool.called':
      return `● ${showHidden(words.tool.title(event.name, event.title))}\n${argumentText(event.args)}`
    case 'tool.ended':
      return `  ⎿ ${showHidden(words.tool.title(event.name, event.title))}${words.outcome[event.outcome] === '' ? '' : ` · ${words.outcome[event.outcome]}`}\n${indentText(event.text, '    ')}`
    case 'notice.given':
      return `· ${sanitise(say.notice(event.code, event.data))}`
    case 'turn.failed':
      return `✕ ${sanitise(say.failure(event.failure))}`
    case 'turn.cancelled':
      return `■ ${words.cancelledEmpty}`
    default:
      return undefined
  }
}

function argumentText(given: JsonObject): string {
  return argumentRows(given)
    .map(([name, value]) => {
      const text = showHidden(value)
      return text.includes('\n')
        ? `  ${showHidden(name)}:\n${indentText(text, '    ')}`
        : `  ${showHidden(name)}: ${text}`
    })
    .join('\n')
}

function indentText(text: string, by: string): string {
  return sanitise(text)
    .trimEnd()
    .split('\n')
    .map((line) => by + line)
    .join('\n')
}
