import type { IncomingHttpHeaders } from 'node:http'
import { hostLocality, isAddress } from '../../std/net/host-locality.ts'

/**
 * True if a request may come in: a web page only from the same address or one that was allowed, and a name in `Host`
 * that is this machine's or the one that was allowed (a foreign name that leads here is a page in disguise).
 */
export function isOriginAllowed({ origin, host = '' }: IncomingHttpHeaders, origins: readonly string[]): boolean {
  const named = host.replace(/:\d+$/, '')
  const known = origins.map((one) => hostOf(one))
  if (hostLocality(named) !== 'loopback' && !isAddress(named) && !known.includes(named)) return false
  if (origin === undefined || origins.includes(origin)) return true
  return origin === `http://${host}` || origin === `https://${host}`
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : origin
}
