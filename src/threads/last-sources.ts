import { type Envelope, type Id, type Source, sourcesIn } from '../protocol/index.ts'
import { foldAll } from './fold-thread.ts'
import { emptyThread } from './thread.ts'
import { readThread } from './thread-store.ts'
import { foreignSources } from './untrusted.ts'

/**
 * The sources of the last answer that had any, in the order of their numbers: they go on within a turn and begin anew
 * with the next.
 */
export async function lastSources(folder: string, id: Id): Promise<Source[]> {
  let last: Source[] = []
  let of: Id | undefined
  for await (const { event, turn } of readThread(folder, id)) {
    const more = foundBy(event)
    if (more.length > 0) last = of === turn ? [...last, ...more] : more
    if (more.length > 0) of = turn
  }
  return last
}

function foundBy(event: Envelope['event']): Source[] {
  if (event.type === 'sources.found') return event.sources
  return event.type === 'tool.ended' && event.outcome === 'ok' ? sourcesIn(event.name, event.data) : []
}

/** The sources of text from outside that a conversation has read, as far as they still count. */
export async function sourcesRead(folder: string, id: Id): Promise<string[]> {
  return foreignSources(await foldAll(emptyThread(id), readThread(folder, id)))
}
