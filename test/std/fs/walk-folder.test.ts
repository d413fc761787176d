import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type WalkOptions, walkFolder } from '../../../src/std/fs/walk-folder.ts'

const base = mkdtempSync(join(tmpdir(), 'assistant-walk-'))
afterAll(() => rmSync(base, { recursive: true }))

/** A folder of files by their paths, each with a text. */
function tree(name: string, files: Record<string, string>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(base, name, path)), { recursive: true })
    writeFileSync(join(base, name, path), text)
  }
  return join(base, name)
}

/** Names in their order; what is ignored in brackets. */
const walked = async (root: string, options: WalkOptions = { order: 'name' }) => {
  const names: string[] = []
  for await (const { name, dirent, ignored } of walkFolder(root, options)) {
    const full = dirent.isDirectory() ? `${name}/` : name
    names.push(ignored ? `(${full})` : full)
  }
  return names
}

const small = () => tree('small', { 'b/2.txt': '', 'a/x/deep.txt': '', 'a/1.txt': '', 'c.txt': '' })

test.each([
  ['name', ['a/', 'a/1.txt', 'a/x/', 'a/x/deep.txt', 'b/', 'b/2.txt', 'c.txt']],
  ['files-first', ['c.txt', 'a/', 'b/', 'a/1.txt', 'a/x/', 'a/x/deep.txt', 'b/2.txt']],
  ['breadth', ['a/', 'b/', 'c.txt', 'a/1.txt', 'a/x/', 'b/2.txt', 'a/x/deep.txt']],
] as const)('in the order %s', async (order, names) => {
  expect(await walked(small(), { order })).toEqual(names)
})

test('only so deep, and without what is skipped', async () => {
  expect(await walked(small(), { order: 'name', depth: 1 })).toEqual(['a/', 'b/', 'c.txt'])
  expect(await walked(small(), { order: 'name', skip: (_, { name }) => name === 'a' })).toEqual([
    'b/',
    'b/2.txt',
    'c.txt',
  ])
})

test('what git ignores is marked, and such a folder is not entered: patterns, inner files, exceptions, anchors', async () => {
  const root = tree('ignoring', {
    '.gitignore': '*.log\n/out\nsecret/\n!keep.log\n',
    'a.log': '',
    'keep.log': '',
    'out/x.txt': '',
    'in/out/x.txt': '',
    'in/.gitignore': '!b.log\n*.tmp\n',
    'in/b.log': '',
    'in/c.tmp': '',
    'secret/x.txt': '',
  })
  expect(await walked(root)).toEqual([
    '.gitignore',
    '(a.log)',
    'in/',
    'in/.gitignore',
    'in/b.log',
    '(in/c.tmp)',
    'in/out/',
    'in/out/x.txt',
    'keep.log',
    '(out/)',
    '(secret/)',
  ])
})

test('patterns above count up to the root of the repository, and not for a folder that is ignored itself', async () => {
  const root = tree('repository', {
    '.git/HEAD': '',
    '.gitignore': '*.log\nold/\n',
    'sub/a.log': '',
    'sub/b.txt': '',
    'old/a.log': '',
  })
  expect(await walked(join(root, 'sub'))).toEqual(['(a.log)', 'b.txt'])
  expect(await walked(join(root, 'old'))).toEqual(['a.log'])
  tree('outside', { '.gitignore': '*.log\n', 'sub/a.log': '' })
  expect(await walked(join(base, 'outside/sub'))).toEqual(['a.log'])
})

test('folders that tools fill are told and not entered; links are told and not followed', async () => {
  const root = tree('tools', { 'node_modules/a.js': '', '.git/HEAD': '', 'src/a.js': '' })
  symlinkSync('src', join(root, 'link'))
  expect(await walked(root)).toEqual(['.git/', 'link', 'node_modules/', 'src/', 'src/a.js'])
})

test('a folder that cannot be read is told to who asks for it; that of the beginning is thrown otherwise', async () => {
  const root = tree('file', { 'a.txt': '' })
  await expect(walked(join(root, 'a.txt'))).rejects.toThrow('ENOTDIR')
  const unread: string[] = []
  expect(await walked(join(root, 'none'), { order: 'name', unreadable: (folder) => unread.push(folder) })).toEqual([])
  expect(unread).toEqual([join(root, 'none')])
})
