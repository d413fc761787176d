import type { LookupFunction } from 'node:net'
import { type Client, directClient } from './direct.ts'
import { currentNetwork } from './network.ts'

/** A client that holds one connection, for one exchange at a time. `cut` closes it in whatever state it is. */
export interface Line {
  client: Client
  cut(reason: Error): void
  /** Keeps the connection for the next request to the same origin. */
  keep(): void
}

/**
 * Open connections that wait for the next request: a second TLS handshake would cost every round of tools 100 ms and
 * more.
 */
let idle = new Map<string, Line[]>()
let idleOf = currentNetwork()
const idlePerOrigin = 4

/**
 * Bytes that a socket may read ahead: none. While nobody reads, the system gathers what comes, and one read takes it
 * all; a socket that reads ahead wakes the program for every packet, which for a quick model is every token.
 */
const highWaterMark = 1

/**
 * A connection to an origin: one that waits, or a new one. `lookup` pins the address of its host, and is never
 * shared.
 */
export async function takeLine(origin: string, lookup?: LookupFunction): Promise<Line> {
  // A connection of another network leads elsewhere.
  if (idleOf !== currentNetwork()) idle = new Map()
  idleOf = currentNetwork()
  return (lookup ? undefined : idle.get(origin)?.pop()) ?? (await dialOrigin(origin, lookup))
}

async function dialOrigin(origin: string, lookup?: LookupFunction): Promise<Line> {
  // The socket gets its own signal: destroying a client does not stop a connection that is still being made.
  const dialling = new AbortController()
  const client = await clientFor(origin, dialling.signal, lookup)
  const line: Line = {
    client,
    cut(reason) {
      void client.destroy(reason).catch(() => {})
      dialling.abort(reason)
    },
    keep() {
      const kept = idle.get(origin) ?? []
      if (lookup || kept.length >= idlePerOrigin) void client.close().catch(() => {})
      else idle.set(origin, [...kept, line])
    },
  }
  return line
}

/** Without a proxy Node's own client, which costs least; with one, undici's reader of the rules. */
async function clientFor(origin: string, signal: AbortSignal, lookup?: LookupFunction): Promise<Client> {
  const { httpProxy, httpsProxy, noProxy, certificates } = currentNetwork()
  const trusted =
    certificates === undefined ? {} : { ca: [...(await import('node:tls')).getCACertificates('default'), certificates] }
  const reach = { highWaterMark, ...trusted, ...(lookup && { lookup }) }
  if (httpProxy === undefined && httpsProxy === undefined) return directClient(origin, reach)
  return new (await proxyAgent())({
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connections: 1,
    // An address that was checked is pinned where it is reached directly; a proxy resolves names itself.
    connect: { ...reach, timeout: 0, signal },
    ...(certificates !== undefined && { requestTls: { ...trusted, servername: new URL(origin).hostname } }),
    // As often as on a connection with nothing between.
    proxyTls: { ...trusted, keepAliveInitialDelay: 1_000 },
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? httpProxy ?? '',
    noProxy: noProxy ?? '',
  })
}

/**
 * Undici's agent for proxies, with the one call of its interface that it needs itself: the whole package would bring
 * everything else.
 */
export async function proxyAgent() {
  const [{ default: Agent }, { default: Dispatcher }, { default: connectTo }] = await Promise.all([
    import('undici/lib/dispatcher/env-http-proxy-agent.js'),
    import('undici/lib/dispatcher/dispatcher.js'),
    import('undici/lib/api/api-connect.js'),
  ])
  Dispatcher.prototype.connect ??= connectTo
  return Agent
}
