import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { storeAt } from '../../../src/app/sync/device.ts'
import { restoreInPlace } from '../../../src/app/sync/home-restore.ts'
import type { SyncSession } from '../../../src/app/sync/sync-session.ts'
import { openLog } from '../../../src/std/fs/jsonl.ts'
import { writeState } from '../../../src/std/fs/state-file.ts'
import { backUp } from '../../../src/sync/backup.ts'
import { writeHeader } from '../../../src/sync/header.ts'
import { StoreFault } from '../../../src/sync/stores/store.ts'
import { removeThread } from '../../../src/threads/thread-store.ts'
import { Random } from '../../random.ts'
import { AccidentDevice, linesOf, pages, Truth, writePage } from './accident-device.ts'

const stepsOfEach = 40
/** Acts that may take away the last copy of what the store has lost. */
const destructive = new Set(['put back', 'vanish', 'restore', 'damage page', 'damage journal', 'damage replica'])
/** Rounds of all devices after which everything that was lost is told again. */
const retellingRounds = 3
const { signal } = new AbortController()
const idOf = (count: number) => `01ACCIDENT${String(count).padStart(16, '0')}`

/** The end of a process in the middle of a round. */
class Killed extends Error {}

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

/** A few devices with one store, what happens to them, and what must stand on them in the end. */
export class AccidentHistory {
  readonly #any: Random
  readonly #truth = new Truth()
  readonly #devices: AccidentDevice[] = []
  readonly #root: string
  readonly #name: string
  readonly #store: string
  readonly #deleted = new Set<string>()
  /** What the store may not hold until the devices have told it again, and rounds of all since. */
  #unstored: string[] = []
  #roundsSinceLoss = 0
  /** What was said, and in which conversation. */
  readonly #spoken = new Map<string, string>()
  #conversations = 0
  #said = 0
  #reminded = 0
  /** What happened, to be read by a person. */
  readonly log: string[] = []

  constructor(root: string, seed: number) {
    this.#any = new Random(seed * 7919 + 1)
    this.#root = root
    this.#name = String(seed)
    this.#store = join(root, `${seed}-store`)
  }

  async run(): Promise<void> {
    mkdirSync(this.#store)
    const store = await storeAt(this.#store)
    await writeHeader(store, undefined, signal)
    await store.close()
    for (let i = 0; i < this.#any.int(2, 4); i++) {
      const days = this.#any.pick([0, 0, 400, -400])
      const device = new AccidentDevice(join(this.#root, `${this.#name}-${i}`), days * 86_400_000, this.#store)
      await device.make()
      this.#devices.push(device)
    }
    try {
      for (let step = 0; step < stepsOfEach; step++) await this.#step()
      await this.#settle()
      await this.#check()
    } finally {
      for (const device of this.#devices) device.unlock()
    }
  }

  async #step(): Promise<void> {
    const [any, truth] = [this.#any, this.#truth]
    const device = any.pick(this.#devices)
    const page = any.pick(pages)
    const acts: [name: string, weight: number, act: () => unknown][] = [
      ['edit', 8, () => this.#edit(device, page)],
      ['say', 4, () => this.#say(device)],
      ['delete conversation', 1, () => this.#deleteConversation(device)],
      ['remind', 3, () => this.#remind(device)],
      ['cancel reminder', 1, () => this.#cancelReminder(device)],
      ['round', 8, () => this.#round(device)],
      ['round of all', 3, () => this.#roundOfAll()],
      ['kill', 5, () => this.#round(device, { dyingAfter: any.below(25) })],
      ['image', 2, () => device.takeImage()],
      ['put back', 2, () => device.putBack(truth)],
      ['copy', 1, () => this.#copy(device)],
      ['unmount', 2, () => device.unmount(any)],
      ['mount', 2, () => device.mount(truth)],
      ['vanish', 2, () => device.vanish(page, truth)],
      ['answer', 2, () => this.#answer(device)],
      ['back up', 1, () => this.#backUp(device)],
      ['restore', 1, () => this.#restore(device)],
      ['damage page', 3, () => device.damagePage(page, any, truth)],
      ['damage journal', 2, () => device.damageJournal(any, truth)],
      ['damage reminders', 1, () => device.damageReminders(any)],
      ['kinds', 2, () => this.#switchKinds(device)],
      ['lose segment', 1, () => this.#loseSegment()],
      ['copy segment', 2, () => this.#copySegment()],
      ['damage replica', 1, () => device.forget(truth)],
      ['close', 1, () => device.close(any)],
      ['unlock', 2, () => device.unlock()],
    ]
    const bag = acts.flatMap(([name, weight, act]) => Array.from({ length: weight }, () => [name, act] as const))
    const [name, act] = any.pick(bag)
    this.log.push(`${device.name} ${name} ${page}`)
    const before = this.#pagesNow()
    if (destructive.has(name)) this.#loseUnstored()
    await act()
    const after = this.#pagesNow()
    for (const path of new Set([...before.keys(), ...after.keys()]))
      if (before.get(path) !== after.get(path))
        this.log.push(`    ${path}: ${before.get(path) ?? '-'} > ${after.get(path) ?? '-'}`)
  }

  #pagesNow(): Map<string, string> {
    const paths = this.#devices.flatMap(({ home }) => pages.map((page) => join(home, page)))
    const readable = paths.filter((path) => existsSync(path) && !this.#devices.some((one) => one.isClosed(path)))
    const texts = readable.map(
      (path) => [path, JSON.stringify(readFileSync(path, 'utf8')).replaceAll('- fact ', '')] as const,
    )
    return new Map(texts.map(([path, text]) => [path.slice(this.#root.length + 1), text.slice(0, 120)]))
  }

  #note(device: AccidentDevice, line: string, what: 'wrote' | 'removed'): void {
    const { isForgetful, twinned, untold } = device.memory
    if (what === 'removed' && (isForgetful || twinned.has(line))) this.#truth.unsure(line)
    else this.#truth[what](line)
    if (what === 'removed' && untold.has(line)) this.#truth.unheard.add(line)
    untold.add(line)
  }

  /** As an editor does it, or the program, which keeps a copy. */
  async #edit(device: AccidentDevice, page: string): Promise<void> {
    const path = join(device.home, page)
    // Whoever sees damage mends it first, and whoever sees a page gone answers first.
    const { vanished, asked, damaged } = device.memory
    const isGone = vanished.has(page) && !asked.has(page)
    if (isGone || damaged.has(page)) return
    if (device.isClosed(path)) return
    const isAway = device.isAway(path)
    vanished.delete(page)
    const lines = linesOf(path)
    const kept = lines.toSpliced(this.#any.below(lines.length + 1), this.#any.below(3))
    const added = Array.from({ length: this.#any.int(1, 3) }, () => `- ${this.#truth.newText()}`)
    const next = kept.toSpliced(this.#any.below(kept.length + 1), 0, ...added)
    const removed = lines.filter((one) => !next.includes(one))
    // A page that was away and is written anew as a whole may be another one.
    const isAnother = asked.has(page) && removed.length === lines.length
    for (const line of removed)
      if (isAnother || isAway) this.#truth.unsure(line)
      else this.#note(device, line, 'removed')
    // What is written in the place of a drive goes with it, unless it was told before.
    for (const line of added)
      if (isAway) this.#truth.unsure(line)
      else this.#note(device, line, 'wrote')
    writePage(path, this.#any.chance(0.5) ? next : lines)
    if (linesOf(path).join() !== next.join()) await writeState(path, next.map((line) => `${line}\n`).join(''))
  }

  async #say(device: AccidentDevice): Promise<void> {
    const folder = device.conversations()
    if (!folder) return
    const known = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
    const isNew = known.length === 0 || this.#any.chance(0.3)
    const id = isNew ? idOf(++this.#conversations) : this.#any.pick(known).replace('.jsonl', '')
    const path = join(folder, `${id}.jsonl`)
    const size = existsSync(path) ? statSync(path).size : 0
    if (!isNew && (size === 0 || readFileSync(path).includes(0))) return
    const log = await openLog(path)
    const stamp = { v: 1, epoch: 1, conversation: id, at: Date.now() }
    let seq = existsSync(path) ? readFileSync(path, 'utf8').split('\n').length : 1
    const created = { type: 'conversation.created', agent: 'a', workspace: 'w', profile: 'me' }
    // Whoever goes on with a journal that has lost its beginning begins it anew.
    const isHeadless = isNew || !readFileSync(path, 'utf8').includes('"conversation.created"')
    if (isHeadless) await log.append([{ ...stamp, seq: seq++, event: created }], true)
    const text = `"said":${++this.#said},`
    const event = { type: 'notice.given', code: 'sync-back', data: { said: this.#said, end: 1 } }
    await log.append([{ ...stamp, seq, event }], true)
    await log.close()
    if (this.#deleted.has(id)) this.#truth.unsure(text)
    else this.#note(device, text, 'wrote')
    this.#spoken.set(text, id)
  }

  async #deleteConversation(device: AccidentDevice): Promise<void> {
    const folder = device.conversations()
    if (!folder) return
    const known = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
    if (known.length === 0) return
    const id = this.#any.pick(known).replace('.jsonl', '')
    await removeThread(folder, id, { at: device.now(), by: 'person' })
    this.#deleted.add(id)
    // It stays where somebody goes on with it meanwhile.
    for (const [text, of] of this.#spoken) if (of === id) this.#truth.unsure(text)
  }

  async #remind(device: AccidentDevice): Promise<void> {
    if (device.closed?.endsWith('reminders.jsonl')) return
    const title = `reminder ${++this.#reminded}.`
    const [zone, profile, by] = ['Asia/Seoul', 'me', 'owner'] as const
    const times = { createdAt: device.now(), next: device.now() + 9e12 }
    await device.reminders().create({ kind: 'reminder', title, zone, profile, by, ...times })
    this.#note(device, title, 'wrote')
  }

  async #cancelReminder(device: AccidentDevice): Promise<void> {
    if (device.closed?.endsWith('reminders.jsonl')) return
    const waiting = [...(await device.reminders().all()).values()].filter(({ state }) => state === 'waiting')
    if (waiting.length === 0) return
    const { id, title } = this.#any.pick(waiting)
    await device.reminders().settle(id, 'cancelled')
    this.#note(device, title, 'removed')
  }

  async #roundOfAll(): Promise<void> {
    let isWhole = true
    for (const device of this.#devices) isWhole = (await this.#round(device)) && isWhole
    if (isWhole && ++this.#roundsSinceLoss >= retellingRounds) this.#unstored = []
  }

  /** The last copy of what the store has lost may go now: nobody can bring that back. */
  #loseUnstored(): void {
    for (const line of this.#unstored) this.#truth.unsure(line)
    this.#unstored = []
  }

  async #round(
    device: AccidentDevice,
    { dyingAfter, decided }: { dyingAfter?: number; decided?: 'remove' | 'put-back' } = {},
  ): Promise<boolean> {
    const session = await device.open()
    if (dyingAfter !== undefined) killAt(session, dyingAfter)
    try {
      const report = await session.round(signal, decided)
      const { sent, received, waiting, held, mended, renewed } = report
      const id = session.device.id.slice(0, 4)
      this.log.push(
        `    ${JSON.stringify({ id, sent: sent.files, received: received.files, waiting, held, mended, renewed })}`,
      )
      for (const { path } of held) device.memory.asked.add(path.slice('home/'.length))
      if (held.length > 0 || device.keptKinds().length > 0 || device.isPartial) return false
      device.told()
      return true
    } catch (error) {
      if (!(error instanceof Killed || error instanceof StoreFault)) throw error
      this.log.push(`    ${error.constructor.name} ${error.message}`)
      return false
    } finally {
      await session.close()
    }
  }

  /** Somebody says what is meant by a page that is gone. */
  async #answer(device: AccidentDevice): Promise<void> {
    const { vanished, isForgetful } = device.memory
    if (vanished.size === 0 || device.isPartial || device.keptKinds().length > 0) return
    const decided = isForgetful ? 'put-back' : this.#any.pick(['remove', 'put-back'] as const)
    const lines = [...vanished.values()].flatMap((one) => [...one])
    vanished.clear()
    if (decided === 'remove') for (const line of lines) this.#note(device, line, 'removed')
    if (await this.#round(device, { decided })) return
    for (const line of lines) this.#truth.unsure(line)
  }

  #copy(device: AccidentDevice): void {
    const copy = this.#devices.length < 5 ? device.copy() : undefined
    if (copy) this.#devices.push(copy)
  }

  async #backUp(device: AccidentDevice): Promise<void> {
    if (device.isPartial) return
    const path = `${device.home}.backup-${device.backups.length}`
    const text = [...(await device.shown()).values()].join('\n')
    await backUp({ places: device.paths, target: path, program: 'test', now: new Date(device.now()), signal })
    device.backups.push({ path, text })
  }

  /** An earlier backup is merged with what is there now; what nobody else has heard of is moved aside with the home. */
  async #restore(device: AccidentDevice): Promise<void> {
    if (device.isPartial || device.backups.length === 0) return
    const { path, text } = this.#any.pick(device.backups)
    const { untold, vanished } = device.memory
    for (const line of untold) this.#truth.unsure(line)
    for (const line of this.#truth.gone) if (text.includes(line)) this.#truth.unsure(line)
    for (const [said, id] of this.#spoken) if (this.#deleted.has(id)) this.#truth.unsure(said)
    await restoreInPlace({
      ...{ path, signal, places: device.paths, stamp: `${device.backups.length}-${this.log.length}` },
      ...{ replaces: false, withoutRights: false },
    })
    vanished.clear()
    // What is removed before the two were merged may come back.
    device.memory.isForgetful = true
  }

  async #switchKinds(device: AccidentDevice): Promise<void> {
    const kind = this.#any.pick(['memory', 'conversations', 'tasks'] as const)
    await device.share(device.keptKinds().length > 0 ? [] : [kind])
  }

  #segments(): string[] {
    const log = join(this.#store, 'log')
    if (!existsSync(log)) return []
    const files = readdirSync(log, { recursive: true, withFileTypes: true })
    return files.filter((one) => one.isFile() && !one.name.startsWith('.')).map((one) => join(one.parentPath, one.name))
  }

  /** The store loses what everybody has heard of: what only it held is lost with it. */
  async #loseSegment(): Promise<void> {
    await this.#roundOfAll()
    await this.#roundOfAll()
    if (this.#devices.some(({ memory }) => memory.untold.size > 0)) return
    const all = this.#segments()
    if (all.length === 0) return
    rmSync(this.#any.pick(all))
    this.#unstored = [...this.#truth.there, ...this.#truth.gone]
    this.#roundsSinceLoss = 0
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

  /** Everything is connected and shared again, until nothing moves any more. */
  async #settle(): Promise<void> {
    for (const device of this.#devices) {
      device.mount(this.#truth)
      device.unlock()
      await device.share([])
    }
    let still = 0
    for (let rounds = 0; still <= this.#devices.length * 2; rounds++) {
      if (rounds > 30 * this.#devices.length) throw new Error('it never comes to rest')
      const device = this.#devices[rounds % this.#devices.length] as AccidentDevice
      const session = await device.open()
      const { held } = await session.round(signal)
      const there = held.filter(({ path }) => existsSync(join(device.home, path.slice('home/'.length))))
      const { sent, received, waiting } = await session.round(signal, held.length > 0 ? 'put-back' : undefined)
      await session.close()
      this.log.push(`${device.name} settles: ${JSON.stringify({ sent, received, waiting, held })}`)
      assert.deepEqual(there, [], 'nobody has removed so much')
      still = sent.segments + received.segments + received.files.length + waiting.length === 0 ? still + 1 : 0
    }
  }

  async #check(): Promise<void> {
    const [one = new Map<string, string>(), ...others] = await Promise.all(this.#devices.map((each) => each.shown()))
    for (const other of others)
      for (const path of new Set([...one.keys(), ...other.keys()]))
        assert.equal(`${path}: ${other.get(path)}`, `${path}: ${one.get(path)}`, `apart: ${path}`)
    const all = [...one.values()].join('\n')
    const lines = new Set(all.split('\n').map((line) => line.replace(/^(reminder \d+\.) \d+$/, '$1')))
    const has = (line: string) => (line.startsWith('"') ? all.includes(line) : lines.has(line))
    const lost = [...this.#truth.there].filter((line) => !has(line))
    assert.deepEqual(lost, [], `lost: ${lost.join(', ')}`)
    const back = [...this.#truth.gone].filter(has)
    assert.deepEqual(back, [], `removed and back: ${back.join(', ')}`)
    const copies = this.#segments().filter((path) => !/[0-9a-f]{64}$/.test(path))
    assert.deepEqual(copies, [], 'copies of segments')
  }
}
