import { readFileSync } from 'node:fs'
import type { Language } from '../../messages/language.ts'
import { commandNames } from '../command-table.ts'

/**
 * Prints the help of a subcommand (its words), or of the program. The texts were made at build: loading commander
 * costs half a bare Node. Where they are not there (a source tree) or know no such command, commander is asked.
 */
export async function showHelp(words: readonly string[], language: Language, folder: URL): Promise<number> {
  const [first] = words
  if (first !== undefined && !commandNames.includes(first)) return refuseUnknown(first, words, language)
  const text = findBuiltHelp(words, language, folder) ?? (await import('../program.ts')).helpText(words, language)
  await new Promise((resolve) => process.stdout.on('error', resolve).write(text, resolve))
  return 0
}

/** `help me with it` names no command: it is rather a question. */
async function refuseUnknown(what: string, words: readonly string[], language: Language): Promise<number> {
  const [{ misuseText }, { sanitise }, { exitUsage }] = await Promise.all([
    import('../usage-error.ts'),
    import('../../std/text/sanitise.ts'),
    import('../../ui/oneshot/exit-code.ts'),
  ])
  const text = await misuseText({ code: 'unknown-command', what }, language, ['help', ...words])
  await new Promise((resolve) => process.stderr.on('error', resolve).write(`${sanitise(text)}\n`, resolve))
  return exitUsage
}

/** The words may go on behind the command (`config get model --help`): the longest beginning that is one counts. */
function findBuiltHelp(words: readonly string[], language: Language, folder: URL): string | undefined {
  try {
    const texts: Record<string, string> = JSON.parse(readFileSync(new URL(`help.${language}.json`, folder), 'utf8'))
    const upto = words.findLastIndex((_, at) => texts[words.slice(0, at + 1).join(' ')] !== undefined) + 1
    return texts[words.slice(0, upto).join(' ')]
  } catch {
    return undefined
  }
}
