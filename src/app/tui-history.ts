import { dirname } from 'node:path'
import { ensureDir } from '../std/files.ts'
import { openLog, readLog } from '../std/jsonl.ts'

/** Inputs that are kept for the arrow keys. */
const historyLength = 500

/** Earlier inputs, oldest first. */
export async function readHistory(path: string): Promise<string[]> {
  const kept: string[] = []
  for await (const { value } of readLog(path)) {
    if (typeof value !== 'object' || value === null || !('text' in value) || typeof value.text !== 'string') continue
    kept.push(value.text)
    if (kept.length > historyLength * 2) kept.splice(0, historyLength)
  }
  return kept.slice(-historyLength)
}

/** Keeps an input for the arrow keys of later days. */
export async function addHistory(path: string, text: string, at: number): Promise<void> {
  await ensureDir(dirname(path))
  const log = await openLog(path)
  await log.append([{ text, at }], false)
  await log.close()
}
