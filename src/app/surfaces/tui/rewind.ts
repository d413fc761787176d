import type { Conversation, Id } from '../../../protocol/index.ts'
import type { RewindEngine } from '../../../ui/tui/tui-host.ts'
import type { Assistant, ConversationSelector } from '../../assistant.ts'
import { Rewinds } from '../../conversations/rewind.ts'

/** `/rewind`: files by their checkpoints; the conversation goes on as another one that holds what was said before. */
export function rewindEngine(
  { home, conversations, parts }: Assistant,
  opened: (wanted: ConversationSelector) => Promise<Conversation>,
): RewindEngine {
  const rewinds = new Rewinds(home, parts.now)
  /** The conversation up to before a message; before the first one there is nothing. */
  const before = async (id: Id, message: Id): Promise<ConversationSelector> => {
    const isFirst = (await rewinds.points(id)).at(-1)?.message === message
    return isFirst ? { kind: 'new' } : { kind: 'id', id: (await conversations.fork(id, { message, before: true })).id }
  }
  return {
    points: ({ id }) => rewinds.points(id),
    plan: ({ id }, message) => rewinds.plan(id, message),
    async apply({ id }, message, { talk, files, edited }) {
      const next = talk ? await opened(await before(id, message)) : undefined
      const taken = await rewinds.apply(id, message, { files, edited, ...(next ? { to: next.id } : {}) })
      return { ...taken, ...(next ? { next } : {}) }
    },
    planUndo: async ({ id }) => (await rewinds.planUndo(id))?.plan,
    async undo({ id }, edited) {
      const { from, ...taken } = await rewinds.undo(id, edited)
      return from === id ? taken : { ...taken, next: await opened({ kind: 'id', id: from }) }
    },
  }
}
