import { type ContextPart, limits, type Message } from '../protocol/index.ts'
import type { Thread } from './thread.ts'

/**
 * The messages, with what was fetched for the one that the running turn answers. Where there are too many passages of
 * documents, all older ones go at once: each change of what was sent before costs what a provider has cached.
 */
export function withContext(
  { messages, running }: Pick<Thread, 'messages' | 'running'>,
  context: ContextPart[],
): Message[] {
  const fetched = messages.map((message) =>
    message.role === 'user' && message.id === running?.input.id ? { ...message, context } : message,
  )
  const passages = fetched
    .flatMap((message) => (message.role === 'user' ? (message.context ?? []) : []))
    .filter(isPassages)
  const chars = passages.reduce((sum, { text }) => sum + text.length, 0)
  return chars > limits.passagesChars ? fetched.map((message) => withoutPassages(message, context)) : fetched
}

const isPassages = ({ name }: ContextPart) => name === 'documents'

function withoutPassages(message: Message, newest: ContextPart[]): Message {
  if (message.role !== 'user' || message.context === newest || !message.context?.some(isPassages)) return message
  const { context, ...rest } = message
  const left = context.filter((part) => !isPassages(part))
  return left.length > 0 ? { ...rest, context: left } : rest
}
