import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { conversationMessages } from '../../messages/commands/conversations.ts'
import { fail } from '../../protocol/index.ts'
import type { Cli } from '../command-context.ts'

/** Read a file that a person named. Throws `bad-input` with a sentence that names it where that cannot be done. */
export async function readGivenFile(cli: Cli, path: string): Promise<Buffer> {
  const sentence = conversationMessages[cli.language].noFile(path)
  return await readFile(resolve(cli.environment.cwd, path)).catch((error) =>
    fail('bad-input', { data: { sentence } }, error),
  )
}
