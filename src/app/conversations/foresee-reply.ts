import type { Flow } from '../../core/flow.ts'
import { type ChatDeps, createChat } from '../../core/turn/chat-flow.ts'
import { type ForeseenReplies, type ForeseenReply, farEnough, runAhead } from '../../core/turn/foreseen-replies.ts'
import type { Input, Tool } from '../../protocol/index.ts'
import type { Thread } from '../../threads/thread.ts'
import type { AppContext } from '../context/app-context.ts'
import { isPlainTalk } from '../services/service-registry.ts'

/** The parts of a turn, and the replies that are there. */
interface Ahead {
  replies: ForeseenReplies
  chat(tools: readonly Tool[]): ChatDeps
}

/**
 * Readies the reply ahead of its turn: only where no hook and no service can come before the model, and only of a
 * model that costs nothing. What the chat keeps or sends besides is taken out of its hands.
 */
export async function foreseeReply(
  parts: AppContext,
  { replies, chat }: Ahead,
  thread: Thread,
  input: Input,
  signal: AbortSignal,
): Promise<void> {
  if (parts.loaded.settings.hooks.some(({ on }) => on !== 'before' && on !== 'after')) return
  if (isTyped(input) && (await parts.models.current()).provider !== 'local') return
  const flow = (reply: ForeseenReply): Flow =>
    async function* (given, context) {
      if (!(await isPlainTalk(parts, given, context))) farEnough()
      const deps = chat(await parts.tools.tools(context.thread()))
      return yield* createChat({ ...deps, ...turnOnly, resolveTurn: resolveAhead(deps, reply) })(given, context)
    }
  await runAhead(replies, flow, { thread, input, now: () => parts.now(), newId: () => 'ahead' }, signal)
}

/** Words that were not sent yet; what was said aloud is out. */
const isTyped = ({ origin }: Input) => origin === 'tui'

function resolveAhead({ resolveTurn }: ChatDeps, reply: ForeseenReply): ChatDeps['resolveTurn'] {
  return async (input, context) => {
    const turn = await resolveTurn(input, context)
    // Words that are only typed leave the program for no other server, not even one of this machine.
    if (!turn.model.free || (isTyped(input) && turn.model.providerName !== 'local')) farEnough()
    return { ...turn, model: { ...turn.model, provider: reply.ask(turn.model.provider) } }
  }
}

/** A model that is asked for a summary, facts that are saved, what is done behind an answer. */
const turnOnly = { summarise: () => farEnough, keep: () => farEnough, afterwards: farEnough }
