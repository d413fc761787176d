import { closestMatch } from '../../../std/text/closest-match.ts'
import { finder } from '../../../std/text/finder.ts'
import { commandNamed, commands } from './command-table.ts'

/**
 * `/name rest` or `/server:prompt rest` → its parts; undefined for what is not a command: text, and paths such as
 * `/usr/bin`.
 */
export function commandOf(text: string): { name: string; rest: string } | undefined {
  const found = /^\/([\p{L}\p{N}_-]+|[^\s:/]+:\S+)(?:\s+([^\n]*))?$/u.exec(text.trim())
  if (!found) return undefined
  const name = found[1] as string
  // Our own names are small; a server's are as they are.
  return { name: isPrompt(name) ? name : name.toLowerCase(), rest: (found[2] ?? '').trim() }
}

/** True for the name of a server's prompt. */
export function isPrompt(name: string): boolean {
  return name.includes(':')
}

/** Commands and prompts that fit what was typed, best first. */
export function fittingNames(query: string, prompts: readonly string[]): string[] {
  const named = [...commands, ...prompts.map((name) => ({ name, aliases: [] }))]
  return finder(named, ({ name, aliases }) => [name, ...aliases])(query).map(({ name }) => name)
}

/**
 * The name of a command that was probably meant, its other names among them: one that begins like it, or is a letter
 * or two away.
 */
export function nearestCommand(name: string): string | undefined {
  const names = [...commands.map((command) => command.name), ...commands.flatMap(({ aliases }) => aliases)]
  const starts = names.find((known) => known.startsWith(name) || (known.length > 2 && name.startsWith(known)))
  return starts ?? closestMatch(name, names, name.length > 3 ? 2 : 1)
}

/** Completable text before the caret. */
export interface Completable {
  kind: 'command' | 'value' | 'file'
  /** Offset of its begin. */
  from: number
  query: string
  /** Values that fit, best first. */
  values?: readonly string[]
}

/** A command at the very start, a word that may follow it, or a file behind `@`; undefined for anything else. */
export function completableAt(text: string, at: number): Completable | undefined {
  const before = text.slice(0, at)
  const command = /^\/([^\s/:]*(?::\S*)?)$/u.exec(before)
  if (command) return { kind: 'command', from: 0, query: command[1] as string }
  const [, name = '', query = ''] = /^\/(\S+) +(\S*)$/u.exec(before) ?? []
  const { values } = commandNamed(name) ?? {}
  if (values)
    return { kind: 'value', from: at - query.length, query, values: finder(values, (value) => [value])(query) }
  const file = /(?:^|\s)@([^\s@]*)$/u.exec(before)
  return file ? { kind: 'file', from: at - (file[1] as string).length - 1, query: file[1] as string } : undefined
}
