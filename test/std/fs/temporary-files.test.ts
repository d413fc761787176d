import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withLock } from '../../../src/std/fs/lock.ts'
import { sweepLeftovers } from '../../../src/std/fs/temporary-files.ts'
import { writerTag } from '../../../src/std/fs/writer-tag.ts'

const now = Date.parse('2026-11-28T12:00:00Z')
const alive = writerTag()
const dead = `${spawnSync('true').pid.toString(36)}${alive.slice(-4)}`
const elsewhere = `3f9${alive.endsWith('0000') ? '1111' : '0000'}`

/** Return what a sweep leaves of these files, which were written so many seconds ago. */
async function left(names: readonly string[], seconds: number, at = now): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'leftovers-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of names) {
    writeFileSync(join(folder, name), '')
    utimesSync(join(folder, name), (at - seconds * 1_000) / 1_000, (at - seconds * 1_000) / 1_000)
  }
  await sweepLeftovers([join(folder, 'none'), folder], at)
  return readdirSync(folder).sort()
}

test('a file of a dead writer goes at once, one of a living or a foreign one after a minute', async () => {
  const names = [alive, dead, elsewhere].map((tag) => `.page.md.abc123-${tag}.tmp`)
  expect(await left(names, 1)).toEqual([names[0], names[2]].sort())
  expect(await left(names, 60)).toEqual([names[0], names[2]].sort())
  expect(await left(names, 61)).toEqual([])
})

test('what only looks like one of ours stays, however old', async () => {
  const names = ['page.md', 'page.tmp', '.page.md.tmp.md', '.hidden', `.page.${'a'.repeat(13)}.tmp`, 'x.tmp-12']
  expect(await left(names, 1_000_000)).toEqual(names.sort())
})

test('names of earlier versions go after a minute', async () => {
  expect(await left(['.page.md.abc123.tmp', '01X.checkpoint.tmp'], 59)).toHaveLength(2)
  expect(await left(['.page.md.abc123.tmp', '01X.checkpoint.tmp'], 61)).toEqual([])
})

test('the half file of a writer of settings goes when nobody holds the lock of its target', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leftovers-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const half = 'config.json.tmp-0123456789ab'
  writeFileSync(join(folder, half), '')
  await withLock(join(folder, 'config.json'), () => sweepLeftovers([folder], Date.now()))
  expect(readdirSync(folder)).toContain(half)
  await sweepLeftovers([folder], Date.now())
  expect(readdirSync(folder)).not.toContain(half)
})
