import { once } from 'node:events'
import type { Cluster, Redis } from 'ioredis'
import { type LiveChannel, type LiveHearing, StoreFault } from './store.ts'

/** Time that a conversation stays a process's own without being taken again, in milliseconds. */
const ownedMs = 15_000
/** Longest time to open the way to other processes, in milliseconds. */
const openMs = 5_000

/**
 * A conversation's owner and its end by the store's clock; another device can take it when it is over, or when it was
 * left to it.
 */
const takeConversation = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call('HMGET', KEYS[1], 'owner', 'until', 'given')
local owner = held[1] or ''
local left = tonumber(held[2] or '0') - now
if left > 0 and owner ~= ARGV[1] and string.sub(owner, 1, 16) ~= string.sub(ARGV[1], 1, 16) then return {owner, 0} end
local isNew = 0
if left <= 0 or owner ~= ARGV[1] or held[3] == '1' then isNew = 1 end
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'until', now + ARGV[2], 'given', 0)
redis.call('PEXPIRE', KEYS[1], ARGV[2] * 4)
return {ARGV[1], isNew}`

const leaveConversation = `if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return end
if ARGV[2] == '' then return redis.call('DEL', KEYS[1]) end
local time = redis.call('TIME')
redis.call('HSET', KEYS[1], 'owner', ARGV[2], 'until', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[3], 'given', 1)`

interface Connections {
  redis: Redis | Cluster
  /** Prefix of all keys and channels of the store. */
  base: string
  listener(): Redis | Cluster
  answered<T>(redis: Redis | Cluster, ask: () => Promise<T>, signal: AbortSignal): Promise<T>
}

/** Processes over Redis: each listens on a channel of its own, and who owns a conversation is a key with an end. */
export async function redisChannel(
  { redis, base, listener, answered }: Connections,
  self: string,
  { heard, broke }: LiveHearing,
): Promise<LiveChannel> {
  const [ear, never] = [listener(), new AbortController().signal]
  const channel = (address: string) => `${base}:to:${address}`
  const keyOf = (conversation: string) => `${base}:open:${conversation}`
  const asked = <T>(ask: () => Promise<T>) => answered(redis, ask, never)
  ear.on('error', () => {})
  ear.on('messageBuffer', (_: Buffer, message: Buffer) => heard(message))
  // Messages sent while this connection was away are lost.
  ear.on('close', () => broke())
  try {
    await once(ear, 'ready', { signal: AbortSignal.timeout(openMs) })
    await ear.subscribe(channel(self))
  } catch (error) {
    ear.disconnect()
    throw new StoreFault('away', 'no connection', error)
  }
  return {
    async take(conversation) {
      const [owner, isNew] = (await asked(() =>
        redis.eval(takeConversation, 1, keyOf(conversation), self, ownedMs),
      )) as [string, number]
      return { owner, isNew: isNew === 1 }
    },
    leave: async (conversation, to = '') =>
      void (await asked(() => redis.eval(leaveConversation, 1, keyOf(conversation), self, to, ownedMs))),
    send: async (to, message) => Number(await asked(() => redis.publish(channel(to), message))) > 0,
    gone: () => {},
    close: async () => ear.disconnect(),
  }
}
