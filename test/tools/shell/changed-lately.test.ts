import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ulid, ulidTime } from '../../../src/std/ulid.ts'
import { changedLately } from '../../../src/tools/shell/changed-lately.ts'
import { shellTools } from '../../../src/tools/shell/tools.ts'
import { context } from '../context.ts'

const cwd = mkdtempSync(join(tmpdir(), 'changed-'))
afterAll(() => rm(cwd, { recursive: true }))
const put = (name: string) => {
  mkdirSync(join(cwd, name, '..'), { recursive: true })
  writeFileSync(join(cwd, name), 'x')
}
const now = () => new Date()
const conversation = ulid(Date.now() - 5_000)
const lately = (command: string) => changedLately({ cwd, conversation, now }, command)

for (const name of [
  'Makefile',
  'conftest.py',
  'json.py',
  'notes.md',
  'data.json',
  'src/a.ts',
  'package.json',
  'run.sh',
])
  put(name)

test('a command that may run or obey what was just written names it, the files in its own words first', async () => {
  expect(await lately('make test')).toEqual({
    names: ['run.sh', 'json.py', 'Makefile', 'src/a.ts', 'conftest.py'],
    more: 1,
  })
  expect((await lately('python3 src/a.ts')).names[0]).toBe('src/a.ts')
})

test.each(['ls -la', 'cat Makefile', 'grep x json.py', 'wc -l data.json'])('%s runs nothing of it', async (command) =>
  expect((await lately(command)).names).toEqual([]),
)
test.each(['ls; make', 'cat x | sh', 'echo $(make)', 'ls\nmake', 'make', 'cat <(make)'])(
  '%s may run it',
  async (command) => expect((await lately(command)).names.length).toBeGreaterThan(0),
)

test('what stood there before this conversation is not named, nor what is hours old in a long one', async () => {
  const begun = ulid(Date.now() + 60_000)
  expect((await changedLately({ cwd, conversation: begun, now }, 'make')).names).toEqual([])
  const late = () => new Date(Date.now() + 2 * 3_600_000)
  expect((await changedLately({ cwd, conversation, now: late }, 'make')).names).toEqual([])
  // The times that a program sets change nothing of it.
  utimesSync(join(cwd, 'Makefile'), new Date(0), new Date(0))
  expect((await lately('make')).names).toContain('Makefile')
})

test('the cards of shell and Python say so, in both languages', async () => {
  const machine = { platform: process.platform, machine: process.arch, node: process.execPath, tempDir: tmpdir() }
  const closing = new AbortController().signal
  const [shell, python] = shellTools({ env: process.env, userHome: cwd, own: [], limitMs: 1_000, closing, ...machine })
  for (const language of ['ko', 'en'] as const) {
    const at = context({ cwd, conversation, now, language })
    for (const told of [
      await shell?.explain?.({ command: 'make' }, at),
      await python?.explain?.({ code: 'import json' }, at),
    ])
      expect(told).toMatchObject({ effect: expect.stringContaining('Makefile') })
  }
})

test('an id tells its time; one of another kind does not', () => {
  expect(ulidTime(ulid(1_764_000_000_123))).toBe(1_764_000_000_123)
  expect(ulidTime(`http-${'0'.repeat(32)}`)).toBeUndefined()
})
