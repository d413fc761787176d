import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { Rewinds } from '../../../src/app/conversations/rewind.ts'
import { withCheckpoints } from '../../../src/tools/checkpoints/checkpointed.ts'
import { checkpointsOf } from '../../../src/tools/checkpoints/store.ts'
import { fileTools } from '../../../src/tools/files/file-tools.ts'
import { use } from '../../tools/context.ts'

/**
 * A working folder, the file tools over it with their checkpoints, and a conversation that is nothing but its turns.
 */
function house() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'assistant-rewind-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  return houseIn(base)
}

function houseIn(base: string) {
  const [home, work] = [join(base, 'home'), join(base, 'work')]
  for (const folder of [join(home, 'conversations'), work]) mkdirSync(folder, { recursive: true })
  const store = checkpointsOf(home, () => new Date())
  const rewinds = new Rewinds(home, () => new Date())
  const tools = new Map(
    fileTools({ home, userHome: base, roots: () => [work] }).map((tool) => [tool.name, withCheckpoints(tool, store)]),
  )
  let turns = 0
  const say = (text: string): number => {
    const turn = ++turns
    const input = { id: `m${turn}`, text, origin: 'tui', by: 'owner' }
    const event = { type: 'turn.started', input, agent: '비서' }
    const envelope = { v: 1, epoch: 1, seq: turn, conversation: 'c', turn: `t${turn}`, at: turn, event }
    appendFileSync(join(home, 'conversations/c.jsonl'), `${JSON.stringify(envelope)}\n`)
    return turn
  }
  const call = async (name: string, args: Record<string, unknown>) =>
    use(tools.get(name)!, args, { cwd: work, turn: `t${turns}`, conversation: 'c' })
  const at = (path: string) => join(work, path)
  const read = (path: string) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : null)
  return { work, rewinds, say, call, at, read, turns: () => turns, store, home }
}

const names = ['a.txt', 'b.txt', 'd/x.txt', 'd/e/y.txt'] as const
const name = fc.constantFrom(...names)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('write' as const), path: name }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('edit' as const), path: name }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), path: name, to: name }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('delete' as const), path: fc.oneof(name, fc.constant('d' as const)) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hand' as const), path: name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hand-delete' as const), path: name }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('say' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('rewind' as const), back: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const) }) },
)
type Content = string | null
/** One file was changed: by whom, in which turn of the conversation, from what to what. */
interface Change {
  who: 'tool' | 'hand'
  turn: number
  path: string
  before: Content
  after: Content
}

/**
 * What files hold after taking changes back, by the rule alone: what a hand has changed since the first of them
 * stays.
 */
function expected(now: Map<string, Content>, all: readonly Change[], isMeant: (change: Change) => boolean) {
  const next = new Map(now)
  for (const path of names) {
    const first = all.findIndex((change) => change.path === path && isMeant(change))
    const later = all.slice(Math.max(0, first)).filter((change) => change.path === path)
    if (first >= 0 && later.every(({ who }) => who === 'tool')) next.set(path, all[first]!.before)
  }
  return next
}

test('whatever tools, hands, rewinds and undos do in turn, files end as the rule says', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const base = realpathSync(mkdtempSync(join(tmpdir(), 'assistant-rewind-')))
      try {
        const { rewinds, say, call, at, read, turns } = houseIn(base)
        say('처음')
        const look = () => new Map<string, Content>(names.map((path) => [path, read(path)]))
        let [files, made] = [look(), 0]
        const changes: Change[] = []
        const rewound: { changes: Change[]; done: boolean }[] = []
        /** Whatever is different now was changed by this one. */
        const changed = (who: Change['who'], now = look()): Change[] => {
          const more = names.flatMap((path): Change[] => {
            const [before, after] = [files.get(path) ?? null, now.get(path) ?? null]
            return before === after ? [] : [{ who, turn: turns(), path, before, after }]
          })
          changes.push(...more)
          files = now
          return more
        }
        for (const one of steps) {
          if (one.do === 'say') say('다음')
          else if (one.do === 'write') await call('write_file', { path: one.path, content: `글 ${++made}\n` })
          else if (one.do === 'edit') await call('edit_file', { path: one.path, old: '글', new: `고친 ${++made} 글` })
          else if (one.do === 'move') await call('move_file', { from: one.path, to: one.to })
          else if (one.do === 'delete') await call('delete_file', { path: one.path, recursive: true })
          else if (one.do === 'hand') {
            mkdirSync(dirname(at(one.path)), { recursive: true })
            writeFileSync(at(one.path), `손으로 ${++made} 글\n`)
          } else if (one.do === 'hand-delete') rmSync(at(one.path), { force: true })
          if (one.do === 'rewind') {
            const to = Math.max(1, turns() - one.back)
            const wanted = expected(files, changes, (change) => change.who === 'tool' && change.turn >= to)
            await rewinds.apply('c', `m${to}`, { files: true })
            expect(Object.fromEntries(look())).toEqual(Object.fromEntries(wanted))
            const undoable = changed('tool')
            if (undoable.length > 0) rewound.push({ changes: undoable, done: false })
          } else if (one.do === 'undo') {
            const last = rewound.findLast(({ done }) => !done)
            if (!(await rewinds.planUndo('c'))) expect(last).toBeUndefined()
            else {
              const meant = last?.changes ?? []
              const wanted = new Map(files)
              for (const { path, before, after } of meant) if (files.get(path) === after) wanted.set(path, before)
              await rewinds.undo('c', false)
              if (last) last.done = true
              expect(Object.fromEntries(look())).toEqual(Object.fromEntries(wanted))
              const redoable = changed('tool')
              if (redoable.length > 0) rewound.push({ changes: redoable, done: false })
            }
          } else changed(one.do.startsWith('hand') ? 'hand' : 'tool')
        }
      } finally {
        rmSync(base, { recursive: true, force: true })
      }
    }),
    { numRuns: Number(process.env.HISTORIES) || 60 },
  )
})

test('after five edits, going back to each leaves every file byte for byte as it was, and others untouched', async () => {
  for (let back = 1; back <= 5; back++) {
    const { rewinds, say, call, at, work } = house()
    const other = at('다른.txt')
    writeFileSync(other, '그대로')
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from('첫 줄\r\n둘째 줄\r\n')])
    writeFileSync(at('메모.txt'), bytes)
    const states = [readFileSync(at('메모.txt'))]
    for (let turn = 1; turn <= 5; turn++) {
      say(`고침 ${turn}`)
      await call('edit_file', { path: '메모.txt', old: '첫', new: `${turn}첫` })
      states.push(readFileSync(at('메모.txt')))
    }
    const { mtimeNs, ino } = statSync(other, { bigint: true })
    await rewinds.apply('c', `m${back}`, { files: true })
    expect(readFileSync(at('메모.txt')).equals(states[back - 1]!)).toBe(true)
    expect(statSync(other, { bigint: true })).toMatchObject({ mtimeNs, ino })
    expect(await rewinds.plan('c', `m${back}`)).toEqual([])
    await rewinds.undo('c', false)
    expect(readFileSync(join(work, '메모.txt')).equals(states[5]!)).toBe(true)
  }
})

test('what was edited by hand is told, left alone, and taken back only when that is wanted; the undo brings it back', async () => {
  const { rewinds, say, call, at, read } = house()
  say('써줘')
  await call('write_file', { path: 'a.txt', content: '하나\n둘\n' })
  await call('write_file', { path: 'new/b.txt', content: '새 글\n' })
  writeFileSync(at('a.txt'), '하나\n둘\n손으로\n')
  const plan = await rewinds.plan('c', 'm1')
  expect(plan.map(({ path, isEdited, lines }) => [path, isEdited, lines])).toEqual([
    [at('a.txt'), true, { removed: 3, added: 0 }],
    [at('new'), false, undefined],
    [at('new/b.txt'), false, { removed: 1, added: 0 }],
  ])
  const { left } = await rewinds.apply('c', 'm1', { files: true })
  expect(left.map(({ path }) => path)).toEqual([at('a.txt')])
  expect([read('a.txt'), existsSync(at('new'))]).toEqual(['하나\n둘\n손으로\n', false])
  await rewinds.apply('c', 'm1', { files: true, edited: true })
  expect(read('a.txt')).toBeNull()
  await rewinds.undo('c', false)
  expect(read('a.txt')).toBe('하나\n둘\n손으로\n')
  expect(await rewinds.points('c')).toEqual([{ message: 'm1', text: '써줘', at: 1, files: 3 }])
})

test('a turn that died between its call and the look after it is not taken for untouched', async () => {
  const { rewinds, say, call, at, read, home } = house()
  say('써줘')
  writeFileSync(at('a.txt'), '처음')
  await call('write_file', { path: 'a.txt', content: '도구' })
  const log = join(home, 'checkpoints/turns/t1.jsonl')
  writeFileSync(log, `${readFileSync(log, 'utf8').split('\n')[0]}\n{"id":"half`)
  expect((await rewinds.plan('c', 'm1')).map(({ isEdited }) => isEdited)).toEqual([true])
  await rewinds.apply('c', 'm1', { files: true })
  expect(read('a.txt')).toBe('도구')
})
