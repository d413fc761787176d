import type { Cluster, Redis } from 'ioredis'
import type { Id } from '../../protocol/index.ts'
import { connectRedis, type RedisPlace } from '../../sync/stores/redis-place.ts'

/** All of a conversation goes at once when nobody has used it for so long (ARGV[3], in milliseconds); 0: never. */
const expiring = `for i = 2, 4 do
        if tonumber(ARGV[3]) > 0 then redis.call('pexpire', KEYS[i], ARGV[3]) else redis.call('persist', KEYS[i]) end
      end`

/**
 * Scripts that act only while the lock is ours: a process that lost it can write nothing any more. Each may be sent
 * twice, when the connection broke before its answer came: a lock of the same name is our own, and lines behind the
 * length that we know of are some that nobody was told of. All keys of a conversation share a hash tag, so that they
 * are in one slot of a cluster.
 */
const scripts = {
  // The lock, unless somebody else holds it who is not known to be dead; with it the epoch and what was kept of the
  // conversation.
  begin: {
    numberOfKeys: 4,
    lua: `local holder = redis.call('get', KEYS[1])
      if holder and holder ~= ARGV[1] and holder ~= ARGV[4] then return {0, holder} end
      redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
      local epoch = redis.call('incr', KEYS[2])
      local thread = redis.call('get', KEYS[3])
      local folded = 0
      if thread then folded = tonumber(string.match(thread, '^%d+')) end
      -- Lines that a server lost when another one took its place were never kept.
      if folded > redis.call('llen', KEYS[4]) then thread, folded = false, 0 end
      ${expiring}
      return {1, epoch, thread, folded, redis.call('lrange', KEYS[4], folded, -1)}`,
  },
  // Whoever takes the lock counts the epoch on: one that ended with nobody behind it, while the process was busy, is
  // still our own.
  appendIfOurs: {
    numberOfKeys: 4,
    lua: `local holder = redis.call('get', KEYS[1])
      if not holder and redis.call('get', KEYS[2]) == ARGV[4] then
        redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[5])
      elseif holder ~= ARGV[1] then return -1 end
      local known = tonumber(ARGV[2])
      if redis.call('llen', KEYS[4]) < known then return -1 end
      if known == 0 then redis.call('del', KEYS[4]) else redis.call('ltrim', KEYS[4], 0, known - 1) end
      for i = 6, #ARGV do redis.call('rpush', KEYS[4], ARGV[i]) end
      ${expiring}
      return known + #ARGV - 5`,
  },
  // Goes with its log, in the very moment: one of them alone would be no conversation. ARGV: the thread behind the
  // length of the log that it was folded from, that length, and our name: another server than the one that took the
  // lines may not have them.
  keepThread: {
    numberOfKeys: 3,
    lua: `if redis.call('get', KEYS[3]) ~= ARGV[3] or redis.call('llen', KEYS[2]) ~= tonumber(ARGV[2]) then return end
      redis.call('set', KEYS[1], ARGV[1])
      local left = redis.call('pttl', KEYS[2])
      if left > 0 then redis.call('pexpire', KEYS[1], left) end`,
  },
  renewIfOurs: {
    numberOfKeys: 1,
    lua: `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('pexpire', KEYS[1], ARGV[2]) end`,
  },
  releaseIfOurs: {
    numberOfKeys: 1,
    lua: `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end`,
  },
}

/**
 * The answer of `begin`: the holder of the lock; or the epoch, the kept thread behind its length, that length, and the
 * lines after it.
 */
export type Begun = [0, string] | [1, number, string | null, number, string[]]

/** A Redis with the commands of sessions. */
export type RedisStore = (Redis | Cluster) & {
  begin(
    ...given: [
      lock: string,
      epoch: string,
      thread: string,
      log: string,
      name: string,
      forMs: number,
      idleMs: number,
      dead: string,
    ]
  ): Promise<Begun>
  appendIfOurs(
    ...given: [
      ...keys: [lock: string, epoch: string, thread: string, log: string],
      ...ours: [name: string, known: number, idleMs: number, epoch: number, forMs: number],
      ...lines: string[],
    ]
  ): Promise<number>
  keepThread(
    ...given: [thread: string, log: string, lock: string, value: string, length: number, name: string]
  ): Promise<void>
  renewIfOurs(lock: string, name: string, forMs: number): Promise<void>
  releaseIfOurs(lock: string, name: string): Promise<void>
}

/** The keys of a conversation. */
export const keysOf = (id: Id) => {
  const base = `assistant:{${id}}`
  return { lock: `${base}:lock`, log: `${base}:log`, epoch: `${base}:epoch`, thread: `${base}:thread` }
}

/** Connects to the Redis of the sessions. `answerMs`: a store that hangs is waited for this long. */
export const openRedis = (place: RedisPlace, answerMs: number): RedisStore =>
  connectRedis(place, answerMs, scripts) as RedisStore
