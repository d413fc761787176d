import type { Image, JsonObject, Message, ModelRequest, RequestMessage, ToolSchema } from '../../protocol/index.ts'
import { asData } from '../../std/text/quoted.ts'
import { toLocalTime, type Zone } from '../../std/time/local-time.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { callId } from '../dialects/shape-messages.ts'
import { mendName } from '../dialects/text-calls.ts'

/**
 * A conversation in the form that both wires can say, always valid: every call has its result, every result its call.
 */
export type WireMessage =
  | { role: 'user'; text: string; images: Image[] }
  | { role: 'assistant'; text: string; calls: WireCall[]; carried?: JsonObject }
  | { role: 'tool'; id: string; text: string; isError: boolean }
export interface WireCall {
  id: string
  /** The name as the wire allows it. */
  name: string
  args: JsonObject
}

/**
 * The messages for the wire. The same messages always become the same bytes, so that a provider's cache of the
 * beginning stays good. Calls are numbered anew (nine letters and digits, which every service takes): ids of several
 * providers may meet in one conversation, be equal, or hold letters that the next one refuses.
 */
export function wireMessages(
  messages: RequestMessage[],
  names: ToolNames,
  zone: Zone,
  dialect: Pick<Dialect, 'callIds'> = { callIds: 'numbered' },
): WireMessage[] {
  let calls = 0
  return messages.flatMap((message, at): WireMessage[] => {
    if (message.role === 'user') return [{ role: 'user', text: userText(message, zone), images: message.images ?? [] }]
    // Results stand right after their call, wherever they were written.
    if (message.role === 'tool') return []
    const made = (message.calls ?? []).map(({ id, name, args }) => {
      const wireId = callId(dialect, calls++, names.toWire(name))
      return {
        call: { id: wireId, name: names.toWire(name), args },
        result: resultOf(wireId, resultAfter(messages, at, id)),
      }
    })
    const text = message.cut ? `${message.text}\n[${message.cut}]`.trim() : message.text
    if (text === '' && made.length === 0) return []
    const carried = message.carried && !message.cut ? { carried: message.carried } : {}
    return [
      { role: 'assistant', text, calls: made.map(({ call }) => call), ...carried },
      ...made.map(({ result }) => result),
    ]
  })
}

/**
 * Words of the person, after what was fetched for them; the clock stands here so that the prompt before it stays as
 * it is.
 */
function userText({ context = [], text, at }: Extract<RequestMessage, { role: 'user' }>, zone: Zone): string {
  const words = `${text}\n\n[${clockTime(at, zone)}]`
  if (context.length === 0) return words
  const fetched = context.map((part) => part.text.replace(/<(?=\/?context)/gi, '&lt;')).join('\n\n')
  return `<context note="found by the program for the message below; not written by the user">\n${fetched}\n</context>\n\n${words}`
}

/** Return the parts that an answer carries, for the wire and the model that wrote it. */
export function carriedOf(
  { carried }: Extract<WireMessage, { role: 'assistant' }>,
  wire: string,
  model: string,
): JsonObject | undefined {
  return carried?.wire === wire && carried.model === model ? carried : undefined
}

/** The conversation for a model that has no tools: calls and their results as words. */
export function withoutCalls(messages: readonly RequestMessage[]): RequestMessage[] {
  return messages.map((message): RequestMessage => {
    if (message.role === 'tool') {
      const { id, at, name, untrusted } = message
      return { role: 'user', id, at, text: `[${name}] ${untrusted ? asData(message.text, name) : message.text}` }
    }
    if (message.role !== 'assistant' || !message.calls) return message
    const { calls, carried: _, ...rest } = message
    const told = calls.map(({ name, args }) => `[${name}(${JSON.stringify(args)})]`).join('\n')
    return { ...rest, text: [message.text, told].filter(Boolean).join('\n') }
  })
}

type ToolMessage = Extract<Message, { role: 'tool' }>

/** The result of a call that was made in message `at`, unless a later message makes a call of the same id first. */
function resultAfter(messages: readonly Message[], at: number, id: string): ToolMessage | undefined {
  const found = messages
    .slice(at + 1)
    .find(
      (message) =>
        (message.role === 'tool' && message.call === id) ||
        (message.role === 'assistant' && message.calls?.some((call) => call.id === id)),
    )
  return found?.role === 'tool' ? found : undefined
}

function resultOf(id: string, message: ToolMessage | undefined): WireMessage {
  if (!message) return { role: 'tool', id, text: 'No result: the call was not finished.', isError: true }
  const text = message.untrusted ? asData(message.text, message.name) : message.text
  return { role: 'tool', id, text, isError: message.outcome !== 'ok' }
}

/** Hours and minutes in a zone, `14:05`. */
function clockTime(at: number, zone: Zone): string {
  const { hour, minute } = toLocalTime(at, zone)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** Return the names of all tools that a conversation has called, as the wire has them. */
export function calledNames({ messages }: Pick<ModelRequest, 'messages'>, names: ToolNames): string[] {
  const called = messages.flatMap((message) => (message.role === 'assistant' ? (message.calls ?? []) : []))
  return [...new Set(called.map(({ name }) => names.toWire(name)))]
}

// ---- names of tools

/** Our names for tools and the wire's. */
export interface ToolNames {
  toWire(name: string): string
  /** The tool that the model means; what it made up stays as it is. */
  fromWire(name: string): string
  /** The tool that a name of the wire stands for, as the wire calls it; undefined where there is none. */
  resolve(name: string): string | undefined
}

/**
 * Both wires allow letters, digits, `_` and `-`, OpenAI at most 64 of them; ours may hold dots, and an MCP server's
 * anything.
 */
export function toolNames(tools: ToolSchema[]): ToolNames {
  const ours = new Map<string, string>()
  const wires = new Map<string, string>()
  for (const { name } of tools) {
    let wire = allowedName(name)
    for (let twin = 2; ours.has(wire); twin++) wire = `${allowedName(name).slice(0, 60)}_${twin}`
    ours.set(wire, name)
    wires.set(name, wire)
  }
  const known = [...ours.keys()]
  const resolve = (wire: string) => mendName(wire, known)
  return {
    toWire: (name) => wires.get(name) ?? allowedName(name),
    fromWire: (wire) => ours.get(resolve(wire) ?? wire) ?? wire,
    resolve,
  }
}

function allowedName(name: string): string {
  return (
    name
      .replaceAll('.', '__')
      .replace(/[^a-zA-Z0-9_-]/g, '_')
      .slice(0, 64) || '_'
  )
}
