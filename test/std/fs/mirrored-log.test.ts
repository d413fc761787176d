import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mendFromTwin, twinPath, writeTwinLog } from '../../../src/std/fs/mirrored-log.ts'

const values = [{ a: 1 }, { a: 2 }, { a: 3 }]

test.each<[what: string, damage: (path: string, twin: string) => void, isMended: boolean]>([
  ['nothing', () => {}, false],
  ['the log is gone', (path) => rmSync(path), true],
  ['the log is empty', (path) => truncateSync(path, 0), true],
  ['the log is cut in a line', (path) => truncateSync(path, 60), true],
  [
    'a line of it is changed',
    (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('"a":2', '"a":7')),
    true,
  ],
  ['it is full of 0', (path) => writeFileSync(path, Buffer.alloc(80)), true],
  ['the copy is gone', (_, twin) => rmSync(twin), false],
  ['both are gone', (path, twin) => [path, twin].forEach((one) => void rmSync(one)), false],
])('a log is mended from its copy: %s', async (_, damage, isMended) => {
  const folder = mkdtempSync(join(tmpdir(), 'mirrored-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'log.jsonl')
  await writeTwinLog(path, values)
  const written = readFileSync(path, 'utf8')
  damage(path, twinPath(path))
  expect(await mendFromTwin(path)).toBe(isMended)
  if (isMended) expect(readFileSync(path, 'utf8')).toBe(written)
})
