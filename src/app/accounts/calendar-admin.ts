import { rm } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { setSecret } from '../../config/secrets.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { setSetting } from '../../config/write.ts'
import { accountCommandMessages } from '../../messages/tools/account-commands.ts'
import { accountMessages } from '../../messages/tools/accounts.ts'
import { accountSecret, type CalendarAccount, refuse } from '../../protocol/index.ts'
import { userAgent } from '../../std/net/http.ts'
import { Calendars } from '../../tools/calendar/calendars.ts'
import { freeName } from './account-names.ts'
import { removeAccount } from './remove-account.ts'

/**
 * A calendar that somebody wants to connect. `where`: an address, a file, or a mail address of a service that is
 * known.
 */
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

/**
 * Tries a calendar and keeps it when it works; what it is called, and the calendars in it. Throws `bad-input` with a
 * sentence.
 */
export async function addCalendar(
  loaded: LoadedSettings,
  wanted: NewCalendar,
  asking: Asking,
): Promise<{ name: string; calendars: string[] }> {
  const { language, calendars } = loaded.settings
  const say = accountCommandMessages[language]
  const place = placeOf(wanted.where.trim(), asking.cwd) ?? refuse(say.noPlace(wanted.where))
  if (place === 'google') return refuse(say.google)
  const name = freeName(wanted.name, place.name, calendars, language)
  const trial: Trial = { loaded, asking, name, secrets: new Map() }
  const file = await asFile(trial, place, wanted.user)
  const { account, found } = file ? { account: file, found: [] } : await asServer(trial, place, wanted)
  for (const [secret, value] of trial.secrets) await setSecret(loaded.paths, secret, value, asking.now())
  await setSetting(loaded.paths.config, 'calendars', { ...calendars, [name]: account }, asking.now())
  return { name, calendars: found }
}

/** A calendar while it is tried, with the secrets that it will have. */
interface Trial {
  loaded: LoadedSettings
  asking: Asking
  name: string
  secrets: Map<string, string>
}

const calendarsIn = ({ loaded, name, secrets }: Trial, account: CalendarAccount) =>
  new Calendars({
    accounts: () => ({ [name]: account }),
    ...{ profile: '', copies: '', secret: (one) => secrets.get(one) },
    guard: { userAgent, allowedHosts: loaded.settings.fetchHosts },
  })

/** The account of a calendar file, here or on the web; undefined for what is a server. */
async function asFile(
  trial: Trial,
  { account, url }: CalendarPlace,
  user: string | undefined,
): Promise<CalendarAccount | undefined> {
  const { now, signal } = trial.asking
  if (account.kind === 'caldav' || (account.kind === 'feed' && user !== undefined)) return undefined
  if (account.kind === 'feed') trial.secrets.set(accountSecret('calendar', trial.name, 'url'), url ?? '')
  const range = { from: +now(), to: +now() + 1, zone: 'UTC' }
  const { notes } = await calendarsIn(trial, account).events(range, { profile: '', signal, now }, undefined, false)
  const [wrong] = notes
  if (!wrong) return account
  // A file that is no calendar may be a server.
  if (account.kind === 'feed' && (wrong.fault === 'unreadable' || wrong.fault === 'auth')) return undefined
  return refuse(accountMessages[trial.loaded.settings.language].faults[wrong.fault](wrong.detail ?? ''))
}

async function asServer(
  trial: Trial,
  { account: known, url }: CalendarPlace,
  wanted: NewCalendar,
): Promise<{ account: CalendarAccount; found: string[] }> {
  const { language } = trial.loaded.settings
  const say = accountCommandMessages[language]
  const user = known.user ?? wanted.user ?? ((await wanted.askUser()) || refuse(say.wantsUser))
  const account: CalendarAccount = { kind: 'caldav', url: known.url ?? url ?? '', user }
  trial.secrets.clear()
  const password = (await wanted.password()) || refuse(say.wantsPassword)
  trial.secrets.set(accountSecret('calendar', trial.name, 'password'), password)
  const answer = await calendarsIn(trial, account).ask(trial.name, { do: 'look' }, trial.asking.signal)
  if ('fault' in answer) return refuse(accountMessages[language].faults[answer.fault](answer.detail ?? ''))
  return { account, found: answer.value.calendars.map((one) => one.name).filter(Boolean) }
}

/** "caldav.fastmail.com" is called fastmail; an address of numbers has no name. */
const serviceOf = (host: string) => (/^[\d.]+$|:/.test(host) ? 'calendar' : (host.split('.').at(-2) ?? host))

/** Removes a calendar with its secrets and its cached copy. False if there is none of that name. */
export async function removeCalendar(loaded: LoadedSettings, name: string, now: Date): Promise<boolean> {
  const secrets = (['password', 'url'] as const).map((what) => accountSecret('calendar', name, what))
  const isGone = await removeAccount(loaded, 'calendars', name, secrets, now)
  if (isGone) await rm(join(loaded.paths.cache, 'calendars', `${name}.json`), { force: true })
  return isGone
}

interface CalendarPlace {
  account: CalendarAccount
  /** Its name unless somebody says otherwise. */
  name: string
  /** Of a feed, which is a secret. */
  url?: string
}

function placeOf(where: string, cwd: string): CalendarPlace | 'google' | undefined {
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
    const called = /\.ics$/i.test(pathname) && file !== 'basic' ? file : serviceOf(hostname)
    return { account: { kind: 'feed' }, name: called, url }
  }
  if (where === '' || !/\.(ics|ical|ifb)$/i.test(where)) return undefined
  return { account: { kind: 'file', path: resolve(cwd, where) }, name: basename(where, extname(where)) }
}
