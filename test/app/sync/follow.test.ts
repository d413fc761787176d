import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { followSync } from '../../../src/app/sync/follow-sync.ts'
import { syncNews } from '../../../src/app/sync/sync-news.ts'
import { writeConfiguration } from '../../../src/sync/configuration.ts'
import { writeHeader } from '../../../src/sync/header.ts'
import { folderStore } from '../../../src/sync/stores/folder.ts'

/** Looks and tries again are seconds apart. */
const patience = { timeout: 30_000, interval: 50 }

test('what one device changes stands on the other by itself; a store that is away is told once, and nothing is lost by it', async () => {
  const root = mkdtempSync(join(tmpdir(), 'assistant-follow-'))
  const ended = new AbortController()
  const following: Promise<void>[] = []
  onTestFinished(async () => {
    ended.abort()
    await Promise.all(following)
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  })
  const store = join(root, 'store')
  mkdirSync(store)
  await writeHeader(folderStore(store), undefined, ended.signal)
  const pages: string[] = []
  for (const name of ['a', 'b']) {
    const home = join(root, name)
    const paths = { home, config: '', secrets: '', state: join(home, 'state'), cache: '', runtime: '' }
    mkdirSync(join(home, 'memory'), { recursive: true })
    mkdirSync(paths.state)
    await writeConfiguration(paths.state, { store, name, paused: false, without: [] })
    following.push(followSync({ paths, now: () => Math.floor(performance.timeOrigin + performance.now()) }, ended.signal))
    pages.push(join(home, 'memory', 'me.md'))
  }
  const [a = '', b = ''] = pages
  const shows = (path: string, text: string) =>
    expect.poll(() => readFileSync(path, { encoding: 'utf8', flag: 'a+' }).includes(text), patience).toBe(true)
  writeFileSync(a, '- the cat is called Nabi\n')
  await shows(b, 'Nabi')
  appendFileSync(b, '- likes black coffee\n')
  await shows(a, 'coffee')
  syncNews()
  renameSync(store, `${store}-away`)
  appendFileSync(a, '- moved to Busan\n')
  const told: string[] = []
  await expect.poll(() => told.push(...syncNews().map(({ code }) => code)), patience).toBeGreaterThan(0)
  expect(new Set(told)).toEqual(new Set(['sync-away']))
  appendFileSync(a, '- plays the piano\n')
  // Somebody has put there what is none of ours: told once, by whoever finds it first.
  const foreign = join(`${store}-away`, 'log', 'evil000000000000')
  mkdirSync(foreign)
  writeFileSync(join(foreign, `000000001-000000001-${createHash('sha256').update('hello').digest('hex')}`), 'hello')
  renameSync(`${store}-away`, store)
  await shows(b, 'piano')
  expect(readFileSync(b, 'utf8')).toBe(readFileSync(a, 'utf8'))
  expect(readFileSync(b, 'utf8')).toContain('Busan')
  await expect.poll(() => told.push(...syncNews().map(({ code }) => code)) && told.includes('sync-refused'), patience).toBe(true)
  appendFileSync(a, '- speaks Italian\n')
  await shows(b, 'Italian')
  expect([...told, ...syncNews().map(({ code }) => code)].filter((code) => code === 'sync-refused')).toHaveLength(1)
}, 120_000)
