import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLibrary } from '../../src/retrieval/library.ts'
import { hostileDocuments } from './documents.ts'

// HOSTILE=all makes them whole, one after the other, and HOSTILE='two million mails' that one; here every fourth is
// made, and small.
const wanted = process.env.HOSTILE
const isAll = wanted !== undefined
const scale = isAll ? 1 : 1 / 10_000
const chosen = hostileDocuments.filter(({ name }, at) =>
  isAll ? wanted === 'all' || name.endsWith(wanted) : at % 4 === 2,
)
const never = new AbortController().signal

/** The largest resident memory (MB) that a child process of ours ever had (Linux). */
function childPeak(): number {
  const peaks = readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1')
    .split(' ')
    .flatMap((pid) => {
      try {
        return [Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024]
      } catch {
        return []
      }
    })
  return Math.max(0, ...peaks)
}

test('there are sixty of them and more', () => expect(hostileDocuments.length).toBeGreaterThanOrEqual(60))

test(
  'a hostile document costs itself and a word: the index stays whole, what is beside it is found, and the limits of its reader hold',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hostile-'))
    const library = createLibrary({ dir: join(folder, 'index'), now: () => new Date() })
    const failed: string[] = []
    await writeFile(join(folder, 'beside.md'), '# Rules\nThe deposit is 500,000 won.')
    for await (const _ of library.add([join(folder, 'beside.md')], never));
    for (const [at, document] of chosen.entries()) {
      const path = join(folder, `${at}-${document.file}`)
      await writeFile(path, document.bytes(scale))
      let [peak, outcome] = [0, 'nothing']
      const look = () => {
        peak = Math.max(peak, childPeak())
      }
      const looking = isAll ? setInterval(look, 25) : undefined
      const began = performance.now()
      for await (const event of library.add([path], never)) {
        if (event.type === 'indexed') outcome = 'indexed'
        if (event.type === 'skipped') outcome = event.fault
      }
      clearInterval(looking)
      const ms = Math.round(performance.now() - began)
      if (outcome === 'nothing') failed.push(`${document.name}: ${outcome}`)
      // Indexing what was read is besides the reader's 20 seconds; on a busy machine a kill takes a moment.
      if (isAll && ms > 30_000) failed.push(`${document.name}: ${ms} ms`)
      if (peak > 512) failed.push(`${document.name}: ${Math.round(peak)} MB`)
      const own = Math.round(process.memoryUsage.rss() / 2 ** 20)
      if (isAll) process.stderr.write(`${document.name}: ${outcome}, ${ms} ms, ${Math.round(peak)} MB, own ${own} MB\n`)
      await library.remove([path], never)
      await rm(path)
    }
    for await (const _ of library.reindex(never, { thorough: true }));
    const hits = await library.search('deposit', 3, never)
    await library.close()
    await rm(folder, { recursive: true })
    expect(failed).toEqual([])
    expect(hits.map(({ text }) => text)).toEqual(['The deposit is 500,000 won.'])
  },
  isAll ? 3_600_000 : 120_000,
)
