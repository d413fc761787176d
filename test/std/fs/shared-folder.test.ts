import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as shared from '../../../src/std/fs/shared-folder.ts'

/** A store that writes down, in words, what it is asked. */
function storeOf(events: string[], path = mkdtempSync(join(tmpdir(), 'shared-'))): shared.SharedFolder {
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  onTestFinished(() => shared.setSharedFolder(undefined))
  const told = (changes: shared.FolderChanges) =>
    [...changes].map(([name, how]) => `${name} ${typeof how === 'string' ? how : `+${how.added}`}`).join(', ')
  return {
    path,
    shares: (name) => !name.startsWith('.'),
    lock: async (name, waitMs) => {
      events.push(`lock ${name} ${waitMs}`)
      return { epoch: 7, commit: async (changes) => void events.push(`commit ${told(changes)}`) }
    },
    claim: async () => ({ heldBy: { pid: 1, started: '', epoch: 1 } }),
    holder: async () => undefined,
    store: async (changes) => void events.push(`store ${told(changes)}`),
    refresh: async () => void events.push('refresh'),
  }
}

test('a path is shared below the folder, by its name there, unless it is of this machine alone', () => {
  const folder = storeOf([])
  expect([shared.hasSharedFolder(), shared.sharedPlace(join(folder.path, 'a.md'))]).toEqual([false, undefined])
  shared.setSharedFolder(folder)
  expect(shared.hasSharedFolder()).toBe(true)
  expect(shared.sharedPlace(join(folder.path, 'memory', 'a.md'))).toEqual({ folder, name: 'memory/a.md' })
  for (const path of [folder.path, `${folder.path}-2/a.md`, join(folder.path, '.index'), '/elsewhere/a.md'])
    expect(shared.sharedPlace(path)).toBeUndefined()
})

test('a change without a lock is stored at once, and what nobody shares is not', async () => {
  const events: string[] = []
  const folder = storeOf(events)
  await shared.noteChange(join(folder.path, 'a.md'), 'written')
  await shared.refreshShared()
  shared.setSharedFolder(folder)
  await shared.noteChange(join(folder.path, 'a.md'), { added: Buffer.from('x') })
  await shared.noteChange(join(folder.path, '.index'), 'written')
  await shared.noteTree(join(folder.path, 'b'), ['c.md', 'd/e.md'], 'removed')
  await shared.refreshShared()
  expect(events).toEqual(['store a.md +x', 'store b/c.md removed', 'store b/d/e.md removed', 'refresh'])
})

test('what changes under a lock is stored as one, each file once', async () => {
  const events: string[] = []
  const folder = storeOf(events)
  shared.setSharedFolder(folder)
  const at = (name: string) => join(folder.path, name)
  const add = (name: string, text: string) => shared.noteChange(at(name), { added: Buffer.from(text) })
  const late: (() => Promise<void>)[] = []
  const result = await shared.withSharedLock(
    { folder, name: 'a.md' },
    async (epoch) => {
      for (const text of ['1', '2']) await add('log.jsonl', text)
      await shared.noteChange(at('new.md'), 'written')
      await add('new.md', 'more')
      await add('gone.md', 'x')
      await shared.noteChange(at('gone.md'), 'removed')
      late.push(() => add('late.md', 'x'))
      return epoch + 1
    },
    500,
  )
  expect(result).toBe(8)
  await late[0]?.()
  expect(events).toEqual(['lock a.md 500', 'commit log.jsonl +12, new.md written, gone.md removed', 'store late.md +x'])
})

test('what was changed before work under a lock failed is stored as well', async () => {
  const events: string[] = []
  const folder = storeOf(events)
  shared.setSharedFolder(folder)
  const work = async () => {
    await shared.noteChange(join(folder.path, 'a.md'), 'written')
    throw new Error('no more')
  }
  await expect(shared.withSharedLock({ folder, name: 'a.md' }, work, 1)).rejects.toThrow('no more')
  expect(events).toEqual(['lock a.md 1', 'commit a.md written'])
})

test('the files below a shared folder are listed by their paths in it', () => {
  const folder = storeOf([])
  mkdirSync(join(folder.path, 'a', 'b'), { recursive: true })
  for (const name of ['1.md', 'b/2.md']) writeFileSync(join(folder.path, 'a', name), '')
  expect(shared.sharedFilesBelow(join(folder.path, 'a'))).toEqual([])
  shared.setSharedFolder(folder)
  expect(shared.sharedFilesBelow(join(folder.path, 'a')).sort()).toEqual(['1.md', 'b/2.md'])
  expect(shared.sharedFilesBelow(folder.path).sort()).toEqual(['a/1.md', 'a/b/2.md'])
  expect(shared.sharedFilesBelow(tmpdir())).toEqual([])
})
