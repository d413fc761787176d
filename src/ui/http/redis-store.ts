import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis'
import type { Id } from '../../protocol/index.ts'
import { abortable } from '../../std/abort.ts'

/** A store that is away is tried four times within a second; then the turn fails and says so. */
const connection = {
  maxRetriesPerRequest: 3,
  retryStrategy: (times: number) => Math.min(50 * times, 250),
  enableReadyCheck: false,
}

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
  // Goes with its log, in the very moment: one of them alone would be no conversation.
  keepThread: {
    numberOfKeys: 2,
    lua: `redis.call('set', KEYS[1], ARGV[1])
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
  keepThread(thread: string, log: string, value: string): Promise<void>
  renewIfOurs(lock: string, name: string, forMs: number): Promise<void>
  releaseIfOurs(lock: string, name: string): Promise<void>
}

/** The keys of a conversation. */
export const keysOf = (id: Id) => {
  const base = `assistant:{${id}}`
  return { lock: `${base}:lock`, log: `${base}:log`, epoch: `${base}:epoch`, thread: `${base}:thread` }
}

/** The address of a Redis: one, the master that sentinels name, or a cluster. */
export interface RedisPlace {
  kind: 'single' | 'sentinel' | 'cluster'
  hosts: { host: string; port: number }[]
  /** The sentinels' name of the master. */
  name: string
  options: Pick<RedisOptions, 'tls' | 'username' | 'password' | 'db'>
}

const address =
  /^redis(s?)(?:\+(cluster|sentinel))?:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?]+)(?:\/([^/?]*))?(?:\/(\d+))?$/

/**
 * Reads an address: `redis://[user:password@]host:port[/database]`,
 * `redis+sentinel://…host:port,host:port/master[/database]` or `redis+cluster://…host:port,host:port`, each with
 * `rediss` over TLS. Undefined where it is none of them.
 */
export function placeOf(url: string): RedisPlace | undefined {
  const [found, tls, form, user, password, all = '', path = '', database] = address.exec(url) ?? []
  if (found === undefined) return undefined
  const usual = form === 'sentinel' ? 26_379 : 6_379
  const hosts = all.split(',').map((one) => {
    const [, host = '', port] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(one) ?? []
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? usual) }
  })
  const kind = form === 'cluster' || form === 'sentinel' ? form : 'single'
  const number = kind === 'single' ? path : (database ?? '')
  const isWhole = hosts.every(({ host, port }) => host !== '' && port > 0 && port < 65_536) && /^\d*$/.test(number)
  if (!isWhole || (kind === 'single' && hosts.length > 1) || (kind === 'sentinel' && path === '')) return undefined
  const options: RedisPlace['options'] = {
    ...(tls ? { tls: {} } : {}),
    ...(user ? { username: decodeURIComponent(user) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
    ...(number ? { db: Number(number) } : {}),
  }
  return { kind, hosts, name: path, options }
}

/**
 * Connects in the background; what is asked meanwhile waits. `answerMs`: a store that hangs is waited for this long.
 */
export function openRedis({ kind, hosts, name, options }: RedisPlace, answerMs: number): RedisStore {
  const own = { ...connection, ...options, commandTimeout: answerMs }
  const [first] = hosts
  const redis = {
    single: () => new Redis({ ...own, ...first, enableAutoPipelining: true, scripts }),
    sentinel: () => new Redis({ ...own, sentinels: hosts, name, enableAutoPipelining: true, scripts }),
    cluster: () => boundCluster(new Cluster(hosts, { ...clustered, redisOptions: own, scripts }), answerMs),
  }[kind]()
  // Errors reach whoever waits for an answer; without a listener they would end the process as well.
  redis.on('error', () => {})
  return redis as RedisStore
}

/**
 * Bounds the wait for a cluster of which no node answers: the client's limit for each request is one for each node
 * only.
 */
function boundCluster(cluster: Cluster, answerMs: number): Cluster {
  const own = cluster as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
  for (const name of [...Object.keys(scripts), 'ping', 'lrange']) {
    const ask = own[name]?.bind(cluster)
    if (ask) own[name] = (...given) => abortable(ask(...given), AbortSignal.timeout(answerMs))
  }
  return cluster
}

/**
 * A node that is gone is replaced within a second or two where it has replicas; who asks meanwhile is told that it
 * failed.
 */
const clustered: ClusterOptions = {
  enableReadyCheck: false,
  clusterRetryStrategy: (times) => Math.min(50 * times, 250),
  slotsRefreshTimeout: 2_000,
}
