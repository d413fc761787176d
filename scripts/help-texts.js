import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A command and everything below it, each with the words that lead to it (`config get`; the program itself is ''). */
function* walk(command, path = []) {
  yield [path.join(' '), command]
  for (const child of command.commands) yield* walk(child, [...path, child.name()])
}

/** What commander prints for `--help` in 80 columns without colours. */
export function helpOf(command) {
  let text = ''
  command.configureOutput({
    writeOut: (part) => {
      text += part
    },
    getOutHelpWidth: () => 80,
    getOutHasColors: () => false,
  })
  command.outputHelp()
  return text
}

/**
 * Help of the program and of every subcommand in each language, `{ ko: { '': …, 'config get': … }, en: … }`, taken
 * from the same definition that parses the command line. Made at build because loading commander costs half a bare
 * Node.
 */
export async function helpTexts(root) {
  const definition = join(root, 'src/cli/program.ts')
  if (!existsSync(definition)) return {}
  const { buildProgram } = await import(pathToFileURL(definition).href)
  const of = (language) =>
    Object.fromEntries([...walk(buildProgram(language))].map(([path, command]) => [path, helpOf(command)]))
  return { ko: of('ko'), en: of('en') }
}
