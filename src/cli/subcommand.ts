import type { Assistant } from '../app/assistant.ts'
import type { Surroundings } from '../app/surroundings.ts'
import type { Language } from '../messages/language.ts'
import { turn } from '../messages/turn.ts'
import { failureOf } from '../protocol/index.ts'
import { until } from '../std/until.ts'
import { exitCodeOf, Stop, stops } from '../ui/oneshot/exit-code.ts'
import type { Call, Cli } from './cli.ts'
import { misuseText, refuse } from './misuse.ts'
import { helpText, runProgram } from './program.ts'
import { watchSignals } from './signals.ts'
import type { Row } from './table.ts'
import { openTerminal } from './terminal.ts'

/** Reads and runs a subcommand. Returns the exit status. */
export async function subcommand(argv: readonly string[], language: Language, surroundings: Surroundings): Promise<number> {
  // Turns that a daemon runs may end.
  const { stop } = watchSignals(argv[0] === 'daemon' ? 20_000 : undefined)
  const terminal = openTerminal(surroundings.env, stop)
  let assembled: Promise<Assistant> | undefined
  const cli: Cli = {
    surroundings,
    language,
    terminal,
    now: () => new Date(),
    stop: stop.signal,
    assistant: () => (assembled ??= assembleWithWarnings(surroundings, terminal.note)),
  }
  let code = 0
  const misuse = await runProgram(argv, language, async (row, call) => {
    code = await run(row, call, cli)
  })
  await assembled?.then(
    (assistant) => assistant.close(),
    () => {},
  )
  if (!misuse) return code
  const help = misuse.code === 'missing' && !misuse.what
  return refuse(help ? helpText(argv, language) : await misuseText(misuse, language, argv), argv, terminal)
}

async function assembleWithWarnings(surroundings: Surroundings, note: (text: string) => Promise<void>): Promise<Assistant> {
  const { assemble } = await import('../app/assemble.ts')
  const assistant = await assemble(surroundings)
  for (const warning of assistant.warnings) await note(warning)
  return assistant
}

async function run(row: Row, call: Call, cli: Cli): Promise<number> {
  try {
    const work = await row.load()
    const working = work(cli, call)
    return await (row.ends === 'itself' ? working : until(working, cli.stop))
  } catch (error) {
    if (error instanceof Stop) return stops[error.by]
    const failure = failureOf(error)
    // A bug keeps its stack.
    if (failure.code === 'internal') throw error
    await cli.terminal.note(turn[cli.language].failure(failure), 'error')
    return exitCodeOf(failure.code)
  }
}
