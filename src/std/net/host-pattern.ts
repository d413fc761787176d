/** The form of a pattern for hosts; see `hostMatches`. */
export const hostPattern = /^(\*|(\*\.)?[\w.-]+|\[[0-9a-f:]+\])(:\d+)?$/i

/**
 * Tell whether a host is meant by a pattern: `example.com`, `*.example.com` (itself and everything below), either with
 * `:port`; `*` for every host. A host is compared as a host, never as letters: no pattern ends in the middle of a name.
 */
export function hostMatches(pattern: string, host: string, port: string): boolean {
  const [, name = '', wanted] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(pattern.trim().toLowerCase()) ?? []
  if (name === '' || (wanted !== undefined && wanted !== port)) return false
  const here = host.toLowerCase().replace(/\.$/, '')
  if (name === '*') return true
  if (name.startsWith('*.')) return here === name.slice(2) || here.endsWith(name.slice(1))
  return here === name
}

/** Host and port of an address, the port of its scheme where it names none. */
export function hostOf(url: string | URL): { host: string; port: string } {
  const { hostname, port, protocol } = new URL(url)
  return { host: hostname, port: port || (protocol === 'https:' || protocol === 'wss:' ? '443' : '80') }
}
