import { expect, test } from 'vitest'
import { dialectOf } from '../../src/llm/dialects/dialect.ts'
import { createProvider } from '../../src/llm/index.ts'
import { memoryStore } from '../../src/llm/models/learnt.ts'
import { type JsonObject, type ProviderKind, providerKinds, providers } from '../../src/protocol/index.ts'
import { say, scriptedServer } from '../fakes/model-server.ts'
import { partOf } from '../parts.ts'
import { Random } from '../random.ts'
import { ask, listen } from './collect.ts'
import { randomHistory } from './random-history.ts'

// The request that each vendor is sent after a random history: its roles, its calls and their results, and every word.

/** A part of a message on any wire, with the names that they give to calls. */
interface Piece {
  role: string
  says: string
  calls: string[]
  answers: string[]
}

const list = (value: unknown): JsonObject[] => (Array.isArray(value) ? (value as JsonObject[]) : [])
const textIn = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : list(content)
        .map(({ text, content: inner, type }) =>
          typeof text === 'string' ? text : /image/.test(String(type)) ? '▣' : textIn(inner),
        )
        .join('')

/** Return a request's messages in the terms of all wires. */
function piecesOf({ messages, input }: JsonObject): Piece[] {
  return list(messages ?? input).map((one): Piece => {
    const type = String(one.type ?? '')
    const blocks = list(one.content)
    const idsOf = (kind: string, field: string) =>
      blocks.filter((block) => block.type === kind).map((block) => String(block[field]))
    return {
      role: /function_call/.test(type) ? (type === 'function_call' ? 'assistant' : 'tool') : String(one.role),
      says: textIn(one.content ?? one.output),
      calls: [
        ...list(one.tool_calls).map(({ id }, at) => String(id ?? at)),
        ...idsOf('tool_use', 'id'),
        ...(type === 'function_call' ? [String(one.call_id)] : []),
      ],
      answers: [
        ...(one.role === 'tool' ? [String(one.tool_call_id ?? '')] : []),
        ...idsOf('tool_result', 'tool_use_id'),
        ...(type === 'function_call_output' ? [String(one.call_id)] : []),
      ],
    }
  })
}

/** What the vendor would refuse. `turns`: roles must alternate; `named`: results name their call. */
function faultsOf(pieces: readonly Piece[], { turns, named }: { turns: boolean; named: boolean }): string[] {
  const open: string[] = []
  const faults = pieces.flatMap(({ role, says, calls, answers }, at) => {
    const before = pieces[at - 1]?.role
    const found: string[] = []
    if (turns && role === before && role !== 'tool') found.push(`${at}: two of ${role}`)
    if (turns && role === 'user' && before === 'tool') found.push(`${at}: user behind a tool`)
    if (turns && role === 'assistant' && (before === undefined || before === 'system'))
      found.push(`${at}: assistant first`)
    if (says.trim() === '' && calls.length === 0 && answers.length === 0) found.push(`${at}: says nothing`)
    for (const id of answers) {
      const place = named ? open.indexOf(id) : 0
      if (place < 0 || open.length === 0) found.push(`${at}: a result of nothing`)
      else open.splice(place, 1)
    }
    if (answers.length === 0 && open.length > 0 && calls.length === 0) found.push(`${at}: a call without its result`)
    open.push(...calls)
    return found
  })
  return open.length > 0 ? [...faults, 'a call without its result at the end'] : faults
}

const vendors: [ProviderKind, string, 'responses'?][] = [
  ...providerKinds.filter((kind) => kind !== 'local').map((kind): [ProviderKind, string] => [kind, 'model-1']),
  ['openai', 'gpt-5', 'responses'],
  ['openrouter', 'anthropic/claude-sonnet-4.5'],
  ['openrouter', 'moonshotai/kimi-k2-thinking'],
  ['compatible', 'mistral-small'],
]

test.each(vendors)(
  "%s, %s: whatever a conversation went through, its next request keeps the vendor's rules and every word",
  async (kind, model, wire) => {
    await using server = await scriptedServer([], { otherwise: say('네.') })
    const { wire: spoken } = providers[kind]
    const baseUrl = spoken === 'anthropic' ? server.anthropic : kind === 'ollama' ? server.url : server.openai
    const settings = { kind, baseUrl, key: 'k', zone: 'UTC', store: memoryStore(), ...(wire && { wire }) }
    const provider = createProvider(settings)
    const isChat = spoken === 'chat' && wire === undefined
    const turns = spoken === 'anthropic' || (isChat && !dialectOf(kind, baseUrl, model).anyRoles)
    for (let seed = 1; seed <= partOf(300, 12); seed++) {
      const messages = randomHistory(new Random(seed))
      const { failure } = await listen(provider, ask({ model, messages }))
      const body = server.requests.at(-1)?.body
      const why = `seed ${seed}`
      expect(failure, why).toBe(undefined)
      expect(faultsOf(piecesOf(body), { turns, named: kind !== 'ollama' }), why).toEqual([])
      const all = JSON.stringify(body)
      for (const { text } of messages) expect(all, why).toContain(text)
    }
  },
  120_000,
)
