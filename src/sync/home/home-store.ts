import type { Cluster, Redis } from 'ioredis'
import { connectRedis, type RedisPlace } from '../stores/redis-place.ts'

/**
 * A home in Redis, under one hash tag, so that one function sees all of it: `meta` (its id and the number of its last
 * change), `info` (of each file the number of its last change, the change that wrote it whole, and the last one),
 * `names` (files by that number), `tx` (the last changes by number) and a text for each file.
 */
const base = 'assistant:{home}:'

/** Changes are remembered by number, so many: a copy that is further behind compares every file. */
const remembered = 20_000
/** The outcome of a change is told again to whoever lost its answer, for so long, in milliseconds. */
const outcomeMs = 120_000

/** Changes since a copy was up to date. ARGV: the home's id, the last change that the copy knows, and its name. */
const changed = `
  local function changed(id, cursor, tx)
    if redis.call('hget', base .. 'meta', 'id') ~= id then return {'gone'} end
    local how = 'since'
    if cursor ~= '0' and redis.call('hget', base .. 'tx', cursor) ~= tx then how, cursor = 'all', '0' end
    local found = {how, redis.call('hget', base .. 'meta', 'v') or '0', redis.call('hget', base .. 'meta', 'tx') or ''}
    for _, name in ipairs(redis.call('zrangebyscore', base .. 'names', '(' .. cursor, '+inf')) do
      found[#found + 1] = name
      found[#found + 1] = redis.call('hget', base .. 'info', name)
    end
    return found
  end`

const start = `local base = KEYS[1]:sub(1, -5)`

/**
 * Functions on the server. Each may be sent twice, when the connection broke before its answer came: a lock of the same
 * name is our own, and a change that was made already is answered as it was.
 */
const scripts = {
  homeChanges: { numberOfKeys: 1, lua: `${start} ${changed} return changed(ARGV[1], ARGV[2], ARGV[3])` },
  // ARGV: id, cursor, its name, lock, our name for it, its time. With the lock comes all that changed.
  homeLock: {
    numberOfKeys: 1,
    lua: `${start} ${changed}
      local key = base .. 'lock:' .. ARGV[4]
      local holder = redis.call('get', key)
      if holder and holder ~= ARGV[5] then return {'held', holder} end
      local found = changed(ARGV[1], ARGV[2], ARGV[3])
      if found[1] == 'gone' then return found end
      redis.call('set', key, ARGV[5], 'PX', ARGV[6])
      if not holder then redis.call('hincrby', base .. 'epochs', ARGV[4], 1) end
      return {'ours', redis.call('hget', base .. 'epochs', ARGV[4]), found}`,
  },
  homeRenew: {
    numberOfKeys: 1,
    lua: `${start}
      local key = base .. 'lock:' .. ARGV[1]
      if redis.call('get', key) ~= ARGV[2] then return 0 end
      return redis.call('pexpire', key, ARGV[3])`,
  },
  homeUnlock: {
    numberOfKeys: 1,
    lua: `${start}
      local key = base .. 'lock:' .. ARGV[1]
      if redis.call('get', key) == ARGV[2] then redis.call('del', key) end`,
  },
  // ARGV: id, a file, the change that wrote what the copy has of it, how much of it that is.
  homeFile: {
    numberOfKeys: 1,
    lua: `${start}
      if redis.call('hget', base .. 'meta', 'id') ~= ARGV[1] then return {'gone'} end
      local info = redis.call('hget', base .. 'info', ARGV[2])
      if not info then return {''} end
      local whole = info:match('^%d+ (%S+)')
      local from = 0
      local size = redis.call('strlen', base .. 'f:' .. ARGV[2])
      if whole == ARGV[3] and size >= tonumber(ARGV[4]) then from = tonumber(ARGV[4]) end
      return {info, tostring(from), redis.call('getrange', base .. 'f:' .. ARGV[2], from, -1)}`,
  },
  // ARGV: id, name of the change, lock or '', our name for it, its epoch, then four for each file: kind, name, the
  // change that it must stand at or '', bytes. All of it or nothing.
  homeStore: {
    numberOfKeys: 1,
    lua: `${start}
      if redis.call('hget', base .. 'meta', 'id') ~= ARGV[1] then return 'gone' end
      local known = redis.call('get', base .. 'done:' .. ARGV[2])
      if known then
        -- Written again, so that a replica can be waited for on the connection that asks now.
        redis.call('set', base .. 'done:' .. ARGV[2], known, 'PX', ${outcomeMs})
        return known
      end
      if ARGV[3] ~= '' then
        local holder = redis.call('get', base .. 'lock:' .. ARGV[3])
        local ours = holder == ARGV[4] or (not holder and redis.call('hget', base .. 'epochs', ARGV[3]) == ARGV[5])
        if not ours then return 'lost' end
      end
      local info = {}
      for i = 6, #ARGV, 4 do
        info[i] = redis.call('hget', base .. 'info', ARGV[i + 1]) or '0 - -'
        if ARGV[i + 2] ~= '' and info[i]:match('^%d+') ~= ARGV[i + 2] then return 'changed ' .. ARGV[i + 1] end
      end
      local version = redis.call('hincrby', base .. 'meta', 'v', 1)
      redis.call('hset', base .. 'meta', 'tx', ARGV[2])
      redis.call('hset', base .. 'tx', version, ARGV[2])
      redis.call('hdel', base .. 'tx', version - ${remembered})
      local told = 'stored ' .. version
      for i = 6, #ARGV, 4 do
        local kind, name, file = ARGV[i], ARGV[i + 1], base .. 'f:' .. ARGV[i + 1]
        local whole = info[i]:match('^%d+ (%S+)')
        if kind == 'removed' then
          redis.call('del', file)
          whole = '-'
        elseif kind == 'added' and whole ~= '-' then redis.call('append', file, ARGV[i + 3])
        else
          redis.call('set', file, ARGV[i + 3])
          whole = ARGV[2]
        end
        redis.call('hset', base .. 'info', name, version .. ' ' .. whole .. ' ' .. ARGV[2])
        redis.call('zadd', base .. 'names', version, name)
        told = told .. ' ' .. info[i]:match('^%d+') .. ' ' .. whole .. ' ' .. redis.call('strlen', file)
      end
      redis.call('set', base .. 'done:' .. ARGV[2], told, 'PX', ${outcomeMs})
      if ARGV[3] ~= '' and redis.call('get', base .. 'lock:' .. ARGV[3]) == ARGV[4] then
        redis.call('del', base .. 'lock:' .. ARGV[3])
      end
      return told`,
  },
  // ARGV: a new id. Begins a home where there is none.
  homeOpen: {
    numberOfKeys: 1,
    lua: `${start}
      if ARGV[1] ~= '' then redis.call('hsetnx', base .. 'meta', 'id', ARGV[1]) end
      return redis.call('hget', base .. 'meta', 'id')`,
  },
  homeHolder: {
    numberOfKeys: 1,
    lua: `${start}
      local holder = redis.call('get', base .. 'lock:' .. ARGV[1])
      return holder and {holder, redis.call('hget', base .. 'epochs', ARGV[1])} or {}`,
  },
} as const

/** The commands of a home, each with its answer. Texts of files come as bytes. */
export interface HomeCommands {
  homeChanges(key: string, id: string, cursor: string, tx: string): Promise<string[]>
  homeLock(
    ...given: [key: string, id: string, cursor: string, tx: string, lock: string, name: string, forMs: number]
  ): Promise<['held', string] | ['gone'] | ['ours', string, string[]]>
  homeRenew(key: string, lock: string, name: string, forMs: number): Promise<number>
  homeUnlock(key: string, lock: string, name: string): Promise<void>
  homeFileBuffer(key: string, id: string, file: string, whole: string, size: number): Promise<Buffer[]>
  homeStore(
    ...given: [
      ...whose: [key: string, id: string, tx: string, lock: string, name: string, epoch: string],
      ...files: (string | Buffer)[],
    ]
  ): Promise<string>
  homeOpen(key: string, id: string): Promise<string | null>
  homeHolder(key: string, lock: string): Promise<[] | [string, string]>
}

/** A Redis with the commands of a home. */
export type HomeStore = (Redis | Cluster) & HomeCommands

/** The key that names a home's slot. */
export const metaKey = `${base}meta`

/** Connects to the Redis of a home. `answerMs`: a store that hangs is waited for this long. */
export const openHomeStore = (place: RedisPlace, answerMs: number): HomeStore =>
  connectRedis(place, answerMs, scripts) as unknown as HomeStore

/** Removes every key of a home. Returns how many there were. */
export async function removeHome(store: HomeStore): Promise<number> {
  const names = await store.zrangebyscore(`${base}names`, '-inf', '+inf')
  const keys = ['meta', 'info', 'names', 'tx', 'epochs'].map((name) => base + name)
  for (let at = 0; at < names.length; at += 500)
    await store.del(names.slice(at, at + 500).map((name) => `${base}f:${name}`))
  await store.del(keys)
  return names.length
}
