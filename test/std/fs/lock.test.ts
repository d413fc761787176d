import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { claimLock, lockFolder, withLock } from '../../../src/std/fs/lock.ts'
import { identifyProcess } from '../../../src/std/process/process-id.ts'

const temporary = () => mkdtemp(join(tmpdir(), 'lock-'))
const adder = join(import.meta.dirname, '../../fixtures/lock-adder.ts')
const me = async () => (await identifyProcess(process.pid))!

test('eight processes that each add 25 times under the lock lose nothing', async () => {
  const file = join(await temporary(), 'count')
  await writeFile(file, '0')
  await Promise.all(Array.from({ length: 8 }, () => promisify(execFile)(process.execPath, [adder, file, '25'])))
  expect(await readFile(file, 'utf8')).toBe('200')
})

test('a holder that died is replaced at once, with a higher epoch', async () => {
  const file = join(await temporary(), 'page')
  const child = spawn(process.execPath, [adder, file, 'hold'], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  expect(await claimLock(file, await me())).toMatchObject({ heldBy: { pid: child.pid, epoch: 1, note: 'held' } })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
  expect(await claimLock(file, await me())).toMatchObject({ epoch: 2 })
})

test('a holder whose number now belongs to another process is replaced, and what it said of itself is known', async () => {
  const file = join(await temporary(), 'page')
  await claimLock(file, { pid: process.pid, started: 'in another life' }, 'old.sock')
  expect(await claimLock(file, await me())).toMatchObject({ epoch: 2, before: 'old.sock' })
})

test('a deposed holder can tell that it was deposed', async () => {
  const file = join(await temporary(), 'page')
  const first = await claimLock(file, { pid: 2 ** 22 + 1, started: 'never' })
  if ('heldBy' in first) throw new Error('expected the claim')
  expect(await first.isOurs()).toBe(true)
  expect(await claimLock(file, await me())).toMatchObject({ epoch: 2 })
  expect(await first.isOurs()).toBe(false)
})

test('a lock that was released is free, its file does not pile up, and a damaged one counts as released', async () => {
  const folder = await temporary()
  const file = join(folder, 'page')
  for (let i = 0; i < 5; i++) await withLock(file, async () => {})
  expect(await readdir(lockFolder(file))).toEqual(['5'])
  await writeFile(join(lockFolder(file), '6'), '{"pid":')
  expect(await withLock(file, async (epoch) => epoch)).toBe(7)
})

test.each(['{}', 'null', '7', '{"pid":"one"}'])('%s names no holder, so the lock is free', async (content) => {
  const file = join(await temporary(), 'page')
  await withLock(file, async () => {})
  await writeFile(join(lockFolder(file), '6'), content)
  expect(await withLock(file, async (epoch) => epoch, 0)).toBe(7)
})

test('a number without a next one, which nobody counted to, is passed over', async () => {
  const file = join(await temporary(), 'page')
  await withLock(file, async () => {})
  await writeFile(join(lockFolder(file), String(2 ** 53)), '{"released":true}')
  expect(await withLock(file, async (epoch) => epoch)).toBe(2)
})

test('a lock held by a live process is waited for, then reported with its holder', async () => {
  const file = join(await temporary(), 'page')
  await withLock(file, async () => {
    await expect(withLock(file, async () => 'never', 30)).rejects.toMatchObject({
      name: 'LockBusy',
      holder: { pid: process.pid },
    })
  })
})
