import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addHistory, readHistory } from '../../../../src/app/surfaces/tui/input-history.ts'

function home(): string {
  const folder = mkdtempSync(join(tmpdir(), 'history-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('inputs are kept for later days; damaged lines cost nothing but themselves', async () => {
  const path = join(home(), 'deep', 'history.jsonl')
  expect(await readHistory(path)).toEqual([])
  await addHistory(path, '첫째', 1)
  appendFileSync(path, '쓰레기\n{"text":5}\n{"text":"반')
  await addHistory(path, '둘째\n줄', 2)
  expect(await readHistory(path)).toEqual(['첫째', '둘째\n줄'])
})

test('a file that the disk refuses to read or write is a failure with its place, not a bug', async () => {
  const path = join(home(), 'history.jsonl')
  mkdirSync(path)
  const refused = { failure: { code: 'storage', data: { path } } }
  await expect(readHistory(path)).rejects.toMatchObject(refused)
  await expect(addHistory(path, '말', 1)).rejects.toMatchObject(refused)
})
