import { formats } from '../ui/oneshot/presenter.ts'

/** A flag of the command itself. Its meaning stands in messages/commands/cli.ts under its long name. */
export interface Flag {
  long: string
  short?: string
  /** Placeholder of its value: `<name>` must follow, `[id]` may. */
  value?: string
  choices?: readonly string[]
  /** It may stand there several times; its values are kept in `lists`. */
  many?: true
}

/** Flags of `assistant` itself. One list for the reader below, the help text and the completion scripts. */
export const rootFlags: readonly Flag[] = [
  { long: 'print', short: 'p' },
  { long: 'continue', short: 'c' },
  { long: 'resume', short: 'r', value: '[id]' },
  { long: 'model', short: 'm', value: '<name>' },
  { long: 'agent', short: 'a', value: '<name>' },
  { long: 'workspace', short: 'w', value: '<name>' },
  { long: 'output-format', value: '<format>', choices: formats },
  { long: 'input-format', value: '<format>', choices: ['text', 'stream-json'] },
  { long: 'json-schema', value: '<file>' },
  { long: 'append-system-prompt', value: '<text>' },
  { long: 'allowed-tools', value: '<names>' },
  { long: 'budget', value: '<amount>' },
  { long: 'max-turns', value: '<n>' },
  { long: 'image', value: '<file>' },
  { long: 'allow', value: '<rule>', many: true },
  { long: 'deny', value: '<rule>', many: true },
  { long: 'no-session' },
  { long: 'private' },
  { long: 'quiet', short: 'q' },
  { long: 'debug' },
  { long: 'version', short: 'V' },
  { long: 'help', short: 'h' },
]

/** A mistake in a command line, as data; messages/commands/cli.ts has the sentences. */
export interface Misuse {
  code: 'unknown-flag' | 'no-value' | 'bad-value' | 'unknown-command' | 'missing' | 'excess'
  /** The flag, command or argument as it was typed or is called. */
  what: string
  /** The likeliest meaning, or possible ones. */
  near?: string
}

export interface ParsedFlags {
  flags: Record<string, string | true>
  /** Values of flags that may stand there several times. */
  lists?: Record<string, string[]>
  words: string[]
  misuse?: Misuse
}

/**
 * Reads a command line that asks something: GNU style, flags anywhere, short ones together, `--` ends them. This is
 * the way of every question, so it costs nothing; subcommands are commander's.
 */
export function readFlags(argv: readonly string[]): ParsedFlags {
  const reading: ParsedFlags = { flags: {}, words: [] }
  const rest = [...argv]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--') {
      reading.words.push(...rest)
      break
    }
    if (isWords(arg)) reading.words.push(arg)
    else if (arg.startsWith('--')) takeLong(arg, rest, reading)
    else if (arg.startsWith('-') && arg !== '-') takeShort(arg, rest, reading)
    else reading.words.push(arg)
  }
  return reading
}

/**
 * "-5 + 3은?" and "- 우유 사기" begin with a dash and are no flags: a number, or more than one word of which no flag is
 * the first.
 */
function isWords(arg: string): boolean {
  if (/^-\d/.test(arg)) return true
  const [, long, short] = /^-(?:-([a-z-]+)|(.))/s.exec(arg) ?? []
  return /^-.*\s/s.test(arg) && !rootFlags.some((flag) => (long ? flag.long === long : flag.short === short))
}

function takeLong(arg: string, rest: string[], reading: ParsedFlags): void {
  const [name = '', ...value] = arg.slice(2).split('=')
  const flag = rootFlags.find(({ long }) => long === name)
  const inline = arg.includes('=') ? value.join('=') : undefined
  if (!flag || (inline !== undefined && !flag.value)) reading.misuse ??= { code: 'unknown-flag', what: arg }
  else takeFlag(flag, inline, rest, reading)
}

/** `-cq`, `-m name`, `-mname`. */
function takeShort(arg: string, rest: string[], reading: ParsedFlags): void {
  for (let at = 1; at < arg.length; at++) {
    const flag = rootFlags.find(({ short }) => short === arg[at])
    if (!flag) {
      reading.misuse ??= { code: 'unknown-flag', what: arg }
      return
    }
    const inline = flag.value ? arg.slice(at + 1) || undefined : undefined
    takeFlag(flag, inline, rest, reading)
    if (inline !== undefined) return
  }
}

function takeFlag(
  { long, value, choices, many }: Flag,
  inline: string | undefined,
  rest: string[],
  reading: ParsedFlags,
): void {
  const next = rest[0]
  const follows = value !== undefined && inline === undefined && next !== undefined && !next.startsWith('-')
  const given = follows ? rest.shift() : inline
  if (given === undefined && value?.startsWith('<')) reading.misuse ??= { code: 'no-value', what: `--${long}` }
  if (given !== undefined && choices && !choices.includes(given))
    reading.misuse ??= { code: 'bad-value', what: `--${long} ${given}`, near: choices.join(' | ') }
  reading.flags[long] = given ?? true
  if (many && given !== undefined)
    reading.lists = { ...reading.lists, [long]: [...(reading.lists?.[long] ?? []), given] }
}
