import { messagesToDrop, slideWindow, type WindowSize } from '../../core/context/sliding-window.ts'
import type { FlowContext } from '../../core/flow.ts'
import type { Batching, Job } from '../../core/jobs/job-queue.ts'
import { hasRunner, resumeAfterFaults, runExclusively } from '../../core/jobs/single-runner.ts'
import { askModel, ModelClock } from '../../core/turn/model-call.ts'
import { memoryMessages } from '../../messages/engine/memory.ts'
import { AssistantError, type Conversation, type Event, type Id, type MetadataEvent } from '../../protocol/index.ts'
import { ulid } from '../../std/ulid.ts'
import { foldThread } from '../../threads/fold-thread.ts'
import { picturesFrom } from '../../threads/image-store.ts'
import { loadThread } from '../../threads/journal.ts'
import type { Thread } from '../../threads/thread.ts'
import { type FactExtractionDeps, factsByModel, saveFacts } from './extract-facts.ts'
import { createSummarizer, type SummaryDeps, saveFactsBeforeSummary } from './summarizer.ts'

export interface JobContext extends Omit<FactExtractionDeps, 'ephemeral'> {
  /** The folder in which conversations are written. */
  folder: string
  /** The lock of whoever does the jobs, and this process. */
  lock: string
  pid: number
  window: WindowSize
  open(id: Id): Promise<Conversation>
  /** Sends booked transfers on their day until the signal aborts. */
  bookings(signal: AbortSignal): Promise<void>
  /** Takes in conversations that other programs brought here. */
  index(signal: AbortSignal): Promise<unknown>
  /** Keeps the index of documents in step with their folders until the signal aborts. */
  documents(signal: AbortSignal): Promise<void>
  /** Keeps this device in step with the person's others until the signal aborts. */
  sync(signal: AbortSignal): Promise<void>
}

/**
 * Does the jobs that turns left, and what is booked, in one process of this home at a time, until the signal aborts.
 */
export function runJobs(parts: JobContext, rank: 'daemon' | 'surface', signal: AbortSignal): Promise<void> {
  const { lock, pid, queue, bookings, index, documents, sync } = parts
  const joinSignals = async (ours: AbortSignal) => {
    const all = [(until: AbortSignal) => queue.run((...job) => workJob(parts, ...job), until)]
    await Promise.all([...all, bookings, index, documents, sync].map((work) => resumeAfterFaults(work)(ours)))
  }
  return runExclusively({ path: lock, pid, rank }, joinSignals, signal)
}

/**
 * Does what waits now and returns: for a program that nobody keeps open. Nothing where another process does the jobs
 * already.
 */
export async function runJobsOnce(parts: JobContext, signal: AbortSignal): Promise<void> {
  const { lock, pid, queue } = parts
  if (await hasRunner(lock)) return
  const end = new AbortController()
  const both = AbortSignal.any([signal, end.signal])
  await runExclusively(
    { path: lock, pid, rank: 'surface' },
    async (ours) => {
      await queue.run((...job) => workJob(parts, ...job), ours, true)
      end.abort()
    },
    both,
  )
}

/** Count the jobs that wait while no process is there to do them. */
export async function idleJobs({ lock, queue }: Pick<JobContext, 'lock' | 'queue'>): Promise<number> {
  return (await hasRunner(lock)) ? 0 : (await queue.waiting()).length
}

/** Jobs that are done in one request: all that one person said in one conversation. */
export const batchedFacts: Batching = {
  // A conversation gets its title at once.
  groupOf: ({ kind, data }) =>
    kind === 'facts' && data.title !== true
      ? [data.conversation, data.workspace, data.agent, data.profile, data.remote].map(String).join(' ')
      : undefined,
  most: 5,
  waitMs: 90_000,
  putAt: ({ data }) => (typeof data.at === 'number' ? data.at : 0),
}

async function workJob(parts: JobContext, job: Job, signal: AbortSignal, along: readonly Job[]): Promise<void> {
  const { conversation, words = '' } = job.data as { conversation: Id; words?: string }
  // A conversation that was deleted meanwhile wants nothing any more.
  if ((await loadThread(parts.folder, conversation)).seq === 0) return
  await workBetweenTurns(parts, conversation, signal, (context) => doJob(parts, [job, ...along], words, context))
}

async function* doJob(
  parts: JobContext,
  jobs: readonly [Job, ...Job[]],
  words: string,
  context: FlowContext,
): AsyncGenerator<Event> {
  const [job] = jobs
  if (job.kind === 'title') return yield* titleConversation(parts, words, context)
  if (job.kind !== 'facts') return
  const { agent, workspace, profile, remote } = job.data as Record<'agent' | 'workspace' | 'profile', string> & {
    remote: boolean
  }
  const who = { agent, workspace, profile }
  // A job may wait for days: "내일" is seen from when it was said.
  const said = jobs.map(({ data: { words, at } }) => ({
    words: String(words),
    at: new Date(Number(at ?? parts.now())),
  }))
  const { facts, title } = yield* factsByModel(parts, said, context, job.data.title === true)
  if (title) yield* titleOf(title, context)
  yield* saveFacts(parts, facts, who, context, remote)
}

/** Characters of a title. */
const titleLength = 40

/** A title by the light model, unless somebody gave one meanwhile. */
async function* titleConversation(parts: JobContext, words: string, context: FlowContext): AsyncGenerator<Event> {
  const light = await parts.models.light()
  if (!light || context.thread().titledBy !== 'code') return
  const { exchangeSoftMs: softMs, exchangeHardMs: hardMs } = parts.settings.limits
  const system = [{ name: 'title', text: memoryMessages[parts.language].titlePrompt }]
  const messages = [{ role: 'user' as const, id: 'title', at: +context.now(), text: words }]
  const answer = yield* askModel(
    light,
    { system, messages, tools: [] },
    'title',
    0,
    new ModelClock({ softMs, hardMs }),
    context,
  )
  yield* titleOf(answer.text, context)
}

/** A model's words as a title, unless somebody gave one meanwhile. */
function* titleOf(words: string, context: FlowContext): Generator<Event> {
  const [first = ''] = words.trim().split('\n')
  const line = first.replace(/^["'“”#\s]+|["'“”.\s]+$/g, '')
  if (!line || context.thread().titledBy !== 'code') return
  yield { type: 'conversation.titled', title: [...line].slice(0, titleLength).join(''), by: 'model' }
}

/**
 * Makes a conversation shorter now, because a person wants it: `/compact`. False when there is nothing to summarise.
 */
export async function compactNow(parts: JobContext, id: Id, signal: AbortSignal): Promise<boolean> {
  const { keep } = parts.window
  const thread = await loadThread(parts.folder, id)
  if (thread.running || messagesToDrop(thread, { limit: keep, keep }).length === 0) return false
  await workBetweenTurns(parts, id, signal, async function* (context) {
    yield* slideWindow(
      { limit: keep, keep },
      createSummarizer(parts, context),
      saveFactsBeforeSummary(parts, scopeOf(context), context),
      context,
      true,
    )
  })
  return true
}

/** Takes a compaction back by the name that `context.compacted` gave: the window's or that of memory pages. */
export async function undoCompaction(parts: JobContext, id: Id, undo: Id): Promise<boolean> {
  const thread = await loadThread(parts.folder, id)
  if (thread.slid?.upto !== undo) return (await parts.notebook.undo(parts.now(), undo))?.taken ?? false
  const conversation = await parts.open(id)
  try {
    await conversation.append({ type: 'window.restored', upto: undo })
    return true
  } finally {
    await conversation.close()
  }
}

const scopeOf = (context: FlowContext) => {
  const { agent, workspace, profile } = context.thread()
  return { agent, workspace, profile }
}

/** Events of work between turns that go on record; deltas and failures of a job concern nobody but the job. */
const onRecord: ReadonlySet<Event['type']> = new Set<MetadataEvent['type']>([
  'conversation.titled',
  'notice.given',
  'window.slid',
  'context.compacted',
  'model.asked',
  'model.answered',
])

/** Runs something like a piece of a turn for a conversation that has none now, and puts what happens on its record. */
async function workBetweenTurns(
  parts: SummaryDeps & Pick<JobContext, 'folder' | 'open'>,
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
      await conversation.append(event as MetadataEvent)
      thread = foldThread(thread, {
        v: 1,
        epoch: thread.epoch,
        seq: thread.seq + 1,
        conversation: id,
        at: +parts.now(),
        event,
      })
    }
  } finally {
    await conversation.close()
  }
}
