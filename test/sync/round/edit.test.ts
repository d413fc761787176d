import { truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { backupPath, healText, writeState } from '../../../src/std/fs/state-file.ts'
import { meet, pageOf, roundDevices, sortedLines, writeLines } from './round-devices.ts'

test.each(['sync', 'the program'])(
  'a page that %s heals from a copy older than the last round becomes what it was then',
  async (healer) => {
    const [a, b] = await roundDevices()
    await writeState(pageOf(a), '- written by the program\n- removed\n')
    utimesSync(backupPath(pageOf(a)), 1_700_000_000, 1_700_000_000)
    writeLines(pageOf(a), '- written by the program', '- and by a person')
    await meet([a, b])
    writeFileSync(pageOf(a), Buffer.alloc(40))
    if (healer === 'the program') expect(await healText(pageOf(a), () => true)).toBe(true)
    await meet([a, b])
    for (const device of [a, b])
      expect(sortedLines(pageOf(device))).toEqual(['- and by a person', '- written by the program'])
  },
)

test('a page that is emptied beside its own copy, and written by the program since the last round, keeps what was written', async () => {
  const [a, b] = await roundDevices()
  await writeState(pageOf(a), '- one\n')
  await meet([a, b])
  await writeState(pageOf(a), '- one\n- two\n')
  truncateSync(pageOf(a))
  await meet([a, b])
  for (const device of [a, b]) expect(sortedLines(pageOf(device))).toEqual(['- one', '- two'])
})
