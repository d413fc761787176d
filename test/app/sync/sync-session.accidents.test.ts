import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partOf } from '../../parts.ts'
import { AccidentHistory } from './accident-history.ts'

/** The whole run: `HISTORIES=10000`; `HISTORY_SEED=17 HISTORIES=1` is the 17th of them alone. */
const histories = Number(process.env.HISTORIES ?? partOf(12, 3))
const firstSeed = Number(process.env.HISTORY_SEED ?? 0)
const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'assistant-accidents-'))

/** What belongs to somebody else is closed to everybody but root: the histories run as nobody then. */
const nobody = 65_534
const isRoot = process.geteuid?.() === 0

beforeAll(() => {
  if (!isRoot) return
  chownSync(root, nobody, nobody)
  process.setegid?.(nobody)
  process.seteuid?.(nobody)
})

afterAll(() => {
  if (isRoot) process.seteuid?.(0)
  if (isRoot) process.setegid?.(0)
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

test(
  'images put back, homes copied, folders away, pages gone, backups restored, damage, kills, switched kinds and files of others: nothing is lost, nothing removed is back, all devices are equal',
  async () => {
    const failed: string[] = []
    for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
      const history = new AccidentHistory(root, seed)
      await history.run().catch((error: Error) => {
        failed.push(`HISTORY_SEED=${seed} HISTORIES=1: ${error.message}`)
        if (histories === 1) console.error(history.log.join('\n'), error)
      })
      for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true, force: true })
    }
    expect(failed).toEqual([])
  },
  60_000 + histories * 10_000,
)
