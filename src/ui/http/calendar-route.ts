import { createHash } from 'node:crypto'
import type { HttpRoute } from './route.ts'

/** Return the route of a calendar that other programs subscribe to; undefined for another address. */
export function calendarRoute(
  path: string,
  calendarOf: (profile: string | undefined) => Promise<string>,
): HttpRoute | undefined {
  const [, inAddress] = /^\/calendar\/([\w-]{1,200})\.ics$/.exec(path) ?? []
  if (inAddress === undefined) return undefined
  return {
    methods: ['GET', 'HEAD'],
    inAddress,
    async run({ headers }, response, { profile }) {
      const body = Buffer.from(await calendarOf(profile))
      const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
      const isKnown = headers['if-none-match'] === etag
      response.writeHead(isKnown ? 304 : 200, {
        'cache-control': 'private, no-cache',
        'content-type': 'text/calendar; charset=utf-8',
        'x-content-type-options': 'nosniff',
        etag,
        ...(isKnown ? {} : { 'content-length': body.length }),
      })
      response.end(isKnown ? undefined : body)
    },
  }
}
