import { resolve } from 'node:path'
import type { Assistant } from '../app/assistant.ts'
import type { Environment } from '../app/environment/environment.ts'
import type { SharedHome } from '../app/sync/shared-home.ts'
import { takeSetAside } from '../config/layers.ts'
import { warningText } from '../messages/commands/config.ts'
import { turnMessages } from '../messages/engine/turn.ts'
import type { Language } from '../messages/language.ts'
import { failureOf } from '../protocol/index.ts'
import { abortable } from '../std/abort.ts'
import { damageData, takeDamage } from '../std/fs/damage.ts'
import { isRedisAddress } from '../sync/stores/store.ts'
import { ExitSignal, exitCodeOf, signalExitCodes } from '../ui/oneshot/exit-code.ts'
import type { Cli, CommandCall, CommandRow } from './command-context.ts'
import { rows } from './command-table.ts'
import { openTerminal } from './output/terminal.ts'
import { helpText, runProgram } from './program.ts'
import { watchSignals } from './signals.ts'
import { misuseText, refuseUsage } from './usage-error.ts'

/** Reads and runs a subcommand. Returns the exit status. */
export async function runSubcommand(
  argv: readonly string[],
  language: Language,
  environment: Environment,
): Promise<number> {
  // Turns that a daemon or a server runs may end.
  const { stop } = watchSignals(argv[0] === 'daemon' ? 20_000 : argv[0] === 'serve' ? 30_000 : undefined)
  const terminal = openTerminal(environment.env, stop)
  let assembled: Promise<Assistant> | undefined
  let home: SharedHome | undefined
  const cli: Cli = {
    environment,
    language,
    terminal,
    now: () => new Date(),
    stop: stop.signal,
    rows,
    misuseText: (misuse, typed) => misuseText(misuse, language, typed),
    chooseHome: async (place, begins) => {
      home = await openHome(cli, place, begins)
    },
    assistant: () => (assembled ??= assembleWithWarnings(cli.environment, terminal.note)),
  }
  let code = 0
  const misuse = await runProgram(argv, language, async (row, call) => {
    code = await runRow(row, call, cli)
  })
  await assembled?.then(
    (assistant) => assistant.close(),
    () => {},
  )
  await home?.close()
  await tellDamage(terminal.note, language)
  if (!misuse) return code
  const help = misuse.code === 'missing' && !misuse.what
  return refuseUsage(help ? helpText(argv, language) : await misuseText(misuse, language, argv), argv, terminal)
}

/** Makes a folder the home of this run, or opens the one in Redis; what is opened is to be closed. */
async function openHome(cli: Cli, place: string, begins: boolean): Promise<SharedHome | undefined> {
  const { environment, language, terminal } = cli
  if (!isRedisAddress(place)) {
    cli.environment = { ...environment, env: { ...environment.env, ASSISTANT_HOME: resolve(environment.cwd, place) } }
    return undefined
  }
  const { openSharedHome, shownAddress } = await import('../app/sync/shared-home.ts')
  const home = await openSharedHome(place, environment, language, begins)
  cli.environment = home.environment
  if (home.isNew) {
    const { homeMessages } = await import('../messages/commands/home.ts')
    await terminal.note(homeMessages[language].begun(shownAddress(place)))
  }
  return home
}

/** Files that were found damaged on the way, where no turn has told of them. */
async function tellDamage(note: (text: string) => Promise<void>, language: Language): Promise<void> {
  for (const warning of takeSetAside()) await note(warningText(warning, language))
  for (const found of takeDamage()) await note(turnMessages[language].notice('file-damaged', damageData(found)))
}

async function assembleWithWarnings(
  environment: Environment,
  note: (text: string) => Promise<void>,
): Promise<Assistant> {
  const { createAssistant: assemble } = await import('../app/create-assistant.ts')
  const assistant = await assemble(environment)
  for (const warning of assistant.warnings) await note(warning)
  takeSetAside()
  return assistant
}

/** Note as a deed what a command changed that nothing takes back; a code that lets somebody in is left out. */
async function noteChange(path: string, { args, rest }: CommandCall, cli: Cli): Promise<void> {
  const { deedPartsOf, recordCommand } = await import('../app/context/record-deed.ts')
  const { loadSettings } = await import('../config/settings.ts')
  const loaded = await loadSettings({ ...cli.environment, now: cli.now() })
  const words = path.replace(/ [<[].*/, '')
  const object = path.includes('<code>') ? '' : [...args, ...rest].filter(Boolean).join(' ')
  await recordCommand(deedPartsOf(loaded, cli.now), words, object)
}

async function runRow(row: CommandRow, call: CommandCall, cli: Cli): Promise<number> {
  try {
    const { home = cli.environment.env.ASSISTANT_HOME } = call.options
    if (row.opensHome !== 'itself' && typeof home === 'string' && (call.options.home || isRedisAddress(home)))
      await cli.chooseHome(home, row.path === 'serve')
    const work = await row.load()
    const working = work(cli, call)
    const code = await (row.ends === 'itself' ? working : abortable(working, cli.stop))
    if (code === 0 && row.changes) await noteChange(row.path, call, cli)
    return code
  } catch (error) {
    if (error instanceof ExitSignal) return signalExitCodes[error.by]
    const failure = failureOf(error)
    // A bug keeps its stack.
    if (failure.code === 'internal') throw error
    await cli.terminal.note(turnMessages[cli.language].failure(failure), 'error')
    return exitCodeOf(failure.code)
  }
}
