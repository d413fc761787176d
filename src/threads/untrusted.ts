import type { Event, Input, Message, Untrusted } from '../protocol/index.ts'

/** What a conversation knows of text from outside that is no message of its window any more. */
interface Marks {
  tainted?: true
  sources?: string[]
}

/** So many sources are named; a conversation may have read thousands of pages. */
const mostSources = 20

/** The mark of an input: own only when everything untrusted in it is; of several sources all are named. */
export function inputMark(input: Input): Untrusted {
  const marks = [input, ...(input.attachments ?? [])].filter(({ untrusted }) => untrusted) as Untrusted[]
  if (marks.length === 0) return {}
  const foreign = marks.filter(({ own }) => !own)
  const source = [...new Set(foreign.flatMap((mark) => mark.source ?? []))].join(', ')
  return { untrusted: true, ...(foreign.length === 0 ? { own: true } : {}), ...(source ? { source } : {}) }
}

/** Whether a message holds text from outside: what was allowed for the session asks again then. */
function isUntrusted(message: Message): boolean {
  return message.role !== 'assistant' && message.untrusted === true && !message.own
}

/** What stays known of these messages after they left the window. */
export function messageMarks({ sources }: Marks, messages: readonly Message[]): Marks {
  const untrusted = messages.filter(isUntrusted)
  return untrusted.length === 0 ? {} : { tainted: true, sources: merged(sources, untrusted) }
}

/** What passages of documents leave behind: those of the person's own files are data, others mark the conversation. */
export function documentMarks({ sources = [] }: Marks, found: Extract<Event, { type: 'sources.found' }>): Marks {
  const names = found.sources.filter(({ own }) => !own).map(({ file }) => `document ${file.split('/').at(-1)}`)
  return names.length === 0
    ? {}
    : { tainted: true, sources: [...new Set([...sources, ...names])].slice(0, mostSources) }
}

/** Where the untrusted text of a conversation came from; empty when there is none. */
export function foreignSources({ messages, sources, tainted }: Marks & { messages: readonly Message[] }): string[] {
  const all = merged(sources, messages.filter(isUntrusted))
  return all.length === 0 && tainted ? ['unknown'] : all
}

function merged(known: readonly string[] = [], messages: readonly Message[]): string[] {
  const named = messages.map((message) => (message.role !== 'assistant' && message.source) || 'unknown')
  return [...new Set([...known, ...named])].slice(0, mostSources)
}
