import ipaddr from 'ipaddr.js'

/**
 * The distance of a host: this machine, an address of no public server, a name that only one's own network knows, or
 * anything else.
 */
export type HostLocality = 'loopback' | 'private' | 'named-local' | 'public'

/**
 * Endings of names that no public server has (RFC 6761, 6762, 8375, ICANN's reservation of `internal`), and those
 * that routers and companies use.
 */
const localEndings = /\.(?:local|internal|intranet|private|corp|home|lan|home\.arpa)$/

/** Tunnels: the address inside them may be anywhere, so none of them is near, and none is safe to call. */
const tunnels = ['6to4', 'teredo', 'rfc6052', 'rfc6145']

/** Tell how far away a host is, as it stands in a URL: IPv6 with or without brackets, any case, a dot at its end. */
export function hostLocality(host: string): HostLocality {
  const name = bareHost(host).toLowerCase()
  if (name === 'localhost' || name.endsWith('.localhost')) return 'loopback'
  if (ipaddr.isValid(name)) {
    const range = ipaddr.process(name).range()
    if (range === 'loopback') return 'loopback'
    return range === 'unicast' || tunnels.includes(range) ? 'public' : 'private'
  }
  return !name.includes('.') || localEndings.test(name) ? 'named-local' : 'public'
}

/** Return a host as a resolver takes it: IPv6 without its brackets, no dot at the end. */
export function bareHost(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

/** Tell whether a host is written as an address, so that no resolver can change where it leads. */
export function isAddress(host: string): boolean {
  return ipaddr.isValid(bareHost(host))
}

/**
 * Tell whether an address belongs to the public internet: nothing of this machine, its networks, carrier networks,
 * documentation, or tunnels that lead back to such (IPv4 in IPv6, 6to4, Teredo, NAT64), by IANA's special-purpose
 * registries as ipaddr.js knows them. Stricter than `hostLocality`: what it cannot tell is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const read = ipaddr.process(address)
  if (read.range() !== 'unicast') return false
  // Of IPv6 only 2000::/3 has been given out (https://www.iana.org/assignments/ipv6-address-space).
  return read instanceof ipaddr.IPv4 || (read.toByteArray()[0] as number) >> 5 === 1
}
