import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sleep } from '../../std/abort.ts'
import { forgetLooks } from '../../std/fs/file-cache.ts'
import { codeOf, fileMode, folderMode, randomSuffix } from '../../std/fs/files.ts'
import { LockBusy } from '../../std/fs/lock.ts'
import type { Holder, LockClaim } from '../../std/fs/lock-claim.ts'
import { twinPath } from '../../std/fs/mirrored-log.ts'
import type { FolderChanges, SharedFolder, SharedLock } from '../../std/fs/shared-folder.ts'
import { backupPath } from '../../std/fs/state-file.ts'
import { oneByOne } from '../../std/once.ts'
import { type HomeStore, metaKey } from './home-store.ts'
import { isSharedName } from './shared-names.ts'

/** Time limits, in milliseconds. */
export interface CopyTimes {
  /** A lock ends by itself after this long, and is renewed long before. */
  lease: number
  /** A replica must have a change within this time before it is told as stored. */
  replicated: number
}

const usual: CopyTimes = { lease: 4_500, replicated: 5_000 }
/** Pause between two tries for a lock, at first and at most, in milliseconds. */
const lookMs = [2, 40] as const

/** A file of this copy, as the store had it. */
interface Known {
  version: number
  /** The change that wrote it whole, and the last one. */
  whole: string
  tx: string
  size: number
}

/** A store that refuses, in the system's words: what is not stored has not happened. */
function storeError(why: string, cause?: unknown): NodeJS.ErrnoException {
  return Object.assign(new Error(`EREMOTEIO: ${why}`, { cause }), { code: 'EREMOTEIO', syscall: 'store' })
}

/** A change is told so often while connections break. */
const mostTellings = 5

/**
 * A copy of a home in Redis on this machine. Each process has its own: files of it are written by this process alone,
 * and the store decides by number and name of each change whose came first.
 */
export class HomeCopy implements SharedFolder {
  readonly path: string
  readonly #store: HomeStore
  readonly #id: string
  readonly #self: string
  readonly #times: CopyTimes
  /** Waits for replicas after a change, where another server may take over. */
  readonly #isReplicated: boolean
  /** Connections to the store so far. */
  #connections = 0
  #cursor = { version: '0', tx: '' }
  readonly #known = new Map<string, Known>()
  /** Files whose copy may not be what the store has. */
  readonly #stale = new Set<string>()
  /** Locks of this process: the name of each is guarded by one piece of work after the other. */
  readonly #turns = new Map<string, ReturnType<typeof oneByOne>>()
  readonly #working = new Set<string>()
  readonly #pullInTurn = oneByOne()
  #waitingPull: Promise<void> | undefined

  constructor(
    path: string,
    store: HomeStore,
    { id, pid, isReplicated = false }: { id: string; pid: number; isReplicated?: boolean },
    times: Partial<CopyTimes> = {},
  ) {
    this.path = path
    this.#store = store
    this.#id = id
    this.#self = `${pid}-${randomSuffix()}`
    this.#times = { ...usual, ...times }
    this.#isReplicated = isReplicated
    store.on('connect', () => this.#connections++)
  }

  shares(name: string): boolean {
    return isSharedName(name)
  }

  /** Whoever asks while others wait for a look at the store goes along with them. */
  refresh(): Promise<void> {
    this.#waitingPull ??= this.#pullInTurn(async () => {
      this.#waitingPull = undefined
      const { version, tx } = this.#cursor
      await this.#take(await this.#ask(() => this.#store.homeChanges(metaKey, this.#id, version, tx)))
    })
    return this.#waitingPull
  }

  async lock(name: string, waitMs: number): Promise<SharedLock> {
    const release = await this.#enter(name)
    try {
      const own = `${this.#self}-${randomSuffix()}`
      const epoch = await this.#lockInStore(name, own, waitMs)
      const renewing = this.#renew(name, own)
      this.#working.add(name)
      return {
        epoch: Number(epoch),
        commit: async (changes) => {
          try {
            if (changes.size > 0) await this.#commit(changes, { lock: name, own, epoch })
            else void this.#store.homeUnlock(metaKey, name, own).catch(() => {})
          } finally {
            clearInterval(renewing)
            this.#working.delete(name)
            release()
          }
        },
      }
    } catch (error) {
      release()
      throw error
    }
  }

  async claim(name: string, note = ''): Promise<LockClaim | { heldBy: Holder }> {
    const own = `${this.#self}-${randomSuffix()} ${note}`
    const { version, tx } = this.#cursor
    const given = [metaKey, this.#id, version, tx, name, own, this.#times.lease] as const
    const answer = await this.#ask(() => this.#store.homeLock(...given))
    if (answer[0] === 'gone') throw storeError('the home is gone')
    if (answer[0] === 'held') return { heldBy: holderIn(answer[1], 0) }
    const renewing = this.#renew(name, own)
    return {
      epoch: Number(answer[1]),
      isOurs: async () => (await this.#ask(() => this.#store.homeHolder(metaKey, name)))[0] === own,
      release: async () => {
        clearInterval(renewing)
        await this.#store.homeUnlock(metaKey, name, own).catch(() => {})
      },
    }
  }

  async holder(name: string): Promise<Holder | undefined> {
    const [holder, epoch] = await this.#ask(() => this.#store.homeHolder(metaKey, name))
    return holder === undefined ? undefined : holderIn(holder, Number(epoch))
  }

  store(changes: FolderChanges): Promise<void> {
    return this.#commit(changes, { lock: '', own: '', epoch: '' })
  }

  /** The next piece of work under a lock of this process; call the result when it is done. */
  async #enter(name: string): Promise<() => void> {
    const inTurn = this.#turns.get(name) ?? oneByOne()
    this.#turns.set(name, inTurn)
    const entered = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    void inTurn(() => {
      entered.resolve()
      return left.promise
    })
    await entered.promise
    return left.resolve
  }

  async #lockInStore(name: string, own: string, waitMs: number): Promise<string> {
    const deadline = performance.now() + waitMs
    for (let pause: number = lookMs[0]; ; pause = Math.min(pause * 2, lookMs[1])) {
      const epoch = await this.#tryLock(name, own)
      if (typeof epoch === 'string') return epoch
      if (performance.now() > deadline) throw new LockBusy(join(this.path, name), epoch)
      await sleep(pause)
    }
  }

  /** The lock's number, with the copy up to date; or who holds it. */
  async #tryLock(name: string, own: string): Promise<string | Holder> {
    const { version, tx } = this.#cursor
    const given = [metaKey, this.#id, version, tx, name, own, this.#times.lease] as const
    try {
      const answer = await this.#ask(() => this.#store.homeLock(...given))
      if (answer[0] === 'held') return holderIn(answer[1], 0)
      await this.#take(answer[0] === 'gone' ? answer : answer[2])
      return answer[0] === 'ours' ? answer[1] : ''
    } catch (error) {
      // Perhaps it was taken and the answer was lost.
      void this.#store.homeUnlock(metaKey, name, own).catch(() => {})
      throw error
    }
  }

  #renew(name: string, own: string): NodeJS.Timeout {
    const { lease } = this.#times
    return setInterval(() => void this.#store.homeRenew(metaKey, name, own, lease).catch(() => {}), lease / 3).unref()
  }

  /** Brings the files of an answer of the store to this machine. */
  async #take([how, version = '0', tx = '', ...pairs]: readonly string[]): Promise<void> {
    if (how === 'gone') throw storeError('the home is gone')
    const wanted = new Set(this.#stale)
    const told = new Map<string, string>()
    for (let at = 0; at < pairs.length; at += 2) told.set(pairs[at] ?? '', pairs[at + 1] ?? '')
    for (const [name, info] of told) {
      const now = infoOf(info)
      const known = this.#known.get(name)
      const isSame = how === 'all' ? known?.tx === now.tx : (known?.version ?? 0) >= now.version
      if (isSame) this.#known.set(name, { ...(known as Known), version: now.version })
      else wanted.add(name)
      if (!isSame && how === 'all' && known) this.#stale.add(name)
    }
    // A deed made and lost with a server that is gone is not told of at all.
    if (how === 'all') for (const name of this.#known.keys()) if (!told.has(name)) wanted.add(name)
    await Promise.all([...wanted].map((name) => this.#load(name)))
    this.#cursor = { version, tx }
  }

  async #load(name: string): Promise<void> {
    const { whole = '?', size = 0 } = (this.#stale.has(name) ? undefined : this.#known.get(name)) ?? {}
    const [info, from, bytes = Buffer.alloc(0)] = await this.#ask(() =>
      this.#store.homeFileBuffer(metaKey, this.#id, name, whole, size),
    )
    if (String(info) === 'gone') throw storeError('the home is gone')
    // Its own work under the lock goes on with the copy that it began with.
    if (this.#working.has(name)) return void this.#stale.add(name)
    const [now, at, isStale] = [infoOf(String(info ?? '')), Number(String(from ?? '')), this.#stale.has(name)]
    const known = this.#known.get(name)
    // Another look was faster.
    if (!isStale && known && known.version >= now.version) return
    if (at > 0 && (isStale || known?.whole !== now.whole || known.size !== at)) return this.#load(name)
    this.#stale.delete(name)
    if (now.whole === '' || now.whole === '-')
      return this.#drop(name, now.whole === '' ? undefined : { ...now, size: 0 })
    writeCopy(join(this.path, name), bytes, at)
    this.#known.set(name, { ...now, size: at + bytes.length })
  }

  #drop(name: string, known: Known | undefined): void {
    const path = join(this.path, name)
    for (const one of [path, twinPath(path), backupPath(path)]) rmSync(one, { force: true })
    forgetLooks()
    if (known) this.#known.set(name, known)
    else this.#known.delete(name)
  }

  /** Stores changes as one. What cannot be stored is taken back here: the copy is what the store has. */
  async #commit(changes: FolderChanges, { lock, own, epoch }: { lock: string; own: string; epoch: string }) {
    const tx = `${this.#self}-${randomSuffix()}`
    const files = [...changes].map(([name, change]) => this.#fileOf(name, change, lock === name))
    try {
      const given = files.flatMap(({ kind, name, version, bytes }) => [kind, name, version, bytes])
      this.#note(await this.#stored([tx, lock, own, epoch], given), tx, files)
    } catch (error) {
      for (const { name } of files) this.#stale.add(name)
      throw error
    }
  }

  /**
   * Stores a change, and waits for a replica where another server may take over. Redis waits for what was written on
   * the same connection: where it was lost meanwhile, the same change is told again, to whoever is the master now.
   */
  async #stored(whose: [tx: string, lock: string, own: string, epoch: string], given: (string | Buffer)[]) {
    for (let tries = 0; tries < mostTellings; tries++) {
      const connection = this.#connections
      const answer = await this.#ask(() => this.#store.homeStore(metaKey, this.#id, ...whose, ...given))
      if (!answer.startsWith('stored ')) throw storeError(answer)
      if (!this.#isReplicated) return answer
      await this.#replicated()
      if (connection === this.#connections) return answer
    }
    throw storeError('the connection does not stand')
  }

  #fileOf(name: string, change: 'written' | 'removed' | { added: Buffer }, isGuarded: boolean) {
    const version = isGuarded ? String(this.#known.get(name)?.version ?? 0) : ''
    const bytes = typeof change === 'object' ? change.added : change === 'written' ? bytesAt(join(this.path, name)) : ''
    // Made and gone again under one lock.
    if (bytes === undefined) return { kind: 'removed', name, version, bytes: '' } as const
    const kind = typeof change === 'object' ? 'added' : change
    return { kind, name, version, bytes } as const
  }

  /** Notes what the store has now; what others wrote in between is fetched at the next look. */
  #note(answer: string, tx: string, files: readonly { kind: string; name: string }[]): void {
    const [, version = '0', ...told] = answer.split(' ')
    for (const [at, { kind, name }] of files.entries()) {
      const [before = '', whole = '', size = ''] = told.slice(at * 3)
      if (kind === 'added' && Number(before) !== (this.#known.get(name)?.version ?? 0)) this.#stale.add(name)
      this.#known.set(name, { version: Number(version), whole, tx, size: Number(size) })
    }
    if (Number(version) === Number(this.#cursor.version) + 1) this.#cursor = { version, tx }
  }

  async #replicated(): Promise<void> {
    const copies = await this.#ask(() => this.#store.wait(1, this.#times.replicated))
    if (copies < 1) throw storeError('no replica has it')
  }

  async #ask<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      throw codeOf(error) === 'EREMOTEIO' ? error : storeError(String(error), error)
    }
  }
}

function infoOf(info: string): Pick<Known, 'version' | 'whole' | 'tx'> {
  const [version, whole = '', tx = ''] = info.split(' ')
  return { version: Number(version), whole, tx }
}

const holderIn = (name: string, epoch: number): Holder => {
  const [own = '', ...note] = name.split(' ')
  return { pid: Number.parseInt(own, 10), started: own, epoch, note: note.join(' ') }
}

function bytesAt(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Writes a file of the copy, or what was added behind its first `from` bytes; and what mends it, where that is
 * there. At once, so that nobody comes between.
 */
function writeCopy(path: string, bytes: Buffer, from: number): void {
  forgetLooks()
  mkdirSync(dirname(path), { recursive: true, mode: folderMode })
  const twin = twinPath(path)
  if (from > 0) {
    if (existsSync(twin) && statSync(twin).size === from) appendFileSync(twin, bytes)
    else rmSync(twin, { force: true })
    appendFileSync(path, bytes)
    return
  }
  replaceAtOnce(path, bytes)
  for (const one of [twin, backupPath(path)]) if (existsSync(one)) replaceAtOnce(one, bytes)
}

function replaceAtOnce(path: string, bytes: Buffer): void {
  const half = join(dirname(path), `.${basename(path)}.${randomSuffix().slice(0, 6)}.tmp`)
  writeFileSync(half, bytes, { mode: fileMode })
  renameSync(half, path)
}
