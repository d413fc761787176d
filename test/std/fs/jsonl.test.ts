import { appendFile, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLog, readLog } from '../../../src/std/fs/jsonl.ts'

const fresh = async () => join(await mkdtemp(join(tmpdir(), 'jsonl-')), 'log.jsonl')

async function values(path: string, from = 0): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const { value } of readLog(path, from)) found.push(value)
  return found
}

/** Any line but one that says that a newer version wrote it (`v`): that one is left to that version. */
const anyLine = fc.dictionary(
  fc.string().filter((key) => key !== 'v'),
  fc.jsonValue(),
)

test('what was appended is read back in order, from any line on', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine, { minLength: 1, maxLength: 20 }), async (given) => {
      const path = await fresh()
      const log = await openLog(path)
      const offsets: number[] = []
      for (const value of given) {
        offsets.push(log.size)
        await log.append([value], false)
      }
      await log.close()
      const expected = JSON.parse(JSON.stringify(given))
      expect(await values(path)).toEqual(expected)
      expect(await values(path, offsets.at(-1))).toEqual(expected.slice(-1))
    }),
    { numRuns: 50 },
  )
})

test('a log cut at any byte keeps every line before the cut, and goes on after it', async () => {
  const whole = Buffer.from('{"n":1}\n{"말":"안녕"}\n{"n":3}\n')
  for (let cut = 0; cut <= whole.length; cut++) {
    const path = await fresh()
    await writeFile(path, whole.subarray(0, cut))
    const before = await values(path)
    const log = await openLog(path)
    await log.append([{ next: true }], true)
    await log.close()
    expect(await values(path)).toEqual([...before, { next: true }])
    // Nothing is cut off: what was there is still there, byte for byte.
    expect((await readFile(path)).subarray(0, cut)).toEqual(whole.subarray(0, cut))
  }
})

test('lines that are not JSON are passed over and told, never fatal', async () => {
  const path = await fresh()
  await writeFile(
    path,
    Buffer.concat([Buffer.from('{"a":1}\n\0\0\0\n'), Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from('{"b":2}\n')]),
  )
  const damage: unknown[] = []
  const found: unknown[] = []
  for await (const { value } of readLog(
    path,
    0,
    (faults) => void damage.push(...faults.map(({ kind, at }) => [kind, at])),
  ))
    found.push(value)
  expect({ found, damage }).toEqual({
    found: [{ a: 1 }, { b: 2 }],
    damage: [
      ['broken', 8],
      ['broken', 12],
    ],
  })
})

test('a line of several megabytes is read whole; a file that is not there is empty', async () => {
  const path = await fresh()
  expect(await values(path)).toEqual([])
  const big = '가'.repeat(1_000_000)
  await appendFile(path, `${JSON.stringify({ big })}\n`)
  expect(await values(path)).toEqual([{ big }])
})
