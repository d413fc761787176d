import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { storeAt } from '../../../src/app/sync/device.ts'
import { openSync, type SyncSession } from '../../../src/app/sync/sync-session.ts'
import { openLog } from '../../../src/std/fs/jsonl.ts'
import { writeState } from '../../../src/std/fs/state-file.ts'
import { readConfiguration, writeConfiguration } from '../../../src/sync/configuration.ts'
import { writeHeader } from '../../../src/sync/header.ts'
import type { SharedKind } from '../../../src/sync/shared-file.ts'
import { StoreFault } from '../../../src/sync/stores/store.ts'
import { removeThread } from '../../../src/threads/thread-store.ts'
import { Random } from '../../random.ts'

/** The whole run: `HISTORIES=10000`; `HISTORY_SEED=17 HISTORIES=1` is the 17th of them alone. */
const histories = Number(process.env.HISTORIES ?? 12)
const firstSeed = Number(process.env.HISTORY_SEED ?? 0)
const stepsOfEach = 40
const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
const root = mkdtempSync(join(base, 'assistant-accidents-'))
const { signal } = new AbortController()

afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

const pages = ['memory/a.md', 'memory/b.md', 'workspaces/w/memory.md', 'workspaces/w/agents/x/memory.md']
const idOf = (count: number) => `01ACCIDENT${String(count).padStart(16, '0')}`

/** The end of a process in the middle of a round. */
class Killed extends Error {}

/** What people wrote and removed, and what of it somebody may count on: known from their acts alone. */
class Truth {
  /** Lines that must be there, must not be, and those of which nobody can say. */
  readonly there = new Set<string>()
  readonly gone = new Set<string>()
  readonly open = new Set<string>()
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

  /** An image was put back before anybody heard of this. */
  unsure(line: string): void {
    for (const set of [this.there, this.gone]) set.delete(line)
    this.open.add(line)
  }
}

interface TestDevice {
  home: string
  clockMs: number
  /** What was done since the last whole round. */
  untold: Set<string>
  image?: { path: string; untold: Set<string> }
  unmounted?: string
  /** It has lost what it knew: until it has met the others again nobody can tell what was removed on it. */
  isForgetful?: boolean
  /** Lines that a copy of it has as well, and neither has told. */
  twinned?: Set<string>
}

const linesOf = (path: string) =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('- '))
    : []

async function setUp(device: TestDevice, store: string, without: SharedKind[]): Promise<void> {
  const state = join(device.home, 'state')
  const known = readConfiguration(state)
  const name = typeof known === 'object' ? known.name : device.home.slice(-6)
  await writeConfiguration(state, { store, name, paused: false, without })
}

async function opened({ home, clockMs }: TestDevice): Promise<SyncSession> {
  const paths = { home, config: '', secrets: '', state: join(home, 'state'), cache: '', runtime: '' }
  const session = await openSync(paths, () => Date.now() + clockMs)
  if (!session) throw new Error('no sync')
  return session
}

/** Makes the process die at its n-th step: a request to the store or a transaction. */
function killAt(session: SyncSession, steps: number): void {
  let left = steps
  const dying = <T extends (...args: never[]) => unknown>(work: T): T =>
    ((...args: Parameters<T>) => {
      if (left-- <= 0) throw new Killed()
      return work(...args)
    }) as T
  const { store, replica } = session
  for (const name of ['list', 'read', 'write', 'remove'] as const) store[name] = dying(store[name].bind(store) as never)
  replica.together = dying(replica.together.bind(replica)) as typeof replica.together
}

class History {
  readonly #any: Random
  readonly #truth = new Truth()
  readonly #devices: TestDevice[] = []
  readonly #store: string
  readonly #name: string
  #conversations = 0
  #said = 0
  readonly #deleted = new Set<string>()
  readonly log: string[] = []

  constructor(seed: number) {
    this.#any = new Random(seed * 7919 + 1)
    this.#name = String(seed)
    this.#store = join(root, `${seed}-store`)
  }

  async run(): Promise<void> {
    mkdirSync(this.#store)
    const store = await storeAt(this.#store)
    await writeHeader(store, undefined, signal)
    await store.close()
    for (let i = 0; i < this.#any.int(2, 4); i++) await this.#addDevice(join(root, `${this.#name}-${i}`))
    for (let step = 0; step < stepsOfEach; step++) await this.#step()
    await this.#settle()
    this.#check()
  }

  async #addDevice(home: string): Promise<void> {
    for (const folder of ['memory', 'workspaces', 'conversations', 'state'])
      mkdirSync(join(home, folder), { recursive: true })
    const device = { home, clockMs: this.#any.pick([0, 0, 400, -400]) * 86_400_000, untold: new Set<string>() }
    await setUp(device, this.#store, [])
    this.#devices.push(device)
  }

  async #step(): Promise<void> {
    const device = this.#any.pick(this.#devices)
    const page = join(device.home, this.#any.pick(pages))
    const acts: [name: string, weight: number, act: () => unknown][] = [
      ['edit', 8, () => this.#edit(device, page)],
      ['say', 4, () => this.#say(device)],
      ['delete conversation', 1, () => this.#deleteConversation(device)],
      ['round', 8, () => this.#round(device)],
      [
        'round of all',
        3,
        async () => {
          for (const one of this.#devices) await this.#round(one)
        },
      ],
      ['kill', 5, () => this.#round(device, this.#any.below(25))],
      ['image', 2, () => this.#takeImage(device)],
      ['put back', 2, () => this.#putBack(device)],
      ['copy', 1, () => this.#copy(device)],
      ['unmount', 2, () => this.#unmount(device)],
      ['mount', 2, () => this.#mount(device)],
      ['damage page', 3, () => this.#damagePage(device, page)],
      ['damage journal', 2, () => this.#damageJournal(device)],
      ['kinds', 2, () => this.#switchKinds(device)],
      ['lose segment', 1, () => this.#loseSegment()],
      ['copy segment', 2, () => this.#copySegment()],
      ['damage replica', 1, () => this.#damageReplica(device)],
    ]
    const bag = acts.flatMap(([name, weight, act]) => Array.from({ length: weight }, () => [name, act] as const))
    const [name, act] = this.#any.pick(bag)
    this.log.push(`${device.home.slice(root.length + 1)} ${name} ${page.slice(device.home.length + 1)}`)
    const before = shownTexts(this.#devices)
    await act()
    for (const [path, text] of shownTexts(this.#devices))
      if (before.get(path) !== text) this.log.push(`    ${path}: ${before.get(path) ?? '-'} > ${text}`)
    for (const path of before.keys())
      if (!shownTexts(this.#devices).has(path)) this.log.push(`    ${path}: ${before.get(path)} > (gone)`)
  }

  /** As an editor does it, or the program, which keeps a copy. */
  async #edit(device: TestDevice, page: string): Promise<void> {
    if (this.#isAway(device, page)) return
    const before = readable(page)
    const lines = linesOf(page)
    const kept = lines.toSpliced(this.#any.below(lines.length + 1), this.#any.below(3))
    const added = Array.from({ length: this.#any.int(1, 3) }, () => `- ${this.#truth.newText()}`)
    const next = kept.toSpliced(this.#any.below(kept.length + 1), 0, ...added)
    // Whoever sees damage mends it first.
    if (!before) return
    for (const line of lines.filter((one) => !next.includes(one))) this.#note(device, line, 'removed')
    for (const line of added) this.#note(device, line, 'wrote')
    mkdirSync(dirname(page), { recursive: true })
    const text = next.map((line) => `${line}\n`).join('')
    if (this.#any.chance(0.5)) await writeState(page, text)
    else writeFileSync(page, text)
  }

  #note(device: TestDevice, line: string, what: 'wrote' | 'removed'): void {
    if (what === 'removed' && (device.isForgetful || device.twinned?.has(line))) this.#truth.unsure(line)
    else this.#truth[what](line)
    device.untold.add(line)
  }

  async #say(device: TestDevice): Promise<void> {
    if (this.#isAway(device, join(device.home, 'conversations'))) return
    const folder = join(device.home, 'conversations')
    const known = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
    const isNew = known.length === 0 || this.#any.chance(0.3)
    const id = isNew ? idOf(++this.#conversations) : this.#any.pick(known).replace('.jsonl', '')
    const path = join(folder, `${id}.jsonl`)
    const size = existsSync(path) ? statSync(path).size : 0
    if (!isNew && (size === 0 || readFileSync(path).includes(0))) return
    const log = await openLog(path)
    const stamp = { v: 1, epoch: 1, conversation: id, at: Date.now() }
    let seq = existsSync(path) ? readFileSync(path, 'utf8').split('\n').length : 1
    if (isNew)
      await log.append(
        [{ ...stamp, seq: seq++, event: { type: 'conversation.created', agent: 'a', workspace: 'w', profile: 'me' } }],
        true,
      )
    const text = `"said":${++this.#said},`
    await log.append(
      [{ ...stamp, seq, event: { type: 'notice.given', code: 'sync-back', data: { said: this.#said, end: 1 } } }],
      true,
    )
    await log.close()
    if (this.#deleted.has(id)) this.#truth.unsure(text)
    else this.#note(device, text, 'wrote')
    this.#spoken.set(text, id)
  }

  readonly #spoken = new Map<string, string>()

  async #deleteConversation(device: TestDevice): Promise<void> {
    const folder = join(device.home, 'conversations')
    if (this.#isAway(device, folder)) return
    const known = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
    if (known.length === 0) return
    const id = this.#any.pick(known).replace('.jsonl', '')
    await removeThread(folder, id, { at: Date.now(), by: 'person' })
    this.#deleted.add(id)
    // It stays where somebody goes on with it meanwhile.
    for (const [text, of] of this.#spoken) if (of === id) this.#truth.unsure(text)
  }

  async #round(device: TestDevice, dyingAfter?: number): Promise<void> {
    const session = await opened(device)
    if (dyingAfter !== undefined) killAt(session, dyingAfter)
    try {
      const report = await session.round(signal)
      const { sent, received, waiting, held, mended, renewed, refused } = report
      this.log.push(
        `    ${JSON.stringify({ dev: session.device.id, sent: sent.files, received: received.files, waiting, held, mended, renewed, refused })}`,
      )
      if (report.held.length === 0 && (await this.#kindsOf(device)).length === 0) {
        device.untold.clear()
        device.isForgetful = false
        delete device.twinned
      }
    } catch (error) {
      if (!(error instanceof Killed || error instanceof StoreFault)) throw error
      this.log.push(`    ${error.constructor.name} ${error.message}`)
    } finally {
      await session.close()
    }
  }

  async #kindsOf(device: TestDevice): Promise<readonly SharedKind[]> {
    const known = readConfiguration(join(device.home, 'state'))
    return typeof known === 'object' ? known.without : []
  }

  #takeImage(device: TestDevice): void {
    if (device.unmounted) return
    const path = `${device.home}.image`
    rmSync(path, { recursive: true, force: true })
    cpSync(device.home, path, { recursive: true, preserveTimestamps: true })
    device.image = { path, untold: new Set(device.untold) }
  }

  #putBack(device: TestDevice): void {
    if (!device.image || device.unmounted) return
    // What nobody else has heard of went with the disk.
    for (const line of device.untold) this.#truth.unsure(line)
    for (const line of device.image.untold) this.#truth.unsure(line)
    rmSync(device.home, { recursive: true })
    cpSync(device.image.path, device.home, { recursive: true, preserveTimestamps: true })
    device.untold = new Set(device.image.untold)
  }

  #copy(device: TestDevice): void {
    if (this.#devices.length >= 5 || device.unmounted) return
    const home = `${device.home}c`
    if (existsSync(home)) return
    cpSync(device.home, home, { recursive: true, preserveTimestamps: true })
    // Nobody can tell what of it is removed on one of the two before both have met.
    device.twinned = new Set([...(device.twinned ?? []), ...device.untold])
    const { clockMs, untold, isForgetful = false, twinned } = device
    this.#devices.push({ home, clockMs, untold: new Set(untold), isForgetful, twinned: new Set(twinned) })
  }

  #unmount(device: TestDevice): void {
    const folder = join(device.home, this.#any.pick(['memory', 'conversations']))
    // What lies on a drive is known to the others as well: an empty drive in its place is another matter.
    if (
      device.unmounted ||
      !existsSync(folder) ||
      !readdirSync(folder).some((name) => /^[^.].*[.](?:md|jsonl)$/.test(name))
    )
      return
    if (linesOf(join(folder, 'a.md')).length + linesOf(join(folder, 'b.md')).length === 0 && folder.endsWith('memory'))
      return
    if (device.untold.size > 0 || device.isForgetful) return
    renameSync(folder, `${device.home}.away`)
    device.unmounted = folder
    if (this.#any.chance(0.5)) mkdirSync(folder)
  }

  #mount(device: TestDevice): void {
    if (!device.unmounted) return
    rmSync(device.unmounted, { recursive: true, force: true })
    renameSync(`${device.home}.away`, device.unmounted)
    delete device.unmounted
  }

  #isAway = ({ unmounted }: TestDevice, path: string) => unmounted !== undefined && path.startsWith(unmounted)

  /** A disk or a full one: what was told, or is in the program's own copy, must not be lost by it. */
  #damagePage(device: TestDevice, page: string): void {
    if (!existsSync(page) || device.unmounted) return
    const text = readFileSync(page, 'utf8')
    if (text.length < 8) return
    for (const line of linesOf(page)) if (device.untold.has(line)) this.#truth.unsure(line)
    for (const line of device.untold) if (this.#truth.gone.has(line)) this.#truth.unsure(line)
    const second = text.split('\n').length > 4 ? text.indexOf('\n', text.indexOf('\n') + 1) : 0
    const acts = [
      () => truncateSync(page, 0),
      () => writeFileSync(page, Buffer.alloc(text.length)),
      () => writeFileSync(page, Buffer.concat([Buffer.from(text.slice(0, 4)), Buffer.alloc(64)])),
      ...(second > 0 ? [() => truncateSync(page, second - 2)] : []),
    ]
    this.#any.pick(acts)()
  }

  #damageJournal(device: TestDevice): void {
    const folder = join(device.home, 'conversations')
    if (!existsSync(folder) || device.unmounted) return
    const known = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
    if (known.length === 0) return
    const path = join(folder, this.#any.pick(known))
    const text = readFileSync(path, 'utf8')
    for (const line of device.untold) if (text.includes(line)) this.#truth.unsure(line)
    const acts = [
      () => truncateSync(path, 0),
      () => truncateSync(path, Math.floor(text.length / 2)),
      () => writeFileSync(path, Buffer.alloc(text.length)),
      () => {
        appendFileSync(path.replace('.jsonl', '.checkpoint'), '{}')
        rmSync(path)
      },
    ]
    this.#any.pick(acts)()
  }

  async #switchKinds(device: TestDevice): Promise<void> {
    const now = await this.#kindsOf(device)
    await setUp(device, this.#store, now.length > 0 ? [] : [this.#any.pick(['memory', 'conversations'] as const)])
  }

  #segments(): string[] {
    const log = join(this.#store, 'log')
    if (!existsSync(log)) return []
    const files = readdirSync(log, { recursive: true, withFileTypes: true })
    return files.filter((one) => one.isFile() && !one.name.startsWith('.')).map((one) => join(one.parentPath, one.name))
  }

  /** The store loses what everybody has heard of: what only it held is lost with it. */
  async #loseSegment(): Promise<void> {
    for (const device of [...this.#devices, ...this.#devices]) await this.#round(device)
    if (this.#devices.some(({ untold }) => untold.size > 0)) return
    const all = this.#segments()
    if (all.length > 0) rmSync(this.#any.pick(all))
  }

  #copySegment(): void {
    const all = this.#segments().filter((path) => !path.includes('onflict'))
    if (all.length === 0) return
    const path = this.#any.pick(all)
    const names = [
      " (d1's conflicted copy 2027-01-01)",
      '.sync-conflict-20261122-101112-ABCDEF0',
      '-DESKTOP1',
      ' (Case Conflict)',
      ' 2',
    ]
    const copy = `${path}${this.#any.pick(names)}`
    cpSync(path, copy)
    if (this.#any.chance(0.5)) rmSync(path)
  }

  #damageReplica(device: TestDevice): void {
    const path = join(device.home, 'state', 'sync', 'replica.db')
    // Who has lost what they knew cannot tell an empty folder from one whose drive is away.
    if (!existsSync(path) || device.unmounted) return
    for (const line of device.untold) if (this.#truth.gone.has(line)) this.#truth.unsure(line)
    device.isForgetful = true
    writeFileSync(path, Buffer.concat([readFileSync(path).subarray(0, 200), Buffer.alloc(5_000, 7)]))
    for (const ending of ['-wal', '-shm']) rmSync(`${path}${ending}`, { force: true })
  }

  /** Everything is connected and shared again, until nothing moves any more. */
  async #settle(): Promise<void> {
    for (const device of this.#devices) {
      this.#mount(device)
      await setUp(device, this.#store, [])
    }
    let still = 0
    for (let rounds = 0; still <= this.#devices.length * 2; rounds++) {
      if (rounds > 30 * this.#devices.length) throw new Error('it never comes to rest')
      const device = this.#devices[rounds % this.#devices.length] as TestDevice
      const session = await opened(device)
      const { sent, received, waiting, held } = await session.round(signal)
      await session.close()
      this.log.push(
        `${device.home.slice(root.length + 1)} settles: ${JSON.stringify({ sent, received, waiting, held })}`,
      )
      expect(held, 'nobody has removed so much').toEqual([])
      still = sent.segments + received.segments + received.files.length + waiting.length === 0 ? still + 1 : 0
    }
  }

  #check(): void {
    const [one = new Map(), ...others] = this.#devices.map(({ home }) => shownIn(home))
    for (const other of others)
      for (const path of new Set([...one.keys(), ...other.keys()]))
        expect(`${path}: ${other.get(path)}`).toBe(`${path}: ${one.get(path)}`)
    const all = [...one.values()].join('\n')
    const lines = new Set(all.split('\n'))
    const has = (line: string) => (line.startsWith('"') ? all.includes(line) : lines.has(line))
    expect(
      [...this.#truth.there].filter((line) => !has(line)),
      'lost',
    ).toEqual([])
    expect([...this.#truth.gone].filter(has), 'removed and back').toEqual([])
    expect(this.#segments().filter((path) => !/[0-9a-f]{64}$/.test(path))).toEqual([])
  }
}

/** The lines of all pages, for the story that is told of a history that failed. */
function shownTexts(devices: readonly TestDevice[]): Map<string, string> {
  return new Map(
    devices.flatMap(({ home }) =>
      pages
        .map((page) => join(home, page))
        .filter((path) => existsSync(path))
        .map(
          (path) =>
            [
              path.slice(root.length + 1),
              JSON.stringify(readFileSync(path, 'utf8')).replaceAll('- fact ', '').slice(0, 200),
            ] as const,
        ),
    ),
  )
}

const readable = (page: string) =>
  !existsSync(page) || (!/\0/.test(readFileSync(page, 'utf8')) && statSync(page).size > 0)

function shownIn(home: string): Map<string, string> {
  const files = ['memory', 'workspaces', 'conversations'].flatMap((folder) =>
    readdirSync(join(home, folder), { recursive: true, withFileTypes: true }),
  )
  const shared = files.filter(
    (one) => one.isFile() && /^[^.].*[.](?:md|jsonl)$/.test(one.name) && !one.parentPath.includes('/.'),
  )
  const paths = shared.map((one) => join(one.parentPath, one.name)).sort()
  const texts = paths.map((path) => [path.slice(home.length), shownText(path)] as const)
  // A file that was damaged before anybody knew of it stays for the person.
  return new Map(texts.filter(([, text]) => text !== '' && !text.includes('\0')))
}

/** What a page or a journal says: seals, lines that are passed over and line ends are its own. */
function shownText(path: string): string {
  const text = readFileSync(path, 'utf8')
  if (!path.endsWith('.jsonl')) return text.trimEnd()
  const entries = text.split('\n').filter((line) => line.endsWith('}'))
  return entries.map((line) => line.replace(/,"seal":.*/, '').replace(/"seq":\d+,/, '')).join('\n')
}

test(
  'images put back, homes copied, folders away, damage, kills and switched kinds: nothing is lost, nothing removed is back, all devices are equal',
  async () => {
    const failed: string[] = []
    for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
      const history = new History(seed)
      await history.run().catch((error: Error) => {
        failed.push(`HISTORY_SEED=${seed} HISTORIES=1: ${error.message}`)
        if (histories === 1) console.error(history.log.join('\n'), error)
      })
      for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true, force: true })
    }
    expect(failed).toEqual([])
  },
  60_000 + histories * 10_000,
)
