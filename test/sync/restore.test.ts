import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { finishRestore, isRestoreCut } from '../../src/sync/restore.ts'

let root: string
let home: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'restore-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  home = join(root, 'home')
})

const places = () => ({
  home,
  ...{ config: join(home, 'config.json'), secrets: join(home, 'secrets.json') },
  ...{ state: join(home, 'state'), cache: join(home, 'cache'), runtime: join(home, 'run') },
})
const stage = '.restoring-abc'
const put = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const move = (from: string, to: string) => {
  mkdirSync(dirname(to), { recursive: true })
  renameSync(from, to)
}

/** A home that is being restored: what was there, what was read, and the moves that a restore makes, in its order. */
function begun(): (() => void)[] {
  put(join(home, 'memory/me.md'), 'now')
  put(join(home, 'reminders.jsonl'), 'now')
  put(join(home, 'conversations/new.jsonl'), 'now')
  put(join(home, 'config.json'), 'now')
  put(join(home, stage, 'home/memory/me.md'), 'then')
  put(join(home, stage, 'home/conversations/old.jsonl'), 'then')
  put(join(home, stage, 'config/config.json'), 'then')
  const roots = ['memory', 'reminders.jsonl', 'conversations']
  put(join(home, '.restoring-journal.json'), JSON.stringify({ stage, before: 'before-restore-1', roots }))
  const before = join(home, 'backups/before-restore-1')
  return [
    ...roots.map((name) => () => move(join(home, name), join(before, 'home', name))),
    ...['memory', 'conversations'].map((name) => () => move(join(home, stage, 'home', name), join(home, name))),
    () => {
      mkdirSync(join(before, 'config'), { recursive: true })
      cpSync(join(home, 'config.json'), join(before, 'config/config.json'))
    },
    () => cpSync(join(home, stage, 'config/config.json'), join(home, 'config.json')),
  ]
}

function textsIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const paths = files.map((one) => join(one.parentPath, one.name)).filter((path) => !path.includes('.locks'))
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]))
}

test.each([0, 1, 2, 3, 4, 5, 6, 7])('killed after %i moves, the next start finishes it', async (count) => {
  const moves = begun()
  for (const one of moves.slice(0, count)) one()
  expect([isRestoreCut(home), await finishRestore(places()), isRestoreCut(home)]).toEqual([true, true, false])
  const before = 'backups/before-restore-1'
  expect(textsIn(home)).toEqual({
    'memory/me.md': 'then',
    'conversations/old.jsonl': 'then',
    'config.json': 'then',
    [`${before}/home/memory/me.md`]: 'now',
    [`${before}/home/reminders.jsonl`]: 'now',
    [`${before}/home/conversations/new.jsonl`]: 'now',
    [`${before}/config/config.json`]: 'now',
  })
  expect(await finishRestore(places())).toBe(false)
})

test('what somebody wrote since is kept beside what was there before', async () => {
  const moves = begun()
  for (const one of moves.slice(0, 3)) one()
  put(join(home, 'memory/me.md'), 'since')
  await finishRestore(places())
  expect(readFileSync(join(home, 'memory/me.md'), 'utf8')).toBe('then')
  expect(readFileSync(join(home, 'backups/before-restore-1/since/memory/me.md'), 'utf8')).toBe('since')
})

test.each([
  ['outside the home', { stage: '../x', before: 'b', roots: [] }],
  ['another folder', { stage: 'memory', before: 'b', roots: [] }],
  ['no plan', {}],
])('a journal that names %s moves nothing', async (_, plan) => {
  begun()
  writeFileSync(join(home, '.restoring-journal.json'), JSON.stringify(plan))
  expect(await finishRestore(places())).toBe(false)
  expect([existsSync(join(home, 'memory/me.md')), existsSync(join(home, 'backups'))]).toEqual([true, false])
})
