import type { Assistant } from '../app/assistant.ts'
import type { Environment } from '../app/environment/environment.ts'
import { turnMessages } from '../messages/engine/turn.ts'
import type { Language } from '../messages/language.ts'
import { failureOf } from '../protocol/index.ts'
import { abortable } from '../std/abort.ts'
import { damageData, takeDamage } from '../std/fs/damage.ts'
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
  const cli: Cli = {
    environment,
    language,
    terminal,
    now: () => new Date(),
    stop: stop.signal,
    rows,
    misuseText: (misuse, typed) => misuseText(misuse, language, typed),
    assistant: () => (assembled ??= assembleWithWarnings(environment, terminal.note)),
  }
  let code = 0
  const misuse = await runProgram(argv, language, async (row, call) => {
    code = await runRow(row, call, cli)
  })
  await assembled?.then(
    (assistant) => assistant.close(),
    () => {},
  )
  await tellDamage(terminal.note, language)
  if (!misuse) return code
  const help = misuse.code === 'missing' && !misuse.what
  return refuseUsage(help ? helpText(argv, language) : await misuseText(misuse, language, argv), argv, terminal)
}

/** Files that were found damaged on the way, where no turn has told of them. */
async function tellDamage(note: (text: string) => Promise<void>, language: Language): Promise<void> {
  for (const found of takeDamage()) await note(turnMessages[language].notice('file-damaged', damageData(found)))
}

async function assembleWithWarnings(
  environment: Environment,
  note: (text: string) => Promise<void>,
): Promise<Assistant> {
  const { createAssistant: assemble } = await import('../app/create-assistant.ts')
  const assistant = await assemble(environment)
  for (const warning of assistant.warnings) await note(warning)
  return assistant
}

async function runRow(row: CommandRow, call: CommandCall, cli: Cli): Promise<number> {
  try {
    const work = await row.load()
    const working = work(cli, call)
    return await (row.ends === 'itself' ? working : abortable(working, cli.stop))
  } catch (error) {
    if (error instanceof ExitSignal) return signalExitCodes[error.by]
    const failure = failureOf(error)
    // A bug keeps its stack.
    if (failure.code === 'internal') throw error
    await cli.terminal.note(turnMessages[cli.language].failure(failure), 'error')
    return exitCodeOf(failure.code)
  }
}
