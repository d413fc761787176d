import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { accountSecret, type CalendarAccount } from '../../protocol/index.ts'
import { codeOf, ensureDir, readTextIfThere, writeAtomic } from '../../std/fs/files.ts'
import { currentNetwork } from '../../std/net/network.ts'
import { JobStopped, runIsolated } from '../../std/process/isolated.ts'
import { accountsOf } from '../accounts/accounts-of.ts'
import { answered } from '../accounts/answered.ts'
import type { AccountAnswer, AccountFault } from '../accounts/fault.ts'
import { fetchPublic, type GuardOptions } from '../web/safe-fetch.ts'
import type { CaldavFound, CaldavRequest } from './caldav.ts'
import { caldavJob, eventsJob } from './calendar-jobs.ts'
import { decodeCalendar, isCalendar } from './calendar-text.ts'
import type { CalendarEvent, CalendarFile, EventRange, EventsFound } from './event.ts'

/**
 * Data that was fetched from an account, and the time (milliseconds since 1970). Without `from` and `to` it is
 * complete.
 */
interface CalendarCopy {
  at: number
  from?: number
  to?: number
  files: CalendarFile[]
}

const pathOf = (folder: string, name: string) => join(folder, `${name}.json`)

/** Caches what was fetched, for use without a network. A failed write is ignored: only the cache is lost. */
async function writeCopy(folder: string, name: string, copy: CalendarCopy): Promise<void> {
  try {
    await ensureDir(folder)
    await writeAtomic(pathOf(folder, name), JSON.stringify(copy))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

/** The copy that covers a range; undefined where there is none, or one that cannot be read. */
async function readCopy(folder: string, name: string, { from, to }: EventRange): Promise<CalendarCopy | undefined> {
  const text = await readTextIfThere(pathOf(folder, name)).catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const copy = JSON.parse(text) as CalendarCopy
    const covers = (copy.from ?? from) <= from && (copy.to ?? to) >= to
    return covers && Array.isArray(copy.files) && typeof copy.at === 'number' ? copy : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Dependencies of `Calendars`. */
export interface CalendarDeps {
  /** The accounts that are configured now. */
  accounts(): Readonly<Record<string, CalendarAccount>>
  /** The profile that owns accounts without a profile of their own. */
  profile: string
  /** The value of a secret by its name. Throws `config` where its file cannot be read. */
  secret(name: string): string | undefined
  /** Mail addresses of a person: which attendee they are. */
  addresses?(profile: string): readonly string[]
  /** Folder of the cached copies that are shown while a server cannot be reached. */
  copies: string
  guard: GuardOptions
  /** Milliseconds for reading one calendar; default 10 s. */
  limitMs?: number
}

/** An event with the account it belongs to. */
export type AccountEvent = CalendarEvent & { account: string }

/** A problem with an account, reported together with the results. */
export interface AccountNote {
  account: string
  fault: AccountFault
  detail?: string
  /** The time at which the copy that is shown instead was fetched; absent: nothing is shown. */
  copied?: number
}

export interface CalendarView extends Omit<EventsFound, 'events'> {
  events: AccountEvent[]
  notes: AccountNote[]
}

/** The person who asks: only their accounts are searched. */
export interface AccountAsker {
  profile: string
  signal: AbortSignal
  now(): Date
}

/** Maximum size of one calendar file, in bytes. */
const mostBytes = 10 << 20
/** Time limit for one server, in milliseconds; others wait meanwhile. */
const serverMs = 20_000
const readMs = 10_000
const dayMs = 86_400_000
/** Days around today that are fetched and cached, so that questions about them can be answered offline. */
const kept = { before: 31 * dayMs, after: 120 * dayMs }

/** The calendars of a person, on servers and in files. */
export class Calendars {
  readonly #parts: CalendarDeps

  constructor(parts: CalendarDeps) {
    this.#parts = parts
  }

  /** Names and kinds of one person's accounts. */
  of(profile: string): [name: string, account: CalendarAccount][] {
    return accountsOf(this.#parts.accounts(), profile, this.#parts.profile)
  }

  /**
   * The events of a range; of one account where it is named. What is fetched is kept, and shown while a server is
   * away, unless `keep` is false. Rejects with the reason of the signal only.
   */
  async events(range: EventRange, asker: AccountAsker, only?: string, keep = true): Promise<CalendarView> {
    const view: CalendarView = { events: [], notes: [], unread: 0, cut: false }
    const own = this.of(asker.profile).filter(([name]) => only === undefined || name === only)
    const looks = await Promise.all(own.map(([name, account]) => this.#look(name, account, range, { ...asker, keep })))
    for (const { events, notes, unread, cut } of looks) {
      view.events.push(...events)
      view.notes.push(...notes)
      view.unread += unread
      view.cut ||= cut
    }
    view.events.sort((a, b) => a.start - b.start || a.end - b.end)
    return view
  }

  /** Sends a request to the server of an account. */
  async ask(name: string, wanted: CaldavRequest, signal: AbortSignal): Promise<AccountAnswer<CaldavFound>> {
    const { url = '', user = '' } = this.#parts.accounts()[name] ?? {}
    const { allows, ...way } = currentNetwork()
    if (allows?.(new URL(url)) === false) return { fault: 'policy', detail: new URL(url).host }
    const password = this.#parts.secret(accountSecret('calendar', name, 'password'))
    if (password === undefined) return { fault: 'noPassword', detail: accountSecret('calendar', name, 'password') }
    const server = { url, user, password, network: way, hostOnly: allows !== undefined }
    return answered(
      () => runIsolated(caldavJob, { server, wanted }, { signal, timeMs: serverMs }),
      signal,
      new URL(url).host,
    )
  }

  async #look(
    name: string,
    account: CalendarAccount,
    range: EventRange,
    asker: AccountAsker & { keep: boolean },
  ): Promise<CalendarView> {
    const notes: AccountNote[] = []
    const tellFault = (fault: AccountFault, detail?: string, copied?: number) =>
      notes.push({ account: name, fault, ...(detail ? { detail } : {}), ...(copied === undefined ? {} : { copied }) })
    const came = await this.#files(name, account, range, asker)
    let files = 'value' in came ? came.value : undefined
    if ('fault' in came) {
      const copy = asker.keep ? await readCopy(this.#parts.copies, name, range) : undefined
      files = copy?.files
      tellFault(came.fault, came.detail, copy?.at)
    }
    if (!files) return { events: [], notes, unread: 0, cut: false }
    const own = [account.user ?? '', ...(this.#parts.addresses?.(asker.profile) ?? [])].filter((one) =>
      one.includes('@'),
    )
    const read = await this.#read(files, range, own, asker.signal)
    if ('fault' in read) tellFault(read.fault)
    const found = 'value' in read ? read.value : { events: [], unread: 0, cut: false }
    return { ...found, notes, events: found.events.map((one) => ({ ...one, account: name })) }
  }

  async #files(
    name: string,
    account: CalendarAccount,
    range: EventRange,
    { signal, now, keep }: AccountAsker & { keep: boolean },
  ): Promise<AccountAnswer<CalendarFile[]>> {
    if (account.kind === 'file') return localFile(account.path ?? '')
    const at = +now()
    if (account.kind === 'feed') {
      const came = await this.#feed(name, signal)
      if ('value' in came && keep) await writeCopy(this.#parts.copies, name, { at, files: came.value })
      return came
    }
    const near = { from: at - kept.before, to: at + kept.after }
    const isNear = range.from >= near.from && range.to <= near.to
    const { from, to } = isNear ? near : range
    const came = await this.ask(name, { do: 'look', from, to }, signal)
    if ('fault' in came) return came
    const { calendars, files } = came.value
    // A server with one calendar need not name it.
    const named = calendars.length > 1 ? files : files.map((one) => ({ ...one, calendar: '' }))
    if (isNear && keep) await writeCopy(this.#parts.copies, name, { at, from, to, files: named })
    return { value: named }
  }

  async #feed(name: string, signal: AbortSignal): Promise<AccountAnswer<CalendarFile[]>> {
    const secret = accountSecret('calendar', name, 'url')
    const url = this.#parts.secret(secret)?.replace(/^webcals?:/i, 'https:')
    if (url === undefined || !URL.canParse(url)) return { fault: 'noPassword', detail: secret }
    const { host } = new URL(url)
    // The person chose this address, be it of their own network; where it leads on to is looked at as ever.
    const guard = { ...this.#parts.guard, allowedHosts: [...(this.#parts.guard.allowedHosts ?? []), host] }
    return answered(
      async () => {
        const { status, bytes } = await fetchPublic(
          url,
          guard,
          mostBytes,
          AbortSignal.any([signal, AbortSignal.timeout(serverMs)]),
        )
        if (status === 404 || status === 410) return { fault: 'missing' }
        if (status === 401 || status === 403) return { fault: 'auth' }
        if (status >= 400) return { fault: 'server', detail: String(status) }
        const ics = decodeCalendar(bytes)
        return isCalendar(ics) ? { value: [{ calendar: '', ics }] } : { fault: 'unreadable' }
      },
      signal,
      host,
    )
  }

  /** Read the files. If zones that they define are without end, the reader's own stand in for them. */
  async #read(
    files: readonly CalendarFile[],
    range: EventRange,
    own: readonly string[],
    signal: AbortSignal,
  ): Promise<AccountAnswer<EventsFound>> {
    const read = (plainZones: boolean) =>
      runIsolated(eventsJob, { files, plainZones, own, ...range }, { signal, timeMs: this.#parts.limitMs ?? readMs })
    try {
      return {
        value: await read(false).catch((error) => (error instanceof JobStopped ? read(true) : Promise.reject(error))),
      }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof JobStopped) return { fault: 'costly' }
      throw error
    }
  }
}

async function localFile(path: string): Promise<AccountAnswer<CalendarFile[]>> {
  try {
    if ((await stat(path)).size > mostBytes) return { fault: 'large', detail: path }
    const ics = decodeCalendar(await readFile(path))
    return isCalendar(ics) ? { value: [{ calendar: '', ics }] } : { fault: 'unreadable', detail: path }
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return { fault: 'missing', detail: path }
  }
}
