import { parseJsonText } from '../std/text/json-text.ts'
import type { PlacedFact, Scope } from './notebook.ts'
import { scopes } from './notebook.ts'
import { factsOf, parsePage, plainPage, tidy } from './page.ts'

/** A fact read from an export, of another program or of this one. */
export interface ImportedFact {
  text: string
  scope: Scope
  /** The civil date on which it was said or noted; absent when the export has none. */
  date?: string
  until?: string
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
 * The facts in an export: our own JSON; `conversations.json` of ChatGPT (a list of conversations with a `mapping`) and of Claude (with
 * `chat_messages`), in whose messages of the person facts are noticed; `memories.json` of Claude; else text with a fact a line, as ChatGPT
 * and Claude show their memory, or with `§` between entries, as hermes keeps its own. Undefined where nothing is in it.
 */
export function readExport(file: string, notice: NoticeIn): ReadExport | undefined {
  const text = file.replace(/^\uFEFF/, '')
  const value = parseJsonText(text)
  const found = value === undefined ? { kind: 'text' as const, facts: linesOf(text) } : ofJson(value, notice)
  return found && found.facts.length > 0 ? found : undefined
}

type Loose = Record<string, unknown>
const objects = (value: unknown): Loose[] =>
  (Array.isArray(value) ? value : []).filter((one): one is Loose => typeof one === 'object' && one !== null)

function ofJson(value: unknown, notice: NoticeIn): ReadExport | undefined {
  const own = objects((value as Loose).facts)
  if (own.length > 0) return { kind: 'own', facts: own.flatMap(ownFact) }
  const list = objects(Array.isArray(value) ? value : [value])
  if (list.some(({ mapping }) => mapping)) return { kind: 'chatgpt', facts: noticed(list.flatMap(saidToChatGpt), notice) }
  if (list.some(({ chat_messages }) => chat_messages))
    return { kind: 'claude', facts: noticed(list.flatMap(saidToClaude), notice) }
  const memory = list.flatMap((one) => [one.conversations_memory, ...Object.values((one.project_memories as Loose) ?? {})])
  return { kind: 'claude', facts: memory.flatMap((text) => (typeof text === 'string' ? linesOf(text) : [])) }
}

const isDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

function ownFact({ text, scope, date, until }: Loose): ImportedFact[] {
  if (typeof text !== 'string' || tidy(text) === '') return []
  const page = scopes.find((one) => one === scope) ?? 'personal'
  return [{ text: tidy(text), scope: page, ...(isDate(date) ? { date } : {}), ...(isDate(until) ? { until } : {}) }]
}

interface Said {
  words: string
  at: Date
}

/** https://help.openai.com/articles/7260999: nodes of a tree with an author's role, parts of text, and seconds since 1970. */
function saidToChatGpt({ mapping }: Loose): Said[] {
  return Object.values((mapping ?? {}) as Loose).flatMap((node) => {
    const { author, content, create_time } = ((node as Loose | null)?.message ?? {}) as Loose
    if ((author as Loose | undefined)?.role !== 'user') return []
    const parts = (content as Loose | undefined)?.parts
    const words = (Array.isArray(parts) ? parts : []).filter((part) => typeof part === 'string').join('\n')
    return [{ words, at: new Date(Number(create_time ?? 0) * 1000) }]
  })
}

/** Messages with a sender, a text and an ISO time. */
function saidToClaude({ chat_messages }: Loose): Said[] {
  return objects(chat_messages).flatMap(({ sender, text, created_at }) =>
    sender === 'human' && typeof text === 'string' ? [{ words: text, at: new Date(String(created_at)) }] : [],
  )
}

function noticed(said: readonly Said[], notice: NoticeIn): ImportedFact[] {
  const facts = new Map<string, ImportedFact>()
  for (const { words, at } of said) {
    const when = Number.isFinite(+at) ? at : new Date(0)
    const date = +when > 0 ? { date: when.toISOString().slice(0, 10) } : {}
    for (const { text, scope } of notice(words, when)) facts.set(text, { text, scope, ...date })
  }
  return [...facts.values()]
}

/** Longest line, in characters, that counts as a fact. */
const longestLine = 400

/** One fact per line: list items if there are any, else entries between `§`, else all lines except headings. */
function linesOf(text: string): ImportedFact[] {
  const items = factsOf(parsePage(plainPage(text.replace(/^(\s*)[*•] /gm, '$1- ').replace(/^\s+- /gm, '- ')))).map(
    (fact) => fact.text,
  )
  const entries = /^§\s*$/m.test(text)
    ? text.split(/^§\s*$/m)
    : text.split('\n').filter((line) => !/^\s*(?:#|[-=*_]{3,}\s*$)/.test(line))
  const lines = (items.length > 0 ? items : entries.map(tidy)).map((line) => line.replace(/^\d+[.)] /, ''))
  return [...new Set(lines)]
    .filter((line) => line !== '' && line.length <= longestLine)
    .map((line) => ({ text: line, scope: 'personal' }))
}
