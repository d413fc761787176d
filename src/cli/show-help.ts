import { readFileSync } from 'node:fs'
import type { Language } from '../messages/language.ts'

/**
 * Prints the help of a subcommand (its words), or of the program. The texts were made at build: loading commander costs half a
 * bare Node. Where they are not there (a source tree) or know no such command, commander is asked.
 */
export async function showHelp(words: readonly string[], language: Language, folder: URL): Promise<number> {
  const text = built(words, language, folder) ?? (await import('./program.ts')).helpText(words, language)
  await new Promise((resolve) => process.stdout.on('error', resolve).write(text, resolve))
  return 0
}

/** The words may go on behind the command (`config get model --help`): the longest beginning that is one counts. */
function built(words: readonly string[], language: Language, folder: URL): string | undefined {
  try {
    const texts: Record<string, string> = JSON.parse(readFileSync(new URL(`help.${language}.json`, folder), 'utf8'))
    const upto = words.findLastIndex((_, at) => texts[words.slice(0, at + 1).join(' ')] !== undefined) + 1
    return texts[words.slice(0, upto).join(' ')]
  } catch {
    return undefined
  }
}
