import { Argument, Command, CommanderError, Option } from 'commander'
import { cliMessages } from '../messages/commands/cli.ts'
import { subcommandMessages } from '../messages/commands/subcommands.ts'
import type { Language } from '../messages/language.ts'
import { width } from '../std/text/text.ts'
import type { CommandCall, CommandRow } from './command-context.ts'
import { commandGroups, rows } from './command-table.ts'
import { type Misuse, rootFlags } from './flags.ts'

/** Called with the row of the subcommand that was typed. */
export type CommandAction = (row: CommandRow, call: CommandCall) => Promise<void>

const wordsOf = (language: Language) => ({ ...cliMessages[language], ...subcommandMessages[language] })

/**
 * The whole command line as commander knows it: its help texts are made from this at build, and subcommands are read
 * by it. Without `act` it only describes.
 */
export function buildProgram(language: Language, act: CommandAction = async () => {}): Command {
  const say = wordsOf(language)
  const program = dressCommand(new Command('assistant'), language)
    .description(say.about)
    .usage(say.usageLine)
    .addArgument(new Argument('[prompt...]', say.promptArgument))
    .helpOption('-h, --help', say.options.help)
    .commandsGroup('more')
    .helpCommand('help [command]', say.commands.help)
  for (const { short, long, value, choices } of rootFlags.filter(({ long }) => long !== 'help')) {
    const names = [short && `-${short}`, `--${long}`].filter(Boolean).join(', ')
    program.addOption(optionOf(value ? `${names} ${value}` : names, language, choices))
  }
  for (const row of rowsInOrder()) addRow(program, row, language, act)
  for (const [heading, names] of Object.entries(commandGroups))
    for (const command of program.commands) if (names.includes(command.name())) command.helpGroup(heading)
  return program
}

/** Subcommands in the order of the help, which shows them by what they are for. */
function rowsInOrder(): CommandRow[] {
  const order = Object.values(commandGroups).flat()
  const placeOf = ({ path }: CommandRow) => order.indexOf(path.split(' ')[0] ?? '')
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Adds a subcommand, and the group that it belongs to when it is the first of it. */
function addRow(program: Command, row: CommandRow, language: Language, act: CommandAction): void {
  const words = row.path.split(' ').filter((word) => /^[a-z-]+$/.test(word))
  const groups = words.slice(0, -1)
  const groupOf = (at: Command, word: string, i: number) =>
    childOf(at, word) ?? describeCommand(at.command(word), groups.slice(0, i + 1).join(' '), language)
  const parent = groups.reduce(groupOf, program)
  const command = describeCommand(
    parent.command(
      row.path
        .split(' ')
        .slice(words.length - 1)
        .join(' '),
    ),
    words.join(' '),
    language,
  )
  for (const option of row.options ?? []) {
    const choices = Object.entries(row.choices ?? {}).find(([name]) => option.startsWith(name))?.[1]
    command.addOption(optionOf(option, language, choices))
  }
  command.action((...given: unknown[]) => act(row, callOf(given)))
}

const childOf = (parent: Command, name: string) => parent.commands.find((command) => command.name() === name)

function describeCommand(command: Command, path: string, language: Language): Command {
  const say = wordsOf(language)
  return dressCommand(command, language)
    .description(say.commands[path] ?? '')
    .helpOption('-h, --help', say.options.help)
    .helpCommand(false)
}

/** Our language and our widths; commander's own sentences are never shown. */
function dressCommand(command: Command, language: Language): Command {
  const { headings } = wordsOf(language)
  const translateHeadings = (text: string) => text.replace(/\[options\]|\[command\]/g, (word) => headings[word] ?? word)
  const styles = {
    styleTitle: (title: string) => headings[title] ?? title,
    styleUsage: translateHeadings,
    styleSubcommandTerm: translateHeadings,
  }
  return command
    .configureHelp({ displayWidth: width, ...styles })
    .configureOutput({ writeErr: () => {} })
    .exitOverride()
}

function optionOf(names: string, language: Language, choices?: readonly string[]): Option {
  const say = wordsOf(language)
  const long = /--([a-z-]+)/.exec(names)?.[1] ?? ''
  const option = new Option(names, `${say.options[long] ?? ''}${choices ? say.choices(choices.join(' | ')) : ''}`)
  // `.choices()` would add an English remark to the help; the same check, our words.
  return choices ? option.argParser((value) => requireChoice(value, long, choices)) : option
}

function requireChoice(value: string, long: string, choices: readonly string[]): string {
  if (!choices.includes(value))
    throw new BadValue({ code: 'bad-value', what: `--${long} ${value}`, near: choices.join(' | ') })
  return value
}

class BadValue extends Error {
  readonly misuse: Misuse
  constructor(misuse: Misuse) {
    super(misuse.what)
    this.misuse = misuse
  }
}

/**
 * commander calls an action with each argument, then the options, then the command. A flag that the program has, too
 * (`-w`), is the program's for commander wherever it stands: both are read.
 */
function callOf(given: unknown[]): CommandCall {
  const args = given.slice(0, -2).map((arg) => (Array.isArray(arg) ? arg.join(' ') : (arg as string | undefined)))
  const rest = given.slice(0, -2).flatMap((arg) => (Array.isArray(arg) ? (arg as string[]) : []))
  return { args, rest, options: (given.at(-1) as Command).optsWithGlobals() as CommandCall['options'] }
}

/** The help of the command that the longest beginning of `words` leads to. */
export function helpText(words: readonly string[], language: Language): string {
  return words.reduce((at, word) => childOf(at, word) ?? at, buildProgram(language)).helpInformation()
}

/**
 * Reads and runs a subcommand. Returns what is wrong with the command line, if anything; undefined also after help
 * was shown.
 */
export async function runProgram(
  argv: readonly string[],
  language: Language,
  act: CommandAction,
): Promise<Misuse | undefined> {
  try {
    await buildProgram(language, act).parseAsync(argv, { from: 'user' })
    return undefined
  } catch (error) {
    if (error instanceof BadValue) return error.misuse
    if (error instanceof CommanderError) return misuseOf(error)
    throw error
  }
}

/** The kind of a mistake is commander's code; only what was typed is taken from between the quotes of its sentence. */
function misuseOf({ code, message, exitCode }: CommanderError): Misuse | undefined {
  const what = (/got \d+: (.*)\.$/s.exec(message) ?? /'([^']*)'/.exec(message))?.[1] ?? ''
  const near = /Did you mean (?:one of )?(.+)\?\)/.exec(message)?.[1]
  const kind = kinds[code]
  if (!kind) return exitCode === 0 ? undefined : { code: 'missing', what: '' }
  return { code: kind, what, ...(near ? { near } : {}) }
}

const kinds: Record<string, Misuse['code']> = {
  'commander.unknownOption': 'unknown-flag',
  'commander.optionMissingArgument': 'no-value',
  'commander.unknownCommand': 'unknown-command',
  'commander.missingArgument': 'missing',
  'commander.excessArguments': 'excess',
}
