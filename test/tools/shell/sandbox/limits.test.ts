import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { isOverLimit, residentBytes, resourceWatch } from '../../../../src/tools/shell/sandbox/limits.ts'

const [kib, gib] = [2 ** 10, 2 ** 30]
const little = { free: 50 * gib, members: 1, memory: gib }

test.each<[what: string, before: number | undefined, now: Partial<typeof little>, isOver: boolean]>([
  ['nothing out of the ordinary', 50 * gib, {}, false],
  ['as many processes as may be', 50 * gib, { members: 1_024 }, false],
  ['one process more', 50 * gib, { members: 1_025 }, true],
  ['six gibibytes of memory', 50 * gib, { memory: 6 * gib }, false],
  ['a byte more of memory', 50 * gib, { memory: 6 * gib + 1 }, true],
  ['four gibibytes written', 54 * gib, {}, false],
  ['a byte more written', 54 * gib + 1, {}, true],
  ['a disk that has got room meanwhile', 10 * gib, {}, false],
  ['a disk that is full now', 256 * 1024 * kib + 1, { free: 256 * 1024 * kib - 1 }, true],
  ['a disk that is nearly full', 256 * 1024 * kib + 1, { free: 256 * 1024 * kib }, false],
  ['a disk that was full before', 256 * 1024 * kib, { free: 0 }, false],
  ['a disk of which nobody knew', undefined, { free: 0 }, false],
])('%s: over the limit or not', (_, before, now, isOver) => {
  expect(isOverLimit(before, { ...little, ...now })).toBe(isOver)
})

test('a disk of which nobody knows now is no reason, other reasons are', () => {
  expect(isOverLimit(60 * gib, { ...little, free: undefined })).toBe(false)
  expect(isOverLimit(60 * gib, { ...little, free: undefined, members: 2_000 })).toBe(true)
})

test.skipIf(process.platform !== 'linux')(
  'memory is what the kernel says is in use, of a process that is there',
  async () => {
    const told = Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * kib
    const bytes = await residentBytes(process.pid)
    expect(bytes).toBeGreaterThan(told / 2)
    expect(bytes).toBeLessThan(told * 2)
    expect(await residentBytes(2 ** 22 + 1)).toBe(0)
    expect(await (await resourceWatch(tmpdir()))(process.pid)).toBeUndefined()
    expect(await (await resourceWatch('/nowhere'))(process.pid)).toBeUndefined()
  },
)
