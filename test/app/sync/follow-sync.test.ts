import { createHash } from 'node:crypto'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test as sample } from 'vitest'
import { followSync } from '../../../src/app/sync/follow-sync.ts'
import { takeSyncNews } from '../../../src/app/sync/sync-news.ts'
import { openSync } from '../../../src/app/sync/sync-session.ts'
import { withLock } from '../../../src/std/fs/lock.ts'
import { writeConfiguration } from '../../../src/sync/configuration.ts'
import { writeHeader } from '../../../src/sync/header.ts'
import { runRound } from '../../../src/sync/round/exchange.ts'
import type { FileForm, SharedFile } from '../../../src/sync/shared-file.ts'
import { folderStore } from '../../../src/sync/stores/folder.ts'
import { FolderOwners, ownersPath } from '../../../src/tools/origin/folder-owners.ts'
import { longTest as test } from '../../parts.ts'

/** A device of its own that shares over the store of the test. */
async function openDevice(root: string, name: string) {
  const home = join(root, name)
  const paths = { home, config: '', secrets: '', state: join(home, 'state'), cache: '', runtime: '' }
  mkdirSync(join(home, 'memory'), { recursive: true })
  await writeConfiguration(paths.state, { store: join(root, 'store'), name, paused: false, without: [] })
  const session = await openSync(paths, () => 1)
  if (!session) throw new Error('sync is set up')
  onTestFinished(() => session.close())
  return { ...session, paths, page: join(home, 'memory', 'me.md') }
}

/** Looks and tries again are seconds apart. */
const patience = { timeout: 30_000, interval: 50 }

sample(
  'what a killed writer of any device left in a shared folder goes after a day; what is being written stays',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assistant-left-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const [left, written] = [join(folder, '.one.ab12cd-99999.tmp'), join(folder, '.two.ab12cd-99999.tmp')]
    for (const path of [left, written]) writeFileSync(path, 'half')
    utimesSync(left, new Date(0), new Date(Date.now() - 25 * 3_600_000))
    await folderStore(folder).write('three', Buffer.from('whole'), new AbortController().signal)
    expect(readdirSync(folder).toSorted()).toEqual(['.two.ab12cd-99999.tmp', 'three'])
  },
)

test('what a person writes to a page in the moment in which sync has written it reaches the others', async () => {
  const root = mkdtempSync(join(tmpdir(), 'assistant-follow-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
  const { signal } = new AbortController()
  const store = join(root, 'store')
  mkdirSync(store)
  await writeHeader(folderStore(store), undefined, signal)
  const [a, b] = [await openDevice(root, 'a'), await openDevice(root, 'b')]
  writeFileSync(a.page, '- a cat\n')
  await a.round(signal)
  let isWritten = false
  const named = (name: string) => {
    const file = b.files.named(name)
    const write: FileForm['write'] = async (...args) => {
      const done = await (file as SharedFile).form.write(...args)
      if (!isWritten) appendFileSync(b.page, '- a dog\n')
      isWritten = true
      return done
    }
    return file && { ...file, form: { ...file.form, write } }
  }
  await runRound({
    replica: b.replica,
    store: b.store,
    device: b.device,
    files: { all: b.files.all, named },
    now: () => 1,
    signal,
  })
  expect(isWritten).toBe(true)
  await b.round(signal)
  await a.round(signal)
  expect(readFileSync(a.page, 'utf8')).toBe('- a cat\n- a dog\n')
})

sample(
  'a store that goes away between what is read there and what is written here writes nothing, and loses nothing',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'assistant-follow-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
    const { signal } = new AbortController()
    const store = join(root, 'store')
    // An archive of its name beside it: the folder came from somebody else.
    writeFileSync(`${store}.zip`, '')
    mkdirSync(store)
    await writeHeader(folderStore(store), undefined, signal)
    const [a, b] = [await openDevice(root, 'a'), await openDevice(root, 'b')]
    writeFileSync(a.page, '- a cat\n')
    await a.round(signal)
    const read = b.store.read
    b.store.read = async (path, ...rest) => {
      const bytes = await read(path, ...rest)
      if (path.startsWith('log/')) renameSync(store, `${store}-away`)
      return bytes
    }
    await expect(b.round(signal)).rejects.toMatchObject({ fault: 'away' })
    expect(readFileSync(b.page, { encoding: 'utf8', flag: 'a+' })).toBe('')
    renameSync(`${store}-away`, store)
    b.store.read = read
    await b.round(signal)
    expect(readFileSync(b.page, 'utf8')).toBe('- a cat\n')
    const { home, state } = b.paths
    const owners = new FolderOwners({ userHome: home, path: ownersPath({ state }) })
    expect(await owners.known()).toContainEqual({
      folder: realpathSync(home),
      owner: 'foreign',
      because: 'synced',
      detail: 'store.zip',
    })
  },
)

test('a `sync now` that holds the lock for long does not end the sync of the daemon', async () => {
  const root = mkdtempSync(join(tmpdir(), 'assistant-follow-'))
  const ended = new AbortController()
  const store = join(root, 'store')
  mkdirSync(store)
  await writeHeader(folderStore(store), undefined, ended.signal)
  const [a, b] = [await openDevice(root, 'a'), await openDevice(root, 'b')]
  writeFileSync(a.page, '- a cat\n')
  await a.round(ended.signal)
  // Longer than a round waits for the lock.
  const now = withLock(join(b.folder, 'replica'), () => setTimeout(11_000))
  const following = followSync({ paths: b.paths, now: () => 1 }, ended.signal)
  onTestFinished(async () => {
    ended.abort()
    await Promise.all([now, following])
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  })
  await expect.poll(() => readFileSync(b.page, { encoding: 'utf8', flag: 'a+' }), patience).toBe('- a cat\n')
}, 120_000)

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
  // Whoever answers takes what is to be told, also in another process than the one that syncs.
  const syncNews = () => ['a', 'b'].flatMap((name) => takeSyncNews(join(root, name, 'state')))
  for (const name of ['a', 'b']) {
    const home = join(root, name)
    const paths = { home, config: '', secrets: '', state: join(home, 'state'), cache: '', runtime: '' }
    mkdirSync(join(home, 'memory'), { recursive: true })
    mkdirSync(paths.state)
    await writeConfiguration(paths.state, { store, name, paused: false, without: [] })
    following.push(
      followSync({ paths, now: () => Math.floor(performance.timeOrigin + performance.now()) }, ended.signal),
    )
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
  await expect
    .poll(() => told.push(...syncNews().map(({ code }) => code)) && told.includes('sync-refused'), patience)
    .toBe(true)
  appendFileSync(a, '- speaks Italian\n')
  await shows(b, 'Italian')
  expect([...told, ...syncNews().map(({ code }) => code)].filter((code) => code === 'sync-refused')).toHaveLength(1)
}, 120_000)
