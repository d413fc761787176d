import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { migrateHome } from '../../src/app/admin/migrate-home.ts'
import { stateFiles } from '../../src/app/admin/state-files.ts'
import { addHistory, readHistory } from '../../src/app/surfaces/tui/input-history.ts'
import { pathsOf } from '../../src/config/paths.ts'
import { ReminderStore } from '../../src/core/reminders/store.ts'
import { recordHistory } from '../../src/memory/history.ts'
import { readProfiles } from '../../src/memory/profiles.ts'
import { damageMessages } from '../../src/messages/engine/damage.ts'
import { openLedger } from '../../src/services/transfer/ledger.ts'
import { damageData, digestOf, takeDamage } from '../../src/std/fs/damage.ts'
import { format } from '../../src/std/fs/format.ts'
import { openLog, readLog } from '../../src/std/fs/jsonl.ts'
import { openTwinLog, twinPath } from '../../src/std/fs/mirrored-log.ts'
import { readState, stateText, writeState } from '../../src/std/fs/state-file.ts'
import { ulid } from '../../src/std/ulid.ts'
import { loadThread, openJournal } from '../../src/threads/journal.ts'
import { DeliveryLog } from '../../src/ui/telegram/outbox.ts'
import { bareEnv, freshHome, run } from '../cli/assistant.ts'

const talk = '01KC000000000000000000000C'
const reminder = {
  title: '회의',
  kind: 'reminder',
  zone: 'Asia/Seoul',
  profile: 'me',
  by: 'owner',
  createdAt: 1,
  next: Date.parse('2030-01-01T00:00:00Z'),
} as Parameters<ReminderStore['create']>[0]

const released = readdirSync('test/fixtures/homes', { withFileTypes: true }).flatMap((one) =>
  one.isDirectory() ? one.name : [],
)

/** A copy of the home that a released version made. */
function homeOf(version: string): string {
  const home = freshHome()
  cpSync(join('test/fixtures/homes', version), home, { recursive: true })
  return home
}

/** Every file of a home with its bytes, and every folder with its time. */
const treeOf = (home: string) =>
  readdirSync(home, { recursive: true, withFileTypes: true }).map((one) => {
    const path = join(one.parentPath, one.name)
    return [path, one.isFile() ? readFileSync(path).toString('base64') : statSync(path).mtimeMs]
  })

const pathsIn = (home: string) => pathsOf({ ASSISTANT_HOME: home }, home, home)

test.each(released)(
  'a home of %s opens with all that it holds, and what is rewritten of it was copied before',
  async (version) => {
    const home = homeOf(version)
    const before = Object.fromEntries(treeOf(home))
    const facts = await run(['memory', 'list'], bareEnv(home))
    expect(facts.out).toContain('여동생 이름은 지우')
    expect(facts.out).toContain('팀 회의는 월요일 10시')
    expect(facts.err).toBe('')
    expect((await run(['transfer', 'ledger', 'balance'], bareEnv(home))).out).toContain('1,005,000원')
    expect((await run(['reminders', 'list'], bareEnv(home))).out).toContain('여권 갱신')
    expect((await run(['conversations', 'search', '숙소 어디로 예약했지'], bareEnv(home))).out).toContain('바다펜션')
    expect((await run(['memory', 'undo'], bareEnv(home))).out).toContain('팀 회의는 월요일 10시')
    expect((await readProfiles(home)).map(({ name }) => name)).toEqual(['나', '영희'])

    const was = existsSync(join('test/fixtures/homes', version, 'format.json')) ? format : 1
    const [backup = '', ...others] = was < format ? readdirSync(join(home, 'backups')) : []
    expect([backup.startsWith('format-1-'), others]).toEqual([was < format, []])
    if (was === format) expect(existsSync(join(home, 'backups'))).toBe(false)
    const copied = backup
      ? treeOf(join(home, 'backups', backup)).filter(([path]) => statSync(String(path)).isFile())
      : []
    expect(copied.length > 3).toBe(was < format)
    for (const [path, bytes] of copied)
      expect(bytes).toBe(before[String(path).replace(`${join('backups', backup)}/`, '')])
    expect(JSON.parse(readFileSync(join(home, 'format.json'), 'utf8'))).toEqual({ v: format })
    expect(readFileSync(join(home, 'ledger.jsonl'), 'utf8').match(/"seal":"[^"]+\.2"/g)).toHaveLength(3)
    for await (const { path, faults } of stateFiles(pathsIn(home))) expect([path, faults]).toEqual([path, []])
    expect(await migrateHome(pathsIn(home), new Date())).toBe(undefined)
  },
)

/** Files in forms of others, which people write themselves: what their home says of its form holds for them. */
const ofOthers = ['config.json', 'mcp.json', 'service.json', 'keybindings.json', 'secrets.json']

test.each(released.filter((version) => existsSync(join('test/fixtures/homes', version, 'format.json'))))(
  'in a home of %s every file that the program reads back says its version, or its home does',
  async (version) => {
    const home = homeOf(version)
    const seen: string[] = []
    const silent: string[] = []
    for await (const { path } of stateFiles(pathsIn(home))) {
      const name = basename(path)
      seen.push(name)
      const text = readFileSync(path, 'utf8')
      const isOurs =
        name.endsWith('.json') &&
        !(ofOthers.includes(name) && [home, join(home, 'services/booking')].includes(dirname(path)))
      if (isOurs && typeof JSON.parse(text).v !== 'number') silent.push(path)
      if (
        name.endsWith('.jsonl') &&
        !text
          .trim()
          .split('\n')
          .every((line) => /"seal":"[^"]+\.\d+"\}$/.test(line))
      )
        silent.push(path)
    }
    expect(silent).toEqual([])
    for (const name of [
      'format.json',
      'ledger.jsonl',
      'reminders.jsonl',
      'schedules.jsonl',
      'profiles.json',
      'http-tokens.json',
      'me.md',
    ])
      expect(seen).toContain(name)
    expect(seen.filter((name) => /^[0-9A-Z]{26}\.jsonl$/.test(name))).toHaveLength(1)
  },
)

test('a log of an older version that cannot be read whole is left for doctor, beside its copy', async () => {
  const home = homeOf('before-0.1.0')
  appendFileSync(join(home, 'ledger.jsonl'), '{"type":"depo\n')
  const bytes = readFileSync(join(home, 'ledger.jsonl'))
  const folder = await migrateHome(pathsIn(home), new Date('2026-11-22T01:02:03Z'))
  expect(folder).toBe(join(home, 'backups/format-1-20261122T010203Z'))
  expect(readFileSync(join(home, 'ledger.jsonl'))).toEqual(bytes)
  expect(readFileSync(join(String(folder), 'ledger.jsonl'))).toEqual(bytes)
})

test('a home of a newer version is read, never written, and that is said', async () => {
  const home = homeOf('0.1.0')
  await migrateHome(pathsIn(home), new Date())
  writeFileSync(join(home, 'config.json'), '{"language": "en"}')
  writeFileSync(join(home, 'format.json'), stateText({ v: format + 1 }))
  const before = treeOf(home)
  const ran = (...args: string[]) =>
    run(args, bareEnv(home, { LANG: 'en_US.UTF-8', NODE_COMPILE_CACHE: join(freshHome(), 'c') }))
  const sentence = /A newer version of the program keeps .*only read and nothing is saved\. Please update/
  const reads = await Promise.all([ran('2+3'), ran('memory', 'list')])
  expect(reads.map(({ code, out, err }) => [code, out, sentence.test(err)])).toEqual([
    [0, '5.\n', true],
    [0, expect.stringContaining('여동생 이름은 지우'), true],
  ])
  const writes = [
    'memory add x',
    'transfer ledger deposit 300',
    'config set language ko',
    'mcp add x true',
    '-c 2+3',
    'doctor --fix',
  ]
  const refused = await Promise.all(
    [...writes, 'serve token add y', 'agent create z'].map((line) => ran(...line.split(' '))),
  )
  expect(refused.map(({ code, out, err }) => [code, sentence.test(out + err)])).toEqual(refused.map(() => [1, true]))
  expect(treeOf(home)).toEqual(before)
}, 60_000)

test('a file that a newer version wrote is told, and neither mended nor written behind', async () => {
  const home = freshHome()
  const log = join(home, 'ledger.jsonl')
  const open = await openTwinLog(log)
  await open.append([{ type: 'deposit', at: 1, amount: 1000 }], true)
  await open.close()
  const json = '{"type":"deposit","at":2,"amount":5}'
  const later = `start.${digestOf(`start${json}${format + 1}`)}.${format + 1}`
  appendFileSync(log, `${json.slice(0, -1)},"seal":"${later}"}\n`)
  await expect(openLog(log)).rejects.toMatchObject({ code: 'ENEWER' })
  const values: object[] = []
  for await (const { value } of readLog(log)) values.push(value)
  expect(values).toEqual([{ type: 'deposit', at: 1, amount: 1000 }])
  expect(takeDamage().map(({ path, faults }) => [path, faults.map(({ kind }) => kind)])).toEqual([[log, ['newer']]])
  const list = join(home, 'profiles.json')
  writeFileSync(list, stateText({ v: format + 1, profiles: [] }))
  expect(await readState(list, (value) => value)).toBe(undefined)
  expect(takeDamage().map(({ faults }) => faults.map(({ kind }) => kind))).toEqual([['newer']])
  await expect(writeState(list, stateText({ profiles: [] }))).rejects.toMatchObject({ code: 'ENEWER' })
  const bytes = readFileSync(log)
  const ill = new Map<string, string>()
  for await (const file of stateFiles(pathsIn(home))) if (file.faults.length > 0) ill.set(file.path, await file.mend())
  expect(Object.fromEntries(ill)).toEqual({ [log]: 'newer', [list]: 'newer' })
  expect(readFileSync(log)).toEqual(bytes)
  expect(existsSync(list)).toBe(true)
})

/** Everything that adds to a log, and a line that it says. */
const writers: Record<string, { path: string; write(home: string): Promise<unknown>; v?: number }> = {
  money: {
    path: 'ledger.jsonl',
    write: (home) => openLedger(join(home, 'ledger.jsonl'), () => new Date(1)).deposit(5_000, ulid(1)),
  },
  reminders: {
    path: 'reminders.jsonl',
    write: (home) => new ReminderStore(join(home, 'reminders.jsonl')).create(reminder),
  },
  'the history of memory': {
    path: 'memory/.history.jsonl',
    v: 1,
    write: (home) => recordHistory(home, { v: 1, id: ulid(2), at: 2, settled: 'x' }),
  },
  'a conversation': {
    path: `conversations/${talk}.jsonl`,
    v: 1,
    async write(home) {
      const folder = join(home, 'conversations')
      const { seq } = await loadThread(folder, talk)
      const journal = await openJournal(folder, talk)
      const event = { type: 'conversation.titled', title: '제목', by: 'person' } as const
      await journal
        .append({ v: 1, epoch: 1, seq: seq + 1, conversation: talk, at: 1, event })
        .finally(() => journal.close())
    },
  },
  deliveries: {
    path: 'telegram.jsonl',
    async write(home) {
      const log = await DeliveryLog.open(join(home, 'telegram.jsonl'))
      await log.write({ type: 'chat', chat: 1, conversation: 'c' }).finally(() => log.close())
    },
  },
  'earlier inputs': {
    path: 'history.jsonl',
    async write(home) {
      await readHistory(join(home, 'history.jsonl'))
      await addHistory(join(home, 'history.jsonl'), '안녕', 1)
    },
  },
}

test.each(Object.entries(writers))(
  '%s: behind what a newer version wrote nothing is added, however it says so',
  async (_, kind) => {
    const first = freshHome()
    await kind.write(first)
    const before = readFileSync(join(first, kind.path), 'utf8')
    const said = (before.trim().split('\n').at(-1) ?? '').replace(/,"seal":"[^"]+"\}$/, '}')
    const last = String(/"seal":"[^"]+?\.([0-9a-f]{12})/.exec(before.trim().split('\n').at(-1) ?? '')?.[1])
    const sealed = (value: object, after: string, version: number) => {
      const json = JSON.stringify(value)
      const own = digestOf(after + json + version)
      return { line: `${json.slice(0, -1)},"seal":"${after}.${own}.${version}"}\n`, own }
    }
    const later = sealed({ later: 1 }, last, format + 1)
    const added: Record<string, string> = {
      'by its seal': later.line,
      'by its seal, before a line of this version': later.line + sealed(JSON.parse(said), later.own, format).line,
      ...(kind.v ? { 'by what its lines say': sealed({ v: kind.v + 1, later: 1 }, last, format).line } : {}),
    }
    for (const [how, lines] of Object.entries(added)) {
      const home = freshHome()
      cpSync(first, home, { recursive: true })
      const path = join(home, kind.path)
      writeFileSync(path, before + lines)
      if (existsSync(twinPath(path))) writeFileSync(twinPath(path), before + lines)
      takeDamage()
      const refused = await kind.write(home).then(
        () => 'written',
        (error) => String(error.failure?.detail ?? error),
      )
      expect([how, refused]).toEqual([how, expect.stringContaining('ENEWER')])
      expect(readFileSync(path, 'utf8')).toBe(before + lines)
      // Where it was read it is told as what it is, and no copy of it is made.
      for (const damage of takeDamage())
        expect(damageMessages.ko.damaged(damageData(damage))).toMatch(/^더 새로운 버전의 프로그램이 .*읽기만 하고/)
      expect(readdirSync(dirname(path)).filter((name) => name.includes('.damaged-'))).toEqual([])
    }
  },
)

test('a line in which a disk has changed the version is damage, and its file goes on being written', async () => {
  const home = freshHome()
  const { path, write } = writers['a conversation']!
  await write(home)
  const file = join(home, path)
  writeFileSync(file, readFileSync(file, 'utf8').replace('{"v":1', '{"v":3'))
  await write(home)
  expect(takeDamage().flatMap(({ faults }) => faults.map(({ kind }) => kind))).toEqual(['changed'])
})
