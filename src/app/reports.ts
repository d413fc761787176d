import { composeSystem, estimateTokens, lastMessages, messageText, type Pages } from '../core/context.ts'
import type { TurnSentences } from '../messages/turn.ts'
import type { Tool } from '../protocol/index.ts'
import type { Thread } from '../threads/thread.ts'
import type { ContextReport } from './assistant.ts'

/** The prompt as the next turn would send it, part by part with sizes. */
export function reportContext(
  pages: Pages,
  thread: Thread,
  today: string,
  tools: readonly Pick<Tool, 'name' | 'description' | 'schema'>[],
  limits: { chars: number; messages: number },
  sentences: TurnSentences,
): ContextReport {
  const system = composeSystem(pages, thread, today, {}, sentences)
  const messages = lastMessages(thread.messages, limits.messages)
  const talk = messages.map(messageText).join('\n')
  const schemas =
    tools.length > 0 ? JSON.stringify(tools.map(({ name, description, schema }) => ({ name, description, schema }))) : ''
  const parts = [...system, ...(talk ? [{ name: 'messages', text: talk }] : [])].map(({ name, text }) => ({
    name,
    chars: text.length,
    bytes: Buffer.byteLength(text),
    tokens: estimateTokens(text),
    text,
  }))
  return {
    parts,
    messages: messages.length,
    tools: { count: tools.length, bytes: Buffer.byteLength(schemas) },
    totalChars: parts.reduce((sum, { chars }) => sum + chars, schemas.length),
    totalTokens: parts.reduce((sum, { tokens }) => sum + tokens, estimateTokens(schemas)),
    limitChars: limits.chars,
  }
}
