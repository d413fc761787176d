import { once } from 'node:events'
import { Cluster, Redis } from 'ioredis'
import { redisChannel } from './redis-channel.ts'
import { type Leases, StoreFault, type SyncStore } from './store.ts'

/** Longest wait for an answer and between two tries to connect, in milliseconds. */
const answerMs = 5_000
const reconnectMs = 2_000

/**
 * Everything of a store has one hash tag, so that a cluster keeps it together. A lease is a hash of its holder, its
 * number and its end by the store's clock; the number grows with each new holder, and what is claimed checks it.
 */
const scripts = {
  takeLease: {
    numberOfKeys: 1,
    lua: `local time = redis.call('TIME')
      local now = time[1] * 1000 + math.floor(time[2] / 1000)
      local held = redis.call('HMGET', KEYS[1], 'device', 'fence', 'until')
      local fence = tonumber(held[2] or '0')
      local left = tonumber(held[3] or '0') - now
      if left > 0 and held[1] ~= ARGV[1] then return {0, held[1], fence, left} end
      if left <= 0 or fence ~= tonumber(ARGV[2]) then fence = fence + 1 end
      redis.call('HSET', KEYS[1], 'device', ARGV[1], 'fence', fence, 'until', now + ARGV[3])
      return {1, ARGV[1], fence, tonumber(ARGV[3])}`,
  },
  leaveLease: {
    numberOfKeys: 1,
    lua: `local held = redis.call('HMGET', KEYS[1], 'device', 'fence')
      if held[1] == ARGV[1] and held[2] == ARGV[2] then redis.call('HSET', KEYS[1], 'until', 0) end`,
  },
  claimTask: {
    numberOfKeys: 2,
    lua: `local time = redis.call('TIME')
      local now = time[1] * 1000 + math.floor(time[2] / 1000)
      local held = redis.call('HMGET', KEYS[1], 'device', 'fence', 'until')
      if held[1] ~= ARGV[1] or held[2] ~= ARGV[2] or tonumber(held[3] or '0') <= now then return 'lost' end
      local by = redis.call('GET', KEYS[2])
      if by and by ~= ARGV[1] then return 'taken' end
      redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3])
      return 'ours'`,
  },
}

type Client = (Redis | Cluster) & {
  takeLease(key: string, device: string, fence: number, ttlMs: number): Promise<[number, string, number, number]>
  leaveLease(key: string, device: string, fence: number): Promise<void>
  claimTask(
    lease: string,
    task: string,
    device: string,
    fence: number,
    keptMs: number,
  ): Promise<'ours' | 'taken' | 'lost'>
}

/** A claim is remembered for so long, in milliseconds: a task that old is not begun any more. */
const claimKeptMs = 30 * 24 * 3_600_000

/**
 * A store in Redis, under the address that its clients know: `redis://` or with TLS `rediss://`, user and password in
 * it; `redis+cluster://host,host` and `redis+sentinel://host,host/master` for several. `?name=` tells several stores
 * in one Redis apart.
 */
export function redisStore(place: string): SyncStore {
  const redis = clientOf(place)
  // Errors reach whoever waits for an answer; without a listener they would end the process as well.
  redis.on('error', () => {})
  const base = `assistant:{sync:${new URL(place).searchParams.get('name') ?? 'home'}}`
  const [files, channel] = [`${base}:files`, `${base}:changed`]
  return {
    promise: 'fenced',
    list: (prefix, signal) =>
      askRedis(
        redis,
        async () => {
          const names = (await redis.hkeys(files)).filter((name) => name.startsWith(prefix))
          const sizes = await Promise.all(names.map((name) => redis.hstrlen(files, name)))
          return new Map(names.map((name, at) => [name, sizes[at] ?? 0]))
        },
        signal,
      ),
    read: (path, signal) => askRedis(redis, async () => (await redis.hgetBuffer(files, path)) ?? undefined, signal),
    write: (path, bytes, signal) =>
      askRedis(
        redis,
        async () => {
          await redis.hset(files, path, Buffer.from(bytes))
          await redis.publish(channel, path)
        },
        signal,
      ),
    remove: (path, signal) => askRedis(redis, async () => void (await redis.hdel(files, path)), signal),
    watch: (changed, signal) => watchChannel(place, channel, changed, signal),
    leases: leasesOf(redis, base),
    live: (self, hearing) =>
      redisChannel({ redis, base, listener: () => clientOf(place), answered: askRedis }, self, hearing),
    close: async () => redis.disconnect(),
  }
}

/** Listens on a connection of its own until the signal aborts. */
function watchChannel(place: string, channel: string, changed: () => void, signal: AbortSignal): void {
  const listener = clientOf(place)
  listener.on('error', () => {})
  // Changes told while the connection was away were not heard.
  listener.on('ready', changed)
  listener.on('message', changed)
  listener.on('ready', () => void listener.subscribe(channel).catch(() => {}))
  signal.addEventListener('abort', () => listener.disconnect(), { once: true })
}

function leasesOf(redis: Client, base: string): Leases {
  const lease = `${base}:lease`
  return {
    take: (device, fence, ttlMs, signal) =>
      askRedis(
        redis,
        async () => {
          const [isOurs, holder, number, leftMs] = await redis.takeLease(lease, device, fence, ttlMs)
          return { isOurs: isOurs === 1, device: holder, fence: number, leftMs }
        },
        signal,
      ),
    leave: (device, fence, signal) =>
      askRedis(redis, async () => void (await redis.leaveLease(lease, device, fence)), signal),
    claim: (task, device, fence, signal) =>
      askRedis(redis, () => redis.claimTask(lease, `${base}:task:${task}`, device, fence, claimKeptMs), signal),
  }
}

function clientOf(place: string): Client {
  const [, scheme = '', rest = ''] = /^([a-z+]+):\/\/(.*)$/.exec(place) ?? []
  const [kind, secure] = [scheme.replace(/^rediss?\+?/, ''), scheme.startsWith('rediss')]
  const options = {
    ...(secure ? { tls: {} } : {}),
    commandTimeout: answerMs,
    connectTimeout: answerMs,
    maxRetriesPerRequest: 1,
    enableAutoPipelining: true,
    // A request that was given up must not be sent later: nobody would know that it was done.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times: number) => Math.min(100 * times, reconnectMs),
  }
  if (kind === '') return new Redis(place.replace(/\?.*$/, ''), { ...options, scripts }) as Client
  const [, account, hosts = '', master = 'mymaster'] = /^(?:([^@]*)@)?([^/?]*)(?:\/([^?]*))?/.exec(rest) ?? []
  const [username, password] = (account ?? '').split(':').map(decodeURIComponent)
  const login = { ...(username ? { username } : {}), ...(password ? { password } : {}) }
  const nodes = hosts.split(',').map((host) => {
    const [name = '', port] = host.split(':')
    return { host: name, port: Number(port ?? (kind === 'sentinel' ? 26_379 : 6_379)) }
  })
  if (kind === 'sentinel') return new Redis({ ...options, ...login, sentinels: nodes, name: master, scripts }) as Client
  return new Cluster(nodes, { redisOptions: { ...options, ...login }, scripts } as never) as unknown as Client
}

/** Turn an error of the client into a fault of the store. */
async function askRedis<T>(redis: Client, ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw new StoreFault('slow', 'stopped')
  try {
    await connectOnce(redis)
    return await ask()
  } catch (error) {
    if (!(error instanceof Error) || error instanceof StoreFault) throw error
    const { message } = error
    const isDenied = /^(?:NOAUTH|WRONGPASS|NOPERM|ERR (?:AUTH|invalid password))/.test(message)
    const isFull = /^(?:OOM|MISCONF)/.test(message)
    const isSlow = /timed out/i.test(message)
    if (isDenied || isFull || isSlow || isAway(error)) {
      const fault = isDenied ? 'denied' : isFull ? 'full' : isSlow ? 'slow' : 'away'
      throw new StoreFault(fault, message.slice(0, 200), error)
    }
    if (/^WRONGTYPE/.test(message)) throw new StoreFault('foreign', message, error)
    throw error
  }
}

/** Waits for a connection, for as long as for an answer. Rejects with why there is none. */
async function connectOnce(redis: Client): Promise<void> {
  if (redis.status === 'ready') return
  let why: Error | undefined
  const noted = (error: Error) => {
    why = error
  }
  redis.on('error', noted)
  try {
    await once(redis, 'ready', {
      signal: AbortSignal.timeout(redis.status === 'reconnecting' ? reconnectMs : answerMs),
    })
  } catch (error) {
    throw why ?? new StoreFault('away', 'no connection', error)
  } finally {
    redis.off('error', noted)
  }
}

const isAway = (error: Error) =>
  'code' in error ||
  /MaxRetriesPerRequest|ClusterAllFailed|Connection is closed|READONLY|LOADING|CLUSTERDOWN|MASTERDOWN|sentinels/.test(
    `${error.name} ${error.message}`,
  )
