import type { Json, JsonObject } from '../../protocol/index.ts'
import { asObjects, asString } from '../json-values.ts'
import type { Dialect } from './dialect.ts'

/** Stands where a template wants a turn of the other one, and nobody said anything. */
const pause = '…'

/**
 * Return the messages of chat completions in an order that every template takes: neighbours of one role are one
 * message, nothing is empty, the last one is no answer; and where a server wants turns, the first one is the user's and
 * an answer stands between a tool's result and the user. No text is lost. Pure.
 */
export function shapeMessages(messages: readonly JsonObject[], { anyRoles }: Pick<Dialect, 'anyRoles'>): JsonObject[] {
  const shaped: JsonObject[] = []
  for (const message of messages) {
    const last = shaped.at(-1)
    const before = last?.role
    const isFirst = before === undefined || before === 'system' || before === 'developer'
    if (!anyRoles && isFirst && message.role === 'assistant') shaped.push({ role: 'user', content: pause })
    if (!anyRoles && before === 'tool' && message.role === 'user') shaped.push({ role: 'assistant', content: pause })
    if (last && canJoin(last, message)) shaped[shaped.length - 1] = join(last, message)
    else
      shaped.push(
        message.role === 'user' && isEmpty(message.content as Json) ? { ...message, content: pause } : message,
      )
  }
  if (shaped.at(-1)?.role === 'assistant') shaped.push({ role: 'user', content: pause })
  return shaped
}

/** Two answers are one only where the first one calls nothing: its results would stand between. */
function canJoin(first: JsonObject, second: JsonObject): boolean {
  if (first.role !== second.role) return false
  return first.role === 'user' || (first.role === 'assistant' && !first.tool_calls)
}

function join(first: JsonObject, second: JsonObject): JsonObject {
  if (typeof first.content === 'string' && (typeof second.content === 'string' || second.content === null))
    return { ...first, ...second, content: [first.content, second.content].filter(Boolean).join('\n\n') || pause }
  return { ...first, ...second, content: [...partsOf(first.content as Json), ...partsOf(second.content as Json)] }
}

const partsOf = (content: Json | undefined): JsonObject[] =>
  typeof content === 'string' ? (content === '' ? [] : [{ type: 'text', text: content }]) : asObjects(content)

function isEmpty(content: Json | undefined): boolean {
  return partsOf(content).every((part) => part.type === 'text' && asString(part.text).trim() === '')
}

/** Return the id of the `at`th call of a conversation, as a model wants to read its own. */
export function callId({ callIds }: Pick<Dialect, 'callIds'>, at: number, name: string): string {
  return callIds === 'kimi' ? `functions.${name}:${at}` : `call${String(at + 1).padStart(5, '0')}`
}
