import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, isMissing } from '../std/fs/files.ts'

/** Budget of instructions in characters. What does not fit is named in the text, not dropped silently. */
const maxChars = 20_000

/**
 * The text of every AGENTS.md from `cwd` up, the outermost first, as far as the folders are trusted. '' when there is
 * none.
 */
export async function readInstructions(cwd: string, trusted: (folder: string) => boolean): Promise<string> {
  const parts: string[] = []
  let room = maxChars
  for (let folder = cwd; trusted(folder); folder = dirname(folder)) {
    const text = await instructionsIn(folder)
    if (text && text.length > room)
      parts.unshift(
        `# ${join(folder, 'AGENTS.md')}\n(${text.length.toLocaleString('en')} characters, left out: too long)`,
      )
    else if (text) parts.unshift(`# ${join(folder, 'AGENTS.md')}\n${text}`)
    if (text && text.length <= room) room -= text.length
    if (dirname(folder) === folder) break
  }
  return parts.join('\n\n')
}

async function instructionsIn(folder: string): Promise<string> {
  const path = join(folder, 'AGENTS.md')
  try {
    return (await stat(path)).isFile() ? (await readFile(path, 'utf8')).replace(/^\uFEFF/, '').trim() : ''
  } catch (error) {
    if (isMissing(error)) return ''
    const code = codeOf(error)
    if (code === undefined) throw error
    return `(cannot be read: ${code})`
  }
}
