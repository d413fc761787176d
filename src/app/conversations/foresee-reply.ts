import type { OpenOptions } from '../../core/ownership/shared-conversation.ts'
import { type ChatDeps, createChat } from '../../core/turn/chat-flow.ts'
import { type ForeseenReplies, farEnough } from '../../core/turn/foreseen-replies.ts'
import type { Tool } from '../../protocol/index.ts'
import type { AppContext } from '../context/app-context.ts'
import { isPlainTalk } from '../services/service-registry.ts'

/**
 * Readies replies ahead of their turns: only where no hook and no service can come before the model, and only of a model that costs
 * nothing. `chat`: what a turn is made of with these tools; what of it keeps or sends anything else is taken out of its hands.
 */
export function replyForeseer(
  parts: AppContext,
  replies: ForeseenReplies,
  chat: (tools: readonly Tool[]) => ChatDeps,
): NonNullable<OpenOptions['foresee']> {
  const { hooks } = parts.loaded.settings
  const place = { now: () => parts.now(), newId: () => 'ahead' }
  return async (thread, input, signal) => {
    if (hooks.some(({ on }) => on !== 'before' && on !== 'after')) return
    await replies.foresee(
      async function* (given, context) {
        if (!(await isPlainTalk(parts, given, context))) farEnough()
        const deps = chat(await parts.tools.tools(context.thread()))
        return yield* createChat({ ...deps, ...turnOnly, resolveTurn: resolveAhead(deps, replies) })(given, context)
      },
      thread,
      input,
      place,
      signal,
    )
  }
}

/** A turn's parts, whose first request takes over the reply that was readied for it. */
export const afterForeseen = (deps: ChatDeps, replies: ForeseenReplies): ChatDeps => ({
  ...deps,
  resolveTurn: async (input, context) => {
    const turn = await deps.resolveTurn(input, context)
    return { ...turn, model: { ...turn.model, provider: replies.adopting(turn.model.provider, context.thread().id) } }
  },
})

function resolveAhead({ resolveTurn }: ChatDeps, replies: ForeseenReplies): ChatDeps['resolveTurn'] {
  return async (input, context) => {
    const turn = await resolveTurn(input, context)
    if (!turn.model.free) farEnough()
    return { ...turn, model: { ...turn.model, provider: replies.ahead(turn.model.provider, context) } }
  }
}

/** A model that is asked for a summary, facts that are saved, what is done behind an answer. */
const turnOnly = { summarise: () => farEnough, keep: () => farEnough, afterwards: farEnough }
