import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test as sample } from 'vitest'
import { freshHome } from '../../cli/assistant.ts'
import { device } from '../../cli/device.ts'
import { webdavServer } from '../../fakes/webdav-server.ts'
import { longTest as test } from '../../parts.ts'

sample('two devices over a folder share pages, conversations and reminders, and tell what contradicts', async () => {
  const root = freshHome()
  const store = join(root, 'store')
  const [a, b] = [device(root, 'a'), device(root, 'b')]
  await a.does('memory', 'add', 'the cat is called Nabi')
  await b.does('memory', 'add', 'likes black coffee')
  writeFileSync(join(a.home, 'heartbeat.md'), '- [ ] every day at 9am: water the plants\n')
  await a.does('reminders', 'add', 'take the pill', '--at', 'tomorrow 9am')
  await b.does('reminders', 'add', 'buy milk', '--at', 'tomorrow 8am')
  expect((await a.does('-p', '-q', 'hello')).code).toBe(0)
  expect((await a.does('sync', 'init', store, '--name', 'laptop')).all).toContain('Made a store')
  expect((await b.does('sync', 'init', store, '--name', 'desktop')).all).toContain('Connected to the store')
  await a.sync()
  expect(a.page('memory/me.md')).toBe(b.page('memory/me.md'))
  expect(a.page('memory/me.md')).toMatch(/Nabi.*coffee|coffee.*Nabi/s)
  expect(a.page('reminders.jsonl')).toBe(b.page('reminders.jsonl'))
  expect(b.page('heartbeat.md')).toBe(a.page('heartbeat.md'))
  // What is shared by kind is what the page on it says.
  const kinds: { kind: string; shared: boolean }[] = JSON.parse((await a.does('sync', 'kinds', '--json')).out)
  for (const page of ['docs/sync.md', 'docs/ko/sync.md'])
    expect([...readFileSync(page, 'utf8').matchAll(/^\| `([a-z]+)` \| /gm)].map(([, kind]) => kind)).toEqual(
      kinds.map(({ kind }) => kind),
    )
  expect(kinds.flatMap(({ kind, shared }) => (shared ? [] : [kind]))).toEqual([])
  const [journal = ''] = readdirSync(join(b.home, 'conversations')).filter((name) => name.endsWith('.jsonl'))
  expect(b.page(`conversations/${journal}`)).toBe(a.page(`conversations/${journal}`))
  // Each goes on with the conversation without knowing of the other.
  const id = journal.replace('.jsonl', '')
  await a.does('-p', '-q', '-r', id, 'what is 12*12?')
  await b.does('-p', '-q', '-r', id, 'what is 13*13?')
  await a.sync()
  await b.sync()
  await a.sync()
  expect(b.page(`conversations/${journal}`)).toBe(a.page(`conversations/${journal}`))
  const shown = (await b.does('conversations', 'show', id)).out
  expect(shown).toContain('12*12')
  expect(shown).toContain('13*13')
  // The same line, written anew on both.
  for (const [one, count] of [
    [a, 'two'],
    [b, 'three'],
  ] as const)
    writeFileSync(
      join(one.home, 'memory/me.md'),
      one.page('memory/me.md').replace('the cat is called Nabi', `has ${count} cats`),
    )
  await a.sync()
  await b.sync()
  await a.sync()
  expect(a.page('memory/me.md')).toBe(b.page('memory/me.md'))
  expect((await a.does('sync', 'resolve')).out).toMatch(/has (two|three) cats.*has (two|three) cats/s)
  const [conflict] = JSON.parse((await a.does('sync', 'resolve', '--json')).out)
  expect((await a.does('sync', 'resolve', String(conflict.id), '--keep', 'other')).code).toBe(0)
  await a.sync()
  await b.sync()
  expect(b.page('memory/me.md')).toBe(a.page('memory/me.md'))
  expect(b.page('memory/me.md')).toContain(conflict.other.replace(/ *<!--.*/, ''))
  expect(b.page('memory/me.md')).not.toContain(conflict.kept)
  expect((await b.does('sync', 'resolve')).err).toContain('Nothing contradicts')
  // What sync did can be taken back, on all devices.
  const [last] = JSON.parse((await b.does('sync', 'log', '--json')).out)
  expect([last.path, last.did]).toEqual(['home/memory/me.md', 'changed'])
  expect((await b.does('sync', 'undo', String(last.id))).code).toBe(0)
  await b.sync()
  await a.sync()
  expect(a.page('memory/me.md')).toContain('has two cats')
  expect(a.page('memory/me.md')).toContain('has three cats')
  // A deletion does not come back; nothing changed: nothing is sent.
  await a.does('conversations', 'delete', id, '--yes')
  await a.sync()
  await b.sync()
  expect(existsSync(join(b.home, 'conversations', journal))).toBe(false)
  await a.sync()
  expect((await b.sync()).out).toContain('Nothing has changed')
})

test('an encrypted store shows nothing and opens with its passphrase alone', async () => {
  const root = freshHome()
  const store = join(root, 'store')
  const [a, b] = [device(root, 'a'), device(root, 'b')]
  writeFileSync(join(root, 'right'), 'correct horse battery\n')
  writeFileSync(join(root, 'wrong'), 'incorrect horse\n')
  await a.does('memory', 'add', 'the cat is called Nabi')
  await a.does('sync', 'init', store, '--password-file', join(root, 'right'))
  expect((await b.does('sync', 'init', store, '--password-file', join(root, 'wrong'))).err).toContain(
    'Another passphrase',
  )
  expect((await b.does('sync', 'init', store)).err).toContain('passphrase')
  expect((await b.does('sync', 'init', store, '--password-file', join(root, 'right'))).code).toBe(0)
  expect(b.page('memory/me.md')).toContain('Nabi')
  // A third device joins by a code, which is good once.
  const command = (await a.does('sync', 'invite')).out
  const code = /--invitation ([0-9A-Z]{5}-[0-9A-Z]{5})/.exec(command)?.[1] ?? ''
  const c = device(root, 'c')
  const wrong = code.startsWith('0') ? code.replace('0', '1') : code.replace(/^./, '0')
  expect((await c.does('sync', 'init', store, '--invitation', wrong)).err).toContain('The code is wrong')
  expect((await c.does('sync', 'init', store, '--invitation', code.toLowerCase())).code).toBe(0)
  expect(c.page('memory/me.md')).toContain('Nabi')
  expect(readdirSync(join(store, 'join'))).toEqual([])
  for (const name of readdirSync(join(store, 'log'), { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  ))
    expect(readFileSync(join(name.parentPath, name.name)).subarray(0, 10).toString()).toBe('ASSIST-S1\n')
})

test("somebody else's folder, an empty one, half files and conflict copies: a clear word, and nothing here is touched", async () => {
  const root = freshHome()
  const store = join(root, 'store')
  const [a, b] = [device(root, 'a'), device(root, 'b')]
  await a.does('memory', 'add', 'the cat is called Nabi')
  const before = a.page('memory/me.md')
  const other = join(root, 'photos')
  mkdirSync(other)
  writeFileSync(join(other, 'cat.jpg'), 'x')
  expect((await a.does('sync', 'init', other)).err).toContain('Not a store of assistant')
  writeFileSync(join(root, 'photos', 'assistant-sync.json'), '{"kind":"assistant-sync","v":99}')
  expect((await a.does('sync', 'init', other)).err).toContain('newer version')
  await a.does('sync', 'init', store, '--name', 'laptop')
  await b.does('sync', 'init', store, '--name', 'desktop')
  await b.does('memory', 'add', 'likes black coffee')
  await b.sync()
  // Half of a file, and a copy that a syncing program made of the whole one.
  const mine = JSON.parse((await b.does('sync', 'status', '--json')).out).device.id
  const names = readdirSync(join(store, 'log', mine)).sort()
  const last = join(store, 'log', mine, names.at(-1) ?? '')
  const whole = readFileSync(last)
  writeFileSync(last, whole.subarray(0, 20))
  expect((await a.sync()).err).toContain('Not whole')
  expect(a.page('memory/me.md')).toBe(before)
  rmSync(last)
  writeFileSync(`${last}.sync-conflict-20261122-101112-ABCDEFG`, whole)
  expect((await a.sync()).err).toMatch(/conflict cop(?:y|ies)/)
  expect(a.page('memory/me.md')).toContain('coffee')
  expect(readdirSync(dirname(last)).sort()).toEqual(names)
  // Garbage, paths that leave the home, and a newer form.
  const { packSegment } = await import('../../../src/sync/replica/segment.ts')
  const evil = 'evil000000000000'
  mkdirSync(join(store, 'log', evil))
  const line = ['80000000000000001evil00', 'x']
  const files = {
    'home/../../escaped.md': { lines: [line] },
    'home/secrets.json': { fields: [] },
    'home/memory/you.md': { lines: 7 },
  }
  const bad = packSegment({ v: 1, device: evil, name: 'evil', number: 1, count: 1, at: 1, files: files as never }, 1)
  writeFileSync(join(store, bad.path), bad.bytes)
  const newer = packSegment({ v: 2, device: evil, name: 'evil', number: 2, count: 1, at: 1, files: {} } as never, 1)
  writeFileSync(join(store, newer.path), newer.bytes)
  appendFileSync(join(store, 'log', evil, 'notes.txt'), 'hello')
  const told = await a.sync()
  expect(told.err).toContain('Nothing that can be synced')
  expect(told.err).toContain('newer version')
  expect(existsSync(join(root, 'escaped.md'))).toBe(false)
  expect(readdirSync(join(a.home, 'memory')).filter((name) => name.startsWith('you'))).toEqual([])
  // A drive that is not connected looks like an empty folder: nothing is taken for deleted.
  rmSync(store, { recursive: true })
  expect((await a.sync()).err).toMatch(/empty|reached/)
  expect(a.page('memory/me.md')).toContain('Nabi')
})

test('over WebDAV two devices come to the same, one joins by a code, and a server that refuses or is full says so', async () => {
  const root = freshHome()
  await using server = await webdavServer()
  const place = `${server.url}notes/assistant`
  const [a, b] = [device(root, 'a'), device(root, 'b')]
  writeFileSync(join(root, 'right'), 'correct horse battery\n')
  await a.does('memory', 'add', 'the cat is called Nabi')
  await b.does('memory', 'add', 'likes black coffee')
  expect((await a.does('sync', 'init', place.replace(':p@', ':wrong@'))).err).toContain('refused')
  expect((await a.does('sync', 'init', place.replace('127.0.0.1', 'example.com'))).err).toContain('https only')
  expect((await a.does('sync', 'init', place, '--password-file', join(root, 'right'))).all).toContain('Made a store')
  const command = (await a.does('sync', 'invite')).out.trim().split('\n').at(-1)?.replaceAll("'", '') ?? ''
  expect((await b.does(...command.split(' ').slice(1))).all).toContain('Connected to the store')
  await a.sync()
  expect(a.page('memory/me.md')).toBe(b.page('memory/me.md'))
  expect(a.page('memory/me.md')).toMatch(/Nabi.*coffee|coffee.*Nabi/s)
  expect([...server.files.keys()].filter((path) => path.includes('.tmp'))).toEqual([])
  expect((await a.does('sync', 'status')).out).not.toContain(':p@')
  server.state.refuse = 507
  await a.does('memory', 'add', 'plays the piano')
  expect((await a.sync()).err).toContain('is full')
  server.state.refuse = 0
  await a.sync()
  await b.sync()
  expect(b.page('memory/me.md')).toContain('piano')
})

test('a store that is away is named by whoever asks how sync stands, and is back when it is', async () => {
  const root = freshHome()
  const store = join(root, 'drive', 'store')
  mkdirSync(dirname(store))
  const a = device(root, 'a')
  await a.does('memory', 'add', 'the cat is called Nabi')
  await a.does('sync', 'init', store)
  renameSync(dirname(store), join(root, 'away'))
  const status = await a.does('sync', 'status')
  expect([status.code, status.err]).toEqual([0, expect.stringContaining(store)])
  expect(status.err).toContain('Check that the drive is connected')
  expect(JSON.parse((await a.does('sync', 'status', '--json')).out).fault).toBe('empty')
  expect(existsSync(store)).toBe(false)
  renameSync(join(root, 'away'), dirname(store))
  expect((await a.does('sync', 'status')).err).toBe('')
})
