import { homedir, tmpdir } from 'node:os'
import type { Surroundings } from '../app/surroundings.ts'
import { type Reading, readFlags } from './flags.ts'
import { languageOf } from './language.ts'
import { commandNames } from './table.ts'
import { machineZone } from './zone.ts'

/** Decides what a command line wants and loads only that. Returns the exit status. */
async function main(argv: readonly string[]): Promise<number> {
  const surroundings: Surroundings = {
    env: process.env,
    cwd: process.cwd(),
    pid: process.pid,
    platform: process.platform,
    zone: machineZone(process.env),
    userHome: homedir(),
    tempDir: tmpdir(),
    clock: Date.now,
    flags: {},
  }
  const { env, cwd, userHome } = surroundings
  const language = await languageOf(env, userHome, cwd)
  const reading = readFlags(argv)
  const [first = ''] = reading.words
  const isCommand = !reading.flags.print && commandNames.includes(first)
  if (reading.flags.version && !isCommand) return printVersion()
  if (reading.flags.help || first === 'help') {
    const { showHelp } = await import('./show-help.ts')
    return showHelp(
      first === 'help' ? reading.words.slice(1) : isCommand ? reading.words : [],
      language,
      new URL('.', import.meta.url),
    )
  }
  if (isCommand) return (await import('./subcommand.ts')).subcommand(argv, language, surroundings)
  return (await import('./ask.ts')).ask(reading satisfies Reading, argv, language, surroundings)
}

async function printVersion(): Promise<number> {
  const { readFileSync } = await import('node:fs')
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  process.stdout.write(`${version}\n`)
  return 0
}

// What is still open (a kept connection, a socket) must not keep a finished answer from returning to the shell.
main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  async (error) => process.exit(await (await import('./fault.ts')).reportFault(error)),
)
