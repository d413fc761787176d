import { randomBytes } from 'node:crypto'
import type { Paths } from '../../../config/paths.ts'
import type { DeviceLink, OtherDevices, Owned, OwnerHere } from '../../../core/ownership/devices.ts'
import type { Id } from '../../../protocol/index.ts'
import { abortable, sleep } from '../../../std/abort.ts'
import { readConfiguration } from '../../../sync/configuration.ts'
import { type Link, Links } from '../../../sync/live/links.ts'
import { type LiveChannel, StoreFault } from '../../../sync/stores/store.ts'
import { openSync, type SyncSession } from '../sync-session.ts'

/** Milliseconds between renewals of ownership and looks at other owners. */
const lookMs = 3_000
/** Milliseconds that an opened conversation waits for its owner elsewhere and for the last words there. */
const patience = { fenced: { owner: 3_000, past: 5_000 }, named: { owner: 0, past: 20_000 } } as const
/** An owner elsewhere may take so long to say that it is there while nobody waits for it, in milliseconds. */
const backgroundMs = 20_000
/** A process that did not answer is asked again, and a conversation opened anew, so much later, in milliseconds. */
const againMs = 20_000
/** Whoever leaves the program waits no longer for the store, in milliseconds. */
const endMs = 500
/** The way to other devices is closed when nothing has been open for so long, in milliseconds. */
const restMs = 500

interface Open {
  owner: OwnerHere
  links: Set<Link>
  /** Time at which it was opened anew for entries from elsewhere. */
  refreshedAt: number
}

/** Parts that exist while the store does. */
interface Live {
  settings: string
  self: string
  session: SyncSession
  channel: LiveChannel
  links: Links
}

/** The position of a conversation's last owner: the number of its device's last segment. */
interface Farewell {
  device: string
  number: number
}

/**
 * Conversations that are open on several devices: one process owns each, and those of other devices are its guests
 * over the store.
 */
export class LiveDevices implements OtherDevices {
  readonly refusal: string
  readonly #paths: Paths
  readonly #now: () => number
  readonly #open = new Map<Id, Open>()
  readonly #guests = new Map<Id, Link>()
  /** Connections to owners that say that they are there, and that nobody uses yet. */
  readonly #ready = new Map<Id, Link>()
  readonly #asking = new Set<Id>()
  readonly #silent = new Map<string, number>()
  /** Conversations that another device had last, and where it had come to. */
  readonly #behind = new Map<Id, Farewell | undefined>()
  #live: Live | undefined
  #timer: NodeJS.Timeout | undefined
  #resting: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #reaching = 0

  constructor(paths: Paths, now: () => number, refusal: string) {
    this.#paths = paths
    this.#now = now
    this.refusal = refusal
  }

  async reach(id: Id): Promise<DeviceLink | undefined> {
    const live = this.#live
    if (!live) return void this.#wake()
    // Nobody rests while a conversation is looked for.
    this.#reaching += 1
    try {
      return await this.#reachBy(live, id)
    } finally {
      this.#reaching -= 1
      this.#restSoon()
    }
  }

  async #reachBy(live: Live, id: Id): Promise<DeviceLink | undefined> {
    const link = this.#ready.get(id) ?? (await this.#askedFor(live, id, patience[live.session.store.promise].owner))
    this.#ready.delete(id)
    if (!link || link.destroyed) {
      await this.#caughtUp(live, id)
      return undefined
    }
    this.#guests.set(id, link)
    link.once('close', () => this.#left(id, link))
    return { stream: link, from: link.to, mayAct: link.isSealed }
  }

  own(id: Id, owner: OwnerHere): Owned {
    const open: Open = { owner, links: new Set(), refreshedAt: 0 }
    this.#open.set(id, open)
    this.#wake()
    return {
      leave: (to) => this.#leave(id, open, true, to),
      end: () => this.#leave(id, open, open.links.size > 0, undefined, endMs),
    }
  }

  /** Return the owner of a conversation elsewhere once it answers; undefined where this process may own it. */
  async #askedFor(live: Live, id: Id, ms: number): Promise<Link | undefined> {
    const taken = await abortable(
      live.channel.take(id, this.#open.get(id)?.owner.isBusy()),
      AbortSignal.timeout(lookMs),
    ).catch(() => undefined)
    if (taken?.owner === live.self && taken.isNew && !this.#open.has(id)) this.#behind.set(id, this.#behind.get(id))
    if (!taken || taken.owner === live.self || ms === 0) return undefined
    if ((this.#silent.get(taken.owner) ?? 0) > performance.now()) return undefined
    const link = await live.links.connect(taken.owner, id)
    if (await abortable(link?.isThere() ?? Promise.resolve(false), AbortSignal.timeout(ms)).catch(() => undefined))
      return link
    // It is there, and not ready yet.
    if (link?.destroyed) return undefined
    link?.destroy()
    this.#silent.set(taken.owner, performance.now() + againMs)
    live.channel.gone(taken.owner)
    return undefined
  }

  /** Takes in what was said elsewhere before this process goes on with it. */
  async #caughtUp(live: Live, id: Id): Promise<void> {
    const { session } = live
    if (!this.#behind.has(id)) return
    const last = this.#behind.get(id)
    this.#behind.delete(id)
    const signal = AbortSignal.timeout(patience[session.store.promise].past)
    // Settings that changed meanwhile have closed it.
    const isThere = () =>
      this.#live !== live ||
      !last ||
      (session.replica.devices().find(({ id }) => id === last.device)?.number ?? 0) >= last.number
    do {
      await session.round(signal).catch(ignoreFault)
      if (!isThere()) await sleep(300, signal).catch(() => {})
    } while (!signal.aborted && !isThere())
  }

  /** An owner elsewhere is gone, or has let it go. */
  #left(id: Id, link: Link): void {
    if (this.#guests.get(id) === link) this.#guests.delete(id)
    this.#behind.set(id, farewellIn(link.farewell))
    this.#restSoon()
  }

  async #leave(id: Id, open: Open, isTold: boolean, to?: string, ms = lookMs): Promise<void> {
    if (this.#open.get(id) === open) this.#open.delete(id)
    const live = this.#live
    if (live) {
      const { session, channel } = live
      if (isTold) await session.round(AbortSignal.timeout(patience.fenced.past)).catch(ignoreFault)
      if (this.#live !== live) return this.#restSoon()
      await abortable(channel.leave(id, to), AbortSignal.timeout(ms)).catch(() => {})
      const last: Farewell = { device: session.device.id, number: session.replica.number('segment') }
      for (const link of open.links) await link.bye(last)
    }
    this.#restSoon()
  }

  /** Another device asks for a conversation. */
  #accept(id: Id, link: Link): boolean {
    const open = this.#open.get(id)
    if (!open) return false
    open.links.add(link)
    link.once('close', () => open.links.delete(link))
    open.owner.serve({ stream: link, from: link.to, mayAct: link.isSealed })
    return true
  }

  #wake(): void {
    clearTimeout(this.#resting)
    this.#timer ??= setInterval(() => this.#lookSoon(), lookMs).unref()
    this.#lookSoon()
  }

  #lookSoon(): void {
    // A store that is away is asked again at the next look.
    this.#looking = this.#looking.then(() => this.#look()).catch(ignoreFault)
  }

  async #look(): Promise<void> {
    const settings = JSON.stringify(readConfiguration(this.#paths.state) ?? null)
    if (this.#live && this.#live.settings !== settings) await this.#close()
    if (!this.#live) await this.#connect(settings)
    const live = this.#live
    if (!live) return
    for (const [id, open] of this.#open) await this.#lookAt(live, id, open)
    for (const [id, link] of this.#guests) {
      const { owner } = await live.channel.take(id)
      if (owner !== link.to) link.destroy()
    }
  }

  async #lookAt(live: Live, id: Id, open: Open): Promise<void> {
    const { owner } = await live.channel.take(id, open.owner.isBusy())
    if (owner !== live.self) return void this.#ask(live, id, open)
    const isWaited = live.session.replica.file(`home/conversations/${id}.jsonl`)?.waits === true
    if (!isWaited || performance.now() - open.refreshedAt < againMs) return
    open.refreshedAt = performance.now()
    open.owner.elsewhere()
  }

  /** Nothing waits for an owner elsewhere: what is open here stays open until they answer. */
  async #ask(live: Live, id: Id, open: Open): Promise<void> {
    if (this.#asking.has(id) || this.#ready.has(id)) return
    this.#asking.add(id)
    const link = await this.#askedFor(live, id, backgroundMs).finally(() => this.#asking.delete(id))
    if (!link) return
    if (this.#open.get(id) !== open) return void link.destroy()
    this.#ready.set(id, link)
    link.once('close', () => this.#ready.delete(id))
    open.owner.elsewhere()
  }

  async #connect(settings: string): Promise<void> {
    const session = await openSync(this.#paths, this.#now)
    const live = session?.store.live
    if (!session || !live || session.configuration.paused || session.configuration.without.includes('conversations'))
      return session?.close()
    const self = `${session.device.id}.${randomBytes(8).toString('hex')}`
    let links: Links | undefined
    try {
      const channel = await live(self, {
        heard: (message) => links?.hear(message),
        broke: (address) => links?.broke(address),
      })
      const { key } = session
      links = new Links({ self, key, channel, accept: (id, link) => this.#accept(id, link) })
      this.#live = { settings, self, session, channel, links }
    } catch (error) {
      await session.close()
      throw error
    }
  }

  #restSoon(): void {
    clearTimeout(this.#resting)
    const isUsed = () => this.#open.size + this.#guests.size + this.#reaching > 0
    if (isUsed()) return
    this.#resting = setTimeout(() => {
      if (isUsed()) return
      clearInterval(this.#timer)
      this.#timer = undefined
      this.#looking = this.#looking.then(() => this.#close()).catch(ignoreFault)
    }, restMs)
  }

  async #close(): Promise<void> {
    const live = this.#live
    this.#live = undefined
    if (!live) return
    live.links.broke()
    await live.channel.close()
    await live.session.close()
  }
}

function farewellIn(value: unknown): Farewell | undefined {
  const { device, number } = (value ?? {}) as Record<string, unknown>
  return typeof device === 'string' && Number.isSafeInteger(number) ? { device, number: number as number } : undefined
}

/** A store that is away is nobody's failure: conversations go on here. */
function ignoreFault(error: unknown): void {
  if (!(error instanceof StoreFault) && !(error instanceof Error && 'code' in error)) throw error
}
