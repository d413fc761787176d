import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { acceptInvitation, writeInvitation } from '../../src/sync/invitation.ts'
import { folderStore } from '../../src/sync/stores/folder.ts'
import { longTest as test } from '../parts.ts'

const signal = AbortSignal.timeout(120_000)
const key = Buffer.alloc(32, 7)

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'invitation-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  mkdirSync(join(folder, 'join'))
  return { folder, store: folderStore(folder) }
}

const accepted = (store: ReturnType<typeof folderStore>, code: string, now: number) =>
  acceptInvitation(store, code, now, signal).then(
    (found) => found.equals(key),
    (error: { fault?: string }) => error.fault,
  )

test('a code opens the key once, for an hour, however it is typed; another one opens nothing', async () => {
  const { store } = place()
  const code = await writeInvitation(store, key, 1_000, signal)
  expect(await accepted(store, code, 1_000 + 3_600_001)).toBe('locked')
  expect(await accepted(store, 'AAAAA-AAAAA', 1_000)).toBe('locked')
  expect(await accepted(store, ` ${code.toLowerCase().replace('-', ' ')}`, 1_000)).toBe(true)
  expect(await accepted(store, code, 1_000)).toBe('locked')
})

test('what somebody else has put among the invitations costs no more than a few tries, and brings nothing', async () => {
  const { folder, store } = place()
  const later = { v: 1, until: 9e15, salt: 'AA==' }
  const made = [
    '',
    'null',
    '[]',
    '{}',
    '\0\xff',
    '['.repeat(2_000),
    JSON.stringify({ ...later, sealed: 7 }),
    JSON.stringify({ ...later, sealed: 'AA==' }),
    JSON.stringify({ ...later, sealed: Buffer.alloc(60).toString('base64') }),
    JSON.stringify({ ...later, until: 'soon', sealed: Buffer.alloc(60).toString('base64') }),
    `${JSON.stringify({ ...later, sealed: '' })}${' '.repeat(1 << 20)}`,
  ]
  for (const [at, text] of made.entries()) {
    writeFileSync(join(folder, 'join', `evil${at}`), text, 'latin1')
    expect(await accepted(store, 'AAAAA-AAAAA', 1_000)).toBe('locked')
  }
  expect(readdirSync(join(folder, 'join')).length).toBe(made.length)
})
