import { dirname } from 'node:path'
import { dropEntry, listTrash } from '../../std/fs/trash.ts'
import { connectRedis, type RedisPlace } from '../../sync/stores/redis-place.ts'
import { journalPath, readEnvelopes } from '../../threads/journal.ts'
import { removeThread, threadIds } from '../../threads/thread-store.ts'
import { keysOf } from '../../ui/http/redis-store.ts'
import type { HttpPerson, PersonSessions } from './person-data.ts'

/** True if a line of a conversation was said by this person. */
const isSaidBy = (line: string, { by }: HttpPerson) => line.includes(`"by":${JSON.stringify(by)}`)

/** The sessions of people in the journals of a home. What is removed goes for good, past the trash. */
export function sessionsOnDisk(folder: string, now: () => number): PersonSessions {
  const linesOf = async (id: string) => {
    const all: object[] = []
    for await (const envelope of readEnvelopes(journalPath(folder, id))) all.push(envelope)
    return all
  }
  return {
    async of(person) {
      const found: string[] = []
      for (const id of (await threadIds(folder)).filter((one) => one.startsWith('http-')))
        if ((await linesOf(id)).some((line) => isSaidBy(JSON.stringify(line), person))) found.push(id)
      return found
    },
    lines: linesOf,
    async remove(id) {
      await removeThread(folder, id, { at: now(), by: 'person' })
      const home = dirname(folder)
      for (const entry of await listTrash(home)) if (entry.path.includes(`/${id}.`)) await dropEntry(home, entry.id)
    },
  }
}

/** The sessions of people in Redis; `close` when they are not needed any more. */
export function sessionsInRedis(place: RedisPlace): PersonSessions & { close(): void } {
  const redis = connectRedis(place, 10_000, {})
  const textsOf = (id: string) => redis.lrange(keysOf(id).log, 0, -1)
  return {
    async of(person) {
      const found: string[] = []
      for (const node of 'nodes' in redis ? redis.nodes('master') : [redis]) {
        let cursor = '0'
        do {
          const [next, keys] = await node.scan(cursor, 'MATCH', 'assistant:{http-*}:log', 'COUNT', 500)
          cursor = next
          for (const key of keys) {
            const id = key.slice('assistant:{'.length, -'}:log'.length)
            if ((await textsOf(id)).some((line) => isSaidBy(line, person))) found.push(id)
          }
        } while (cursor !== '0')
      }
      return found
    },
    lines: async (id) => (await textsOf(id)).map((line) => JSON.parse(line) as object),
    remove: async (id) => void (await redis.del(Object.values(keysOf(id)))),
    close: () => redis.disconnect(),
  }
}
