import { readFileSync } from 'node:fs'
import { NetworkError } from './network-error.ts'

/** How this process reaches others. */
export interface Network {
  httpProxy?: string
  httpsProxy?: string
  /** Hosts that are reached without a proxy, parted by commas; undici reads it. */
  noProxy?: string
  /** Certificates in PEM that are trusted besides the usual ones. */
  certificates?: string
  /** Which addresses may be called at all; absent: every one. */
  allows?: (url: URL) => boolean
}

let current: Network = {}

/** The network of this process. */
export function network(): Network {
  return current
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

/** A proxy on the own machine's side cannot reach what listens on it: such addresses are never asked through one, as in Go. */
const loopback = 'localhost,127.0.0.1,::1'

/**
 * The network that variables describe: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY (lower case wins, as in curl), SSL_CERT_FILE
 * (NODE_EXTRA_CA_CERTS is Node's own). `proxy` stands over them. Throws the system's error where the file cannot be read.
 */
export function networkOf(env: Record<string, string | undefined>, proxy?: string): Network {
  const of = (name: string) => env[name.toLowerCase()] || env[name] || undefined
  const all = proxy ?? of('ALL_PROXY')
  const httpProxy = proxy ?? of('HTTP_PROXY') ?? all
  const httpsProxy = proxy ?? of('HTTPS_PROXY') ?? all
  const noProxy = [of('NO_PROXY'), loopback].filter(Boolean).join(',')
  return {
    ...(httpProxy && { httpProxy: withScheme(httpProxy) }),
    ...(httpsProxy && { httpsProxy: withScheme(httpsProxy) }),
    ...((httpProxy || httpsProxy) && { noProxy }),
    ...(env.SSL_CERT_FILE && { certificates: readFileSync(env.SSL_CERT_FILE, 'utf8') }),
  }
}

/** `proxy.corp:3128` is an HTTP proxy. */
const withScheme = (address: string) => (/^[a-z][\w+.-]*:\/\//i.test(address) ? address : `http://${address}`)
