import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { openSync, type SyncSession } from '../../../src/app/sync/sync-session.ts'
import { ReminderStore } from '../../../src/core/reminders/store.ts'
import { backupPath } from '../../../src/std/fs/state-file.ts'
import { readConfiguration, writeConfiguration } from '../../../src/sync/configuration.ts'
import type { SharedKind } from '../../../src/sync/shared-file.ts'
import type { Random } from '../../random.ts'

/** Pages that are edited in a history, below the home. */
export const pages = ['memory/a.md', 'memory/b.md', 'workspaces/w/memory.md', 'workspaces/w/agents/x/memory.md']

/** What people wrote and removed, and what of it somebody may count on: known from their acts alone. */
export class Truth {
  /** Lines that must be there, must not be, and those of which nobody can say. */
  readonly there = new Set<string>()
  readonly gone = new Set<string>()
  readonly open = new Set<string>()
  /** Lines that went before any other device had heard of them. */
  readonly unheard = new Set<string>()
  #count = 0

  newText(): string {
    return `fact ${++this.#count}.`
  }

  wrote(line: string): void {
    this.there.add(line)
  }

  removed(line: string): void {
    if (!this.there.delete(line)) return
    this.gone.add(line)
  }

  /** Something happened before anybody heard of this. */
  unsure(line: string): void {
    for (const set of [this.there, this.gone]) set.delete(line)
    this.open.add(line)
  }
}

/** What a copy of a device has as well. */
interface Memory {
  /** What was done since the last whole round. */
  untold: Set<string>
  /** It has lost what it knew: until it has met the others again nobody can tell what was removed on it. */
  isForgetful: boolean
  /** Lines that a copy of it has as well, and neither has told. */
  twinned: Set<string>
  /** Pages that are gone without a copy, with the lines that stood in them. */
  vanished: Map<string, Set<string>>
  /** Those of them about which it has asked. */
  asked: Set<string>
  /** Pages that a disk has damaged. */
  damaged: Set<string>
}

const copyOf = ({ untold, isForgetful, twinned, vanished, asked, damaged }: Memory): Memory => ({
  ...{ untold: new Set(untold), isForgetful, twinned: new Set(twinned) },
  ...{ asked: new Set(asked), damaged: new Set(damaged) },
  vanished: new Map([...vanished].map(([page, lines]) => [page, new Set(lines)])),
})

/** A home on a machine of its own, to which things happen. */
export class AccidentDevice {
  readonly home: string
  readonly clockMs: number
  readonly store: string
  readonly backups: { path: string; text: string }[] = []
  memory: Memory = {
    ...{ untold: new Set(), isForgetful: false, twinned: new Set() },
    ...{ vanished: new Map(), asked: new Set(), damaged: new Set() },
  }
  unmounted: string | undefined
  /** A file or folder that somebody else owns. */
  closed: string | undefined
  #image: { path: string; memory: Memory } | undefined

  constructor(home: string, clockMs: number, store: string) {
    this.home = home
    this.clockMs = clockMs
    this.store = store
  }

  get name(): string {
    return this.home.split('/').at(-1) ?? ''
  }

  get paths() {
    const [config, secrets] = [join(this.home, 'config.json'), join(this.home, 'secrets.json')]
    const [state, cache, runtime] = ['state', 'cache', 'run'].map((name) => join(this.home, name)) as [
      string,
      string,
      string,
    ]
    return { home: this.home, config, secrets, state, cache, runtime }
  }

  now = (): number => Date.now() + this.clockMs

  async make(): Promise<void> {
    for (const folder of ['memory', 'workspaces', 'conversations', 'state'])
      mkdirSync(join(this.home, folder), { recursive: true })
    await this.share([])
  }

  async share(without: SharedKind[]): Promise<void> {
    const known = readConfiguration(this.paths.state)
    const name = typeof known === 'object' ? known.name : this.name.slice(-6)
    await writeConfiguration(this.paths.state, { store: this.store, name, paused: false, without })
  }

  keptKinds(): readonly SharedKind[] {
    const known = readConfiguration(this.paths.state)
    return typeof known === 'object' ? known.without : []
  }

  async open(): Promise<SyncSession> {
    const session = await openSync(this.paths, this.now)
    if (!session) throw new Error('no sync')
    return session
  }

  reminders(): ReminderStore {
    return new ReminderStore(join(this.home, 'reminders.jsonl'))
  }

  /** Everybody has heard of what was done here. */
  told(): void {
    this.memory.untold.clear()
    this.memory.isForgetful = false
    this.memory.twinned.clear()
    this.memory.damaged.clear()
    this.memory.asked.clear()
  }

  /** The folder of conversations; undefined while its drive is away. */
  conversations(): string | undefined {
    const folder = join(this.home, 'conversations')
    if (this.isAway(folder) || this.closed?.startsWith(folder)) return undefined
    mkdirSync(folder, { recursive: true })
    return folder
  }

  isAway(path: string): boolean {
    return this.unmounted !== undefined && path.startsWith(this.unmounted)
  }

  /** Something is away, or may not be read. */
  get isPartial(): boolean {
    return this.unmounted !== undefined || this.closed !== undefined
  }

  isClosed(path: string): boolean {
    return this.closed !== undefined && path.startsWith(this.closed)
  }

  /** A file or a folder belongs to somebody else, as after a command of root's. */
  close(any: Random): void {
    const path = join(this.home, any.pick([...pages, 'memory', 'workspaces/w', 'conversations', 'reminders.jsonl']))
    if (this.isPartial || !existsSync(path)) return
    const inside = statSync(path).isDirectory() ? readdirSync(path) : []
    const journals = inside.filter((name) => name.endsWith('.jsonl')).map((name) => join(path, name))
    this.closed = journals.length > 0 && any.chance(0.5) ? any.pick(journals) : path
    chmodSync(this.closed, 0)
  }

  /** Its owner gives it back. */
  unlock(): void {
    if (!this.closed) return
    chmodSync(this.closed, 0o700)
    this.closed = undefined
  }

  takeImage(): void {
    if (this.isPartial) return
    const path = `${this.home}.image`
    rmSync(path, { recursive: true, force: true })
    cpSync(this.home, path, { recursive: true, preserveTimestamps: true })
    this.#image = { path, memory: copyOf(this.memory) }
  }

  putBack(truth: Truth): void {
    if (!this.#image || this.isPartial) return
    // What nobody else has heard of went with the disk.
    for (const line of [...this.memory.untold, ...this.#image.memory.untold]) truth.unsure(line)
    rmSync(this.home, { recursive: true })
    cpSync(this.#image.path, this.home, { recursive: true, preserveTimestamps: true })
    this.memory = copyOf(this.#image.memory)
  }

  copy(): AccidentDevice | undefined {
    const home = `${this.home}c`
    if (existsSync(home) || this.isPartial) return undefined
    cpSync(this.home, home, { recursive: true, preserveTimestamps: true })
    // Nobody can tell what of it is removed on one of the two before both have met.
    for (const line of this.memory.untold) this.memory.twinned.add(line)
    const other = new AccidentDevice(home, this.clockMs, this.store)
    other.memory = copyOf(this.memory)
    return other
  }

  /** A drive is not connected: nothing is in its place, or an empty folder. */
  unmount(any: Random): void {
    if (this.isPartial) return
    const folder = join(this.home, any.pick(['memory', 'conversations']))
    const isFilled = existsSync(folder) && readdirSync(folder).some((name) => /^[^.].*[.](?:md|jsonl)$/.test(name))
    if (!isFilled) return
    renameSync(folder, `${this.home}.away`)
    this.unmounted = folder
    if (any.chance(0.5)) mkdirSync(folder)
  }

  mount(truth: Truth): void {
    if (!this.unmounted) return
    if (existsSync(this.unmounted) && readdirSync(this.unmounted).length > 0) {
      // Two folders in one place: of what was removed in one of them, and not told, nobody can tell.
      for (const line of this.memory.untold) if (truth.gone.has(line)) truth.unsure(line)
      this.memory.isForgetful = true
    }
    rmSync(this.unmounted, { recursive: true, force: true })
    renameSync(`${this.home}.away`, this.unmounted)
    this.unmounted = undefined
  }

  /** A page of the person's own, of which the program keeps no copy, is gone. */
  vanish(page: string, truth: Truth): void {
    const path = join(this.home, page)
    if (this.isAway(path) || this.closed || !existsSync(path) || existsSync(backupPath(path))) return
    if (linesOf(path).length === 0) return
    for (const line of linesOf(path)) if (this.memory.untold.has(line)) truth.unsure(line)
    for (const line of this.memory.untold) if (truth.gone.has(line)) truth.unsure(line)
    this.memory.vanished.set(page, new Set(linesOf(path)))
    this.memory.asked.delete(page)
    rmSync(path)
  }

  /** A disk or a full one: what was told, or is in the program's own copy, must not be lost by it. */
  damagePage(page: string, any: Random, truth: Truth): void {
    const path = join(this.home, page)
    if (this.isPartial || !existsSync(path)) return
    const text = readFileSync(path, 'utf8')
    if (text.length < 8) return
    for (const line of linesOf(path)) if (this.memory.untold.has(line)) truth.unsure(line)
    for (const line of this.memory.untold) if (truth.gone.has(line)) truth.unsure(line)
    // The program's own copy may have them still, and nobody can tell that they were removed.
    for (const line of linesOf(backupPath(path))) if (truth.unheard.has(line)) truth.unsure(line)
    const second = text.split('\n').length > 4 ? text.indexOf('\n', text.indexOf('\n') + 1) : 0
    const acts = [
      () => truncateSync(path, 0),
      () => writeFileSync(path, Buffer.alloc(text.length)),
      () => writeFileSync(path, Buffer.concat([Buffer.from(text.slice(0, 4)), Buffer.alloc(64)])),
      ...(second > 0 ? [() => truncateSync(path, second - 2)] : []),
    ]
    any.pick(acts)()
    this.memory.damaged.add(page)
  }

  /** The list of reminders is kept twice: whatever happens to one of them, nothing is lost. */
  damageReminders(any: Random): void {
    const path = join(this.home, 'reminders.jsonl')
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (size < 100 || this.closed) return
    const acts = [
      () => truncateSync(path, 0),
      () => truncateSync(path, size - 20),
      () => writeFileSync(path, Buffer.alloc(size)),
      () => rmSync(path),
    ]
    any.pick(acts)()
  }

  damageJournal(any: Random, truth: Truth): void {
    const folder = join(this.home, 'conversations')
    if (this.isPartial || !existsSync(folder)) return
    const known = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
    if (known.length === 0) return
    const path = join(folder, any.pick(known))
    const text = readFileSync(path, 'utf8')
    for (const line of this.memory.untold) if (text.includes(line)) truth.unsure(line)
    const acts = [
      () => truncateSync(path, 0),
      () => truncateSync(path, Math.floor(text.length / 2)),
      () => writeFileSync(path, Buffer.alloc(text.length)),
      () => {
        writeFileSync(path.replace('.jsonl', '.checkpoint'), '{}')
        rmSync(path)
      },
    ]
    any.pick(acts)()
  }

  /** What sync knows is damaged: it begins anew. */
  forget(truth: Truth): void {
    const path = join(this.paths.state, 'sync', 'replica.db')
    if (!existsSync(path)) return
    for (const line of this.memory.untold) if (truth.gone.has(line)) truth.unsure(line)
    this.memory.isForgetful = true
    this.memory.vanished.clear()
    writeFileSync(path, Buffer.concat([readFileSync(path).subarray(0, 200), Buffer.alloc(5_000, 7)]))
    for (const ending of ['-wal', '-shm']) rmSync(`${path}${ending}`, { force: true })
  }

  /** What stands in its shared files, by path; reminders by title and state. */
  async shown(): Promise<Map<string, string>> {
    const folders = ['memory', 'workspaces', 'conversations'].filter((name) => existsSync(join(this.home, name)))
    const files = folders.flatMap((folder) =>
      readdirSync(join(this.home, folder), { recursive: true, withFileTypes: true }),
    )
    const shared = files.filter(
      (one) => one.isFile() && /^[^.].*[.](?:md|jsonl)$/.test(one.name) && !one.parentPath.includes('/.'),
    )
    const paths = shared.map((one) => join(one.parentPath, one.name)).sort()
    const texts = paths.map((path) => [path.slice(this.home.length), shownText(path)] as const)
    const reminders = [...(await this.reminders().all()).values()]
    const listed = reminders.map(({ id, title, state }) => `${state === 'waiting' ? title : `(${title})`} ${id}`)
    // A file that was damaged before anybody knew of it stays for the person.
    return new Map([
      ...texts.filter(([, text]) => text !== '' && !text.includes('\0')),
      ['reminders', listed.sort().join('\n')],
    ])
  }
}

/** Lines with a fact in a page. */
export const linesOf = (path: string): string[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('- '))
    : []

/** Write a page as an editor does it. */
export function writePage(path: string, lines: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''))
}

/** What a page or a journal says: seals, lines that are passed over and line ends are its own. */
function shownText(path: string): string {
  const text = readFileSync(path, 'utf8')
  if (!path.endsWith('.jsonl')) return text.trimEnd()
  const entries = text.split('\n').filter((line) => line.endsWith('}'))
  return entries.map((line) => line.replace(/,"seal":.*/, '').replace(/"seq":\d+,/, '')).join('\n')
}
