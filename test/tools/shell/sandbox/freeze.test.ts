import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { endOthers, freeze, membersOf, thaw } from '../../../../src/tools/shell/sandbox/freeze.ts'
import { testWith } from '../../../parts.ts'

/** Letters of the state of processes (proc(5)): S sleeps, T is stopped. */
const statesOf = (pids: readonly number[]) =>
  pids.map((pid) => /^\d+ \(.*\) (\w)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])

testWith('bwrap')('those inside are stopped, go on and end; those outside are left alone', async () => {
  const line = 'sleep 60 & sleep 60 & sleep 60 & echo there; wait'
  const child = spawn('bwrap', [
    '--unshare-pid',
    '--ro-bind',
    '/',
    '/',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    'sh',
    '-c',
    line,
  ])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const pid = child.pid ?? 0
  const inside = await membersOf(pid)
  // The first of its processes, the shell and what it has begun.
  expect(inside).toHaveLength(5)
  expect(inside).not.toContain(pid)
  expect(inside).not.toContain(process.pid)
  await freeze(pid)
  await expect.poll(() => new Set(statesOf(inside))).toEqual(new Set(['T']))
  await thaw(pid)
  await expect.poll(() => statesOf(inside).includes('T')).toBe(false)
  const kept = new Set(inside.slice(0, 3))
  await endOthers(pid, kept)
  await expect.poll(async () => (await membersOf(pid)).filter((member) => !kept.has(member))).toEqual([])
  expect(await membersOf(pid)).toEqual([...kept])
})

test('a process without a world of its own has nobody inside, nor has one that is gone', async () => {
  const child = spawn('sh', ['-c', 'sleep 60 & echo there; wait'])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  expect(await membersOf(child.pid ?? 0)).toEqual([])
  expect(await membersOf(2 ** 22 + 1)).toEqual([])
  await Promise.all([freeze(child.pid ?? 0), thaw(child.pid ?? 0), endOthers(child.pid ?? 0, new Set())])
  expect(child.exitCode).toBe(null)
  expect(statesOf([child.pid ?? 0])).toEqual(['S'])
})
