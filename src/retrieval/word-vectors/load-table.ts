import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { isMissing } from '../../std/fs/files.ts'
import { parseWordTable, type WordTable } from './word-table.ts'

const loaded = new Map<string, Promise<WordTable | undefined>>()

/**
 * Return the table of word vectors of a question's language, read at the first call; undefined where an installation
 * left it out.
 */
export function loadWordTable(question: string): Promise<WordTable | undefined> {
  const language = /[가-힣]/.test(question) ? 'ko' : 'en'
  const table = loaded.get(language) ?? readTable(`models/word-vectors-${language}.bin`)
  loaded.set(language, table)
  return table
}

/** Read a file of the package: above dist/ as above src/, at most three folders up. */
async function readTable(path: string): Promise<WordTable | undefined> {
  for (const up of ['../', '../../', '../../../']) {
    try {
      return parseWordTable(await readFile(fileURLToPath(new URL(`${up}${path}`, import.meta.url))))
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
  return undefined
}
