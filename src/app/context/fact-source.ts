import type { FindSource, SourceMessage } from '../../memory/provenance/origin.ts'
import { coverageIn } from '../../memory/search.ts'
import { readMessages } from '../../threads/thread-store.ts'

/** So much of a line stands in the message that it was taken from. */
const fromIt = 0.5

/** Looks for the message behind a remembered line in its conversation: the first that says most of it. */
export function factSources(folder: string): FindSource {
  return async ({ text, from }) => {
    if (!from?.conversation) return undefined
    let best: SourceMessage | undefined
    let most = 0
    for await (const { role, id, text: said, at } of readMessages(folder, from.conversation)) {
      const held = role === 'user' ? coverageIn(said)(text.replace(/ \([^()]*\)$/, '')) : 0
      if (held < fromIt || held <= most) continue
      most = held
      best = { conversation: from.conversation, message: id, text: said, at }
    }
    return best
  }
}
