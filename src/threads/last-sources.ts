import { type Envelope, type Id, type Source, sourcesIn } from '../protocol/index.ts'
import { readThread } from './thread-store.ts'

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
