import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  placeAsIs,
  planSandbox,
  type SandboxPlace,
  type SandboxRequest,
} from '../../../../src/tools/shell/sandbox/sandbox-plan.ts'

// The table that every kind of sandbox is made from, row by row, for a home made up here.

const home = realpathSync(mkdtempSync(join(tmpdir(), 'plan-')))
afterAll(() => rm(home, { recursive: true }))
const put = (path: string, text = 'x') => {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), text)
}
for (const path of [
  ...[
    '.bashrc',
    '.ssh/id',
    '.netrc',
    '.config/x/a',
    '.cargo/bin/rg',
    '.rustup/a',
    '.local/bin/a',
    '.local/lib/a',
    '.local/share/uv/a',
  ],
  ...[
    'tools/bin/a',
    'tools/lib/a',
    'shims/a',
    'other/a',
    'notes/a.md',
    'notes/.env',
    'work/package.json',
    'work/src/.envrc',
    'work/a.ts',
  ],
  ...[
    'work/node_modules/a/x',
    'work/node_modules/.bin/x',
    'work/node_modules/.cache/x',
    'work/own/state',
    'linked/real/HEAD',
  ],
  ...[
    'whole/.git/HEAD',
    'whole/.git/objects/x',
    'whole/.git/refs/x',
    'whole/sub/a',
    'venv/bin/python',
    'bare/repo/HEAD',
    'bare/repo/objects/x',
    'bare/repo/refs/x',
    'bare/repo/a.ts',
    'bare/half/HEAD',
    'bare/half/refs/x',
  ],
])
  put(path)
symlinkSync(join(home, 'linked/real'), join(home, 'linked/.git'))
symlinkSync(join(home, 'other'), join(home, 'notes/link'))
const listening = createServer()
await new Promise<void>((resolve) => listening.listen(join(home, 'work/dev.sock'), resolve))
afterAll(() => void listening.close())

async function plan(
  cwd: string,
  more: Partial<SandboxRequest> = {},
  env: Record<string, string> = {},
  own: string[] = [],
) {
  const { places, writes } = await planSandbox(
    { userHome: home, own, env, platform: 'linux', machine: 'x64', node: process.execPath },
    { cwd: cwd.startsWith('/') ? cwd : join(home, cwd), ...more },
  )
  const named = (path: string) => path.replace(`${home}/`, '')
  const rows = new Map(places.map((place) => [named(place.path), place.access]))
  return { rows, writes, order: places.map(({ path }: SandboxPlace) => path), at: (path: string) => rows.get(path) }
}

test('a project is written, but for what other programs run by themselves, packages, sockets and a repository to come', async () => {
  const { at, writes } = await plan('work')
  expect(writes).toBe(true)
  expect(
    Object.fromEntries(
      ['work', 'work/package.json', 'work/src/.envrc', 'work/a.ts', 'work/dev.sock', 'work/.git'].map((path) => [
        path,
        at(path),
      ]),
    ),
  ).toEqual({
    work: 'write',
    'work/package.json': 'read',
    'work/src/.envrc': 'read',
    'work/a.ts': undefined,
    'work/dev.sock': 'hidden',
    'work/.git': 'empty',
  })
  expect(['', '/a', '/.bin', '/.cache'].map((name) => at(`work/node_modules${name}`))).toEqual([
    'scratch',
    'read',
    'read',
    undefined,
  ])
})

test('the home and what is shared are empty folders of the command’s own, outer rows before inner ones', async () => {
  const { rows, at, order } = await plan('work')
  expect([home, '/tmp', '/var/tmp', '/run'].map((path) => rows.get(path))).toEqual(Array(4).fill('scratch'))
  expect(['/etc/passwd', '/etc/shadow', '/etc/ssh'].map((path) => rows.get(path))).toEqual([
    'read',
    undefined,
    undefined,
  ])
  expect(rows.get('/usr')).toBe('read')
  expect(['.ssh', '.bashrc', '.config', 'notes', 'other'].map(at)).toEqual(Array(5).fill(undefined))
  const depths = order.slice(0, -1).map((path) => path.split('/').length)
  expect(depths).toEqual(depths.toSorted((a, b) => a - b))
})

test.each<[string, string, Partial<SandboxRequest>, Record<string, string>]>([
  ['that is the home', '.', {}, {}],
  ['of a program’s settings', '.config/x', {}, {}],
  ['of the system', '/usr/share', {}, {}],
  ['that all programs share', '/tmp', {}, {}],
  ['that holds the home', tmpdir(), {}, {}],
  ['that programs are run from', 'tools/bin', {}, { PATH: '/usr/bin:HOME/tools/bin' }],
  ['whose repository is a link', 'linked', {}, {}],
  ['that is only looked at', 'work', { readOnly: true }, {}],
])('a folder %s is not written', async (_, cwd, more, env) => {
  const filled = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace('HOME', home)]))
  const { writes, rows } = await plan(cwd, more, filled)
  expect(writes).toBe(false)
  expect([...rows].filter(([, access]) => access === 'write')).toEqual([])
})

test('a folder that holds the home shows nothing of what stands beside it, however it is looked at', async () => {
  for (const more of [{}, { readOnly: true }])
    expect((await plan(dirname(home), more)).at(dirname(home))).not.toBe('read')
})

test('a link of the system stays one, and its end is readable where nothing else shows it', async () => {
  const link = join(home, 'other/link')
  symlinkSync(join(home, 'notes'), link)
  const end = { path: join(home, 'notes'), access: 'read', folder: true }
  expect(await placeAsIs(link)).toEqual([{ path: link, access: 'link', folder: false, target: end.path }, end])
  symlinkSync('/usr/share', join(home, 'other/shown'))
  symlinkSync('nowhere', join(home, 'other/broken'))
  expect((await placeAsIs(join(home, 'other/shown'))).map(({ access }) => access)).toEqual(['link'])
  expect((await placeAsIs(join(home, 'other/broken'))).map(({ access }) => access)).toEqual(['link'])
  expect(await placeAsIs(join(home, 'notes/a.md'))).toEqual([
    { path: join(home, 'notes/a.md'), access: 'read', folder: false },
  ])
  expect(await placeAsIs(join(home, 'none'))).toEqual([])
})

test('of the home as working folder what is no setting and no login is seen, links as links', async () => {
  const { at } = await plan('.')
  expect(['notes', 'work', 'other', '.bashrc', '.ssh', '.config', '.netrc'].map(at)).toEqual([
    'read',
    'read',
    'read',
    ...Array(4).fill(undefined),
  ])
  expect(at('work/dev.sock')).toBe('hidden')
})

test('tools installed for one person are readable with what belongs to them, and nothing beside', async () => {
  const path = ['/usr/bin', '.cargo/bin', '.local/bin', 'tools/bin', 'shims', 'other'].map((one) =>
    one.startsWith('/') ? one : join(home, one),
  )
  const { at } = await plan(
    'work',
    {},
    { PATH: path.join(':'), VIRTUAL_ENV: join(home, 'venv'), GOPATH: 'relative', JAVA_HOME: home },
  )
  expect(
    ['.cargo', '.rustup', '.local/bin', '.local/lib', '.local/share/uv', 'tools', 'other', 'venv'].map(at),
  ).toEqual(Array(8).fill('read'))
  expect(['.local', '.local/share', '.ssh', 'notes', home].map(at)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    'scratch',
  ])
  expect(at('shims')).toBe('read')
})

test('the project around a folder is for reading, its repository too', async () => {
  const { at, writes } = await plan('whole/sub')
  expect([at('whole'), at('whole/sub'), at('whole/.git'), writes]).toEqual(['read', 'write', 'read', true])
  const top = await plan('whole')
  expect([top.at('whole'), top.at('whole/.git')]).toEqual(['write', 'read'])
})

test('keys and the assistant’s own folders are hidden wherever something around them is open', async () => {
  const { at, order } = await plan('work', { readable: [join(home, '.ssh'), join(home, 'notes')] }, {}, [
    join(home, 'work/own'),
    join(home, 'none'),
  ])
  expect([at('.ssh'), at('work/own'), at('notes'), at('none'), at('.netrc')]).toEqual([
    'hidden',
    'hidden',
    'read',
    undefined,
    undefined,
  ])
  expect(order.lastIndexOf(join(home, '.ssh'))).toBeGreaterThan(order.indexOf(join(home, 'notes')))
  expect((await plan('/etc', { readOnly: true })).rows.get('/etc/shadow')).toBe('hidden')
})

test('what a run must write beside its folder is written, what is not there is no row', async () => {
  const { at } = await plan('work', { writable: [join(home, 'other'), join(home, 'none'), join(home, 'work')] })
  expect([at('other'), at('none'), at('work')]).toEqual(['write', undefined, 'write'])
  expect([...(await plan('/')).rows].filter(([, access]) => access === 'write')).toEqual([])
})

test('a repository without a working tree is for reading, wherever it stands; one that is the folder itself is not', async () => {
  const { at } = await plan('bare')
  expect(['bare', 'bare/repo', 'bare/half'].map(at)).toEqual(['write', 'read', undefined])
  expect((await plan('bare/repo')).at('bare/repo')).toBe('write')
})
