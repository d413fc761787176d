import { agentMessages } from '../../messages/engine/agents.ts'
import { turnMessages } from '../../messages/engine/turn.ts'
import {
  type Conversation,
  type ConversationScope,
  type Id,
  isEnding,
  type Tool,
  type ToolContext,
  type ToolResult,
} from '../../protocol/index.ts'
import { ulid } from '../../std/ulid.ts'

/** Milliseconds that a delegated turn may take; its model and tools have their own limits within. */
const delegationMs = 180_000

export interface DelegateDeps {
  /**
   * Opens a conversation that leaves nothing behind, in which nobody can be asked, and in which nothing was allowed
   * beforehand: the other agent does what needs no question on the surface that asks, and no more.
   */
  open(id: Id, scope: ConversationScope): Promise<Conversation>
  /** Return the sources of text from outside on the pages that the other agent is sent. */
  sourcesOf(scope: ConversationScope): Promise<string[]>
}

/** Gives a task to another agent of the workspace and brings its answer. */
export function delegateTask({ open, sourcesOf }: DelegateDeps): Tool {
  const delegated = new Set<Id>()
  return {
    name: 'delegate_task',
    facts: { group: 'people', kind: 'other', subject: 'arguments', reads: 'conversations', leavesNothing: false },
    deeds: 'none',
    category: 'sensitive',
    effect: () => 'sends',
    idempotent: false,
    timeoutMs: delegationMs,
    description: 'Have another agent of this workspace do a task; it knows only what the task says.',
    schema: {
      type: 'object',
      properties: { agent: { type: 'string' }, task: { type: 'string' } },
      required: ['agent', 'task'],
    },
    async *run(args, context) {
      const { agent = '', task = '' } = args as Record<string, string>
      const say = agentMessages[context.language]
      if (delegated.has(context.conversation)) return { text: say.nested, isError: true }
      const { workspace, profile } = context
      const scope = { agent, workspace, profile }
      const id = ulid(+context.now())
      delegated.add(id)
      const conversation = await open(id, scope)
      try {
        yield say.delegated(agent)
        return yield* answer(conversation, task, context, await sourcesOf(scope))
      } finally {
        await conversation.close()
        delegated.delete(id)
      }
    },
  }
}

/** Runs the turn; what it read from outside marks the answer too. */
async function* answer(
  conversation: Conversation,
  task: string,
  context: ToolContext,
  remembered: readonly string[],
): AsyncGenerator<string, ToolResult> {
  const { origin, by, sources = [] } = context
  // Foreign text read before the task was written may stand in it.
  const mark = sources.length > 0 ? { untrusted: true as const, source: sources.join(', ') } : {}
  const { turn, seq } = await conversation.submit({ text: task, origin, by, ...mark }, 'queue')
  const stopTask = () => void conversation.cancel(turn, 'person')
  context.signal.addEventListener('abort', stopTask, { once: true })
  let found: Pick<ToolResult, 'untrusted' | 'source'> =
    remembered.length > 0 ? { untrusted: true, source: [...sources, ...remembered].join(', ') } : mark
  try {
    for await (const { event } of conversation.follow(seq, context.signal)) {
      if (event.type === 'tool.called') yield event.name
      if (event.type === 'tool.ended' && event.untrusted && !event.own)
        found = { untrusted: true, source: event.source ?? event.name }
      const document = event.type === 'sources.found' ? event.sources.find(({ own }) => !own) : undefined
      if (document) found = { untrusted: true, source: `document ${document.file}` }
      if (event.type === 'turn.done')
        return { text: [event.text, ...(event.receipt?.lines ?? [])].filter(Boolean).join('\n'), ...found }
      if (isEnding(event)) {
        const say = turnMessages[context.language]
        const why = event.type === 'turn.failed' ? say.failure(event.failure) : say.cancelled(event.by)
        return { text: [event.partial, why].filter(Boolean).join('\n'), isError: true, ...found }
      }
    }
    return { text: turnMessages[context.language].cancelled('person'), isError: true }
  } finally {
    context.signal.removeEventListener('abort', stopTask)
  }
}
