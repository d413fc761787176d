import { existsSync } from 'node:fs'
import { type Envelope, type Event, fail, type Id, isEnding } from '../protocol/index.ts'
import { ensureDir, writeAtomic } from '../std/fs/files.ts'
import { logText } from '../std/fs/jsonl.ts'
import { foldAll } from './fold-thread.ts'
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
export async function forkThread(
  folder: string,
  from: Id,
  id: Id,
  { message, before }: Cut,
  now: Date,
): Promise<Thread> {
  const kept: Envelope[] = []
  let [turn, found, count]: [Envelope[], boolean, number] = [[], message === undefined, 0]
  let isRunning = false
  for await (const envelope of readEnvelopes(journalPath(folder, from))) {
    isRunning = envelope.event.type === 'turn.started' || (isRunning && !isEnding(envelope.event))
    turn.push(envelope)
    if (isRunning) continue
    const holds = message !== undefined && turn.some(({ event }) => messageOf(event) === message)
    found ||= holds
    if (!holds || !before) kept.push(...turn)
    count += 1
    turn = []
    if (holds) break
  }
  if (count === 0 || !found)
    fail('bad-input', { detail: 'no such message', data: { message: message ?? '', conversation: from } })
  return await writeFork(folder, id, kept, { conversation: from, seq: kept.at(-1)?.seq ?? 0 }, now)
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

/** Writes envelopes as a new conversation in one step; its first envelope names the origin. */
async function writeFork(
  folder: string,
  id: Id,
  given: Envelope[],
  from: { conversation: Id; seq: number } | undefined,
  now: Date,
) {
  await ensureDir(folder)
  const envelopes: Envelope[] = []
  for (const envelope of given) {
    // A fork has pictures of its own: the old conversation may go.
    const kept = await storeImages(folder, id, (from ? await inlineImages(folder, envelope) : envelope).event)
    const event = from && kept.type === 'conversation.created' ? { ...kept, from } : kept
    envelopes.push(toReferences({ ...envelope, conversation: id, epoch: 1, seq: envelopes.length + 1, event }))
  }
  const thread = await foldAll(emptyThread(id), envelopes)
  const turn = thread.running ? { turn: thread.running.turn } : {}
  for (const event of endOpenWork(thread))
    envelopes.push({ v: 1, epoch: 1, seq: envelopes.length + 1, conversation: id, ...turn, at: +now, event })
  await writeAtomic(journalPath(folder, id), logText(envelopes))
  return foldAll(emptyThread(id), envelopes)
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
