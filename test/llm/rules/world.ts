import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOffline } from '../../../src/llm/rules/index.ts'
import { saveMemory } from '../../../src/memory/tools.ts'
import type {
  JsonObject,
  RequestMessage as Message,
  ModelPart,
  ModelRequest,
  SystemPart,
  Tool,
  ToolCall,
  ToolContext,
} from '../../../src/protocol/index.ts'
import { calculator } from '../../../src/tools/calculator.ts'
import { datetime } from '../../../src/tools/datetime.ts'

/** The world of every phrase, as the head of phrases-a.tsv tells it. */
export const now = new Date('2026-11-21T14:03:00+09:00')
export const zone = 'Asia/Seoul'
const usualTools = ['calculator', 'datetime', 'read_file', 'list_files', 'write_file', 'save_memory']
const usualPages = {
  personal: ['이름은 철수', '어머니 생신은 5월 12일', '커피는 아이스 아메리카노를 좋아함'],
  workspace: ['배포는 매주 목요일 오후 3시'],
  agent: [] as string[],
}

export interface Phrase {
  line: number
  text: string
  expected: string[]
  setting: string[]
}

export interface Outcome {
  calls: ToolCall[]
  text: string
}

export function phrasesOf(file: string): Phrase[] {
  const lines = readFileSync(new URL(`../../fixtures/offline/${file}`, import.meta.url), 'utf8').split('\n')
  return lines.flatMap((raw, index) => {
    if (raw.startsWith('#') || raw.trim() === '') return []
    const [text = '', expected = '', setting = ''] = raw.split('\t')
    return [{ line: index + 1, text, expected: clauses(expected), setting: clauses(setting) }]
  })
}

const clauses = (column: string) =>
  column
    .split(' ; ')
    .map((clause) => clause.trim())
    .filter(Boolean)

/** The request that a conversation would send for this phrase. */
export function requestOf({ text, setting }: Pick<Phrase, 'text' | 'setting'>): ModelRequest {
  const pages = structuredClone(usualPages)
  const tools = new Set(usualTools)
  const said: string[] = []
  const documents: string[] = []
  let attached = ''
  for (const clause of setting) {
    const [word = '', rest = ''] = [/^\S+/.exec(clause)?.[0], clause.replace(/^\S+\s*/, '')]
    if (word === 'with') for (const name of rest.split(' ')) tools.add(name)
    else if (word === 'without') for (const name of rest.split(' ')) tools.delete(name)
    else if (word === 'memory') Object.assign(pages, { personal: [], workspace: [], agent: [] })
    else if (word === 'personal' || word === 'workspace' || word === 'agent') pages[word].push(rest)
    else if (word === 'said') said.push(rest)
    else if (word === 'document') documents.push(rest.replace(/^(\S+) /, '$1\n'))
    else if (word === 'attached') attached = rest.replaceAll('\\n', '\n')
    else throw new Error(`unknown setting: ${clause}`)
  }
  const part = (name: string, lines: string[]): SystemPart => ({ name, text: lines.join('\n') })
  const system = [
    part('base', ['You are an assistant.']),
    ...Object.entries(pages).map(([name, lines]) => part(name, [`# ${name}`, ...lines.map((line) => `- ${line}`)])),
  ]
  const found = documents.length
    ? { context: [{ name: 'documents' as const, text: ['[참고 문서]', ...documents].join('\n') }] }
    : {}
  const words = attached ? `${text}\n\n<file name="stdin">\n${attached}\n</file>` : text
  return {
    model: 'rules',
    purpose: 'reply',
    system,
    messages: [...said.map((one, index) => user(one, `said-${index}`)), { ...user(words, 'last'), ...found }],
    tools: [...tools].map((name) => ({ name, description: '', schema: {} })),
  }
}

export function user(text: string, id: string): Message {
  return { role: 'user', id, at: now.getTime(), text }
}

export async function collect(request: ModelRequest, signal = new AbortController().signal): Promise<ModelPart[]> {
  const parts: ModelPart[] = []
  for await (const part of createOffline({ zone, language: 'ko' })(request, signal)) parts.push(part)
  return parts
}

const textOf = (parts: ModelPart[]) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')

/** The whole turn: ask, run the tools that were asked for, ask again. */
export async function turn(request: ModelRequest): Promise<Outcome> {
  const first = await collect(request)
  const calls = first.flatMap((part) => (part.type === 'call' ? [part.call] : []))
  if (calls.length === 0) return { calls, text: textOf(first) }
  const language = request.messages.some((message) => /[가-힣]/.test(message.text)) ? 'ko' : 'en'
  const results = await atNewHome((home) => Promise.all(calls.map((call) => run(call, language, home))))
  const messages: Message[] = [
    ...request.messages,
    { role: 'assistant', id: 'asked', at: now.getTime(), text: textOf(first), calls },
    ...results,
  ]
  return { calls, text: textOf(await collect({ ...request, messages })) }
}

const toolsAt = (home: string): Record<string, Tool> => ({ calculator, datetime, save_memory: saveMemory(home) })

/** Each turn has its own home, so that none remembers what another one said. */
async function atNewHome<T>(work: (home: string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'offline-'))
  try {
    return await work(home)
  } finally {
    rmSync(home, { recursive: true })
  }
}

async function run(call: ToolCall, language: 'ko' | 'en', home: string): Promise<Message> {
  const base = { role: 'tool' as const, id: `result-${call.id}`, at: now.getTime(), call: call.id, name: call.name }
  const tool = toolsAt(home)[call.name]
  if (!tool) return { ...base, text: '됐어요.', outcome: 'ok' }
  const running = tool.run(call.args, context(language))
  for (let step = await running.next(); ; step = await running.next()) {
    if (step.done) return { ...base, text: step.value.text, outcome: step.value.isError ? 'error' : 'ok' }
  }
}

function context(language: 'ko' | 'en'): ToolContext {
  const rest = {
    conversation: 'c',
    turn: 't',
    origin: 'oneshot' as const,
    by: 'owner' as const,
    agent: '비서',
    workspace: 'default',
    profile: 'owner',
  }
  return { signal: new AbortController().signal, now: () => now, zone, language, ...rest }
}

// ---- judging

const plain = (text: string) => text.normalize('NFC').toLowerCase()
const contains = (text: string, choices: string) =>
  choices.split('|').some((choice) => plain(text).includes(plain(choice.trim())))
export const declines = {
  cannot: ({ calls, text }: Outcome) => calls.length === 0 && text.includes('assistant setup'),
  unknown: ({ calls, text }: Outcome) =>
    calls.every((call) => call.name.startsWith('search_')) && /모르|없어|못|don't know|nothing|no answer/i.test(text),
  lacks: ({ calls, text }: Outcome) => calls.length === 0 && /없어|못|not available|cannot|can't/i.test(text),
}

/** What does not hold of one clause, or undefined. */
export function fault(clause: string, outcome: Outcome): string | undefined {
  const { calls, text } = outcome
  const [word = '', rest = ''] = [/^\S+/.exec(clause)?.[0], clause.replace(/^\S+\s*/, '')]
  const bad = (holds: boolean) => (holds ? undefined : clause)
  if (word === 'say') return bad(contains(text, rest))
  if (word === 'not') return bad(!contains(text, rest))
  if (word === 'quiet') return bad(calls.length === 0)
  if (word === 'cannot' || word === 'unknown' || word === 'lacks') return bad(declines[word](outcome))
  if (word === 'ask') return bad(calls.some((call) => isAsked(rest, call)))
  throw new Error(`unknown expectation: ${clause}`)
}

function isAsked(rest: string, call: ToolCall): boolean {
  const [name, ...wanted] = rest.match(/(?:[^\s"]|"[^"]*")+/g) ?? []
  return call.name === name && wanted.every((pair) => holds(pair, call.args))
}

function holds(pair: string, args: JsonObject): boolean {
  const [, key = '', how = '', quoted = ''] = /^(\w+)([=~])(.*)$/.exec(pair) ?? []
  const value = quoted.replace(/^"|"$/g, '')
  const got = String(args[key] ?? '')
    .normalize('NFC')
    .trim()
  if (how === '~') return plain(got).includes(plain(value))
  return got === value.normalize('NFC') || (/^\d{4}-.*T/.test(value) && Date.parse(got) === Date.parse(value))
}
