import type { TuiMessages } from '../../../messages/surfaces/tui.ts'
import { indexOfTyped } from '../../../std/korean/spelling/initials.ts'
import { closestMatch } from '../../../std/text/closest-match.ts'

/** What a `/command` asks for. `effects/slash-effects.ts` says what it does. */
export type CommandName = keyof TuiMessages['commands']

/** Every `/command`, in the order of the help. A new one is a line here, a sentence in `messages/surfaces/tui.ts` and a row in `effects/slash-effects.ts`. */
export const commandNames = [
  'help',
  'new',
  'resume',
  'attach',
  'handoff',
  'fork',
  'export',
  'copy',
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
  'theme',
  'quit',
] as const satisfies readonly CommandName[]

/** Other names of commands: what other programs call them, and Korean. */
const aliases: Readonly<Record<string, CommandName>> = {
  ...{ clear: 'new', exit: 'quit', q: 'quit', cost: 'usage', continue: 'resume', compress: 'compact', sources: 'open' },
  ...{
    도움말: 'help',
    새대화: 'new',
    이어가기: 'resume',
    들어가기: 'attach',
    넘기기: 'handoff',
    갈라지기: 'fork',
    내보내기: 'export',
  },
  ...{ 복사: 'copy', 모델: 'model', 비서: 'agent', 에이전트: 'agent', 기억: 'memory', 도구: 'tools', 서버: 'mcp', 문서: 'docs' },
  ...{ 열기: 'open', 미루기: 'snooze', 목소리: 'voice', 음성: 'voice', 요약: 'compact', 맥락: 'context', 사용량: 'usage' },
  ...{ 비용: 'usage', 테마: 'theme', 색: 'theme', 종료: 'quit', 나가기: 'quit' },
}

/** The command that a name or another name of it stands for. */
export function commandNamed(name: string): CommandName | undefined {
  if (isCommand(name)) return name
  return Object.hasOwn(aliases, name) ? aliases[name] : undefined
}

/** Commands and prompts that fit what was typed, best first: by their beginning, by another name, by initials (ㅁㄷ), by letters in order. */
export function fittingNames(query: string, prompts: readonly string[]): string[] {
  const typed = query.normalize('NFC').toLowerCase()
  const rank = (name: string): number => {
    if (name.startsWith(query)) return 0
    const others = Object.keys(aliases).filter((alias) => aliases[alias] === name)
    if (others.some((alias) => alias.startsWith(typed))) return 1
    if (others.some((alias) => indexOfTyped(alias, typed) === 0)) return 2
    return isCommand(name) && inOrder(typed, name) ? 3 : 4
  }
  const ranked = [...commandNames, ...prompts].map((name) => ({ name, at: rank(name) }))
  const best = Math.min(...ranked.map(({ at }) => at))
  // Letters in order are a guess: only where nothing fits better.
  return ranked
    .filter(({ at }) => at <= (best < 3 ? 2 : 3))
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name)
}

function inOrder(letters: string, name: string): boolean {
  let at = 0
  for (const letter of letters) {
    at = name.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return letters.length > 1
}

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
  return closestMatch(name, commandNames, 2)
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
