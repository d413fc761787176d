import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { storeAt } from '../../src/app/sync/device.ts'
import { followSync } from '../../src/app/sync/follow-sync.ts'
import { writeConfiguration } from '../../src/sync/configuration.ts'
import { writeHeader } from '../../src/sync/header.ts'
import { median } from '../measure.ts'
import type { Row } from '../row.ts'
import { redisServer } from '../serving.ts'
import { slowTo } from './sync-turn.ts'

/** A home that follows the others, and the page that a person writes in. */
async function device(folder: string, name: string, store: string, signal: AbortSignal) {
  const home = join(folder, name)
  const paths = { home, config: '', secrets: '', state: join(home, 'state'), cache: '', runtime: '' }
  for (const one of [join(home, 'memory'), paths.state]) mkdirSync(one, { recursive: true })
  await writeConfiguration(paths.state, { store, name, paused: false, without: [] })
  const page = join(home, 'memory', 'me.md')
  writeFileSync(page, '')
  return { page, following: followSync({ paths, now: Date.now }, signal) }
}

/** Milliseconds until a line is there; throws after a minute. */
async function until(page: string, line: string): Promise<number> {
  const began = performance.now()
  while (!readFileSync(page, { encoding: 'utf8', flag: 'a+' }).includes(line)) {
    if (performance.now() - began > 60_000) throw new Error(`${line} did not come`)
    await sleep(20)
  }
  return performance.now() - began
}

/**
 * How long after Redis is back what was written while it was away stands on the other device; the floor is a line
 * while it is there.
 */
export const syncResume: Row = {
  name: 'sync-resume',
  async measure({ quick }) {
    const folder = mkdtempSync(join(tmpdir(), 'assistant-bench-'))
    const ended = new AbortController()
    const redis = await redisServer(folder)
    const target = Number(new URL(redis.url).port)
    let way = await slowTo(target, 0)
    const { port } = way
    const devices: Awaited<ReturnType<typeof device>>[] = []
    try {
      const store = await storeAt(redis.url)
      await writeHeader(store, undefined, ended.signal)
      await store.close()
      for (const name of ['a', 'b']) devices.push(await device(folder, name, `redis://127.0.0.1:${port}`, ended.signal))
      const [a = '', b = ''] = devices.map(({ page }) => page)
      const there: number[] = []
      for (let n = 0; n < 5; n++) {
        appendFileSync(a, `- there ${n}\n`)
        there.push(await until(b, `there ${n}`))
      }
      const floor = { value: median(there), what: 'while it is there' }
      const results = []
      for (const seconds of quick ? [5] : [5, 30, 90]) {
        way.stop()
        appendFileSync(a, `- away ${seconds}\n`)
        await sleep(seconds * 1_000)
        way = await slowTo(target, 0, port)
        const value = await until(b, `away ${seconds}`)
        results.push({
          row: `sync, Redis away ${seconds} s: a line after it is back`,
          unit: 'ms' as const,
          value,
          floor,
          limit: { most: 10_000 },
        })
      }
      return results
    } finally {
      ended.abort()
      await Promise.all(devices.map(({ following }) => following))
      way.stop()
      await redis.stop()
      rmSync(folder, { recursive: true, maxRetries: 5, retryDelay: 100 })
    }
  },
}
