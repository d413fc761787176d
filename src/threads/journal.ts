import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Envelope, Event, Id, Image, Picture } from '../protocol/index.ts'
import { type FileFault, tellFaults, toldPath } from '../std/fs/damage.ts'
import { ensureDir, syncDir, unlessSystem, writeAtomic, writeUnsynced } from '../std/fs/files.ts'
import { logText, openLog, readLog, tornTail } from '../std/fs/jsonl.ts'
import { fits } from '../std/json-guards.ts'
import { isEvent, isEventType } from './event-shapes.ts'
import { foldAll } from './fold-thread.ts'
import { picturesFrom, storeImages, toPaths, toReferences } from './image-store.ts'
import { emptyThread, type Thread } from './thread.ts'

/**
 * Durability of an event: `fsync` is on the disk before anybody is notified, `write` survives a kill of the process,
 * `skip` only passes by. An event that a later one contains (deltas in the answer) need not be kept.
 */
const keeping: Record<Event['type'], 'fsync' | 'write' | 'skip'> = {
  'conversation.created': 'write',
  'conversation.titled': 'write',
  'conversation.tuned': 'fsync',
  'input.queued': 'fsync',
  'input.withdrawn': 'write',
  'input.steered': 'fsync',
  'turn.started': 'fsync',
  'turn.done': 'fsync',
  'turn.failed': 'fsync',
  'turn.cancelled': 'fsync',
  'model.answered': 'write',
  'tool.started': 'fsync',
  'tool.ended': 'fsync',
  'window.slid': 'write',
  'window.restored': 'write',
  'flow.kept': 'fsync',
  'owner.changed': 'write',
  'partial.kept': 'write',
  'route.decided': 'write',
  'sources.found': 'write',
  'context.fetched': 'write',
  'context.compacted': 'write',
  'model.asked': 'write',
  'model.failed': 'write',
  'tool.called': 'write',
  'tool.asked': 'write',
  'tool.answered': 'write',
  'service.moved': 'write',
  'step.started': 'write',
  'step.ended': 'write',
  'hook.called': 'write',
  'notice.given': 'write',
  'text.added': 'skip',
  'reasoning.added': 'skip',
  'tool.progressed': 'skip',
}

/** The written history of one conversation. */
export interface Journal {
  /** The event as it is written and shown: pictures are files beside the log. Absent where files cannot be kept. */
  keep?(event: Event): Promise<Event>
  /** The bytes of what `keep` put away; without those that are gone. */
  images?(pictures: readonly Picture[]): Promise<Image[]>
  append(envelope: Envelope): Promise<void>
  /**
   * Writes an envelope for a `commit` that may bring several to the disk at once; true where nobody may be notified
   * before that. Absent where there is nothing to be gained: then `append` is all.
   */
  write?(envelope: Envelope): Promise<boolean>
  /** Resolves when everything that was written so far lasts as long as `append` would have made it. */
  commit?(): Promise<void>
  /** Everything written from sequence number `from` on, as it stands on disk now. */
  read(from: number): AsyncIterable<Envelope>
  /**
   * Keeps the fold where that is worth it, and in any case at the end, so that the next opening reads only what came
   * after it.
   */
  checkpoint(thread: Thread, atEnd: boolean): Promise<void>
  close(): Promise<void>
}

/** Between two checkpoints a journal grows by this much, in bytes: to read it again takes about a millisecond. */
const checkpointBytes = 64 << 10

/** The version of envelopes. */
const version = 1

/** Path of the journal of the conversation `id`. */
export function journalPath(folder: string, id: Id): string {
  return join(folder, `${id}.jsonl`)
}

/** Opens (or begins) a journal for writing; only the conversation's owner may. */
export async function openJournal(folder: string, id: Id): Promise<Journal> {
  await ensureDir(folder)
  const path = journalPath(folder, id)
  const log = await openLog(path, version)
  // The name of a new journal has to be as lasting as its first line.
  if (log.size === 0) await syncDir(folder)
  // Begins of the turns that were written through this journal: whoever follows from there need not read what came
  // before.
  const marks: { seq: number; offset: number }[] = []
  let kept = 0
  const writeEnvelope = async (envelope: Envelope) => {
    const how = keeping[envelope.event.type]
    if (envelope.event.type === 'turn.started') marks.push({ seq: envelope.seq, offset: log.size })
    if (how !== 'skip') await log.append([writtenForm(toReferences(envelope))], false)
    return how === 'fsync'
  }
  return {
    keep: (event) => storeImages(folder, id, event),
    images: (pictures) => picturesFrom(folder, id, pictures),
    async append(envelope) {
      if (await writeEnvelope(envelope)) await log.sync()
    },
    write: writeEnvelope,
    commit: () => log.sync(),
    async *read(from) {
      const offset = marks.findLast(({ seq }) => seq <= from)?.offset
      for await (const envelope of readEnvelopes(path, from, offset)) yield toPaths(folder, envelope)
    },
    async checkpoint(thread, atEnd) {
      const grown = log.size - kept
      if (grown < (atEnd ? 1 : checkpointBytes)) return
      kept = log.size
      await writeCheckpoint(folder, { v: 1, offset: kept, thread })
    },
    close: () => log.close(),
  }
}

/** The passages stand in `context.fetched` as the model was sent them: of sources only the places are kept. */
function writtenForm(envelope: Envelope): Envelope {
  const { event } = envelope
  if (event.type !== 'sources.found') return envelope
  return { ...envelope, event: { ...event, sources: event.sources.map((source) => ({ ...source, text: '' })) } }
}

/**
 * A journal that leaves nothing on disk (`--no-session`, sessions in memory) and forgets what its conversation does:
 * only turns of which the fold still holds the question can be asked for again.
 */
export function memoryJournal(): Journal {
  let kept: Envelope[] = []
  return {
    async append(envelope) {
      if (keeping[envelope.event.type] !== 'skip') kept.push(envelope)
    },
    async *read(from) {
      yield* kept.filter(({ seq }) => seq >= from)
    },
    async checkpoint({ slid, messages }) {
      const known = new Set([...(slid?.messages ?? []), ...messages].map(({ id }) => id))
      const oldest = kept.findIndex(({ turn }) => turn !== undefined && known.has(turn))
      if (oldest > 0) kept = kept.slice(oldest)
    },
    async close() {},
  }
}

/**
 * The envelopes of a journal from `from` on, without those that a deposed owner still wrote, and without those whose
 * number the next one uses again: they were never written, and nobody was notified of them. Lines of a newer version
 * are told, and keep the journal from being written.
 */
export async function* readEnvelopes(path: string, from = 0, offset = 0): AsyncGenerator<Envelope> {
  let held: Envelope | undefined
  for await (const { value } of readLog(path, offset, undefined, version)) {
    if (!isEnvelope(value)) continue
    const order = held ? value.epoch - held.epoch || value.seq - held.seq : 1
    if (order < 0) continue
    if (held && order > 0 && held.seq >= from) yield held
    held = inCurrentTerms(value)
  }
  if (held && held.seq >= from) yield held
}

/** Journals of the first builds call the options of an input `wishes`. */
function inCurrentTerms(envelope: Envelope): Envelope {
  const { event } = envelope
  return 'input' in event && typeof event.input === 'object'
    ? { ...envelope, event: { ...event, input: currentInput(event.input) } as Event }
    : envelope
}

function currentInput<T extends object>(input: T): T {
  if (!('wishes' in input)) return input
  const { wishes: options, ...rest } = input
  return { ...rest, options } as unknown as T
}

/** True if a value that was read is an envelope of ours, with everything that its event must have. */
export const isEnvelope = (value: unknown): value is Envelope =>
  isNumbered(value) && value.v === version && isEvent(value.event)

/**
 * True if an entry that came from elsewhere may stand in a journal: an envelope of ours, or of an event that is kept
 * and passed over.
 */
export function isEntry(value: unknown): boolean {
  if (!isNumbered(value) || value.v !== version || !fits(value.event, { type: 'string' })) return false
  return !isEventType(String(value.event.type)) || isEvent(value.event)
}

/** Above it a number could not be counted on from. */
const mostNumber = 2 ** 50
/** Milliseconds that a `Date` can hold (ECMAScript, time values). */
const mostMs = 8.64e15
const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < mostNumber

const isNumbered = (value: unknown): value is Record<string, unknown> =>
  isStamped(value) && isCount(value.epoch) && isCount(value.seq) && Math.abs(Number(value.at)) <= mostMs

const isStamped = (value: unknown): value is Record<string, unknown> =>
  fits(value, {
    v: 'number',
    epoch: 'number',
    seq: 'number',
    at: 'number',
    conversation: 'string',
    turn: 'string?',
    event: 'object',
  })

interface Checkpoint {
  v: 1
  /** The journal's size when the fold was taken. */
  offset: number
  thread: Thread
}

/** Reads a conversation from its journal: the newest checkpoint, and the events after it. */
export async function loadThread(folder: string, id: Id): Promise<Thread> {
  const checkpoint = await readCheckpoint(folder, id)
  const path = journalPath(folder, id)
  const isCut = checkpoint !== undefined && checkpoint.offset > sizeNow(path)
  if (isCut) await tellFaults(path, [cutFault(path, checkpoint.offset)])
  const thread = { ...emptyThread(id), ...checkpoint?.thread }
  // Keep what the fold knows, also where the journal has lost its end or its lines have moved.
  const fits = !isCut && isLineStart(path, checkpoint?.offset ?? 0)
  const [from, offset] = fits ? [0, checkpoint?.offset ?? 0] : [thread.seq + 1, 0]
  return foldAll(thread, readEnvelopes(path, from, offset))
}

/**
 * The same, and keep the fold of a journal that has none: after a restore or from another device. A journal that grows
 * meanwhile, or has faults, is left to its owner.
 */
export async function loadAndKeep(folder: string, id: Id): Promise<Thread> {
  const path = journalPath(folder, id)
  const offset = sizeNow(path)
  const thread = await loadThread(folder, id)
  const isKept = offset < leastKept || existsSync(checkpointPath(folder, id)) || existsSync(toldPath(path))
  if (!isKept && offset === sizeNow(path) && isLineStart(path, offset))
    await writeCheckpoint(folder, { v: 1, offset, thread }).catch(unlessSystem)
  return thread
}

/** Bytes of a journal that is read as quickly as its fold. */
const leastKept = 1_000

/**
 * Find faults of a journal: lines that are not as they were written, those of a newer version, and an end that is gone.
 */
export async function journalFaults(path: string): Promise<FileFault[]> {
  const faults: FileFault[] = []
  for await (const _ of readLog(path, 0, (found) => void faults.push(...found), version));
  const known = await readCheckpoint(dirname(path), basename(path, '.jsonl'))
  const isCut = known && known.offset > sizeNow(path)
  return [...faults, ...(isCut ? [cutFault(path, known.offset)] : await tornTail(path))]
}

/** True if a line begins there: an editor or a transfer may have written other line ends, or a mark in front. */
function isLineStart(path: string, offset: number): boolean {
  if (offset === 0) return true
  const file = openSync(path, 'r')
  try {
    const byte = Buffer.alloc(1)
    return readSync(file, byte, 0, 1, offset - 1) === 1 && byte[0] === 0x0a
  } finally {
    closeSync(file)
  }
}

const cutFault = (path: string, known: number): FileFault => ({
  kind: 'cut',
  at: sizeNow(path),
  of: `${sizeNow(path)} of ${known}`,
})
const sizeNow = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Writes a journal anew of what can be read of it; the fold keeps what it knew. The caller owns the conversation. */
export async function rewriteJournal(path: string): Promise<void> {
  const [folder, id] = [dirname(path), basename(path, '.jsonl')]
  await tellFaults(path, await journalFaults(path))
  const thread = await loadThread(folder, id)
  const values: object[] = []
  for await (const { value } of readLog(path, 0, () => {})) values.push(value)
  const text = logText(values)
  await writeAtomic(path, text)
  await writeCheckpoint(folder, { v: 1, offset: Buffer.byteLength(text), thread })
}

function checkpointPath(folder: string, id: Id): string {
  return join(folder, `${id}.checkpoint`)
}

/** Not fsynced: a lost or damaged checkpoint costs only time. */
async function writeCheckpoint(folder: string, checkpoint: Checkpoint): Promise<void> {
  await writeUnsynced(checkpointPath(folder, checkpoint.thread.id), JSON.stringify(checkpoint))
}

async function readCheckpoint(folder: string, id: Id): Promise<Checkpoint | undefined> {
  try {
    const checkpoint: Checkpoint = JSON.parse(await readFile(checkpointPath(folder, id), 'utf8'))
    if (checkpoint.v !== 1 || checkpoint.thread.id !== id) return undefined
    return { ...checkpoint, thread: { ...checkpoint.thread, queued: checkpoint.thread.queued.map(currentInput) } }
  } catch {
    return undefined // Missing, cut or from another version: the journal alone tells everything.
  }
}
