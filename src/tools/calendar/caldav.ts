import { hostLocality } from '../../std/net/host-locality.ts'
import { request } from '../../std/net/http.ts'
import { type Network, setNetwork } from '../../std/net/network.ts'
import { NetworkError } from '../../std/net/network-error.ts'
import { type AccountAnswer, type AccountFault, AccountFaultError, faultOfNetwork } from '../accounts/fault.ts'
import type { CalendarFile } from './event.ts'

/** A CalDAV server (RFC 4791) and who asks it. */
export interface CaldavServer {
  url: string
  user: string
  password: string
  /** The way to it; `hostOnly`: by no other name than that of `url`. */
  network: Network
  hostOnly: boolean
}

/** A calendar of a server. */
export interface CaldavCalendar {
  url: string
  name: string
}

/**
 * A request to a server: list its calendars, fetch the files of a time range (milliseconds since 1970), or change one
 * file.
 */
export type CaldavRequest =
  | { do: 'look'; from?: number; to?: number }
  | { do: 'get'; href: string }
  | { do: 'put'; href: string; ics: string; etag?: string }
  | { do: 'delete'; href: string; etag: string }

export interface CaldavFound {
  calendars: CaldavCalendar[]
  files: CalendarFile[]
  /** True if the server itself tells guests and organizers of changes (RFC 6638). */
  schedules?: boolean
}

/** Maximum size of all responses to one request, in bytes. */
const mostBytes = 24 << 20
const mostHops = 4
const mostCalendars = 50
const retryMs = 300

/** Performs a request in a process that can be killed. Every failure except a bug is returned, not thrown. */
export async function askCaldav({
  server,
  wanted,
}: {
  server: CaldavServer
  wanted: CaldavRequest
}): Promise<AccountAnswer<CaldavFound>> {
  setNetwork(server.network)
  const line = new CaldavLine(server)
  try {
    return { value: await performRequest(server, wanted, line) }
  } catch (error) {
    // The library swallows some errors and throws a later, less useful one: report the first.
    const fault = line.fault ?? (error instanceof AccountFaultError ? error : undefined)
    if (fault) return { fault: fault.fault, ...(fault.detail === undefined ? {} : { detail: fault.detail }) }
    if (error instanceof Error && /cannot find|must have|missing/.test(error.message)) return { fault: 'missing' }
    throw error
  }
}

async function performRequest(server: CaldavServer, wanted: CaldavRequest, line: CaldavLine): Promise<CaldavFound> {
  const dav = await import('tsdav')
  const shared = {
    headers: dav.getBasicAuthHeaders({ username: server.user, password: server.password }),
    fetch: line.fetch,
  }
  if (wanted.do === 'look') return lookUp(dav, server, wanted, shared)
  if (wanted.do === 'get') {
    const response = await line.fetch(wanted.href, { headers: shared.headers as Record<string, string> })
    const etag = response.headers.get('etag') ?? undefined
    if (!response.ok) throw statusFault(response.status)
    const options = await line.fetch(wanted.href, {
      method: 'OPTIONS',
      headers: shared.headers as Record<string, string>,
    })
    return {
      calendars: [],
      schedules: /calendar-auto-schedule/i.test(options.headers.get('dav') ?? ''),
      files: [{ calendar: '', href: wanted.href, ics: await response.text(), ...(etag ? { etag } : {}) }],
    }
  }
  const calendarObject = {
    url: wanted.href,
    ...('ics' in wanted ? { data: wanted.ics } : {}),
    ...(wanted.etag ? { etag: wanted.etag } : {}),
  }
  const filename = wanted.href.slice(wanted.href.lastIndexOf('/') + 1)
  const response =
    wanted.do === 'delete'
      ? await dav.deleteCalendarObject({ ...shared, calendarObject })
      : wanted.etag === undefined
        ? await dav.createCalendarObject({
            ...shared,
            calendar: { url: new URL('.', wanted.href).href },
            filename,
            iCalString: wanted.ics,
          })
        : await dav.updateCalendarObject({ ...shared, calendarObject })
  if (!response.ok) throw statusFault(response.status)
  return { calendars: [], files: [] }
}

type Dav = typeof import('tsdav')

async function lookUp(
  dav: Dav,
  { url }: CaldavServer,
  { from, to }: { from?: number; to?: number },
  shared: { headers: Record<string, string | undefined>; fetch: CaldavLine['fetch'] },
): Promise<CaldavFound> {
  const headers = shared.headers as Record<string, string>
  const account = await dav.createAccount({ ...shared, headers, account: { serverUrl: url, accountType: 'caldav' } })
  const all = await dav.fetchCalendars({ ...shared, headers, account })
  const holding = all.filter(({ components = [] }) => components.length === 0 || components.includes('VEVENT'))
  const calendars = holding
    .slice(0, mostCalendars)
    .map((one) => ({ url: one.url, name: String(one.displayName ?? '') }))
  if (calendars.length === 0) throw new AccountFaultError('missing')
  if (from === undefined || to === undefined) return { calendars, files: [] }
  const files: CalendarFile[] = []
  for (const { url: at, name } of calendars) {
    const found = await dav.calendarQuery({
      ...shared,
      headers,
      url: at,
      depth: '1',
      props: { 'd:getetag': {}, 'c:calendar-data': {} },
      filters: [eventsBetween(from, to)],
    })
    for (const { href = '', ok, status, props } of found) {
      if (!ok && href === '') throw statusFault(status)
      const ics = props?.calendarData?._cdata ?? props?.calendarData
      if (typeof ics !== 'string') continue
      files.push({ calendar: name, href: new URL(href, at).href, etag: String(props?.getetag ?? ''), ics })
    }
  }
  return { calendars, files }
}

const utcStamp = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** The filter of a calendar query (RFC 4791 §9.7). */
const eventsBetween = (from: number, to: number) => ({
  'comp-filter': {
    _attributes: { name: 'VCALENDAR' },
    'comp-filter': {
      _attributes: { name: 'VEVENT' },
      'time-range': { _attributes: { start: utcStamp(from), end: utcStamp(to) } },
    },
  },
})

/** The transport of the library to the server: our own client, which checks the receiver of a password. */
class CaldavLine {
  fault: AccountFaultError | undefined
  readonly #server: CaldavServer
  readonly #signal = new AbortController().signal
  #bytes = 0

  constructor(server: CaldavServer) {
    this.#server = server
  }

  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const manual = init.redirect === 'manual'
    let url = new URL(String(input))
    for (let hop = 0; ; hop++) {
      const response = await this.#ask(url, init)
      const to = response.headers.get('location')
      if (manual || response.status < 300 || response.status > 399 || !to || hop >= mostHops) return response
      url = new URL(to, url)
    }
  }

  async #ask(url: URL, init: RequestInit): Promise<Response> {
    this.#check(url)
    const method = (init.method ?? 'GET') as 'GET'
    // Requests that only read may be repeated once.
    const tries = ['GET', 'PROPFIND', 'REPORT'].includes(method) ? 2 : 1
    for (let left = tries - 1; ; left--) {
      try {
        const response = await this.#once(url, method, init)
        if (response.status < 500 || left === 0) return this.#judged(response)
      } catch (error) {
        if (!(error instanceof NetworkError)) throw error
        if (left === 0 || error.kind !== 'broken') throw this.#fail(faultOfNetwork[error.kind], url.host)
      }
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }

  async #once(url: URL, method: 'GET', { headers = {}, body }: RequestInit): Promise<Response> {
    const given = Object.entries(headers as Record<string, string | undefined>).filter(
      ([, value]) => value !== undefined,
    )
    const text = typeof body === 'string' ? { body } : {}
    const response = await request(url, {
      ...text,
      method,
      headers: Object.fromEntries(given) as Record<string, string>,
      signal: this.#signal,
    })
    const chunks: Uint8Array[] = []
    for await (const chunk of response.body) {
      this.#bytes += chunk.length
      if (this.#bytes > mostBytes) throw this.#fail('large', url.host)
      chunks.push(chunk)
    }
    const { status } = response
    const bytes = [204, 205, 304].includes(status) ? null : Buffer.concat(chunks)
    return new Response(bytes, { status: status >= 200 && status <= 599 ? status : 502, headers: response.headers })
  }

  /** Statuses that end the request. The library would retry them at other addresses. */
  #judged(response: Response): Response {
    if (response.status === 401) throw this.#fail('auth')
    if (response.status >= 500) throw this.#fail('server', String(response.status))
    return response
  }

  /**
   * A password goes to the host it was given for; to a part of the same service where its own server says so, over
   * TLS only.
   */
  #check(url: URL): void {
    const own = new URL(this.#server.url)
    const isPlain = url.protocol !== 'https:'
    if (isPlain && hostLocality(url.hostname) === 'public') throw this.#fail('plain', url.host)
    if (url.host === own.host && url.protocol === own.protocol) return
    const isUpgrade = url.hostname === own.hostname && url.protocol === 'https:'
    const isPart = !this.#server.hostOnly && !isPlain && familyOf(url.hostname) === familyOf(own.hostname)
    if (!isUpgrade && !isPart) throw this.#fail('elsewhere', url.host)
  }

  #fail(fault: AccountFault, detail?: string): AccountFaultError {
    this.fault ??= new AccountFaultError(fault, detail)
    return this.fault
  }
}

/**
 * "p07-caldav.icloud.com" and "caldav.icloud.com" are one service: the name without its first part, where two parts
 * are left.
 */
const familyOf = (host: string) => (host.split('.').length > 2 ? host.slice(host.indexOf('.') + 1) : host)

function statusFault(status: number): AccountFaultError {
  if (status === 412 || status === 409) return new AccountFaultError('changed')
  if (status === 403 || status === 405) return new AccountFaultError('forbidden')
  if (status === 404 || status === 410) return new AccountFaultError('missing')
  return new AccountFaultError(status === 401 ? 'auth' : 'server', String(status))
}
