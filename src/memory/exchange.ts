import { isFailureStatus } from '../std/net/status-line.ts'
import { parseJsonText } from '../std/text/json-text.ts'
import { blocksOf } from './excerpt.ts'
import type { PlacedFact, Scope } from './notebook.ts'
import { scopes } from './notebook.ts'
import { plainPage, tidyText } from './page.ts'

/** A fact read from an export, of another program or of this one. */
export interface ImportedFact {
  text: string
  scope: Scope
  /** The civil date on which it was said or noted; absent when the export has none. */
  date?: string
  until?: string
  /** Text from outside that had a part in it. */
  source?: string
}

/** The facts of an export, and the program that wrote it. */
export interface ReadExport {
  kind: 'own' | 'chatgpt' | 'claude' | 'text'
  facts: ImportedFact[]
}

/** Extracts facts from a message and its time, for exports of conversations. */
export type NoticeIn = (words: string, at: Date) => readonly { text: string; scope: Scope }[]

/** Remembered lines as JSON that `readExport` reads again. */
export function exportedJson(facts: readonly PlacedFact[]): string {
  const told = facts.map(({ text, scope, from }) => ({ text, scope, ...from }))
  return `${JSON.stringify({ v: 1, facts: told }, null, 2)}\n`
}

/** Remembered lines as Markdown for people and other programs, page by page, without marks. */
export function exportedMarkdown(facts: readonly PlacedFact[], titles: Record<Scope, string>): string {
  const parts = scopes.flatMap((scope) => {
    const lines = facts.filter((fact) => fact.scope === scope).map(({ text }) => `- ${text}`)
    return lines.length > 0 ? [`# ${titles[scope]}\n\n${lines.join('\n')}\n`] : []
  })
  return parts.join('\n')
}

/**
 * The facts in an export: our own JSON; `conversations.json` of ChatGPT (a list of conversations with a `mapping`)
 * and of Claude (with `chat_messages`), in whose messages of the person facts are noticed; `memories.json` of Claude;
 * any other list in JSON; else text with a fact a line, as ChatGPT and Claude show their memory, or with `§` between
 * entries, as hermes keeps its own. Undefined where nothing is in it, for JSON that was cut, and for what a server
 * sent instead of the file: a page, or a line with the name of a status.
 */
export function readExport(file: string, notice: NoticeIn): ReadExport | undefined {
  const text = file.replace(/^\uFEFF/, '')
  const value = parseJsonText(text)
  if (value === undefined && noFacts.test(text)) return undefined
  const { kind, facts } = value === undefined ? { kind: 'text' as const, facts: linesOf(text) } : ofJson(value, notice)
  const said = facts.filter(({ text }) => !isFailureStatus(text))
  return said.length > 0 ? { kind, facts: said } : undefined
}

/** An export that was cut or damaged, and a page (HTML, XML): their lines are no facts. */
const noFacts = /^\s*(?:\{\s*(?:["}]|$)|\[\s*(?:[\]{["]|$)|<[!?a-z])/i

type JsonObject = Record<string, unknown>
const objectsIn = (value: unknown): JsonObject[] =>
  (Array.isArray(value) ? value : []).filter((one): one is JsonObject => typeof one === 'object' && one !== null)

function ofJson(value: unknown, notice: NoticeIn): ReadExport {
  const own = objectsIn((value as JsonObject).facts)
  if (own.length > 0) return { kind: 'own', facts: own.flatMap(ownFact) }
  const list = objectsIn(Array.isArray(value) ? value : [value])
  if (list.some(({ mapping }) => mapping))
    return { kind: 'chatgpt', facts: noticeFacts(list.flatMap(saidToChatGpt), notice) }
  if (list.some(({ chat_messages }) => chat_messages))
    return { kind: 'claude', facts: noticeFacts(list.flatMap(saidToClaude), notice) }
  if (!list.some((one) => 'conversations_memory' in one || 'project_memories' in one))
    return { kind: 'text', facts: listedFacts(value) }
  const memory = list.flatMap((one) => [
    one.conversations_memory,
    ...Object.values((one.project_memories as JsonObject) ?? {}),
  ])
  return { kind: 'claude', facts: memory.flatMap((text) => (typeof text === 'string' ? linesOf(text) : [])) }
}

const isDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

function ownFact({ text, scope, date, until, source }: JsonObject): ImportedFact[] {
  if (typeof text !== 'string' || tidyText(text) === '') return []
  const page = scopes.find((one) => one === scope) ?? 'personal'
  const times = { ...(isDate(date) ? { date } : {}), ...(isDate(until) ? { until } : {}) }
  const from = typeof source === 'string' && source !== '' ? { source: source.slice(0, 200) } : {}
  return [{ text: tidyText(text), scope: page, ...times, ...from }]
}

interface Utterance {
  words: string
  at: Date
}

/**
 * https://help.openai.com/articles/7260999: nodes of a tree with an author's role, parts of text, and seconds since
 * 1970.
 */
function saidToChatGpt({ mapping }: JsonObject): Utterance[] {
  return Object.values((mapping ?? {}) as JsonObject).flatMap((node) => {
    const { author, content, create_time } = ((node as JsonObject | null)?.message ?? {}) as JsonObject
    if ((author as JsonObject | undefined)?.role !== 'user') return []
    const parts = (content as JsonObject | undefined)?.parts
    const words = (Array.isArray(parts) ? parts : []).filter((part) => typeof part === 'string').join('\n')
    return [{ words, at: new Date(Number(create_time ?? 0) * 1000) }]
  })
}

/** Messages with a sender, a text and an ISO time. */
function saidToClaude({ chat_messages }: JsonObject): Utterance[] {
  return objectsIn(chat_messages).flatMap(({ sender, text, created_at }) =>
    sender === 'human' && typeof text === 'string' ? [{ words: text, at: new Date(String(created_at)) }] : [],
  )
}

function noticeFacts(said: readonly Utterance[], notice: NoticeIn): ImportedFact[] {
  const facts = new Map<string, ImportedFact>()
  for (const { words, at } of said) {
    const when = Number.isFinite(+at) ? at : new Date(0)
    const date = +when > 0 ? { date: when.toISOString().slice(0, 10) } : {}
    for (const { text, scope } of notice(words, when)) facts.set(text, { text, scope, ...date })
  }
  return [...facts.values()]
}

/** A paragraph of more characters is its sentences. */
const longestLine = 400

/**
 * Facts as other programs list them (mem0, ChatGPT's memory by an extension): texts, or objects with a text and
 * perhaps a day.
 */
function listedFacts(value: unknown): ImportedFact[] {
  const named = ['memories', 'memory', 'results', 'items', 'data'].map((name) => (value as JsonObject)[name])
  const list = [value, ...named].find(Array.isArray) ?? []
  return list.flatMap((one: unknown) => {
    const { text, content, memory, fact, updated_at, created_at } = (
      typeof one === 'object' && one !== null ? one : {}
    ) as JsonObject
    const said = [one, text, content, memory, fact].find((field) => typeof field === 'string')
    const [date] = [updated_at, created_at]
      .flatMap((at) => (typeof at === 'string' ? [at.slice(0, 10)] : []))
      .filter(isDate)
    return typeof said === 'string' ? linesOf(said).map((line) => ({ ...line, ...(date ? { date } : {}) })) : []
  })
}

/**
 * One fact per list item and per line beside them; where there are `§`, one per entry between them. Headings say
 * nothing.
 */
function linesOf(text: string): ImportedFact[] {
  const lines = /^§\s*$/m.test(text)
    ? text.split(/^§\s*$/m)
    : blocksOf(plainPage(text.replace(/^(\s*)[*•] /gm, '$1- ').replace(/^\s+- /gm, '- '))).flatMap(
        ({ kind, text, raw }) =>
          kind === 'fact' ? [text] : kind === 'text' ? raw.split('\n').filter((line) => !isHeading(line)) : [],
      )
  const facts = lines
    .map(tidyText)
    .flatMap((line) => (line.length > longestLine ? line.split(/(?<=[.!?。])\s+/) : [line]))
    .map((line) => line.replace(/^\d+[.)] /, ''))
  return [...new Set(facts)].filter((line) => line !== '').map((line) => ({ text: line, scope: 'personal' }))
}

/** Rules, fences, and what stands over other lines: `**Work**`, "가족:". */
const isHeading = (line: string) => /^\s*(?:#|[-=*_]{3,}\s*$|[`~]{3,}|(\*\*|__).+\1:?\s*$)|[^\s]:\s*$/.test(line)
