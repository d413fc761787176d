import type { FlowContext } from '../core/flow.ts'
import { runAlone } from '../core/jobs.ts'
import { askModel, ModelClock } from '../core/model-call.ts'
import type { Job } from '../core/queue.ts'
import { leaving, slide, type WindowSize } from '../core/window.ts'
import { memoryMessages } from '../messages/memory.ts'
import { AssistantError, type Conversation, type Event, type Id, type TuneEvent } from '../protocol/index.ts'
import { ulid } from '../std/ulid.ts'
import { loadThread } from '../threads/journal.ts'
import { picturesFrom } from '../threads/pictures.ts'
import { foldThread, type Thread } from '../threads/thread.ts'
import { factsByModel, type NoticingParts, notice, tidied } from './noticing.ts'
import { keeper, type SummaryParts, summariser } from './summaries.ts'

export interface BehindParts extends Omit<NoticingParts, 'ephemeral'> {
  /** Where conversations are written. */
  folder: string
  /** The lock of whoever does the jobs, and this process. */
  lock: string
  pid: number
  window: WindowSize
  open(id: Id): Promise<Conversation>
  /** Sends booked transfers on their day until the signal aborts. */
  bookings(signal: AbortSignal): Promise<void>
}

/** Does the jobs that turns left, and what is booked, in one process of this home at a time, until the signal aborts. */
export function runJobs(parts: BehindParts, rank: 'daemon' | 'surface', signal: AbortSignal): Promise<void> {
  const { lock, pid, queue, bookings } = parts
  const both = async (ours: AbortSignal) => {
    await Promise.all([queue.run((job, running) => work(parts, job, running), ours), bookings(ours)])
  }
  return runAlone({ path: lock, pid, rank }, both, signal)
}

async function work(parts: BehindParts, job: Job, signal: AbortSignal): Promise<void> {
  const { conversation, words = '' } = job.data as { conversation: Id; words?: string }
  // A conversation that was deleted meanwhile wants nothing any more.
  if ((await loadThread(parts.folder, conversation)).seq === 0) return
  await between(parts, conversation, signal, (context) => done(parts, job, words, context))
}

async function* done(parts: BehindParts, job: Job, words: string, context: FlowContext): AsyncGenerator<Event> {
  if (job.kind === 'title') return yield* titled(parts, words, context)
  if (job.kind !== 'facts') return
  const { agent, workspace, profile, remote, at } = job.data as Record<'agent' | 'workspace' | 'profile', string> & {
    remote: boolean
    at?: number
  }
  const who = { agent, workspace, profile }
  // A job may wait for days: "내일" is seen from when it was said.
  const said = at === undefined ? parts.now() : new Date(at)
  yield* notice(parts, yield* factsByModel(parts, words, said, context), who, context, remote)
  if (parts.compaction) yield* tidied(parts, who, context)
}

/** Characters of a title. */
const titleLength = 40

/** A title by the light model, unless somebody gave one meanwhile. */
async function* titled(parts: BehindParts, words: string, context: FlowContext): AsyncGenerator<Event> {
  const light = await parts.models.light()
  if (!light || context.thread().titledBy !== 'code') return
  const { exchangeSoftMs: softMs, exchangeHardMs: hardMs } = parts.settings.limits
  const system = [{ name: 'title', text: memoryMessages[parts.language].titleWish }]
  const messages = [{ role: 'user' as const, id: 'title', at: +context.now(), text: words }]
  const answer = yield* askModel(light, { system, messages, tools: [] }, 'title', 0, new ModelClock({ softMs, hardMs }), context)
  const line =
    answer.text
      .trim()
      .split('\n')[0]
      ?.replace(/^["'“”#\s]+|["'“”.\s]+$/g, '') ?? ''
  if (line) yield { type: 'conversation.titled', title: [...line].slice(0, titleLength).join(''), by: 'model' }
}

/** Makes a conversation shorter now, because a person wants it: `/compact`. False when there is nothing to summarise. */
export async function compactNow(parts: BehindParts, id: Id, signal: AbortSignal): Promise<boolean> {
  const { keep } = parts.window
  const thread = await loadThread(parts.folder, id)
  if (thread.running || leaving(thread, { limit: keep, keep }).length === 0) return false
  await between(parts, id, signal, async function* (context) {
    yield* slide({ limit: keep, keep }, summariser(parts, context), keeper(parts, who(context), context), context, true)
    yield* tidied(parts, who(context), context)
  })
  return true
}

/** Takes a compaction back by the name that `context.compacted` gave: the window's or that of memory pages. */
export async function undoCompaction(parts: BehindParts, id: Id, undo: Id): Promise<boolean> {
  const thread = await loadThread(parts.folder, id)
  if (thread.slid?.upto !== undo) return (await parts.notebook.undo(parts.now(), undo))?.taken ?? false
  const conversation = await parts.open(id)
  try {
    await conversation.tune({ type: 'window.restored', upto: undo })
    return true
  } finally {
    await conversation.close()
  }
}

const who = (context: FlowContext) => {
  const { agent, workspace, profile } = context.thread()
  return { agent, workspace, profile }
}

/** What goes on record of work between turns; deltas and failures of a job concern nobody but the job. */
const onRecord: ReadonlySet<Event['type']> = new Set<TuneEvent['type']>([
  'conversation.titled',
  'notice.given',
  'window.slid',
  'context.compacted',
  'model.asked',
  'model.answered',
])

/** Runs something like a piece of a turn for a conversation that has none now, and puts what happens on its record. */
async function between(
  parts: SummaryParts & Pick<BehindParts, 'folder' | 'open'>,
  id: Id,
  signal: AbortSignal,
  piece: (context: FlowContext) => AsyncGenerator<Event>,
): Promise<void> {
  const conversation = await parts.open(id)
  let thread: Thread = await loadThread(parts.folder, id)
  const context: FlowContext = {
    turn: ulid(+parts.now()),
    signal,
    thread: () => thread,
    images: (pictures) => picturesFrom(parts.folder, id, pictures),
    now: parts.now,
    newId: () => ulid(+parts.now()),
    decided: () => new Promise(() => {}),
    steered: () => [],
    stop: () => {
      throw new AssistantError({ code: 'timeout', detail: 'work between turns took too long' })
    },
  }
  try {
    for await (const event of piece(context)) {
      if (!onRecord.has(event.type)) continue
      await conversation.tune(event as TuneEvent)
      thread = foldThread(thread, { v: 1, epoch: thread.epoch, seq: thread.seq + 1, conversation: id, at: +parts.now(), event })
    }
  } finally {
    await conversation.close()
  }
}
