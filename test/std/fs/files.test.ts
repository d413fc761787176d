import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { chown, mkdir, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as files from '../../../src/std/fs/files.ts'

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const modeOf = (path: string) => statSync(path).mode & 0o777
const systemError = (code: string) => Object.assign(new Error(code), { code })
const isRoot = process.geteuid?.() === 0
const nobody = 65_534

test('a folder is made with its parents, for its owner alone, and one that is there stays as it is', async () => {
  const folder = freshFolder()
  const deep = join(folder, 'a', 'b', 'c')
  await files.ensureDir(deep)
  expect([deep, join(folder, 'a')].map(modeOf)).toEqual([0o700, 0o700])
  chmodSync(deep, 0o755)
  await files.ensureDir(deep)
  expect(modeOf(deep)).toBe(0o755)
})

test.each([
  ['a file in its place', 'file', 'EEXIST'],
  ['a file above it', 'file/below', 'ENOTDIR'],
  ['a system that lets nobody make one', '/proc/nothing/below', 'ENOENT'],
])('a folder that cannot be made for %s says why', async (_, name, code) => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'file'), '')
  await expect(files.ensureDir(name.startsWith('/') ? name : join(folder, name))).rejects.toMatchObject({ code })
})

test('many who make one folder at once all have it', async () => {
  const deep = join(freshFolder(), 'a', 'b', 'c')
  await Promise.all(Array.from({ length: 20 }, () => files.ensureDir(deep)))
  expect(statSync(deep).isDirectory()).toBe(true)
})

test('a file is replaced whole, for its owner alone, and nothing is left beside it', async () => {
  const folder = freshFolder()
  const path = join(folder, 'page.md')
  writeFileSync(path, 'before', { mode: 0o644 })
  await files.writeAtomic(path, 'after')
  expect([readFileSync(path, 'utf8'), modeOf(path), readdirSync(folder)]).toEqual(['after', 0o600, ['page.md']])
  await files.writeUnsynced(path, 'later')
  expect([readFileSync(path, 'utf8'), modeOf(path), readdirSync(folder)]).toEqual(['later', 0o600, ['page.md']])
  await files.makeDurable(path)
  await expect(files.makeDurable(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('the umask takes bits from a mode, except from an exact one', async () => {
  const path = join(freshFolder(), 'page.md')
  const before = process.umask(0o077)
  onTestFinished(() => void process.umask(before))
  await files.writeAtomic(path, '', 0o644)
  expect(modeOf(path)).toBe(0o600)
  await files.writeAtomic(path, '', 0o644, true)
  expect(modeOf(path)).toBe(0o644)
})

test('a write that fails midway leaves the file as it was, and nothing beside it', async () => {
  const folder = freshFolder()
  const path = join(folder, 'page.md')
  writeFileSync(path, 'before')
  async function* broken() {
    yield 'half'
    throw new Error('no more')
  }
  await expect(files.writeAtomic(path, broken())).rejects.toThrow('no more')
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['before', ['page.md']])
})

test.runIf(isRoot)('what root writes in the folder of somebody is theirs, and in its own stays its own', async () => {
  const folder = freshFolder()
  await chown(folder, nobody, nobody)
  await files.writeAtomic(join(folder, 'page.md'), '')
  await files.ensureDir(join(folder, 'below'))
  const ownerOf = (path: string) => [statSync(path).uid, statSync(path).gid]
  expect(['page.md', 'below'].map((name) => ownerOf(join(folder, name)))).toEqual([
    [nobody, nobody],
    [nobody, nobody],
  ])
  await chown(join(folder, 'below'), 0, 0)
  await files.writeAtomic(join(folder, 'below', 'page.md'), '')
  expect(ownerOf(join(folder, 'below', 'page.md'))).toEqual([0, 0])
  // A file of somebody else is not given on.
  const file = await open(join(folder, 'page.md'), 'r+')
  await files.giveToOwner(file, join(folder, 'below'))
  await file.close()
  expect(ownerOf(join(folder, 'page.md'))).toEqual([nobody, nobody])
})

test('what is there, how long it is and which file it is can be asked; a missing one is no error', async () => {
  const folder = freshFolder()
  const [path, none] = [join(folder, 'page.md'), join(folder, 'none')]
  await files.appendText(path, '가')
  await files.appendText(path, 'b')
  expect(modeOf(path)).toBe(0o600)
  expect([await files.readTextIfThere(path), await files.readTextIfThere(none)]).toEqual(['가b', undefined])
  expect([await files.fileExists(path), await files.fileExists(none)]).toEqual([true, false])
  expect([await files.fileExists(join(path, 'below'))]).toEqual([false])
  expect([await files.sizeOf(path), await files.sizeOf(none)]).toEqual([4, 0])
  expect([files.inodeOf(path), files.inodeOf(none)]).toEqual([statSync(path).ino, 0])
  await expect(files.readTextIfThere(folder)).rejects.toMatchObject({ code: 'EISDIR' })
})

test('files and folders get another name or go, and a missing one is an error', async () => {
  const folder = freshFolder()
  const at = (name: string) => join(folder, name)
  await mkdir(at('a'))
  await files.appendText(at('a/page.md'), 'x')
  await files.renamePath(at('a'), at('b'))
  await files.renamePath(at('b/page.md'), at('b/other.md'))
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['b', 'b/other.md'])
  await files.removeFile(at('b/other.md'))
  expect(existsSync(at('b/other.md'))).toBe(false)
  await expect(files.removeFile(at('none'))).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(files.renamePath(at('none'), at('c'))).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(files.syncDir(at('none'))).rejects.toMatchObject({ code: 'ENOENT' })
  await files.syncDir(folder)
})

test.each([
  ['ENOENT', { isMissing: true, isClosedError: false }],
  ['ENOTDIR', { isMissing: true, isClosedError: false }],
  ['EACCES', { isMissing: false, isClosedError: true }],
  ['EPERM', { isMissing: false, isClosedError: true }],
  ['EIO', { isMissing: false, isClosedError: true }],
  ['ENOSPC', { isMissing: false, isClosedError: false }],
])('%s of the system is told from the others, and is left where the system may refuse', (code, expected) => {
  const error = systemError(code)
  expect({ isMissing: files.isMissing(error), isClosedError: files.isClosedError(error) }).toEqual(expected)
  expect(files.codeOf(error)).toBe(code)
  expect(files.unlessSystem(error)).toBeUndefined()
})

test('an error that is not of the system is a bug', () => {
  for (const bug of [new Error('x'), Object.assign(new Error('x'), { code: 7 }), { code: 'EIO' }, undefined]) {
    expect(files.codeOf(bug)).toBeUndefined()
    expect(() => files.unlessSystem(bug)).toThrow()
  }
  expect(files.randomSuffix()).toMatch(/^[a-z0-9]{8,12}$/)
  expect(files.randomSuffix()).not.toBe(files.randomSuffix())
})
