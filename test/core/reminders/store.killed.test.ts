import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ReminderStore } from '../../../src/core/reminders/store.ts'
import { type Fault, faultEnv, operations } from '../../faults/faults.ts'
import { testWith } from '../../parts.ts'
import { remindersAt } from './rig.ts'

const later = '2026-11-23T10:00:00+09:00'
const ringer = join(import.meta.dirname, '../../fixtures/reminder-ringer.ts')

testWith('cc')(
  'killed at any write while it rings, a reminder has rung exactly once when the next process has looked',
  async () => {
    const { asked, folder } = await remindersAt('2026-11-23T08:00:00+09:00')
    await asked({ action: 'create', title: '약', at: '2026-11-23T09:00:00+09:00' })
    await asked({ action: 'create', title: '물', at: '2026-11-23T09:30:00+09:00', repeat: 'daily' })

    const attempt = async (at: number, fault: Fault) => {
      const home = await mkdtemp(join(tmpdir(), 'killed-'))
      onTestFinished(() => rm(home, { recursive: true, force: true }))
      await cp(folder, home, { recursive: true })
      const path = join(home, 'reminders.jsonl')
      const env = { ...process.env, ...faultEnv(home, at, fault, join(tmpdir(), `ops-${process.pid}-${at}-${fault}`)) }
      spawnSync(process.execPath, [ringer, path, later], { env })
      const store = new ReminderStore(path)
      const after = await store.ring(Date.parse(later))
      const all = [...(await store.all()).values()].map(({ title, state, ring }) => [title, state, ring?.missed])
      return { all, again: after.length, log: join(tmpdir(), `ops-${process.pid}-${at}-${fault}`) }
    }

    const whole = await attempt(0, 'kill')
    const count = operations(whole.log).length
    expect(count).toBeGreaterThan(5)
    const stories = []
    for (let at = 1; at <= count; at++) {
      stories.push(await attempt(at, 'kill'))
      if (operations(whole.log)[at - 1]?.operation === 'write') stories.push(await attempt(at, 'torn'))
    }
    const expected = [
      ['약', 'rang', 0],
      ['물', 'waiting', 0],
    ]
    expect(stories.map(({ all }) => all)).toEqual(stories.map(() => expected))
    // Some died before the ring was written, some after it: both kinds were met.
    expect(new Set(stories.map(({ again }) => again > 0))).toEqual(new Set([true, false]))
  },
)

test('four processes look at one folder at the same moment: what is due rings once', async () => {
  const { asked, path, store } = await remindersAt('2026-11-23T08:00:00+09:00')
  for (let n = 0; n < 5; n++)
    await asked({ action: 'create', title: `일 ${n}`, at: `2026-11-23T09:0${n}:00+09:00`, repeat: 'daily' })
  const processes = Array.from({ length: 4 }, () => spawn(process.execPath, [ringer, path, later], { stdio: 'ignore' }))
  await Promise.all(processes.map((one) => once(one, 'exit')))
  const entries = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(
    entries
      .filter(({ type }) => type === 'rang')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['1', '2', '3', '4', '5'])
  expect(await store.ring(Date.parse(later))).toEqual([])
})
