import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { checkSync } from '../../../src/app/admin/doctor-sync.ts'
import type { AppContext } from '../../../src/app/context/app-context.ts'
import { writeConfiguration } from '../../../src/sync/configuration.ts'
import { Replica } from '../../../src/sync/replica/replica.ts'

let home = ''
beforeEach(() => {
  home = join(mkdtempSync(join(tmpdir(), 'doctor-sync-')), 'home')
  onTestFinished(() => rmSync(dirname(home), { recursive: true }))
  mkdirSync(join(home, 'memory'), { recursive: true })
})

async function said(fix = false): Promise<string[]> {
  const paths = { home, config: '', secrets: '', state: join(home, 'state'), cache: '', runtime: '' }
  const parts = { loaded: { paths }, language: 'en', now: () => new Date(1_790_000_000_000) } as AppContext
  const checks = await Array.fromAsync(checkSync(parts, fix))
  return checks.map(({ ok, text }) => `${ok ? 'ok' : 'wrong'}: ${text.replaceAll(home, '~')}`)
}

test('of a home alone nothing is said', async () => {
  expect(await said()).toEqual([])
})

test.each([
  ['.stfolder', 'Syncthing'],
  ['.dropbox.cache', 'Dropbox'],
])('a home in a folder with %s lies in one of %s', async (name, program) => {
  mkdirSync(join(dirname(home), name))
  expect(await said()).toEqual([expect.stringContaining(`wrong: The home (~) lies in a folder of ${program}`)])
})

test('conflict copies are named, and joined by --fix', async () => {
  writeFileSync(join(home, 'memory/me.md'), '- one\n')
  writeFileSync(join(home, 'memory/me 2.md'), '- one\n- two\n')
  expect(await said()).toEqual([
    expect.stringContaining('wrong: 1 conflict copy of a copying program: ~/memory/me 2.md.'),
  ])
  expect(await said(true)).toEqual([expect.stringContaining('ok: 1 conflict copy was joined')])
  expect(await said()).toEqual([])
})

test('removals that wait and what is missing of another device are said', async () => {
  await writeConfiguration(join(home, 'state'), {
    store: join(home, '../store'),
    name: 'a',
    paused: false,
    without: [],
  })
  expect(await said()).toEqual(['ok: What is shared with 0 other devices is in order.'])
  const replica = await Replica.open(join(home, 'state/sync/replica.db'))
  replica.meet({ id: 'abcdefghij012345', name: 'desk', number: 3, at: 0 })
  replica.setText('missing', JSON.stringify({ abcdefghij012345: [4, 3] }))
  replica.setText('held', JSON.stringify([{ path: 'home/memory/me.md', lines: 1 }]))
  replica.close()
  expect(await said()).toEqual([
    expect.stringContaining('wrong: Something is gone here, and sync waits for your word: home/memory/me.md.'),
    expect.stringContaining('wrong: Some of what these devices told is missing in the store or damaged: desk.'),
  ])
})
