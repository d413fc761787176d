import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis'
import { abortable } from '../../std/abort.ts'

/** A store that is away is tried four times within a second; then the turn fails and says so. */
const connection = {
  maxRetriesPerRequest: 3,
  retryStrategy: (times: number) => Math.min(50 * times, 250),
  enableReadyCheck: false,
}

/**
 * A master that became a replica refuses every change, and has done nothing of it: the sentinels are asked who is
 * master now, and the request goes there.
 */
const guarded = { reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? 2 : false) }

/** Functions that run on the server, by the name of their command. */
export type RedisScripts = Readonly<Record<string, { numberOfKeys: number; lua: string }>>

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
export function readRedisAddress(url: string): RedisPlace | undefined {
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
export function connectRedis(
  { kind, hosts, name, options }: RedisPlace,
  answerMs: number,
  scripts: RedisScripts,
): Redis | Cluster {
  const own = { ...connection, ...options, commandTimeout: answerMs }
  const [first] = hosts
  const redis = {
    single: () => new Redis({ ...own, ...first, enableAutoPipelining: true, scripts }),
    sentinel: () => new Redis({ ...own, ...guarded, sentinels: hosts, name, enableAutoPipelining: true, scripts }),
    cluster: () => boundCluster(new Cluster(hosts, { ...clustered, redisOptions: own, scripts }), answerMs, scripts),
  }[kind]()
  // Errors reach whoever waits for an answer; without a listener they would end the process as well.
  redis.on('error', () => {})
  return redis
}

/**
 * Bounds the wait for a cluster of which no node answers: the client's limit for each request is one for each node
 * only.
 */
function boundCluster(cluster: Cluster, answerMs: number, scripts: RedisScripts): Cluster {
  const own = cluster as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
  const names = Object.keys(scripts).flatMap((name) => [name, `${name}Buffer`])
  for (const name of [...names, 'ping', 'lrange']) {
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
