import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as httpRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { bareHost, isPublicAddress } from '../../../std/net/host-locality.ts'
import { hostMatches } from '../../../std/net/host-pattern.ts'
import { requireAllowed } from '../../../std/net/network.ts'
import { NetworkError } from '../../../std/net/network-error.ts'
import { systemResolve } from '../../web/ssrf-guard.ts'

/** Hosts that commands in the sandbox may reach. */
export interface NetworkAccess {
  /** Patterns: `example.com`, `*.example.com`, `*`, each with `:port` or for the ports 80 and 443. None: no network. */
  hosts: readonly string[]
  /** Hosts (`name` or `name:port`) that may lie in one's own network. */
  privateHosts: readonly string[]
}

/** The proxy through which a sandbox reaches the network. */
export interface SandboxNetwork {
  hosts: readonly string[]
  /** The Unix socket or the port of 127.0.0.1 that it listens on. */
  address: { socket: string } | { port: number }
  /** Hosts that were refused since the last call. */
  refused(): string[]
}

const usualPorts = ['80', '443']
const [connectMs, mostConnections, mostRefused] = [10_000, 256, 10]

/**
 * Starts the proxy, on a socket in a folder of its own or (`tcp`) on a port: CONNECT and plain HTTP to the hosts that
 * are allowed. A name is resolved here, once, and each of its addresses has to be public. It ends with `closing`, and
 * keeps no program from ending.
 */
export async function startNetwork(
  access: NetworkAccess,
  place: { tempDir: string; tcp: boolean; closing: AbortSignal },
): Promise<SandboxNetwork> {
  const refused = new Set<string>()
  const server = proxyServer(async (host, port) => {
    const found = isNamed(access.hosts, host, port) ? await addressOf(host, port, access.privateHosts) : undefined
    if (!found && refused.size < mostRefused) refused.add(host.slice(0, 255))
    return found
  })
  const folder = place.tcp ? undefined : await mkdtemp(join(place.tempDir, 'assistant-net-'))
  const socket = folder && join(folder, 'proxy.sock')
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    if (socket) server.listen(socket, resolve)
    else server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  const address = socket ? { socket } : { port: (server.address() as AddressInfo).port }
  const close = () => {
    server.close()
    server.closeAllConnections()
    if (folder) void rm(folder, { recursive: true, force: true })
  }
  if (place.closing.aborted) close()
  else place.closing.addEventListener('abort', close, { once: true })
  const takeRefused = () => {
    const names = [...refused]
    refused.clear()
    return names
  }
  return { hosts: access.hosts, address, refused: takeRefused }
}

function proxyServer(way: ResolveHost): Server {
  const server = createServer((request, response) => void forward(request, response, way))
  server.maxConnections = mostConnections
  server.on('connect', (request, client: Duplex, head: Buffer) => void tunnel(request.url ?? '', client, head, way))
  server.on('clientError', (_, client) => client.destroy())
  return server
}

/** The address to connect to for a host; undefined if the host is not allowed. */
type ResolveHost = (host: string, port: string) => Promise<{ host: string; port: number } | undefined>

/** Return true if a pattern names the host, and an organisation's policy does not forbid its address. */
function isNamed(hosts: readonly string[], host: string, port: string): boolean {
  const named = hosts.some(
    (pattern) => hostMatches(pattern, host, port) && (/:\d+$/.test(pattern) || usualPorts.includes(port)),
  )
  if (!named || !URL.canParse(`http://${host}:${port}/`)) return false
  try {
    requireAllowed(`http://${host}:${port}/`)
    return true
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    return false
  }
}

/** One private address among public ones is enough to refuse: the system might choose it. */
async function addressOf(host: string, port: string, privateHosts: readonly string[]): ReturnType<ResolveHost> {
  const name = bareHost(host)
  const addresses = await systemResolve(name).catch(() => [])
  const [first] = addresses
  const isOwn = privateHosts.some((one) => one === name || one === `${name}:${port}`)
  if (first === undefined || !(isOwn || addresses.every(isPublicAddress))) return undefined
  return { host: first, port: Number(port) }
}

const refusal = (host: string) => `The setting sandbox.hosts does not let commands reach ${host}.\n`

async function tunnel(target: string, client: Duplex, head: Buffer, way: ResolveHost): Promise<void> {
  client.on('error', () => client.destroy())
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(target) ?? []
  const found = host === '' ? undefined : await way(host, port)
  if (!found) {
    client.end(`HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n${refusal(host)}`)
    return
  }
  const server = connect({ ...found, timeout: connectMs })
  const end = () => {
    server.destroy()
    client.destroy()
  }
  server.once('connect', () => {
    server.setTimeout(0)
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) server.write(head)
    server.pipe(client)
    client.pipe(server)
  })
  for (const event of ['timeout', 'error', 'close']) server.once(event, end)
  client.once('close', end)
}

async function forward(request: IncomingMessage, response: ServerResponse, way: ResolveHost): Promise<void> {
  const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : undefined
  const found = url?.protocol === 'http:' ? await way(url.hostname, url.port || '80') : undefined
  if (!url || !found) {
    response.writeHead(403, { 'content-type': 'text/plain', connection: 'close' }).end(refusal(url?.hostname ?? ''))
    return
  }
  const { 'proxy-connection': _, 'proxy-authorization': __, ...headers } = request.headers
  const path = url.pathname + url.search
  const onward = httpRequest({
    ...found,
    method: request.method ?? 'GET',
    path,
    headers: { ...headers, host: url.host },
  })
  onward.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
  response.once('close', () => onward.destroy())
  request.pipe(onward)
}
