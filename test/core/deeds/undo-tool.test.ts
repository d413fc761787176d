import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Assistant } from '../../../src/app/assistant.ts'
import { createAssistant } from '../../../src/app/create-assistant.ts'
import { MoneyStore } from '../../../src/core/money/money-store.ts'
import { ReminderStore } from '../../../src/core/reminders/store.ts'
import { ScheduleStore } from '../../../src/core/schedules/store.ts'
import type { Json, JsonObject, Tool, ToolContext } from '../../../src/protocol/index.ts'
import { loadRecurrence } from '../../../src/std/time/recurrence.ts'
import { runsAll } from '../../parts.ts'

const base = mkdtempSync(join(tmpdir(), 'undo-'))
const [home, work] = [join(base, 'home'), join(base, 'work')]
let assistant: Assistant
let tools: ReadonlyMap<string, Tool>

beforeAll(async () => {
  await loadRecurrence()
  for (const folder of [join(home, 'trash'), work]) mkdirSync(folder, { recursive: true })
  assistant = await createAssistant({
    ...{ cwd: work, pid: process.pid, platform: 'linux', machine: process.arch, zone: 'Asia/Seoul', flags: {} },
    ...{ userHome: base, tempDir: tmpdir(), node: process.execPath, clock: Date.now },
    env: { ASSISTANT_HOME: home, ASSISTANT_PROVIDER: 'offline', PATH: process.env.PATH ?? '' },
  })
  tools = new Map((await assistant.parts.tools.tools()).map((tool) => [tool.name, tool]))
  writeFileSync(join(work, 'a.md'), '하나\n둘\n')
  await perform('save_memory', { content: '커피를 좋아한다' })
  await perform('reminders', { action: 'create', title: '약', at: '2036-01-02T09:00+09:00' })
  await perform('schedule', { action: 'create', prompt: '날씨', repeat: '매일 7시' })
  await perform('agent', { action: 'create', name: '셜록' })
  await perform('money', { action: 'book', items: [{ what: '점심', won: 9_000, kind: 'spent' }] })
  mkdirSync(join(home, 'lists', 'me'), { recursive: true })
  // A page by hand, whose last line ends without a newline, and its copy.
  for (const name of ['장보기.md', '.장보기.md.bak'])
    writeFileSync(join(home, 'lists', 'me', name), '# 장보기\n\n- [ ] 쌀')
  await perform('settings', { action: 'set', key: 'limits.toolMs', value: '20000' })
})
afterAll(async () => {
  await assistant.close()
  rmSync(base, { recursive: true, force: true })
})

let turns = 0
function context(): ToolContext {
  const { agent, workspace, profile } = { agent: '비서', workspace: 'default', profile: 'me' }
  return {
    ...{ signal: new AbortController().signal, now: () => new Date(), zone: 'Asia/Seoul', language: 'ko' },
    ...{ conversation: '', turn: `turn-${++turns}`, origin: 'tui', by: 'owner', agent, workspace, profile, cwd: work },
  } as ToolContext
}

/** Runs a tool to its end; returns how to take its deed back. */
async function perform(name: string, args: JsonObject): Promise<(() => Promise<string>) | undefined> {
  const tool = tools.get(name)
  if (!tool || tool.deeds === 'none') throw new Error(`${name} leaves nothing`)
  const running = tool.run(args, context())
  let step = await running.next()
  while (!step.done) step = await running.next()
  expect(step.value.isError, step.value.text).toBeFalsy()
  const { deed } = step.value
  const { undo } = tool.deeds
  if (!deed || typeof undo !== 'function') return undefined
  return () => undo(JSON.parse(JSON.stringify(deed.undo ?? null)) as Json, context())
}

/** Notes of what was done, which an undo adds to: they are no state. */
const notes =
  /^(?:checkpoints|trash\/|conversations|watches|deeds\.jsonl|memory\/(?:\.history|snapshots)|\..*\.lock)|\.sum$|~$|\.twin$/

/** Everything that stands in the home and the working folder: bytes of files, items of logs. */
async function state(): Promise<Record<string, string>> {
  const files = (folder: string, below = ''): [string, string][] =>
    readdirSync(join(folder, below)).flatMap((name): [string, string][] => {
      const path = below ? `${below}/${name}` : name
      if (notes.test(path) || name === '.locks' || /\.jsonl/.test(path)) return []
      if (statSync(join(folder, path)).isDirectory()) return files(folder, path)
      return [[path, readFileSync(join(folder, path), 'latin1')]]
    })
  const plain = async (all: Promise<ReadonlyMap<string, unknown>>) =>
    JSON.stringify([...(await all)].sort(([a], [b]) => Number(a) - Number(b)))
  return {
    ...Object.fromEntries([
      ...files(home),
      ...files(work).map(([path, text]): [string, string] => [`work/${path}`, text]),
    ]),
    reminders: await plain(new ReminderStore(join(home, 'reminders.jsonl')).all()),
    schedules: await plain(new ScheduleStore(join(home, 'schedules.jsonl')).all()),
    money: JSON.stringify(await new MoneyStore(home).entries('me')),
    trash: JSON.stringify(readdirSync(join(home, 'trash'), { withFileTypes: true }).length),
  }
}

/** A deed of each tool that keeps something, its words made anew by `n`. */
const deeds: readonly (readonly [tool: string, args: (n: number) => JsonObject])[] = [
  ['write_file', (n) => ({ path: `new-${n}/b.md`, content: `글 ${n}` })],
  ['write_file', (n) => ({ path: 'a.md', content: `다시 ${n}\n` })],
  ['edit_file', () => ({ path: 'a.md', old: '\n', new: '\n\n', all: true })],
  ['move_file', (n) => ({ from: 'a.md', to: `moved-${n}.md` })],
  ['delete_file', () => ({ path: 'a.md' })],
  ['save_memory', (n) => ({ content: `번호는 ${n}번이다` })],
  ['update_memory', (n) => ({ action: 'update', content: '커피를 좋아한다', new: `차 ${n}잔을 마신다` })],
  ['update_memory', () => ({ action: 'forget', content: '커피를 좋아한다' })],
  ['reminders', (n) => ({ action: 'create', title: `할 일 ${n}`, at: '2036-02-03T09:00+09:00' })],
  ['reminders', (n) => ({ action: 'change', id: '1', title: `약 ${n}` })],
  ['reminders', () => ({ action: 'cancel', id: '1' })],
  ['timer', (n) => ({ action: 'create', title: `달걀 ${n}`, at: '2036-02-03T09:00+09:00' })],
  ['schedule', (n) => ({ action: 'create', prompt: `뉴스 ${n}`, repeat: '매일 8시' })],
  ['schedule', (n) => ({ action: 'edit', id: '1', prompt: `날씨 ${n}` })],
  ['schedule', () => ({ action: 'pause', id: '1' })],
  ['schedule', () => ({ action: 'remove', id: '1' })],
  ['settings', (n) => ({ action: 'set', key: 'limits.toolMs', value: String(30_000 + n) })],
  ['agent', (n) => ({ action: 'create', name: `왓슨${n}` })],
  ['agent', () => ({ action: 'set_active', name: '셜록' })],
  ['workspace', (n) => ({ action: 'create', name: `집${n}` })],
  ['profile', (n) => ({ action: 'create', name: `지우${n}` })],
  ['lists', (n) => ({ action: 'add', list: '장보기', items: [`우유 ${n}병`, `빵 ${n}`] })],
  ['lists', (n) => ({ action: 'create', list: `준비물 ${n}` })],
  ['lists', () => ({ action: 'tick', list: '장보기', items: ['쌀'] })],
  ['lists', () => ({ action: 'remove', list: '장보기', items: ['쌀'] })],
  ['lists', () => ({ action: 'clear', list: '장보기' })],
  ['money', (n) => ({ action: 'book', items: [{ what: `커피 ${n}`, won: 4_500, kind: 'spent' }] })],
  ['money', (n) => ({ action: 'correct', last: true, to: { won: 5_000 + n } })],
  ['money', () => ({ action: 'remove', last: true })],
  ['mcp', (n) => ({ action: 'add', name: `files${n}`, command: ['true'] })],
]

test.each(deeds.map(([name, args], at) => ({ name, args: args(at) })))(
  '$name $args and taking it back leaves everything as it was',
  async ({ name, args }) => {
    const before = await state()
    const back = await perform(name, args)
    expect(await state()).not.toEqual(before)
    expect(await back?.()).toBe('undone')
    expect(await state()).toEqual(before)
  },
)

test.each(deeds.map(([name, args], at) => ({ name, args: args(500 + at) })))(
  '$name $args by hand is taken back by the last deed of the journal',
  async ({ name, args }) => {
    const before = await state()
    const call = (tool: string, given: JsonObject) =>
      assistant.tools.call(tool, given, async () => true, new AbortController().signal)
    expect(await call(name, args)).not.toHaveProperty('isError')
    expect(await state()).not.toEqual(before)
    expect(await call('undo', {})).toHaveProperty('deed')
    expect(await state()).toEqual(before)
  },
)

test('every tool whose deeds are taken back stands in the table above', () => {
  const all = [...tools.values()].filter(({ deeds }) => deeds !== 'none' && typeof deeds.undo === 'function')
  const shown = new Set(deeds.map(([name]) => name))
  expect(all.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([])
})

test('chains of ten deeds, taken back from the last one, end where they began', { timeout: 1_800_000 }, async () => {
  const fresh = deeds.filter(
    ([, args]) => JSON.stringify(args(1)) !== JSON.stringify(args(2)) && !/moved/.test(JSON.stringify(args(1))),
  )
  const chain = fc.array(fc.nat({ max: fresh.length - 1 }), { minLength: 10, maxLength: 10 })
  let n = 1_000
  await fc.assert(
    fc.asyncProperty(chain, async (steps) => {
      const before = await state()
      const backs: (() => Promise<string>)[] = []
      for (const step of steps) {
        const [name, args] = fresh[step] as (typeof fresh)[number]
        // The line of memory that a chain changed is not there to be changed again.
        if (name === 'update_memory' || (name === 'reminders' && String(args(1).action) === 'change')) continue
        const back = await perform(name, args(++n))
        if (back) backs.push(back)
      }
      for (const back of backs.toReversed()) expect(await back()).toBe('undone')
      expect(await state()).toEqual(before)
    }),
    { numRuns: runsAll ? 200 : 1 },
  )
})

test('what somebody changed since is left alone', async () => {
  const back = await perform('write_file', { path: 'mine.md', content: 'of the program' })
  writeFileSync(join(work, 'mine.md'), 'of the person')
  expect(await back?.()).toBe('changed')
  expect(readFileSync(join(work, 'mine.md'), 'utf8')).toBe('of the person')
})
