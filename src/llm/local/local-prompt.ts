import { localModelMessages } from '../../messages/engine/local-model.ts'
import { saysModelMissing } from '../../messages/engine/rule-replies.ts'
import type { Language } from '../../messages/language.ts'
import type { ModelRequest, RequestMessage, SystemPart, ToolSchema } from '../../protocol/index.ts'
import { estimateTokens } from '../usage.ts'
import { toolNames, type WireMessage, wireMessages } from '../wires/messages.ts'
import { chooseTools } from './local-tools.ts'
import type { LocalMessage } from './protocol.ts'

/** Tokens of the system prompt and of the tools: a small model reads slowly and loses itself in long ones. */
const budget = { system: 450, tools: 450 }
/** Parts that speak of tools and programs a small model is not shown. */
const leftOut: ReadonlySet<string> = new Set(['guide', 'mode'])

/** Begins and ends a call in the text of an answer, as Qwen and Hermes write it. */
export const callMarks = { opens: '<tool_call>', closes: '</tool_call>' } as const

/** A request as a small model is to read it. */
export interface LocalPrompt {
  messages: LocalMessage[]
  tools: ToolSchema[]
  names: ReturnType<typeof toolNames>
}

/**
 * Write a request for a small model: a short system prompt, the newest messages that fit, and a few tools with the
 * newest one. All before the newest message stays the same from turn to turn, so that it is read once.
 */
export function localPrompt(request: ModelRequest, language: Language, zone: string, room: number): LocalPrompt {
  const called = new Set(
    request.messages.flatMap((one) => (one.role === 'assistant' ? (one.calls ?? []) : [])).map(({ name }) => name),
  )
  const last = request.messages.findLast(({ role }) => role === 'user')
  const tools = request.purpose === 'reply' ? chooseTools(request.tools, last?.text ?? '', called) : []
  const names = toolNames(tools)
  const system = systemText(request, language)
  const talk = withoutMissingModel(request.messages)
  const said = joinRoles(wireMessages(talk, toolNames(request.tools), zone).map(messageOf))
  const told = tools.length > 0 ? localModelMessages[language].tools(toolTexts(tools, names)) : ''
  const fits = newestThatFit(said, room - estimateTokens(system) - estimateTokens(told))
  const newest = fits.findLastIndex(({ role }) => role === 'user')
  const messages = fits.map((one, at) => (at === newest && told ? { ...one, text: `${told}\n\n${one.text}` } : one))
  return { messages: [...(system ? [{ role: 'system' as const, text: system }] : []), ...messages], tools, names }
}

/** The system prompt within its budget: the first part is replaced by a short one, long pages end early. */
function systemText({ purpose, system, json }: ModelRequest, language: Language): string {
  if (purpose !== 'reply') return system.map(({ text }) => text).join('\n\n')
  const short = system.filter(({ name }) => !leftOut.has(name)).map((part) => shortened(part, language))
  let left = budget.system
  const kept = short.flatMap((text) => {
    const cut = cutToTokens(text, left)
    left -= estimateTokens(cut)
    return cut ? [cut] : []
  })
  return [...kept, ...(json ? [localModelMessages[language].json] : [])].join('\n\n')
}

const shortened = ({ name, text }: SystemPart, language: Language) =>
  name === 'base' ? localModelMessages[language].base : text

/** Keep the first lines of a text that fit. */
function cutToTokens(text: string, tokens: number): string {
  const lines: string[] = []
  let left = tokens
  for (const line of text.split('\n')) {
    left -= estimateTokens(`${line}\n`)
    if (left < 0) break
    lines.push(line)
  }
  return lines.join('\n').trim()
}

function toolTexts(tools: readonly ToolSchema[], names: LocalPrompt['names']): string {
  let left = budget.tools
  return tools
    .map(({ name, description, schema }) =>
      JSON.stringify({ name: names.toWire(name), description, parameters: schema }),
    )
    .filter((text) => {
      left -= estimateTokens(text)
      return left >= 0
    })
    .join('\n')
}

function messageOf(message: WireMessage): LocalMessage {
  switch (message.role) {
    case 'user':
      // Small models answer with the clock mark that stands behind every message; the system prompt has the day.
      return { role: 'user', text: message.text.replace(/\n\n\[[^\]\n]*\]$/, '') }
    case 'tool':
      return { role: 'user', text: `<tool_response>\n${message.text}\n</tool_response>` }
    case 'assistant': {
      const calls = message.calls.map(({ name, args }) => callText(name, JSON.stringify(args)))
      return { role: 'assistant', text: [message.text, ...calls].filter(Boolean).join('\n') }
    }
    default:
      return message satisfies never
  }
}

const callText = (name: string, args: string) =>
  `${callMarks.opens}\n{"name": ${JSON.stringify(name)}, "arguments": ${args}}\n${callMarks.closes}`

/** Leave out questions that no model was there for: a small model repeats that it is not there. */
function withoutMissingModel(messages: readonly RequestMessage[]): RequestMessage[] {
  const isRefusal = (message: RequestMessage | undefined) =>
    message?.role === 'assistant' && saysModelMissing(message.text)
  return messages.filter(
    (message, at) => !isRefusal(message) && !(message.role === 'user' && isRefusal(messages[at + 1])),
  )
}

/** Most templates want roles to alternate. */
function joinRoles(messages: readonly LocalMessage[]): LocalMessage[] {
  const joined: LocalMessage[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    if (last?.role === message.role) last.text = `${last.text}\n\n${message.text}`
    else joined.push({ ...message })
  }
  if (joined[0]?.role === 'assistant') joined.shift()
  return joined
}

/** The newest messages in so many tokens, beginning with one of the person; the newest one is always among them. */
function newestThatFit(messages: readonly LocalMessage[], room: number): LocalMessage[] {
  let left = room
  let from = messages.length
  while (from > 0) {
    left -= estimateTokens(messages[from - 1]?.text ?? '') + 8
    if (left < 0 && from < messages.length) break
    from--
  }
  while (from < messages.length - 1 && messages[from]?.role !== 'user') from++
  return messages.slice(from)
}
