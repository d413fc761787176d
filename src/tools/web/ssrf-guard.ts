import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'

/** A name's addresses, as the system's resolver gives them; one that is written as an address is its own. */
export type Resolve = (host: string) => Promise<string[]>

/** Addresses by the system's resolver. */
export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

/** A lookup that knows nothing but these addresses: what was checked is what is called. */
export function pinAddresses(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  return (_host, options, done) => {
    const [first] = all
    if (!first) done(Object.assign(new Error('no address was allowed'), { code: 'ENOTFOUND' }), '', 0)
    else if (options.all) done(null, all)
    else done(null, first.address, first.family)
  }
}
