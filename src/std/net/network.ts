import { readFileSync } from 'node:fs'
import { NetworkError } from './network-error.ts'

/** The way in which this process reaches others. */
export interface Network {
  httpProxy?: string
  httpsProxy?: string
  /** Hosts that are reached without a proxy, parted by commas; undici reads it. */
  noProxy?: string
  /** Certificates in PEM that are trusted besides the usual ones. */
  certificates?: string
  /** Tells the addresses that may be called at all; absent: every one. */
  allows?: (url: URL) => boolean
}

let current: Network = {}

/** The network of this process. */
export function currentNetwork(): Network {
  return current
}

/** The proxies of this process, by their addresses. */
export function proxyAddresses(): string[] {
  const { httpProxy, httpsProxy } = current
  return [...new Set([httpProxy, httpsProxy])].filter((address) => address !== undefined)
}

/** Tell whether requests of this scheme may go through a proxy, for hosts that NO_PROXY does not name. */
export function isProxied({ protocol }: URL): boolean {
  const { httpProxy, httpsProxy } = current
  return (protocol === 'https:' ? (httpsProxy ?? httpProxy) : httpProxy) !== undefined
}

/** Throws where the network of this process does not allow an address. */
export function requireAllowed(url: string | URL): void {
  const address = new URL(url)
  if (current.allows?.(address) === false) throw new NetworkError('policy', { kind: 'policy', host: address.host })
}

/** Sets how this process reaches others: once, when it starts, before the first request. */
export function setNetwork(settings: Network): void {
  current = settings
}

/**
 * A proxy on the own machine's side cannot reach what listens on it: such addresses are never asked through one, as
 * in Go.
 */
const loopback = 'localhost,127.0.0.1,::1'

/** A variable that names a proxy, and none can be reached by what it says. */
export class UnusableProxyError extends Error {
  override name = 'UnusableProxyError'
  readonly variable: string
  constructor(variable: string) {
    super(`${variable} is no address of a proxy`)
    this.variable = variable
  }
}

/**
 * The network that variables describe: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY (lower case wins, as in curl),
 * SSL_CERT_FILE (NODE_EXTRA_CA_CERTS is Node's own). `proxy` stands over them. Throws the system's error where the
 * file cannot be read, and `UnusableProxyError` where a proxy has no address: nothing may go out past one that
 * somebody wanted.
 */
export function networkOf(env: Record<string, string | undefined>, proxy?: string): Network {
  const of = (name: string) => env[name.toLowerCase()] || env[name] || undefined
  const proxyOf = (name: string) => proxy ?? usableProxy(name, of(name))
  const all = proxyOf('ALL_PROXY')
  const httpProxy = proxyOf('HTTP_PROXY') ?? all
  const httpsProxy = proxyOf('HTTPS_PROXY') ?? all
  const noProxy = [of('NO_PROXY'), loopback].filter(Boolean).join(',')
  return {
    ...(httpProxy && { httpProxy }),
    ...(httpsProxy && { httpsProxy }),
    ...((httpProxy || httpsProxy) && { noProxy }),
    ...(env.SSL_CERT_FILE && { certificates: readFileSync(env.SSL_CERT_FILE, 'utf8') }),
  }
}

/** The address of a proxy: `proxy.corp:3128` is one of HTTP. */
function usableProxy(variable: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const address = /^[a-z][\w+.-]*:\/\//i.test(value) ? value : `http://${value}`
  if (!/^(?:https?|socks5?):$/.test(URL.parse(address)?.protocol ?? '')) throw new UnusableProxyError(variable)
  return address
}
