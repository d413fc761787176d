import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { keepInTrash, listTrash, moveToTrash, restoreFiles, sweepTrash } from '../../../src/std/fs/trash.ts'

const day = 86_400_000
const start = Date.parse('2026-11-27T15:00:00Z')
let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'trash-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
})

const lines = (at: number) =>
  keepInTrash(home, at, { by: 'person', path: join(home, 'memory/me.md'), title: 'a fact', lines: ['- a fact'] })
const left = async () => (await listTrash(home)).map(({ at }) => (at - start) / day)

test('what was removed is listed by its path below the home, the newest first', async () => {
  await lines(start)
  await lines(start + day)
  const entry = { by: 'person', path: 'memory/me.md', title: 'a fact', lines: ['- a fact'] }
  expect(await listTrash(home)).toEqual(
    [start + day, start].map((at) => ({ id: expect.stringMatching(/^2026112[78]T150000Z-/), at, ...entry })),
  )
})

test('files go with all that belongs to them and come back, unless something is in their place', async () => {
  const path = join(home, 'conversations/a.jsonl')
  mkdirSync(join(home, 'conversations/a.pictures'), { recursive: true })
  writeFileSync(path, 'said\n')
  writeFileSync(join(home, 'conversations/a.pictures/1.png'), 'picture')
  const paths = [join(home, 'conversations/a.pictures'), path]
  await moveToTrash(home, start, { by: 'sync', path, title: 'talk' }, paths)
  expect(paths.map((one) => existsSync(one))).toEqual([false, false])
  const [entry] = await listTrash(home)
  if (!entry) throw new Error('no entry')
  writeFileSync(path, 'another')
  expect([await restoreFiles(home, entry), readFileSync(path, 'utf8')]).toEqual([false, 'another'])
  rmSync(path)
  expect([await restoreFiles(home, entry), readFileSync(path, 'utf8')]).toEqual([true, 'said\n'])
  expect(readFileSync(join(home, 'conversations/a.pictures/1.png'), 'utf8')).toBe('picture')
  expect(await listTrash(home)).toEqual([])
})

test('it goes after 30 days, a day after that was seen first', async () => {
  await lines(start)
  await lines(start + 5 * day)
  for (const [now, there] of [
    [29.9, [5, 0]],
    [30, [5, 0]],
    [30.9, [5, 0]],
    [31, [5]],
  ] as const) {
    await sweepTrash(home, start + now * day)
    expect(await left()).toEqual(there)
  }
})

test('a clock that is a year ahead for a while removes nothing', async () => {
  await lines(start)
  await sweepTrash(home, start + 365 * day)
  await sweepTrash(home, start + day)
  await sweepTrash(home, start + 366 * day)
  await sweepTrash(home, start + 2 * day)
  expect(await left()).toEqual([0])
})

test('an entry that cannot be read is passed over', async () => {
  await lines(start)
  mkdirSync(join(home, 'trash/broken'))
  writeFileSync(join(home, 'trash/broken/entry.json'), '{"at":')
  expect(await left()).toEqual([0])
})
