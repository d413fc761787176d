import { dirname } from 'node:path'
import { onDisk } from '../../../memory/storage-failure.ts'
import { ensureDir } from '../../../std/fs/files.ts'
import { openLog, readLog } from '../../../std/fs/jsonl.ts'

/** Inputs that are kept for the arrow keys. */
const historyLength = 500

/** Earlier inputs, oldest first. Throws `storage` where the file cannot be read. */
export const readHistory = (path: string): Promise<string[]> => onDisk(path, () => loadHistory(path))

/** Keeps an input for the arrow keys of later days. Throws `storage` where the disk refuses. */
export const addHistory = (path: string, text: string, at: number): Promise<void> =>
  onDisk(path, () => addToHistory(path, { text, at }))

async function loadHistory(path: string): Promise<string[]> {
  const kept: string[] = []
  for await (const { value } of readLog(path)) {
    if (typeof value !== 'object' || value === null || !('text' in value) || typeof value.text !== 'string') continue
    kept.push(value.text)
    if (kept.length > historyLength * 2) kept.splice(0, historyLength)
  }
  return kept.slice(-historyLength)
}

async function addToHistory(path: string, input: { text: string; at: number }): Promise<void> {
  await ensureDir(dirname(path))
  const log = await openLog(path)
  await log.append([input], false).finally(log.close)
}
