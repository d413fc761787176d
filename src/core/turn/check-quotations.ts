import type { Event, Message } from '../../protocol/index.ts'

/** Shorter ones are names and words that are set off, not quotations. */
const shortest = 15

/**
 * Tells which quotations of an answer stand in none of the passages that it was made from: a model may quote what
 * nobody wrote. Says nothing of answers that no document was looked up for.
 */
export function* checkQuotations(
  answer: string,
  turn: { documents: string | undefined; messages: readonly Message[] },
): Generator<Event> {
  const last = turn.messages.findLastIndex(({ role }) => role === 'user')
  const since = turn.messages.slice(Math.max(last, 0))
  const found = since.flatMap((one) =>
    one.role === 'tool' && /^(?:search|read)_documents$/.test(one.name) ? [one.text] : [],
  )
  if (turn.documents === undefined && found.length === 0) return
  const read = since.filter(({ role }) => role === 'tool' || role === 'user').map(({ text }) => text)
  const unfound = unfoundQuotations(answer, [turn.documents ?? '', ...read])
  if (unfound.length > 0)
    yield { type: 'notice.given', code: 'quotation-unfound', data: { quotations: unfound.join(' · ') } }
}

/**
 * The engine without a model copies what it quotes; what else it sets in quotation marks are examples of what to say.
 */
export const isOwnWords = ({ providerName }: { providerName: string }) => providerName === 'offline'

/** The quotations of a text that stand in none of the sources, however they are spaced, set or capitalised. Pure. */
export function unfoundQuotations(text: string, sources: readonly string[]): string[] {
  const where = sources.map(plainLetters)
  const isThere = (part: string) => part === '' || where.some((source) => source.includes(part))
  return quotationsIn(text).filter(
    (one) => !one.split(/…|\.{3}|\[[^\]]*\]/).every((part) => isThere(plainLetters(part))),
  )
}

function quotationsIn(text: string): string[] {
  const blocks = text.match(/^>.*(?:\n>.*)*/gm)?.map((block) => block.replace(/^>\s?/gm, '')) ?? []
  const inline = text.replace(/^>.*$/gm, '').matchAll(/“([^“”\n]+)”|"([^"\n]+)"|「([^」\n]+)」/g)
  const all = [...blocks, ...Array.from(inline, ([, ...groups]) => groups.find(Boolean) ?? '')]
  return all.map((one) => one.trim()).filter((one) => one.length >= shortest)
}

/** Letters and digits only, small: what a quotation keeps of what it quotes. */
const plainLetters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
