import type { Attachment, Input, Message } from '../protocol/index.ts'
import { asData, escapeTag, wrapInTag } from '../std/text/quoted.ts'
import { inputMark } from './untrusted.ts'

/** Attached text stands under the person's words, each piece named, so that nobody takes it for theirs. */
export function userMessage(input: Input, at: number): Message {
  const text = [wordsOf(input), ...(input.attachments ?? []).map(attachedText)].filter(Boolean).join('\n\n')
  return {
    role: 'user',
    id: input.id,
    at,
    text,
    ...(input.images ? { images: input.images } : {}),
    ...inputMark(input),
  }
}

function attachedText({ name, text, untrusted, own, source, beside }: Attachment): string {
  const tag = beside ? 'beside' : 'file'
  const file = name.replace(/["<>\n]/g, ' ')
  const body = escapeTag(escapeTag(text, 'file'), 'beside')
  return `<${tag} name="${file}">\n${untrusted && !own ? asData(body, source ?? file) : body}\n</${tag}>`
}

/**
 * The words that the person wrote, and who wrote them where there are several; what they pasted stands between tags of
 * its own.
 */
function wordsOf({ text, pasted = [], speaker }: Input): string {
  if (speaker !== undefined)
    return `<speaker>${speaker.replace(/[<>\n]/g, ' ')}</speaker>\n${escapeTag(text, 'speaker')}`
  let [words, at] = ['', 0]
  for (const [from, to] of pasted) {
    words += `${text.slice(at, from)}\n${wrapInTag('pasted', text.slice(from, to))}\n`
    at = to
  }
  return words + text.slice(at)
}
