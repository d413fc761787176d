import { writeFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { tuiMessages } from '../../../messages/surfaces/tui.ts'
import { fail, type Id } from '../../../protocol/index.ts'
import { codeOf, fileMode, isMissing } from '../../../std/fs/files.ts'
import { isoDate } from '../../../std/time/local-time.ts'
import type { Assistant } from '../../assistant.ts'

/**
 * Writes a conversation as Markdown, or as HTML where the name says so, into a new file of the working folder, named
 * by the day where no name is given. Returns the sentence about it. Throws `bad-input` where there is such a file or
 * no such folder, `storage` where the disk refuses.
 */
export async function exportTo(
  { conversations, parts, language }: Pick<Assistant, 'conversations' | 'parts' | 'language'>,
  id: Id,
  wanted: string,
): Promise<string> {
  const say = tuiMessages[language]
  const today = isoDate(parts.now(), parts.zone)
  const { cwd, userHome } = parts.environment
  const usual = `assistant-${today}-${id.slice(-4).toLowerCase()}`
  const name = wanted === 'html' ? `${usual}.html` : wanted.replace(/^~(?=\/)/, userHome) || `${usual}.md`
  const path = resolve(cwd, name)
  const markdown = await conversations.export(id, 'markdown')
  const text = /\.html?$/i.test(path)
    ? (await import('../../../ui/tui/markdown/html.ts')).htmlPage(basename(path), markdown, language)
    : markdown
  try {
    await writeFile(path, text, { flag: 'wx', mode: fileMode })
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    if (isMissing(error)) fail('bad-input', { data: { sentence: say.noFolder(dirname(path)) } }, error)
    if (codeOf(error) === 'EEXIST') fail('bad-input', { data: { sentence: say.exportThere(path) } }, error)
    fail('storage', { detail: String(error), data: { path } }, error)
  }
  return say.exported(path)
}
