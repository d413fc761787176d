import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { sleep } from '../../../src/std/abort.ts'
import { HomeCopy } from '../../../src/sync/home/home-copy.ts'
import { metaKey, openHomeStore } from '../../../src/sync/home/home-store.ts'
import { type RedisPlace, readRedisAddress } from '../../../src/sync/stores/redis-place.ts'
import { freePort } from '../../fakes/listen.ts'
import { type Loss, RedisSentinel } from '../../fakes/redis-sentinel.ts'
import { longTestWith } from '../../parts.ts'

/** Failovers, one after the other, while two processes write. */
const losses: Loss[] = ['killed', 'demoted', 'hung']

longTestWith('redis-server')(
  'whatever a sentinel does with the master, a line told as kept stands on its successor, and none stands twice',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sentinel-'))
    const server = new RedisSentinel(folder, [await freePort(), await freePort(), await freePort()])
    const place = readRedisAddress(await server.open()) as RedisPlace
    const stores = [0, 1].map(() => openHomeStore(place, 3_000))
    onTestFinished(async () => {
      for (const store of stores) store.disconnect()
      await server.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    })
    await stores[0]?.homeOpen(metaKey, 'a')
    const copies = stores.map((store, i) => {
      const path = join(folder, `copy-${i}`)
      mkdirSync(path)
      return new HomeCopy(path, store, { id: 'a', pid: i, isReplicated: true }, { lease: 1_000, replicated: 500 })
    })
    const kept = new Set<string>()
    const faults = new Set<string>()
    /** Lines told as kept since the last failover. */
    let fresh = 0
    let isOver = false
    const write = async (copy: HomeCopy, who: number) => {
      for (let i = 0; !isOver; i++) {
        const line = `${who}-${i}`
        const add = async () => {
          const held = await copy.lock('log', 5_000)
          appendFileSync(join(copy.path, 'log'), `${line}\n`)
          await held.commit(new Map([['log', { added: Buffer.from(`${line}\n`) }]]))
        }
        await add().then(
          () => kept.add(line) && fresh++,
          (error) => faults.add(String(error).replace(/\d+/g, 'N')),
        )
      }
    }
    const writing = copies.map(write)
    // Both have found the master when lines are kept; a home that no replica has yet is gone with its master.
    const untilKept = async () => {
      fresh = 0
      while (fresh < 50) await sleep(20)
    }
    await untilKept()
    for (const loss of losses) {
      await server.failOver(loss)
      await untilKept()
    }
    isOver = true
    await Promise.all(writing)
    const master = await server.client()
    const lines = ((await master.get('assistant:{home}:f:log')) ?? '').split('\n').filter(Boolean)
    master.disconnect()
    expect([...kept].filter((line) => !lines.includes(line))).toEqual([])
    expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([])
    // A server that became a replica is left behind; nobody is told of it.
    expect([...faults].filter((fault) => fault.includes('READONLY'))).toEqual([])
    for (const copy of copies) {
      await copy.refresh()
      const path = join(copy.path, 'log')
      expect(existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []).toEqual(lines)
    }
  },
  200_000,
)
