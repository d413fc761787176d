import { resolve } from 'node:path'
import type { Diff, ToolCallLocation } from '@agentclientprotocol/sdk'
import type { JsonObject, ToolKind } from '../../protocol/index.ts'

/** Kinds of calls that are about the files they name. */
const withFiles: readonly ToolKind[] = ['read', 'search', 'edit', 'move', 'delete']

/** The files that a call is about, so that an editor can follow. */
export function locationsOf(kind: ToolKind, { path, from, to }: JsonObject, folder: string): ToolCallLocation[] {
  if (!withFiles.includes(kind)) return []
  const line = typeof from === 'number' && from > 0 ? { line: Math.floor(from) } : {}
  return [path, from, to].flatMap((one) =>
    typeof one === 'string' && one !== '' ? [{ path: resolve(folder, one), ...line }] : [],
  )
}

/** The change that a call would make to a file; undefined for others, and if it cannot be told. */
export async function diffOf(
  tool: string,
  args: JsonObject,
  folder: string,
  textOf: (path: string) => Promise<string | undefined>,
): Promise<Diff | undefined> {
  const { path, content, old, new: fresh, all } = args
  if (typeof path !== 'string' || path === '') return undefined
  const whole = resolve(folder, path)
  if (tool === 'write_file' && typeof content === 'string')
    return { path: whole, oldText: (await textOf(whole)) ?? null, newText: content }
  if (tool !== 'edit_file' || typeof old !== 'string' || typeof fresh !== 'string' || old === '') return undefined
  const before = await textOf(whole)
  if (!before?.includes(old)) return undefined
  const newText = all === true ? before.replaceAll(old, () => fresh) : before.replace(old, () => fresh)
  return { path: whole, oldText: before, newText }
}
