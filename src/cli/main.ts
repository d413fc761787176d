import { processEnvironment } from '../library/environment.ts'
import { commandNames } from './command-table.ts'
import { type ParsedFlags, readFlags } from './flags.ts'
import { languageOf } from './language.ts'
import { releaseSignals } from './signals.ts'

/** Decides what a command line wants and loads only that. Returns the exit status. */
async function runMain(argv: readonly string[]): Promise<number> {
  const environment = environmentIfThere()
  if (!environment) return noFolder()
  const { env, cwd, userHome } = environment
  const language = await languageOf(env, userHome, cwd)
  const reading = readFlags(argv)
  const [first = ''] = reading.words
  const isCommand = !reading.flags.print && commandNames.includes(first)
  const asks = !isCommand && !reading.flags.version && !reading.flags.help && first !== 'help'
  if (asks) {
    const { allow = [], deny = [] } = reading.lists ?? {}
    const here = allow.length + deny.length > 0 ? { ...environment, rules: { allow, deny } } : environment
    return (await import('./default-command.ts')).askOrChat(reading satisfies ParsedFlags, argv, language, here)
  }
  // With nothing else on the line, and a screen to ask on, setting up is a talk in the chat.
  if (first === 'setup' && argv.length === 1 && process.stdin.isTTY && process.stdout.isTTY && env.TERM !== 'dumb') {
    const { askOrChat: ask } = await import('./default-command.ts')
    return ask({ flags: {}, words: [] }, argv, language, environment, 'setup')
  }
  releaseSignals()
  if (reading.flags.version && !isCommand) return printVersion()
  if (reading.flags.help || first === 'help') {
    const { showHelp } = await import('./output/show-help.ts')
    return showHelp(
      first === 'help' ? reading.words.slice(1) : isCommand ? reading.words : [],
      language,
      new URL('.', import.meta.url),
    )
  }
  return (await import('./subcommand.ts')).runSubcommand(argv, language, environment)
}

/** The environment; undefined where the working folder was removed under us. */
function environmentIfThere() {
  try {
    return processEnvironment()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === 'uv_cwd') return undefined
    throw error
  }
}

async function noFolder(): Promise<number> {
  const { cliMessages } = await import('../messages/commands/cli.ts')
  const { languageOfLocale } = await import('../messages/language.ts')
  const wanted = process.env.ASSISTANT_LANG
  const language = wanted ? (wanted.startsWith('en') ? 'en' : 'ko') : (languageOfLocale(process.env) ?? 'ko')
  process.stderr.write(`${cliMessages[language].noFolder}\n`)
  return 42
}

async function printVersion(): Promise<number> {
  const { readFileSync } = await import('node:fs')
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  process.stdout.write(`${version}\n`)
  return 0
}

// Leave at once: a kept connection or socket must not keep a finished answer from returning to the shell.
runMain(process.argv.slice(2)).then(
  (code) => process.exit(code),
  async (error) => process.exit(await (await import('./crash-report.ts')).reportFault(error)),
)
