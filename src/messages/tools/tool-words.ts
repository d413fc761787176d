import type { Language } from '../language.ts'
import type { ToolWordTable } from './word-table.ts'
import { basicWords } from './words/basic-words.ts'
import { codeWords } from './words/code-words.ts'
import { fileWords } from './words/file-words.ts'
import { mailWords } from './words/mail-words.ts'
import { memoryWords } from './words/memory-words.ts'
import { peopleWords } from './words/people-words.ts'
import { setupWords } from './words/setup-words.ts'
import { timeWords } from './words/time-words.ts'
import { webWords } from './words/web-words.ts'

const rows = {
  ...basicWords,
  ...codeWords,
  ...fileWords,
  ...mailWords,
  ...memoryWords,
  ...peopleWords,
  ...setupWords,
  ...timeWords,
  ...webWords,
}

/** The name of a tool of ours. */
export type ToolName = keyof typeof rows

const table: ToolWordTable = rows

/** Our words for a tool; undefined for another program's. */
function wordsOf(name: string, language: Language) {
  return Object.hasOwn(table, name) ? table[name]?.[language] : undefined
}

/** Arguments that say what a call is about: the first of them that is there. */
const subjects =
  'path from command url query pattern expression message code text fact content title prompt city task name key date'.split(
    ' ',
  )

/** Return the remedy where a deed of this tool cannot be taken back; undefined for tools that name none. */
export const insteadOf = (name: string, language: Language): string | undefined => wordsOf(name, language)?.instead

/** The tools of ours that change what a text names, in either language. */
export function toolsNamed(text: string): string[] {
  const plain = text.toLowerCase()
  const isSaid = ({ things = '' }: { things?: string }) =>
    things.split(' ').some((thing) => thing !== '' && plain.includes(thing))
  return Object.entries(table).flatMap(([name, { ko, en }]) => (isSaid(ko) || isSaid(en) ? name : []))
}

type Arguments = Readonly<Record<string, unknown>>

/**
 * Return the argument that a call is about, as it was given; undefined where no argument says it in words: how two
 * notes are settled (keep, new) names none.
 */
export function subjectOf(args: Arguments): string | undefined {
  if (args.action === 'settle') return undefined
  return subjects.map((key) => args[key]).find((value) => typeof value === 'string' && value !== '') as
    | string
    | undefined
}

/**
 * Return the title of a tool in a person's words; of an MCP server's tool the server and what the tool calls itself, in
 * quotes so that it is no sentence of ours, or else its own name; of a program's the name spaced.
 */
export function toolTitle(name: string, language: Language, title?: string): string {
  const known = wordsOf(name, language)
  if (known) return known.title
  const [, server, own] = /^mcp_([^_]+)_(.+)$/.exec(name) ?? []
  const spaced = title === undefined ? (own ?? name).replaceAll('_', ' ').trim() : `‘${title}’`
  return server === undefined ? spaced : `${server} · ${spaced}`
}

/** A tool as an event or a card names it. */
interface NamedTool {
  name: string
  title?: string | undefined
}

/** Return a call in one line of a person's words: never a tool's internal name, never JSON of our own making. */
export function toolLine({ name, title }: NamedTool, args: Arguments, language: Language): string {
  const subject = subjectOf(args)?.replace(/\s*\n\s*/g, ' ')
  if (subject === undefined) return toolTitle(name, language, title)
  return wordsOf(name, language)?.line?.(subject) ?? `${toolTitle(name, language, title)}: ${subject}`
}

/** Return the purpose of a tool in the person's language; of a foreign tool, its own words. */
export function purposeOf({ name, description }: { name: string; description: string }, language: Language): string {
  return wordsOf(name, language)?.purpose ?? description
}

/** Return the question for a call on its subject; undefined for tools that have none of their own. */
export function questionOf(name: string, subject: string, risk: string | undefined, language: Language) {
  return wordsOf(name, language)?.question?.(subject, risk)
}

/** A rule about calls (`write_file(~/work/**)`) in a person's words; the rule itself stays what settings spell. */
export function scopeWords(scope: string, { name: tool, title: own }: NamedTool, language: Language): string {
  const title = toolTitle(tool, language, own)
  return scope === tool || scope.startsWith(`${tool}(`) ? title + scope.slice(tool.length) : scope
}

/**
 * Arguments as rows of name and exact value; what lies within another is named by its way there (`to.0`), so that
 * nobody reads JSON.
 */
export function argumentRows(args: Arguments): [string, string][] {
  return Object.entries(args).flatMap(([name, value]): [string, string][] => {
    if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
      return [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
    return argumentRows(value as Arguments).map(([inner, text]) => [`${name}.${inner}`, text])
  })
}
