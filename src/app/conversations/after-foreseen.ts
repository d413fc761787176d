import type { ChatDeps } from '../../core/turn/chat-flow.ts'
import { adoptForeseen, type ForeseenReplies } from '../../core/turn/foreseen-replies.ts'
import type { Provider } from '../../protocol/index.ts'

/** A turn's parts, where its first request takes over the reply that was readied for it, if one was. */
export const afterForeseen = (replies: ForeseenReplies, deps: ChatDeps): ChatDeps => ({
  ...deps,
  resolveTurn: async (input, context) => {
    const turn = await deps.resolveTurn(input, context)
    const { provider } = turn.model
    const { id } = context.thread()
    const first: Provider = (...asked) => (replies.has(id) ? adoptForeseen(replies, id, provider) : provider)(...asked)
    return { ...turn, model: { ...turn.model, provider: first } }
  },
})
