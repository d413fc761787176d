import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeDamage, tellFaults } from '../../../src/std/fs/damage.ts'

test('of a file that is damaged again and again five copies are kept: the first ones and the last', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'damage-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'ledger.jsonl')
  for (let time = 0; time < 12; time++) {
    await writeFile(path, `damage ${time}`)
    await tellFaults(path, [{ kind: 'broken', at: time, of: `fault ${time}` }])
  }
  const copies = (await readdir(folder)).filter((name) => name.includes('.damaged-'))
  const held = await Promise.all(copies.map((name) => readFile(join(folder, name), 'utf8')))
  expect(held.sort()).toEqual([0, 1, 11, 2, 3].map((time) => `damage ${time}`))
  expect(takeDamage()).toHaveLength(12)
})
