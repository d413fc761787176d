import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stateFiles } from '../../src/app/admin/state-files.ts'
import { cardColumnsOf, keepCardColumns } from '../../src/app/money/card-columns.ts'
import { pathsOf } from '../../src/config/paths.ts'
import { DeedStore } from '../../src/core/deeds/store.ts'
import { MoneyStore } from '../../src/core/money/money-store.ts'
import { ReminderStore } from '../../src/core/reminders/store.ts'
import { ScheduleStore } from '../../src/core/schedules/store.ts'
import { readAgent } from '../../src/memory/agents.ts'
import { readHistory } from '../../src/memory/history.ts'
import { ensureHome, firstNames } from '../../src/memory/home-layout.ts'
import { Notebook } from '../../src/memory/notebook.ts'
import { createProfile, readProfiles } from '../../src/memory/profiles.ts'
import { readPage } from '../../src/memory/store.ts'
import { RootList } from '../../src/retrieval/roots.ts'
import { openLedger } from '../../src/services/transfer/ledger.ts'
import { takeDamage } from '../../src/std/fs/damage.ts'
import { writeState } from '../../src/std/fs/state-file.ts'
import { TextIndex } from '../../src/std/text-index.ts'
import { healConfiguration, readConfiguration, writeConfiguration } from '../../src/sync/configuration.ts'
import { loadThread, openJournal } from '../../src/threads/journal.ts'
import { TokenFile } from '../../src/ui/http/tokens.ts'
import { AccessFile } from '../../src/ui/telegram/inbound/access.ts'
import { DeliveryLog } from '../../src/ui/telegram/outbox.ts'

const base = mkdtempSync(join(tmpdir(), 'assistant-damage-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const now = new Date('2026-11-21T01:35:00Z')
const id = '01KC000000000000000000000C'
const owner = 4711

/** Other pages of a home: each is read and mended as that of the person is. */
const written = [
  'memory/영희.md',
  'memory/archive/me.md',
  'system_prompt.md',
  'heartbeat.md',
  'lists/me/장보기.md',
  'workspaces/default/memory.md',
  'workspaces/default/archive/memory.md',
  'workspaces/default/agents/비서/memory.md',
  'workspaces/default/agents/비서/persona.md',
]

/** Every kind of file that the program keeps something in, and how it is read in use. `log`: each line is sealed. */
const kinds: Record<string, { log?: true; read(home: string, path: string): Promise<unknown> }> = {
  'ledger.jsonl': {
    log: true,
    read: async (_, path) => (await openLedger(path, () => now).books()).moves.map(({ amount }) => amount),
  },
  'reminders.jsonl': {
    log: true,
    read: async (_, path) => [...(await new ReminderStore(path).all()).values()].map((one) => one.title),
  },
  [`conversations/${id}.jsonl`]: {
    log: true,
    read: async (home) => (await loadThread(join(home, 'conversations'), id)).messages,
  },
  'memory/.history.jsonl': { log: true, read: async (home) => (await readHistory(home)).map((one) => one.id) },
  'state/telegram.jsonl': {
    log: true,
    async read(_, path) {
      const log = await DeliveryLog.open(path)
      await log.close()
      return [...log.chats.keys()]
    },
  },
  'profiles.json': { read: (home) => readProfiles(home) },
  'telegram.json': { read: async (home) => (await new AccessFile(join(home, 'config.json')).read()).senders },
  'http-tokens.json': { read: async (_, path) => (await new TokenFile(path, () => now).all()).map(({ name }) => name) },
  'docs/default/documents.json': { read: (_, path) => new RootList(path).read() },
  'workspaces/default/agents/비서/config.json': {
    read: async (home) => (await readAgent(home, { ...firstNames })).config.permissions,
  },
  'schedules.jsonl': { log: true, read: async (_, path) => [...(await new ScheduleStore(path).all()).values()] },
  'money.jsonl': { log: true, read: async (home) => (await new MoneyStore(home).entries('me')).map(({ won }) => won) },
  'deeds.jsonl': {
    log: true,
    read: async (_, path) => (await new DeedStore(path).open('me', 'owner')).map(({ object }) => object),
  },
  'state/sync/sync.json': {
    async read(home) {
      await healConfiguration(join(home, 'state'))
      return readConfiguration(join(home, 'state'))
    },
  },
  'card-columns.json': { read: (home) => cardColumnsOf(home, 'card') },
  'memory/me.md': { read: (_, path) => readPage(path) },
  ...Object.fromEntries(written.map((name) => [name, { read: (_, path) => readPage(path) }])),
}

async function prepare(home: string): Promise<void> {
  await ensureHome(home, now)
  const ledger = openLedger(join(home, 'ledger.jsonl'), () => now)
  for (let n = 1; n <= 6; n++) await ledger.deposit(n * 1_000, `key-${n}`, `메모 ${n}`)
  const reminders = new ReminderStore(join(home, 'reminders.jsonl'))
  for (let n = 1; n <= 6; n++) {
    const more = { kind: 'reminder', zone: 'Asia/Seoul', profile: 'me', by: 'owner', createdAt: +now } as const
    await reminders.create({ title: `할 일 ${n}`, next: +now + n * 60_000, ...more } as Parameters<
      ReminderStore['create']
    >[0])
  }
  const journal = await openJournal(join(home, 'conversations'), id)
  const input = (n: number) => ({ id: `input-${n}`, text: `${n}번째 말`, origin: 'tui', by: 'owner' }) as const
  const events = [1, 2, 3].flatMap((n) => [
    { type: 'turn.started', input: input(n) },
    { type: 'turn.done', message: `answer-${n}`, text: `${n}번째 답` },
  ])
  for (const [seq, event] of events.entries())
    await journal.append({ v: 1, epoch: 1, seq: seq + 1, at: +now, turn: `input-${(seq >> 1) + 1}`, event } as never)
  await journal.checkpoint(await loadThread(join(home, 'conversations'), id), true)
  await journal.close()
  const notebook = new Notebook(home)
  for (const fact of [
    '혈액형은 AB형',
    '제주도 숙소는 바다펜션',
    '어머니는 땅콩 알레르기',
    '주차는 지하 2층',
    '딸은 지은이',
  ])
    await notebook.add(join(home, 'memory/me.md'), fact, { date: '2026-11-21' }, 'person', now)
  for (const name of written) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    await writeState(join(home, name), [1, 2, 3, 4, 5].map((n) => `- [ ] ${name}의 ${n}번째 줄\n`).join(''))
  }
  await keepMore(home)
  mkdirSync(join(home, 'state'), { recursive: true })
  const log = await DeliveryLog.open(join(home, 'state/telegram.jsonl'))
  for (let chat = 1; chat <= 5; chat++) await log.write({ type: 'chat', chat, conversation: `c-${chat}` })
  await log.close()
  await createProfile(home, '영희', ['희야'], now)
  await createProfile(home, '철수', [], now)
  const access = new AccessFile(join(home, 'config.json'))
  for (const one of [owner, owner + 1])
    await access.pair((await access.offer(one, +now)) ?? '', { grants: ['transfer'] }, +now)
  const tokens = new TokenFile(join(home, 'http-tokens.json'), () => now)
  for (const name of ['laptop', 'phone']) await tokens.add(name)
  await new RootList(join(home, 'docs/default/documents.json')).change(() => ({
    documents: ['/tmp/a', '/tmp/b'],
    without: [],
  }))
}

/** Schedules, money, deeds and settings of sync. */
async function keepMore(home: string): Promise<void> {
  const schedules = new ScheduleStore(join(home, 'schedules.jsonl'))
  for (let n = 1; n <= 6; n++)
    await schedules.create({
      ...{ title: `일 ${n}`, prompt: `일 ${n}`, start: +now, zone: 'Asia/Seoul', next: +now + n, by: 'owner' },
      ...{ workspace: 'default', agent: '비서', profile: 'me', createdAt: +now, permission: 'safe', missed: 'once' },
      ...{ tokens: 1_000, minutes: 5 },
    } as Parameters<ScheduleStore['create']>[0])
  const money = new MoneyStore(home)
  for (let n = 1; n <= 6; n++)
    await money.book([{ won: n * 1_000, kind: 'spent', what: `커피 ${n}`, day: '2026-11-21' }], booker, [])
  const deeds = new DeedStore(join(home, 'deeds.jsonl'))
  for (let n = 1; n <= 6; n++)
    await deeds.begin({ at: +now, profile: 'me', by: 'owner', tool: 'memory', object: `일 ${n}` })
  await writeConfiguration(join(home, 'state'), { store: '/s', name: 'a', paused: false, without: [] })
  await writeConfiguration(join(home, 'state'), { store: '/s', name: 'b', paused: false, without: ['tasks'] })
  await keepCardColumns(home, 'card', { day: 0, won: 1, what: 2 })
}

const booker = { profile: 'me', by: 'owner', now } as const
const lines = (text: Buffer) => text.toString('latin1').split('\n').slice(0, -1)
const joined = (all: string[]) => Buffer.from(all.map((line) => `${line}\n`).join(''), 'latin1')
const put = (text: Buffer, at: number, bytes: Buffer) => Buffer.concat([text.subarray(0, at), bytes, text.subarray(at)])
const flip = (part: number, bit: number) => (text: Buffer) => {
  const copy = Buffer.from(text)
  const at = Math.min(text.length - 2, Math.floor(text.length * part))
  copy[at] = (copy[at] ?? 0) ^ (1 << bit)
  return copy
}
const over =
  (part: number, byte: number, length = 16) =>
  (text: Buffer) =>
    Buffer.from(text).fill(byte, Math.floor(text.length * part), Math.floor(text.length * part) + length)
const cut = (part: number) => (text: Buffer) => text.subarray(0, Math.floor(text.length * part))
const edit = (change: (all: string[], middle: number) => string[]) => (text: Buffer) => {
  const all = lines(text)
  return joined(change(all, all.length >> 1))
}

/** What disks, transfers and editors do to a file. */
const damages: Record<string, (text: Buffer) => Buffer> = {
  'is emptied': () => Buffer.alloc(0),
  'keeps a quarter': cut(0.25),
  'keeps a half': cut(0.5),
  'keeps three quarters': cut(0.75),
  'loses its last line': edit((all) => all.slice(0, -1)),
  'loses its first line': edit((all) => all.slice(1)),
  'loses a line inside': edit((all, middle) => all.toSpliced(middle, 1)),
  'has a line twice': edit((all, middle) => all.toSpliced(middle, 0, all[middle] ?? '')),
  'has two lines exchanged': edit((all, middle) =>
    all.toSpliced(middle - 1, 2, all[middle] ?? '', all[middle - 1] ?? ''),
  ),
  'has a bit flipped early': flip(0.05, 0),
  'has a bit flipped at a third': flip(0.33, 1),
  'has a bit flipped in the middle': flip(0.5, 2),
  'has a bit flipped at two thirds': flip(0.66, 4),
  'has a high bit flipped': flip(0.4, 7),
  'has a bit flipped at the end': flip(0.97, 3),
  'begins with zeros': over(0, 0),
  'has zeros inside': over(0.45, 0),
  'ends with zeros': (text) => Buffer.concat([text, Buffer.alloc(64), Buffer.from('\n')]),
  'has a block of 0xff inside': over(0.6, 0xff),
  'ends with garbage': (text) => Buffer.concat([text, Buffer.from('x{"a":\n')]),
  'has garbage inside': (text) => put(text, text.length >> 1, Buffer.from('\u0001\u0002{{{')),
  'begins with null': (text) => put(text, 0, Buffer.from('null\n')),
  'has null inside': edit((all, middle) => all.toSpliced(middle, 0, 'null')),
  'has a list inside': edit((all, middle) => all.toSpliced(middle, 0, '[]')),
  'has a bare word inside': edit((all, middle) => all.toSpliced(middle, 0, '"x"')),
  'has a byte order mark': (text) => put(text, 0, Buffer.from('\uFEFF')),
  'has CRLF': (text) => Buffer.from(text.toString('utf8').replaceAll('\n', '\r\n')),
  'is UTF-16': (text) => Buffer.from(`\uFEFF${text.toString('utf8')}`, 'utf16le'),
  'is null': () => Buffer.from('null\n'),
  'is of zeros only': (text) => Buffer.alloc(text.length),
  'is another file': () => Buffer.from('<html><body>503</body></html>\n'),
}

/** Pages and settings are a person's to edit: a change that leaves them whole is taken for an edit. */
const isEdit = (name: string, text: Buffer): boolean => {
  if (kinds[name]?.log) return false
  const string = text.toString('utf8')
  if (string.includes('\uFFFD') || string.includes('\0') || text.length === 0) return false
  if (name.endsWith('.md')) return true
  try {
    return typeof JSON.parse(string.replace(/^\uFEFF/, '')) === 'object' && JSON.parse(string) !== null
  } catch {
    return false
  }
}

const template = join(base, 'template')
const whole: Record<string, unknown> = {}

beforeAll(async () => {
  mkdirSync(template)
  await prepare(template)
  for (const [name, { read }] of Object.entries(kinds)) whole[name] = await read(template, join(template, name))
  takeDamage()
})

const listed = async (home: string) => {
  const found: string[] = []
  for await (const { path, faults } of stateFiles(pathsOf({ ASSISTANT_HOME: home }, home, home)))
    if (faults.length > 0) found.push(path)
  return found
}

const copiesOf = (path: string) =>
  readdirSync(dirname(path))
    .filter((one) => one.startsWith(`${basename(path)}.damaged-`))
    .map((one) => readFileSync(join(dirname(path), one)))

test('nothing is said of a home that is well', async () => {
  expect([await listed(template), takeDamage()]).toEqual([[], []])
})

/** All of them with DAMAGE=all, else a few of each kind, other ones for each. */
const some = (row: number) => Object.keys(damages).filter((_, n) => process.env.DAMAGE === 'all' || n % 8 === row % 8)

describe.each(Object.keys(kinds).map((name, row) => ({ name, row })))('$name', ({ name, row }) => {
  test.each(some(row))('that %s is told once, kept as it was, named by doctor and mended', async (damage) => {
    const home = join(base, `${name}-${damage}`.replaceAll('/', '-'))
    cpSync(template, home, { recursive: true })
    const path = join(home, name)
    const { read } = kinds[name]!
    const damaged = damages[damage]!(readFileSync(path))
    writeFileSync(path, damaged)
    const diagnosed = await listed(home)
    const value = await read(home, path)
    const told = takeDamage()
    const isSame = JSON.stringify(value) === JSON.stringify(whole[name])
    const isTold = told.some((one) => one.path === path)
    // What is said and what is found belong together, and nothing that reads otherwise passes in silence.
    const isSilent = !isTold && !isSame && !isEdit(name, damaged)
    const isNamed = diagnosed.includes(path)
    expect({ isSilent, isNamed, others: diagnosed.filter((one) => one !== path) }).toEqual({
      isSilent: false,
      // The fold of a journal is right still where older lines are hit: doctor sees them, a turn need not.
      isNamed: isTold || (isSame && isNamed),
      others: [],
    })
    if (isTold) expect(copiesOf(path)).toContainEqual(damaged)
    await read(home, path)
    expect(takeDamage()).toEqual([])
    for await (const file of stateFiles(pathsOf({ ASSISTANT_HOME: home }, home, home)))
      if (file.faults.length > 0) expect(await file.mend()).toBe('mended')
    takeDamage()
    expect([await listed(home), takeDamage()]).toEqual([[], []])
    const after = await read(home, path)
    // Everything is written twice; of a journal the fold is.
    if (isTold) expect(after).toEqual(whole[name])
    expect(existsSync(path)).toBe(true)
    rmSync(home, { recursive: true, force: true })
  })
})

test.each([...Object.keys(kinds).filter((name) => kinds[name]?.log), 'state/other.jsonl'])(
  'half a line at the end of %s was told to nobody: in use it is passed over, doctor names it and takes it away',
  async (name) => {
    const home = join(base, `${name}-torn`.replaceAll('/', '-'))
    cpSync(template, home, { recursive: true })
    const path = join(home, name)
    if (!existsSync(path)) cpSync(join(home, 'reminders.jsonl'), path)
    const bytes = readFileSync(path)
    const value = await kinds[name]?.read(home, path)
    const last = bytes.subarray(bytes.subarray(0, -1).lastIndexOf(0x0a) + 1, -1)
    for (const length of [1, last.length >> 1, last.length - 1]) {
      writeFileSync(path, Buffer.concat([bytes, last.subarray(0, length)]))
      expect([await kinds[name]?.read(home, path), takeDamage()]).toEqual([value, []])
      const found: [string, string[]][] = []
      for await (const file of stateFiles(pathsOf({ ASSISTANT_HOME: home }, home, home))) {
        if (file.faults.length === 0) continue
        found.push([file.path, file.faults.map(({ kind }) => kind)])
        expect(await file.mend()).toBe('mended')
      }
      expect([length, found]).toEqual([length, [[path, ['torn']]]])
      takeDamage()
      expect(copiesOf(path)).toContainEqual(Buffer.concat([bytes, last.subarray(0, length)]))
      if (!name.startsWith('conversations')) expect(readFileSync(path)).toEqual(bytes)
      expect([await listed(home), await kinds[name]?.read(home, path), takeDamage()]).toEqual([[], value, []])
    }
  },
)

/** The small files of names and rights: those where one letter opens or shuts a door. */
const rights = ['profiles.json', 'telegram.json', 'http-tokens.json', 'docs/default/documents.json']

test.each(rights)(
  'wherever a bit of %s flips, it is read without a bug, and no entry and no field is passed over in silence',
  async (name) => {
    const home = join(base, `${name}-bits`.replaceAll('/', '-'))
    cpSync(template, home, { recursive: true })
    const path = join(home, name)
    const bytes = readFileSync(path)
    const paths = pathsOf({ ASSISTANT_HOME: home }, home, home)
    const size = (value: unknown): number =>
      typeof value === 'object' && value !== null ? Object.values(value).reduce((sum, one) => sum + size(one), 1) : 1
    const step = process.env.DAMAGE === 'all' ? 1 : 29
    const silent: string[] = []
    for (let bit = 0; bit < bytes.length * 8; bit += step) {
      const copy = Buffer.from(bytes)
      copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      writeFileSync(path, copy)
      const value = await kinds[name]!.read(home, path)
      const isTold = takeDamage().some((one) => one.path === path)
      let isNamed = false
      for await (const file of stateFiles(paths)) {
        if (file.path !== path) continue
        isNamed = file.faults.length > 0
        break
      }
      if (isTold !== isNamed) silent.push(`bit ${bit}: told ${isTold}, named ${isNamed}`)
      // A letter of a value reads as if a person had typed it.
      if (!isTold && size(value) !== size(whole[name])) silent.push(`bit ${bit}: ${JSON.stringify(value)}`)
    }
    expect(silent).toEqual([])
  },
  process.env.DAMAGE === 'all' ? 3_600_000 : 60_000,
)

test('a damaged index is named by doctor and set aside, so that it is made again; a whole or a new one is not', async () => {
  const home = join(base, 'indexes')
  const paths = [join(home, 'memory/.index.db'), join(home, 'conversations/.index.db')]
  for (const path of paths) {
    const index = await TextIndex.open(path)
    const add = Array.from({ length: 500 }, (_, n) => ({ key: `${n}`, text: `${n}번째 줄`, terms: [`줄${n}`], at: 0 }))
    index.change('page', { mark: '1', scope: 'page', add })
    index.close()
  }
  expect(await listed(home)).toEqual([])
  const [damaged = '', whole = ''] = paths
  const bytes = readFileSync(damaged)
  bytes.fill(0x5a, 4_096, 20_000)
  writeFileSync(damaged, bytes)
  expect(await listed(home)).toEqual([damaged])
  for await (const { path, faults, mend } of stateFiles(pathsOf({ ASSISTANT_HOME: home }, home, home)))
    if (faults.length > 0) expect([path, await mend()]).toEqual([damaged, 'mended'])
  expect([await listed(home), existsSync(damaged), existsSync(whole), copiesOf(damaged)]).toEqual([
    [],
    false,
    true,
    [bytes],
  ])
})
