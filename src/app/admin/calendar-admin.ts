import { rm } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { setSecret } from '../../config/secrets.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { setSetting } from '../../config/write.ts'
import { accountCommands } from '../../messages/tools/account-commands.ts'
import { accountMessages } from '../../messages/tools/accounts.ts'
import { accountName, accountSecret, type CalendarAccount, fail } from '../../protocol/index.ts'
import { userAgent } from '../../std/net/http.ts'
import { Calendars } from '../../tools/calendar/calendars.ts'

/** A calendar that somebody wants to connect. `where`: an address, a file, or a mail address of a service that is known. */
export interface NewCalendar {
  where: string
  name?: string
  user?: string
  /** Asked for when a server wants one. */
  password(): Promise<string>
  /** Asked for when `where` is a server and no user was given. */
  askUser(): Promise<string>
}

interface Asking {
  cwd: string
  now(): Date
  signal: AbortSignal
}

/** Services whose servers are known by the mail address; Google's takes no passwords. */
const services: Readonly<Record<string, { url: string; name: string } | 'google'>> = {
  'icloud.com': { url: 'https://caldav.icloud.com', name: 'icloud' },
  'me.com': { url: 'https://caldav.icloud.com', name: 'icloud' },
  'mac.com': { url: 'https://caldav.icloud.com', name: 'icloud' },
  'naver.com': { url: 'https://caldav.calendar.naver.com', name: 'naver' },
  'fastmail.com': { url: 'https://caldav.fastmail.com', name: 'fastmail' },
  'gmail.com': 'google',
  'googlemail.com': 'google',
}

/** Tries a calendar and keeps it when it works; what it is called, and the calendars in it. Throws `bad-input` with a sentence. */
export async function addCalendar(
  loaded: LoadedSettings,
  wish: NewCalendar,
  asking: Asking,
): Promise<{ name: string; calendars: string[] }> {
  const { language, calendars } = loaded.settings
  const say = accountCommands[language]
  const place = placeOf(wish.where.trim(), asking.cwd) ?? refuse(say.noPlace(wish.where))
  if (place === 'google') return refuse(say.google)
  const name = freeName(wish.name, place.name, calendars, say)
  const secrets = new Map<string, string>()
  const guard = { userAgent, allowedHosts: loaded.settings.fetchHosts }
  const trial = (account: CalendarAccount) =>
    new Calendars({ accounts: { [name]: account }, profile: '', secret: (one) => secrets.get(one), copies: '', guard })
  const asker = { profile: '', signal: asking.signal, now: asking.now }
  const range = { from: +asking.now(), to: +asking.now() + 1, zone: 'UTC' }
  const seen = async (account: CalendarAccount) => (await trial(account).events(range, asker, undefined, false)).notes[0]

  let account: CalendarAccount = place.account
  let found: string[] = []
  if (account.kind === 'feed') secrets.set(accountSecret('calendar', name, 'url'), place.url ?? '')
  const user = account.user ?? wish.user
  const fault = account.kind === 'caldav' || user !== undefined ? undefined : await seen(account)
  // What is no calendar file may be a server.
  if (account.kind === 'feed' && (user !== undefined || fault?.fault === 'unreadable' || fault?.fault === 'auth'))
    account = { kind: 'caldav', url: place.url ?? '' }
  else if (fault) refuse(accountMessages[language].faults[fault.fault](fault.detail ?? ''))
  if (account.kind === 'caldav') {
    account = { ...account, user: user ?? ((await wish.askUser()) || refuse(say.wantsUser)) }
    secrets.clear()
    secrets.set(accountSecret('calendar', name, 'password'), (await wish.password()) || refuse(say.wantsPassword))
    const answer = await trial(account).ask(name, { do: 'look' }, asking.signal)
    if ('fault' in answer) return refuse(accountMessages[language].faults[answer.fault](answer.detail ?? ''))
    found = answer.value.calendars.map((one) => one.name).filter(Boolean)
  }
  for (const [secret, value] of secrets) await setSecret(loaded.paths, secret, value, asking.now())
  await setSetting(loaded.paths.config, 'calendars', { ...calendars, [name]: account }, asking.now())
  return { name, calendars: found }
}

/** Forgets a calendar with its secrets and its copy. False where there is none of that name. */
export async function removeCalendar({ paths, settings }: LoadedSettings, name: string, now: Date): Promise<boolean> {
  const { [name]: gone, ...left } = settings.calendars
  if (!gone) return false
  await setSetting(paths.config, 'calendars', left, now)
  for (const what of ['password', 'url'] as const) await setSecret(paths, accountSecret('calendar', name, what), undefined, now)
  await rm(join(paths.cache, 'calendars', `${name}.json`), { force: true })
  return true
}

interface Place {
  account: CalendarAccount
  /** What it is called unless somebody says otherwise. */
  name: string
  /** Of a feed, which is a secret. */
  url?: string
}

function placeOf(where: string, cwd: string): Place | 'google' | undefined {
  const [, host] = /^[^\s@/]+@([\w.-]+)$/.exec(where) ?? []
  if (host !== undefined) {
    const service = services[host.toLowerCase()]
    if (service === 'google' || !service) return service
    return { account: { kind: 'caldav', url: service.url, user: where }, name: service.name }
  }
  const url = where.replace(/^webcals?:/i, 'https:')
  if (/^https?:\/\//i.test(url)) {
    if (!URL.canParse(url)) return undefined
    const { hostname, pathname } = new URL(url)
    const file = basename(pathname, extname(pathname))
    const called = /\.ics$/i.test(pathname) && file !== 'basic' ? file : (hostname.split('.').at(-2) ?? hostname)
    return { account: { kind: 'feed' }, name: called, url }
  }
  if (where === '' || !/\.(ics|ical|ifb)$/i.test(where)) return undefined
  return { account: { kind: 'file', path: resolve(cwd, where) }, name: basename(where, extname(where)) }
}

/** The wished name, or one out of the place that is not taken yet. */
function freeName(
  wished: string | undefined,
  usual: string,
  taken: Readonly<Record<string, unknown>>,
  say: (typeof accountCommands)['ko'],
): string {
  if (wished !== undefined) {
    if (!accountName.test(wished)) refuse(say.badName(wished))
    return Object.hasOwn(taken, wished) ? refuse(say.taken(wished)) : wished
  }
  const base =
    usual
      .normalize('NFC')
      .replace(/[^\p{L}\p{N}-]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 24) || 'calendar'
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}-${n}`
    if (!Object.hasOwn(taken, name)) return name
  }
}

/** Ends with a sentence for the person. */
function refuse(sentence: string): never {
  return fail('bad-input', { data: { sentence } })
}
