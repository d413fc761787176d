import type { TuiMessages } from '../../messages/tui.ts'

/** What a `/command` asks for. `screen.ts` turns it into commands for the hands. */
export type CommandName = keyof TuiMessages['commands']

/** Every `/command`, in the order of the help. A new one is a line here, a sentence in messages/tui.ts and a case in session.ts. */
export const commandNames = [
  'help',
  'new',
  'resume',
  'attach',
  'handoff',
  'fork',
  'export',
  'model',
  'agent',
  'memory',
  'tools',
  'mcp',
  'docs',
  'open',
  'snooze',
  'voice',
  'compact',
  'context',
  'usage',
  'quit',
] as const satisfies readonly CommandName[]

/** `/name rest` or `/server:prompt rest` → its parts; undefined for what is not a command: text, and paths such as `/usr/bin`. */
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

/** True for the name of one of our commands. */
export function isCommand(name: string): name is CommandName {
  return (commandNames as readonly string[]).includes(name)
}

/** The command that was probably meant: one that begins like it, or is at most two letters away. */
export function nearest(name: string): CommandName | undefined {
  const starts = commandNames.find((known) => known.startsWith(name) || name.startsWith(known))
  if (starts) return starts
  const ranked = commandNames.map((known) => ({ known, far: distance(name, known) })).sort((a, b) => a.far - b.far)
  return ranked[0] && ranked[0].far <= 2 ? ranked[0].known : undefined
}

/** Levenshtein distance, in UTF-16 units. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min((next[j] as number) + 1, (row[j + 1] as number) + 1, (row[j] as number) + (a[i] === b[j] ? 0 : 1)))
    }
    row = next
  }
  return row[b.length] as number
}

/** `@name` or `@"a name"` in a text: for each the names that it may be, as it stands and without what Korean puts behind a word. */
export function mentions(text: string): string[][] {
  return Array.from(text.matchAll(/(?<=^|\s)@(?:"([^"\n]+)"|(\S+))/gu), ([, quoted, plain = '']) => {
    const bare = plain.replace(/(?:에서|으로|이랑|하고|까지|부터|[을를이가은는의에와과도만로랑])?[,.?!:;)]*$/u, '')
    return quoted === undefined ? [...new Set([plain, bare])].filter(Boolean) : [quoted]
  })
}

/** A file's name behind `@`, as `mentions` reads it. */
export function mention(name: string): string {
  return /\s/u.test(name) ? `@"${name}"` : `@${name}`
}

/** What stands before the caret and can be completed: a command at the very start, or a file behind `@`. */
export function completable(text: string, at: number): { kind: 'command' | 'file'; from: number; query: string } | undefined {
  const before = text.slice(0, at)
  const command = /^\/([^\s/:]*(?::\S*)?)$/u.exec(before)
  if (command) return { kind: 'command', from: 0, query: command[1] as string }
  const file = /(?:^|\s)@([^\s@]*)$/u.exec(before)
  return file ? { kind: 'file', from: at - (file[1] as string).length - 1, query: file[1] as string } : undefined
}
