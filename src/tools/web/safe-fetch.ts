import { fail } from '../../protocol/index.ts'
import { abortable } from '../../std/abort.ts'
import { bareHost, hostLocality, isPublicAddress } from '../../std/net/host-locality.ts'
import { type HttpResponse, request } from '../../std/net/http.ts'
import { isProxied, requireAllowed } from '../../std/net/network.ts'
import { pinAddresses, type Resolve, systemResolve } from './ssrf-guard.ts'

/** Reasons why an address on the web is not called. */
export type WebFault = 'badUrl' | 'scheme' | 'userinfo' | 'private' | 'unresolved' | 'redirects' | 'large'

export interface GuardOptions {
  resolve?: Resolve
  /** Hosts (`name` or `name:port`) of one's own network that may be called all the same: the owner's setting. */
  allowedHosts?: readonly string[]
  userAgent: string
}

export interface Fetched {
  /** The end of the last redirect. */
  url: URL
  status: number
  type: string
  bytes: Buffer
}

const mostHops = 5
const redirects = [301, 302, 303, 307, 308]

/** Throws what is wrong with an address, as `bad-input` with {fault, url}. */
function refuseUrl(fault: WebFault, url: string): never {
  return fail('bad-input', { detail: `${fault}: ${url}`, data: { webFault: fault, url } })
}

/** The URL that was meant: http or https, without a name and password. Throws `bad-input` with {webFault, url}. */
export function readUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base)) refuseUrl('badUrl', text.slice(0, 200))
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') refuseUrl('scheme', url.protocol)
  if (url.username || url.password) refuseUrl('userinfo', url.host)
  return url
}

/**
 * Gets a page of the public web. At every hop the name is resolved once, each of its addresses checked, and the
 * connection made to those and no others; no key, cookie or referrer travels. Throws `bad-input` with {webFault,
 * url}, NetworkError, or the signal's reason.
 */
export async function fetchPublic(
  text: string,
  options: GuardOptions,
  mostBytes: number,
  signal: AbortSignal,
): Promise<Fetched> {
  let url = readUrl(text)
  for (let hop = 0; hop <= mostHops; hop++) {
    const response = await callOnce(url, options, signal)
    const next = redirects.includes(response.status) ? response.headers.location : undefined
    if (next === undefined) return { url, ...(await readBody(response, mostBytes, url)) }
    await response.body.return?.()
    url = readUrl(next, url)
  }
  return refuseUrl('redirects', text)
}

async function callOnce(
  url: URL,
  { resolve = systemResolve, allowedHosts = [], userAgent }: GuardOptions,
  signal: AbortSignal,
) {
  // Before its name is looked up: a question for a name leaves this machine, too.
  requireAllowed(url)
  const host = bareHost(url.hostname)
  const addresses = await abortable(resolve(host), signal).catch((error) => {
    signal.throwIfAborted()
    if (error instanceof Error && 'code' in error) return []
    throw error
  })
  // Behind a proxy there may be no names at all; it resolves them itself, and what it may reach is its own to say.
  if (addresses.length === 0 && (!isProxied(url) || hostLocality(host) !== 'public')) refuseUrl('unresolved', url.host)
  const allowed = [host, url.host, `${host}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`].some((name) =>
    allowedHosts.includes(name),
  )
  // One private address among public ones is enough: the system might choose it.
  if (!allowed && !addresses.every(isPublicAddress)) refuseUrl('private', url.host)
  const headers = {
    'user-agent': userAgent,
    accept: 'text/html,application/xhtml+xml,application/pdf,text/*;q=0.9,*/*;q=0.5',
    'accept-language': 'ko,en;q=0.8',
  }
  return await request(url, { headers, signal, lookup: pinAddresses(addresses) })
}

async function readBody(response: HttpResponse, mostBytes: number, url: URL): Promise<Omit<Fetched, 'url'>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > mostBytes) refuseUrl('large', url.host)
    chunks.push(chunk)
  }
  return { status: response.status, type: response.headers['content-type'] ?? '', bytes: Buffer.concat(chunks) }
}
