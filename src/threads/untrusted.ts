import type { Event, Input, Message, Untrusted } from '../protocol/index.ts'

/** Knowledge of a conversation about text from outside that is no message of its window any more. */
interface UntrustedMarks {
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

/** True if a message holds text from outside: what was allowed for the session asks again then. */
function isUntrusted(message: Message): boolean {
  return message.role !== 'assistant' && message.untrusted === true && !message.own
}

/** Return what stays known of these messages after they left the window. */
export function messageMarks({ sources }: UntrustedMarks, messages: readonly Message[]): UntrustedMarks {
  const untrusted = messages.filter(isUntrusted)
  return untrusted.length === 0 ? {} : { tainted: true, sources: mergeSources(sources, untrusted) }
}

/**
 * Return what passages of documents leave behind: those of the person's own files are data, others mark the
 * conversation.
 */
export function documentMarks(
  { sources = [] }: UntrustedMarks,
  found: Extract<Event, { type: 'sources.found' }>,
): UntrustedMarks {
  const names = found.sources.filter(({ own }) => !own).map(({ file }) => `document ${file.split('/').at(-1)}`)
  return names.length === 0
    ? {}
    : { tainted: true, sources: [...new Set([...sources, ...names])].slice(0, mostSources) }
}

/** Return the sources of the untrusted text of a conversation; empty when there is none. */
export function foreignSources({
  messages,
  sources,
  tainted,
}: UntrustedMarks & { messages: readonly Message[] }): string[] {
  const all = mergeSources(sources, messages.filter(isUntrusted))
  return all.length === 0 && tainted ? ['unknown'] : all
}

function mergeSources(known: readonly string[] = [], messages: readonly Message[]): string[] {
  const named = messages.map((message) => (message.role !== 'assistant' && message.source) || 'unknown')
  return [...new Set([...known, ...named])].slice(0, mostSources)
}
