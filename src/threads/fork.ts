import { existsSync } from 'node:fs'
import { type Envelope, type Event, fail, type Id, isEnding } from '../protocol/index.ts'
import { ensureDir, writeAtomic } from '../std/fs/files.ts'
import { logChunks } from '../std/fs/jsonl.ts'
import { ThreadFold } from './fold-thread.ts'
import { inlineImages, storeImages, toReferences } from './image-store.ts'
import { isEnvelope, journalPath, readEnvelopes } from './journal.ts'
import { emptyThread, type Thread } from './thread.ts'

/** Point at which a fork leaves the old conversation: with the turn that holds this message, or right before it. */
export interface Cut {
  message?: Id
  before?: boolean
}

/**
 * A new conversation that begins with what the old one held, up to a message or to its end; the old one stays as it
 * is. Whole turns only: a turn that still runs is left out. Throws `bad-input` {message} when it holds no such
 * message.
 */
export async function forkThread(folder: string, from: Id, id: Id, at: Cut, now: Date): Promise<Thread> {
  const path = journalPath(folder, from)
  const cut = await findCut(path, at)
  if (!cut) fail('bad-input', { detail: 'no such message', data: { message: at.message ?? '', conversation: from } })
  const origin = { conversation: from, seq: cut.seq }
  return await writeFork(folder, id, firstOf(readEnvelopes(path), cut.count), origin, now)
}

/** Count the entries before a cut, and return the number of the last; undefined if no message is there to cut at. */
async function findCut(path: string, { message, before }: Cut): Promise<{ count: number; seq: number } | undefined> {
  let kept = { count: 0, seq: 0 }
  let [read, holds, isRunning] = [0, false, false]
  for await (const { seq, event } of readEnvelopes(path)) {
    isRunning = event.type === 'turn.started' || (isRunning && !isEnding(event))
    read++
    holds ||= message !== undefined && messageOf(event) === message
    if (isRunning) continue
    if (!holds || !before) kept = { count: read, seq }
    if (holds) return kept
  }
  return message === undefined && kept.count > 0 ? kept : undefined
}

async function* firstOf<T>(all: AsyncIterable<T>, count: number): AsyncGenerator<T> {
  let left = count
  for await (const one of all) {
    if (left-- <= 0) return
    yield one
  }
}

/** The id of the message that an event brings. */
function messageOf(event: Event): Id | undefined {
  if (event.type === 'turn.started' || event.type === 'input.steered') return event.input.id
  return 'message' in event && typeof event.message === 'string' ? event.message : undefined
}

/**
 * Takes in what `exportJson` gave out, here or on another machine. It gets the id it had, or `fresh` where that is
 * taken. `source`: somebody else's file; then nobody's words in it are the person's. Throws `bad-input` for anything
 * that is no export of a conversation.
 */
export async function importThread(
  folder: string,
  text: string,
  fresh: Id,
  now: Date,
  source?: string,
): Promise<Thread> {
  const value = parseFork(text)
  const given: unknown[] = Array.isArray(value?.envelopes) ? value.envelopes : []
  const envelopes = given.filter(isEnvelope)
  const whole = envelopes.length > 0 && envelopes.length === given.length
  if (!whole || !envelopes.some(({ event }) => isEnding(event)))
    fail('bad-input', { detail: 'not an exported conversation', data: { import: true } })
  const named = typeof value?.id === 'string' && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(value.id) ? value.id : fresh
  const marked = source === undefined ? envelopes : envelopes.map((envelope) => markForeign(envelope, source))
  return await writeFork(folder, existsSync(journalPath(folder, named)) ? fresh : named, marked, undefined, now)
}

/** The envelope with its input as text from outside. */
function markForeign(envelope: Envelope, source: string): Envelope {
  const { event } = envelope
  if (event.type !== 'turn.started' && event.type !== 'input.steered' && event.type !== 'input.queued') return envelope
  return { ...envelope, event: { ...event, input: { ...event.input, untrusted: true, source } } }
}

function parseFork(text: string): { id?: unknown; envelopes?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * Writes envelopes as a new conversation in one step, one after the other: a long one is never held as a whole. Its
 * first envelope names the origin.
 */
async function writeFork(
  folder: string,
  id: Id,
  given: AsyncIterable<Envelope> | Iterable<Envelope>,
  from: { conversation: Id; seq: number } | undefined,
  now: Date,
): Promise<Thread> {
  await ensureDir(folder)
  const fold = new ThreadFold(emptyThread(id))
  const path = journalPath(folder, id)
  await writeAtomic(path, logChunks(foldEach(renewed(folder, id, given, from), fold, now)))
  return fold.end()
}

/** Envelopes as those of another conversation. */
async function* renewed(
  folder: string,
  id: Id,
  given: AsyncIterable<Envelope> | Iterable<Envelope>,
  from: { conversation: Id; seq: number } | undefined,
): AsyncGenerator<Envelope> {
  let seq = 0
  for await (const envelope of given) {
    // A fork has pictures of its own: the old conversation may go.
    const kept = await storeImages(folder, id, (from ? await inlineImages(folder, envelope) : envelope).event)
    const event = from && kept.type === 'conversation.created' ? { ...kept, from } : kept
    yield toReferences({ ...envelope, conversation: id, epoch: 1, seq: ++seq, event })
  }
}

/** Pass envelopes on while they are folded, and what ends open work behind them. */
async function* foldEach(given: AsyncIterable<Envelope>, fold: ThreadFold, now: Date): AsyncGenerator<Envelope> {
  for await (const envelope of given) {
    fold.add(envelope)
    yield envelope
  }
  const { running, id } = fold.thread
  const turn = running ? { turn: running.turn } : {}
  for (const event of [...endOpenWork(fold.thread)]) {
    const envelope = { v: 1 as const, epoch: 1, seq: fold.thread.seq + 1, conversation: id, ...turn, at: +now, event }
    fold.add(envelope)
    yield envelope
  }
}

/**
 * End what is left open, which will not happen here: inputs that waited are not run again, a turn that ran will never
 * end by itself.
 */
function* endOpenWork({ queued, running }: Thread): Generator<Event> {
  for (const { id } of queued) yield { type: 'input.withdrawn', input: id }
  if (running)
    yield { type: 'turn.failed', failure: { code: 'interrupted' }, partial: running.partial, retryable: true }
}
