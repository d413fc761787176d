import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Language } from '../../messages/language.ts'
import { keyFileMessages } from '../../messages/surfaces/tui-keys.ts'
import { codeOf } from '../../std/fs/files.ts'
import { type Keybindings, type KeyProblem, parseKeys } from '../../ui/tui/terminal/keybindings.ts'

/**
 * The keys that a person chose in `keybindings.json` beside the settings, or why none of it counts; neither where
 * there is no such file.
 */
export async function readKeys(
  config: string,
  language: Language,
): Promise<{ keys?: Keybindings; problem?: string; path: string }> {
  const say = keyFileMessages[language]
  const path = join(dirname(config), 'keybindings.json')
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const code = codeOf(error)
    if (code === undefined) throw error
    return code === 'ENOENT' ? { path } : { path, problem: say.unused(path, `${code}.`) }
  }
  const read = parseKeys(text.replace(/^\ufeff/, ''))
  return 'why' in read ? { path, problem: say.unused(path, problemSentence(read, say)) } : { path, keys: read }
}

function problemSentence(problem: KeyProblem, say: (typeof keyFileMessages)['ko']): string {
  if (problem.why === 'shape') return say.shape
  if (problem.why === 'action') return say.action(problem.name, problem.near)
  return problem.why === 'twice' ? say.twice(problem.key, problem.names) : say[problem.why](problem.name, problem.key)
}
