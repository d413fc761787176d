import type { LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import type { ConnectorResult } from 'undici/lib/core/connect.js'
import { network } from './network.ts'

/** A client that holds one connection, for one exchange at a time. `cut` closes it in whatever state it is. */
export interface Line {
  client: Dispatcher
  cut(reason: Error): void
  /** Keeps the connection for the next request to the same origin. */
  keep(): void
}

/** Open connections that wait for the next request: a second TLS handshake would cost every round of tools 100 ms and more. */
let idle = new Map<string, Line[]>()
let idleOf = network()
const idlePerOrigin = 4

/**
 * Bytes that a socket may read ahead: none. While nobody reads, the system gathers what comes, and one read takes it all; a socket that reads
 * ahead wakes the program for every packet, which for a quick model is every token.
 */
const highWaterMark = 1

/** A connection to an origin: one that waits, or a new one. `lookup` pins the address of its host, and is never shared. */
export async function takeLine(origin: string, lookup?: LookupFunction): Promise<Line> {
  // A connection of another network leads elsewhere.
  if (idleOf !== network()) idle = new Map()
  idleOf = network()
  return (lookup ? undefined : idle.get(origin)?.pop()) ?? (await dial(origin, lookup))
}

async function dial(origin: string, lookup?: LookupFunction): Promise<Line> {
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

/** Without a proxy one client, which costs least; with one, undici's own reader of the rules. */
async function clientFor(origin: string, signal: AbortSignal, lookup?: LookupFunction): Promise<Dispatcher> {
  const { httpProxy, httpsProxy, noProxy, certificates } = network()
  const options = { allowH2: false, headersTimeout: 0, bodyTimeout: 0 }
  const trusted =
    certificates === undefined ? {} : { ca: [...(await import('node:tls')).getCACertificates('default'), certificates] }
  const connect = { highWaterMark, timeout: 0, signal, ...trusted, ...(lookup && { lookup }) }
  if (httpProxy === undefined && httpsProxy === undefined) {
    const [{ default: Client }, { default: connector }] = await Promise.all([
      import('undici/lib/dispatcher/client.js'),
      import('undici/lib/core/connect.js'),
    ])
    const open = connector(connect)
    return new Client(origin, {
      ...options,
      connect: (wanted, done) => open(wanted, (...made) => done(...skippingContinue(made))),
    })
  }
  return new (await proxyAgent())({
    ...options,
    connections: 1,
    // An address that was checked is pinned where it is reached directly; a proxy resolves names itself.
    connect,
    ...(certificates !== undefined && { requestTls: { ...trusted, servername: new URL(origin).hostname }, proxyTls: trusted }),
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? httpProxy ?? '',
    noProxy: noProxy ?? '',
  })
}

/** Undici's agent for proxies, with the one call of its interface that it needs itself: the whole package would bring everything else. */
export async function proxyAgent() {
  const [{ default: Agent }, { default: Dispatcher }, { default: connectTo }] = await Promise.all([
    import('undici/lib/dispatcher/env-http-proxy-agent.js'),
    import('undici/lib/dispatcher/dispatcher.js'),
    import('undici/lib/api/api-connect.js'),
  ])
  Dispatcher.prototype.connect ??= connectTo
  return Agent
}

/**
 * A socket that passes over `100 Continue`, which some servers send unasked (RFC 9110 §15.2.1 allows it; undici takes it for a broken
 * answer). Only the first bytes after a request are looked at.
 */
function skippingContinue(made: ConnectorResult): ConnectorResult {
  const [, socket] = made
  if (!socket) return made
  let isHead = true
  const [read, write] = [socket.read.bind(socket), socket.write.bind(socket)]
  socket.write = ((...args: Parameters<typeof write>) => {
    isHead = true
    return write(...args)
  }) as typeof socket.write
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size)
    if (!isHead || !chunk) return chunk
    const end = /^HTTP\/1\.[01] 100/.test(chunk.toString('latin1', 0, 12)) ? chunk.indexOf('\r\n\r\n') : -1
    if (end < 0) {
      isHead = false
      return chunk
    }
    const rest = chunk.subarray(end + 4)
    return rest.length > 0 ? rest : read(size)
  }
  return made
}
