import { mkdtemp, readFile, rename, unlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sleep } from '../../../src/std/abort.ts'
import { FileCache, forgetLooks, oncePerStep } from '../../../src/std/fs/file-cache.ts'
import { isMissing, readTextIfThere } from '../../../src/std/fs/files.ts'
import { openLog } from '../../../src/std/fs/jsonl.ts'

const temporary = async () => join(await mkdtemp(join(tmpdir(), 'cache-')), 'page.md')

/** A cache that counts how often it read. */
function counted(tickMs: number, most?: number) {
  const cache = new FileCache<string | undefined>(most, tickMs)
  const reads: string[] = []
  const get = (path: string) =>
    cache.get(path, async () => {
      reads.push(path)
      return readTextIfThere(path)
    })
  return { get, reads }
}

test('a file that stays the same is read twice at most: once at first sight, and once when its times are past', async () => {
  const path = await temporary()
  await writeFile(path, 'one')
  const { get, reads } = counted(20)
  expect(await get(path)).toBe('one')
  await sleep(40)
  for (let i = 0; i < 10; i++) expect(await get(path)).toBe('one')
  expect(reads).toHaveLength(2)
})

test('a file that is not there is asked for once, and found when it comes', async () => {
  const path = await temporary()
  const { get, reads } = counted(0)
  for (let i = 0; i < 3; i++) expect(await get(path)).toBeUndefined()
  expect(reads).toHaveLength(1)
  await writeFile(path, 'here')
  expect(await get(path)).toBe('here')
  await unlink(path)
  expect(await get(path)).toBeUndefined()
})

test('what an editor saves is there at the next look, whatever it does to the times', async () => {
  const path = await temporary()
  await writeFile(path, 'one')
  const { get } = counted(5)
  await get(path)
  await sleep(10)
  expect(await get(path)).toBe('one')
  const before = new Date(0)
  await utimes(path, before, before)
  await writeFile(path, 'two')
  await utimes(path, before, before)
  expect(await get(path)).toBe('two')
  await writeFile(`${path}~`, 'ten')
  await rename(`${path}~`, path)
  expect(await get(path)).toBe('ten')
})

test('two saves within one tick of the clock, of the same length, are both seen', async () => {
  const path = await temporary()
  const { get } = counted(60_000)
  for (let i = 100; i < 400; i++) {
    await writeFile(path, String(i))
    expect(await get(path)).toBe(String(i))
  }
})

test('a file that changes while it is read is read again', async () => {
  const path = await temporary()
  await writeFile(path, 'old')
  const cache = new FileCache<string>(10, 0)
  await cache.get(path, () => readFile(path, 'utf8'))
  await sleep(2)
  await writeFile(path, 'new!')
  const torn = await cache.get(path, async () => {
    const text = await readFile(path, 'utf8')
    await writeFile(path, 'newest')
    return text
  })
  expect(torn).toBe('new!')
  expect(await cache.get(path, () => readFile(path, 'utf8'))).toBe('newest')
})

test('a file that cannot be read is tried anew each time', async () => {
  const path = await temporary()
  await writeFile(path, 'x')
  const cache = new FileCache<string>(10, 0)
  await expect(cache.get(path, async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await cache.get(path, () => readFile(path, 'utf8'))).toBe('x')
})

test('no more files are remembered than was said', async () => {
  const path = await temporary()
  const { get, reads } = counted(0, 2)
  for (const name of ['a', 'b', 'c', 'a']) await get(`${path}${name}`)
  expect(reads.map((one) => one.at(-1))).toEqual(['a', 'b', 'c', 'a'])
})

test('whatever happens to a file, the cache says what the file says', async () => {
  const act = fc.oneof(
    fc.string({ maxLength: 4 }).map((text) => ({ write: text })),
    fc.string({ maxLength: 4 }).map((text) => ({ replace: text })),
    fc.constant({ remove: true }),
    fc.constant({ wait: 3 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
      const path = await temporary()
      // The tick of this machine's file system is shorter than 10 ms (a jiffy at 100 Hz).
      const { get } = counted(20)
      for (const one of acts) {
        if ('write' in one) await writeFile(path, one.write)
        else if ('replace' in one) {
          await writeFile(`${path}~`, one.replace)
          await rename(`${path}~`, path)
        } else if ('wait' in one) await sleep(one.wait)
        else await unlink(path).catch((error) => (isMissing(error) ? undefined : Promise.reject(error)))
        expect(await get(path)).toBe(await readTextIfThere(path))
      }
    }),
    { numRuns: 60 },
  )
})

test('what is looked at twice before the event loop goes on is looked at once, and anew after it or after a write', async () => {
  const seen: string[] = []
  const look = oncePerStep(
    (name: string) => name,
    (name) => seen.push(name),
  )
  expect([look('a'), look('a'), look('b')]).toEqual([1, 1, 2])
  await Promise.resolve()
  expect(look('a')).toBe(1)
  forgetLooks()
  expect(look('a')).toBe(3)
  await new Promise(setImmediate)
  expect(look('a')).toBe(4)
})

test('a file that is written at once, in the same step, is seen to be another', async () => {
  const path = await temporary()
  const { get } = counted(0)
  expect(await get(path)).toBeUndefined()
  const log = await openLog(path)
  const looks = [get(path)]
  const written = log.append([{ a: 1 }], false)
  looks.push(get(path))
  await written
  await log.close()
  expect(await looks[1]).toContain('"a":1')
})
