import { resolve } from 'node:path'
import type { Diff, ToolCallLocation, ToolKind } from '@agentclientprotocol/sdk'
import type { JsonObject } from '../../protocol/index.ts'

const kinds: Readonly<Record<string, ToolKind>> = {
  read_file: 'read',
  list_files: 'read',
  skill: 'read',
  git: 'read',
  search_files: 'search',
  search_memory: 'search',
  search_documents: 'search',
  search_conversations: 'search',
  write_file: 'edit',
  edit_file: 'edit',
  save_attachment: 'edit',
  move_file: 'move',
  delete_file: 'delete',
  shell: 'execute',
  python_repl: 'execute',
  git_commit: 'execute',
  calculator: 'think',
  datetime: 'think',
  fetch_url: 'fetch',
  web_search: 'fetch',
  search_wikipedia: 'fetch',
  get_weather: 'fetch',
}

/** What kind of call an editor draws. */
export const kindOf = (tool: string): ToolKind => (Object.hasOwn(kinds, tool) ? (kinds[tool] ?? 'other') : 'other')

const fileTools = ['read_file', 'list_files', 'search_files', 'write_file', 'edit_file', 'move_file', 'delete_file']

/** The files that a call is about, so that an editor can follow. */
export function locationsOf(tool: string, { path, from, to }: JsonObject, folder: string): ToolCallLocation[] {
  if (!fileTools.includes(tool)) return []
  const line = tool === 'read_file' && typeof from === 'number' && from > 0 ? { line: Math.floor(from) } : {}
  const paths = [path, ...(tool === 'move_file' ? [from, to] : [])]
  return paths.flatMap((one) =>
    typeof one === 'string' && one !== '' ? [{ path: resolve(folder, one), ...line }] : [],
  )
}

/** What a call that writes a file would make of it; undefined for others, and where it cannot be told. */
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
