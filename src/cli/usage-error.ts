import { cliMessages } from '../messages/commands/cli.ts'
import type { Language } from '../messages/language.ts'
import { exitUsage } from '../ui/oneshot/exit-code.ts'
import { emptyTally, resultOf } from '../ui/oneshot/result.ts'
import { commandNames, rows } from './command-table.ts'
import { type Misuse, rootFlags } from './flags.ts'
import type { StandardStreams } from './output/terminal.ts'

/**
 * Return what a mistyped command line says on stderr: what is wrong, what was probably meant, where help is. `typed`:
 * of a subcommand.
 */
export async function misuseText(misuse: Misuse, language: Language, typed: readonly string[] = []): Promise<string> {
  const say = cliMessages[language]
  const near = misuse.near ?? (await guessMeant(misuse))
  const wrong = say.misuse[misuse.code](misuse.what, misuse.code === 'bad-value' ? (misuse.near ?? '') : '')
  const head = /[.?!)]$/.test(wrong) ? wrong : `${wrong}.`
  const meant = near && misuse.code !== 'bad-value' ? [say.didYouMean(near)] : []
  const asked = isSentence(misuse, typed) ? [say.askInstead(typed.join(' '))] : []
  return [head, ...meant, ...asked, say.seeHelp(commandOf(typed))].join(' ')
}

/** A question may begin with the name of a command: "memory leak이 뭐야". */
function isSentence({ code }: Misuse, typed: readonly string[]): boolean {
  const odd = code === 'unknown-command' || code === 'excess'
  return odd && !typed.some((word) => word.startsWith('-')) && (typed.length > 2 || /[^ -~]/.test(typed.join('')))
}

/** The command that the longest beginning of the words is. */
function commandOf(words: readonly string[]): string {
  const upto = words.map((_, at) => words.slice(0, at + 1).join(' '))
  return upto.findLast((words) => rows.some(({ path }) => `${path} `.startsWith(`${words} `))) ?? ''
}

/** Names of our commands in other assistants: people who come from them type these first. */
const otherNames: Readonly<Record<string, string>> = {
  auth: 'setup',
  chats: 'conversations',
  cron: 'schedule',
  login: 'setup',
  sessions: 'conversations',
  settings: 'config',
}

/**
 * The command that these words were most likely meant to be; undefined for a question. A single word is rather a
 * mistyped command; several are one when the first is nearly a command and the second is, or nearly is, one of that
 * command's own.
 */
export async function mistypedCommand([first = '', second, ...rest]: readonly string[]): Promise<string | undefined> {
  const { closestMatch } = await import('../std/text/closest-match.ts')
  // A short word is too near to others: “cats” are no chats.
  const foreign = first.length > 5 ? closestMatch(first, Object.keys(otherNames)) : first
  const ours = otherNames[foreign ?? '']
  if (second === undefined) return closestMatch(first, commandNames) ?? ours
  const pairs = rows.map(({ path }) => path.split(' ')).filter(([, word = '']) => /^[a-z]/.test(word))
  const owners = pairs.flatMap(([owner = '', word]) => (word === second ? [owner] : []))
  const near = closestMatch(first, owners) ?? closestMatch(first, commandNames) ?? ours
  const own = pairs.flatMap(([owner, word = '']) => (owner === near ? [word] : []))
  const nearSecond = own.includes(second) ? second : second.length > 3 ? closestMatch(second, own) : undefined
  return near && nearSecond && [near, nearSecond, ...rest].join(' ')
}

async function guessMeant({ code, what }: Misuse): Promise<string | undefined> {
  const { closestMatch } = await import('../std/text/closest-match.ts')
  if (code === 'unknown-flag')
    return closestMatch(
      what.replace(/=.*/, ''),
      rootFlags.map(({ long }) => `--${long}`),
    )
  return code === 'unknown-command' ? closestMatch(what, commandNames) : undefined
}

/** Ends a run that never began: the sentence on stderr and, for programs that read the output, the closing result. */
export async function refuseUsage(
  sentence: string,
  argv: readonly string[],
  terminal: StandardStreams,
): Promise<number> {
  if (!argv.some((arg) => /^(-[a-zA-Z]*q|--quiet)$/.test(arg))) await terminal.note(sentence, 'error')
  if (readsJson(argv)) {
    const failure = { code: 'bad-input', data: { sentence } } as const
    const result = resultOf(emptyTally, { failure, from: 0, to: 0 })
    const { jsonLine } = await import('../ui/oneshot/json-line.ts')
    await terminal.write(`${jsonLine({ ...result, exitCode: exitUsage })}\n`)
  }
  return exitUsage
}

/** Looked for by hand: the command line could not be read as a whole. */
function readsJson(argv: readonly string[]): boolean {
  const at = argv.indexOf('--output-format')
  const format = argv.find((arg) => arg.startsWith('--output-format='))?.split('=')[1] ?? (at < 0 ? '' : argv[at + 1])
  return format === 'json' || format === 'stream-json'
}
