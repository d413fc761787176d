import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { autorunIn, quarantineAutorun, removePlaceholder } from '../../../../src/tools/shell/sandbox/autorun-check.ts'

/** A working folder with these files; what ends in a slash is a folder. */
function folderWith(...paths: string[]) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'autorun-')))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const put = (path: string, text = 'x') => {
    mkdirSync(path.endsWith('/') ? join(cwd, path) : dirname(join(cwd, path)), { recursive: true })
    if (!path.endsWith('/')) writeFileSync(join(cwd, path), text)
  }
  for (const path of paths) put(path)
  const named = (path: string) => path.replace(`${cwd}/`, '')
  return { cwd, put, named, all: () => readdirSync(cwd, { recursive: true }).map(String).sort() }
}

test('what other programs run is found at any depth, with whether it is a folder, and nothing else', async () => {
  const { cwd, named } = folderWith(
    ...['a.ts', 'package.json', 'deep/er/.envrc', '.vscode/tasks.json', '.gitignore', 'notes/b.md', 'node_modules/x/y'],
    ...['sub/venv/z', 'bare/HEAD', 'bare/objects/', 'bare/refs/', 'bare/a.ts', 'half/HEAD', 'half/refs/'],
  )
  symlinkSync(join(cwd, 'notes/b.md'), join(cwd, '.bashrc'))
  symlinkSync(join(cwd, 'notes'), join(cwd, '.zed'))
  symlinkSync('/etc/passwd', join(cwd, '.profile'))
  symlinkSync(cwd, join(cwd, '.idea'))
  symlinkSync(join(cwd, 'gone'), join(cwd, '.zshrc'))
  const server = createServer().listen(join(cwd, 'deep/a.sock'))
  onTestFinished(() => void server.close())
  const { found, sockets, names, whole } = await autorunIn(cwd)
  expect(found.map(({ path, folder }) => `${named(path)}${folder ? '/' : ''}`).sort()).toEqual(
    [
      '.vscode/',
      'bare/',
      'deep/er/.envrc',
      'node_modules/',
      'notes/',
      'notes/b.md',
      'package.json',
      'sub/venv/',
    ].sort(),
  )
  expect(sockets.map(named)).toEqual(['deep/a.sock'])
  expect([...names.keys()].map(named).sort()).toEqual(
    ['.bashrc', '.idea', '.profile', '.vscode', '.zed', '.zshrc', 'bare/HEAD', 'deep/er/.envrc', 'package.json'].sort(),
  )
  expect(whole).toBe(true)
})

test('a folder that is a repository itself is looked into, and its head has a name', async () => {
  const { cwd, named } = folderWith('HEAD', 'objects/', 'refs/', 'hooks/.envrc')
  const { found, names } = await autorunIn(cwd)
  expect(found.map(({ path }) => named(path))).toEqual(['hooks/.envrc'])
  expect([...names.keys()].map(named).sort()).toEqual(['HEAD', 'hooks/.envrc'])
})

test('more folders than are read at once are all read, and one that is gone has nothing in it', async () => {
  const many = Array.from({ length: 70 }, (_, at) => `f${at}/.envrc`)
  const { cwd } = folderWith(...many)
  expect((await autorunIn(cwd)).found).toHaveLength(70)
  expect(await autorunIn(join(cwd, 'gone'))).toEqual({ found: [], sockets: [], names: new Map(), whole: true })
})

test('what was put there meanwhile gets another name, and what stood there stays, whoever saved it', async () => {
  const { cwd, put, named, all } = folderWith('package.json', 'a/.envrc', 'b/c.txt', '.bashrc.blocked')
  symlinkSync('b', join(cwd, '.zed'))
  const before = await autorunIn(cwd)
  put('package.json', 'saved by an editor')
  put('.bashrc', 'new')
  put('a/Makefile', 'harmless to the sandbox?')
  put('b/.mcp.json', 'new')
  put('.git/')
  rmSync(join(cwd, '.zed'))
  symlinkSync('a', join(cwd, '.zed'))
  const moved = (await quarantineAutorun(cwd, before)).map(named)
  expect(moved).toEqual(expect.arrayContaining(['.bashrc.blocked-1', 'b/.mcp.json.blocked', '.zed.blocked']))
  expect(all()).toEqual(expect.arrayContaining(['.git', 'package.json', 'a/.envrc', '.bashrc.blocked-1']))
  expect(all()).not.toContain('.bashrc')
  expect(all()).not.toContain('.zed')
  expect(readFileSync(join(cwd, '.bashrc.blocked-1'), 'utf8')).toBe('new')
  expect(await quarantineAutorun(cwd, await autorunIn(cwd))).toEqual([])
})

test('a folder exchanged with all that is in it is new, and so is a repository that has something in it', async () => {
  const { cwd, put, named } = folderWith('a/.envrc', 'other/.envrc')
  const before = await autorunIn(cwd)
  rmSync(join(cwd, 'a'), { recursive: true })
  put('spare/x')
  put('a/.envrc', 'exchanged')
  put('.git/config', 'fsmonitor')
  expect((await quarantineAutorun(cwd, before)).map(named).sort()).toEqual(['.git.blocked', 'a/.envrc.blocked'])
})

test('a placeholder goes when it is empty and nothing is mounted there', async () => {
  const { cwd, put, all } = folderWith('empty/', 'full/x')
  await removePlaceholder(join(cwd, 'empty'))
  await removePlaceholder(join(cwd, 'full'))
  await removePlaceholder(join(cwd, 'gone'))
  expect(all()).toEqual(['full', 'full/x'])
  put('again/')
  await removePlaceholder('/proc')
})
