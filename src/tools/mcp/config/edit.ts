import { dirname } from 'node:path'
import type { Language } from '../../../messages/language.ts'
import { mcpMessages } from '../../../messages/tools/mcp.ts'
import { fail } from '../../../protocol/index.ts'
import { ensureDir, readTextIfThere, writeAtomic } from '../../../std/fs/files.ts'
import { withLock } from '../../../std/fs/lock.ts'

type Servers = Record<string, unknown>

/**
 * Edits the servers in an `mcp.json` and preserves everything else. A file that cannot be parsed is never
 * overwritten.
 */
export async function changeServers(
  path: string,
  language: Language,
  change: (servers: Servers) => void,
): Promise<void> {
  await ensureDir(dirname(path))
  await withLock(path, async () => {
    const root = parseServers((await readTextIfThere(path)) ?? '{}')
    const servers = root?.mcpServers ?? {}
    if (!root || typeof servers !== 'object' || servers === null)
      fail('config', { data: { sentence: mcpMessages[language].badFile(path) } })
    change(servers as Servers)
    await writeAtomic(path, `${JSON.stringify({ ...root, mcpServers: servers }, null, 2)}\n`)
  })
}

function parseServers(text: string): Servers | undefined {
  try {
    const root: unknown = JSON.parse(text)
    return typeof root === 'object' && root !== null && !Array.isArray(root) ? (root as Servers) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
