import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A name's addresses, as the system's resolver gives them; one that is written as an address is its own. */
export type Resolve = (host: string) => Promise<string[]>

/** Addresses by the system's resolver. */
export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

/**
 * Whether an address belongs to the public internet: nothing of this machine, its networks, carrier networks,
 * documentation, or tunnels that lead back to such (IPv4 in IPv6, 6to4, Teredo, NAT64), by IANA's special-purpose
 * registries as ipaddr.js knows them.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const read = ipaddr.process(address)
  if (read.range() !== 'unicast') return false
  // Of IPv6 only 2000::/3 has been given out (https://www.iana.org/assignments/ipv6-address-space).
  return read instanceof ipaddr.IPv4 || (read.toByteArray()[0] as number) >> 5 === 1
}

/** The host of a URL as a resolver takes it: IPv6 without its brackets, no dot at the end. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

/**
 * Names that no public server has: single words, and endings that are kept for networks of one's own (RFC 6761, 6762,
 * 8375, ICANN).
 */
export function isInternalName(host: string): boolean {
  return !host.includes('.') || /\.(?:localhost|local|internal|intranet|private|corp|home|lan|home\.arpa)$/i.test(host)
}

/** A lookup that knows nothing but these addresses: what was checked is what is called. */
export function pinned(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  return (_host, options, done) => {
    const [first] = all
    if (!first) done(Object.assign(new Error('no address was allowed'), { code: 'ENOTFOUND' }), '', 0)
    else if (options.all) done(null, all)
    else done(null, first.address, first.family)
  }
}
