import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { findCopies, takeCopies } from '../../../src/app/sync/copied-files.ts'
import { sharedFilesOf } from '../../../src/app/sync/shared-files.ts'
import { ReminderStore } from '../../../src/core/reminders/store.ts'
import { listTrash } from '../../../src/std/fs/trash.ts'

const now = 1_790_000_000_000
let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'copied-files-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
})

const files = () =>
  sharedFilesOf({ home, state: join(home, 'state') }, () => true, { removed: new Set(), now: () => now })
const put = (name: string, text: string) => {
  mkdirSync(dirname(join(home, name)), { recursive: true })
  writeFileSync(join(home, name), text)
}
const read = (name: string) => readFileSync(join(home, name), 'utf8')

/** What programs put behind a name: Dropbox, Syncthing, OneDrive, iCloud, Nextcloud, Google Drive. */
const marks = [
  " (d1's conflicted copy 2027-01-01)",
  ' (Case Conflict)',
  '.sync-conflict-20261122-101112-ABCDEF0',
  '-DESKTOP1',
  ' 2',
  ' (conflicted copy 2026-11-22 101112)',
  ' (1)',
  '_conf(1)',
]

test.each(marks)(
  'a page and its copy %s are joined, in the order of the page; the copy lies in the trash',
  async (mark) => {
    for (const page of ['memory/me', 'workspaces/w/memory', 'workspaces/w/agents/x/persona', 'heartbeat']) {
      put(`${page}.md`, '- one\n- two\n')
      put(`${page}${mark}.md`, '- one\n- three\n')
    }
    expect(await takeCopies(home, files(), { now })).toBe(4)
    for (const page of ['memory/me', 'workspaces/w/memory', 'workspaces/w/agents/x/persona', 'heartbeat'])
      expect(read(`${page}.md`).trim().split('\n').toSorted()).toEqual(['- one', '- three', '- two'])
    expect(await findCopies(home, files())).toEqual([])
    const kept = await listTrash(home)
    expect(kept.map(({ path }) => path)).toContain(`memory/me${mark}.md`)
  },
)

test('reminders and conversations of both are there', async () => {
  const plan = (title: string, createdAt: number) => ({
    ...{ kind: 'reminder' as const, title, zone: 'Asia/Seoul', profile: 'me', by: 'owner' as const },
    ...{ createdAt, next: now + 1 },
  })
  await new ReminderStore(join(home, 'reminders.jsonl')).create(plan('water', now))
  await new ReminderStore(join(home, 'reminders-DESKTOP1.jsonl')).create(plan('pills', now - 1))
  expect(await takeCopies(home, files(), { now })).toBe(1)
  const all = [...(await new ReminderStore(join(home, 'reminders.jsonl')).all()).values()]
  expect(all.map(({ id, title }) => `${id} ${title}`).toSorted()).toEqual(['1 pills', '2 water'])
})

test('a page that says something else is named, and stays', async () => {
  put('memory/me.md', '- one\n')
  put('memory/me 2.md', '- two\n')
  expect((await findCopies(home, files())).map(({ isSure }) => isSure)).toEqual([false])
  expect(await takeCopies(home, files(), { now })).toBe(0)
})

test.each<[what: string, pages: Record<string, string>]>([
  ['of a person of the home, even if it says the same', { 'memory/kim.md': '- one\n', 'memory/kim 2.md': '- one\n' }],
  ['of a guest', { 'memory/http-kim.md': '- one\n', 'memory/http-kim-2.md': '- one\n' }],
  ['that only begins alike', { 'memory/me.md': '- one\n', 'memory/mean.md': '- one\n' }],
])('no copy: a page %s', async (_, pages) => {
  const person = (id: string) => ({ id, name: id, aliases: [], createdAt: '2026-01-01T00:00:00Z' })
  put('profiles.json', JSON.stringify({ v: 1, profiles: [person('kim'), person('kim 2')] }))
  for (const [name, text] of Object.entries(pages)) put(name, text)
  expect(await findCopies(home, files())).toEqual([])
})

test('while the list of people cannot be read no page of memory is taken for a copy', async () => {
  put('profiles.json', '{"profiles": [')
  put('memory/me.md', '- one\n')
  put('memory/me 2.md', '- one\n')
  expect(await findCopies(home, files())).toEqual([])
})

test('a name that macOS has taken apart becomes one of those that are read', async () => {
  const name = 'memory/김철수.md'
  put(name.normalize('NFD'), '- apart\n')
  expect(await takeCopies(home, files(), { now })).toBe(1)
  expect(readdirSync(join(home, 'memory')).filter((one) => one.endsWith('.md'))).toEqual(['김철수.md'])
  expect(read(name)).toBe('- apart\n')
})

test('what was damaged stays', async () => {
  put('memory/me.md', '- one\n')
  put('workspaces/w/memory 2.md', '\0\0\0\0')
  expect(await takeCopies(home, files(), { now })).toBe(0)
  expect(read('workspaces/w/memory 2.md')).toBe('\0\0\0\0')
})
