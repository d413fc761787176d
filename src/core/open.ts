import {
  AssistantError,
  type Conversation,
  type Decision,
  type Envelope,
  type Id,
  type Input,
  type Principal,
  type Submitted,
  type TuneEvent,
} from '../protocol/index.ts'
import { type Claim, claim } from '../std/lock.ts'
import { identify } from '../std/process-id.ts'
import { sleep, until } from '../std/until.ts'
import { journalPath, loadThread, memoryJournal, openJournal } from '../threads/journal.ts'
import { emptyThread, foldThread, type Thread } from '../threads/thread.ts'
import { type ConversationParts, LocalConversation, orphanEndings } from './conversation.ts'
import { connect, OwnerGone } from './guest.ts'
import { openDoor } from './host.ts'

export interface OpenOptions extends Omit<ConversationParts, 'thread' | 'journal' | 'epoch' | 'isOurs'> {
  folder: string
  /** Where sockets live: short and private. */
  runtime: string
  pid: number
  /** What a new conversation begins with. */
  birth: { agent: string; workspace: string; profile: string }
}

/** How long an owner that neither answers nor dies is waited for, in milliseconds. */
const patienceMs = 5_000

/** Opens a conversation that leaves nothing on disk and that no other process can reach. */
export async function openEphemeral(id: Id, options: OpenOptions): Promise<LocalConversation> {
  const journal = memoryJournal()
  const thread = await begin(emptyThread(id), journal.append, 1, options)
  return new LocalConversation({ ...options, thread, journal, epoch: 1, isOurs: async () => true })
}

/**
 * Opens a conversation, here or in the process that owns it, and stays with it: when the owner dies, this process (or another
 * guest) takes over, repairs what was cut, and goes on.
 */
export async function openShared(id: Id, options: OpenOptions): Promise<SharedConversation> {
  const shared = new SharedConversation(id, options)
  await shared.opened()
  return shared
}

/** A conversation that begins when something is said in it: until then it leaves nothing on disk and costs nothing. */
export function beginShared(id: Id, options: OpenOptions): SharedConversation {
  return new SharedConversation(id, options)
}

type Backend = Conversation & { thread?: Thread }

export class SharedConversation implements Conversation {
  readonly id: Id
  readonly #options: OpenOptions
  #backend: Promise<Backend> | undefined
  /** Resolves at the first opening: who follows a conversation that has not begun waits for it. */
  readonly #begun = Promise.withResolvers<void>()
  #wasGuest = false
  #release: (() => Promise<void>) | undefined

  constructor(id: Id, options: OpenOptions) {
    this.id = id
    this.#options = options
  }

  /** The backend of now. */
  opened(): Promise<Backend> {
    this.#begun.resolve()
    this.#backend ??= this.#open().catch((error) => {
      this.#backend = undefined
      throw error
    })
    return this.#backend
  }

  /** Whether this process is the owner. */
  async isOwner(): Promise<boolean> {
    return (await this.opened()) instanceof LocalConversation
  }

  async submit(input: Omit<Input, 'id'> & { id?: Id }, how: 'queue' | 'steer' | 'interrupt'): Promise<Submitted> {
    // The id is given here, once: a submit repeated after a take-over is the same input and runs once.
    const named = { ...input, id: input.id ?? this.#options.newId() }
    return this.#again((backend) => backend.submit(named, how))
  }
  withdraw(input: Id): Promise<boolean> {
    return this.#again((backend) => backend.withdraw(input))
  }
  answer(ask: Id, decision: Decision, by: Principal): Promise<'taken' | 'late'> {
    return this.#again((backend) => backend.answer(ask, decision, by))
  }
  cancel(turn: Id, by: 'person' | 'barge-in' | 'shutdown', heard?: number): Promise<void> {
    return this.#again((backend) => backend.cancel(turn, by, heard))
  }
  tune(event: TuneEvent): Promise<void> {
    return this.#again((backend) => backend.tune(event))
  }

  async *follow(from: number, signal: AbortSignal): AsyncGenerator<Envelope> {
    let next = from
    await until(this.#begun.promise, signal).catch(() => {})
    while (!signal.aborted) {
      const backend = await this.opened()
      try {
        for await (const envelope of backend.follow(next, signal)) {
          yield envelope
          next = envelope.seq + 1
        }
        return
      } catch (error) {
        this.#lost(error, backend)
      }
    }
  }

  async close(): Promise<void> {
    const backend = await this.#backend
    this.#backend = undefined
    await backend?.close()
    await this.#release?.()
  }

  async #again<T>(work: (backend: Backend) => Promise<T>): Promise<T> {
    while (true) {
      const backend = await this.opened()
      try {
        return await work(backend)
      } catch (error) {
        this.#lost(error, backend)
      }
    }
  }

  /** After a lost owner the next use opens anew; every other error is the caller's. */
  #lost(error: unknown, backend: Backend): void {
    if (!(error instanceof OwnerGone)) throw error
    const current = this.#backend
    void current?.then((now) => {
      if (now === backend && this.#backend === current) this.#backend = undefined
    })
    void backend.close()
  }

  async #open(): Promise<Backend> {
    const { folder, runtime, pid, newId } = this.#options
    const path = journalPath(folder, this.id)
    const self = (await identify(pid)) ?? { pid, started: 'unknown' }
    const deadline = performance.now() + patienceMs
    const door = await openDoor(runtime, newId())
    while (true) {
      const result = await claim(path, self, door.path)
      if (!('heldBy' in result))
        return this.#own(result, door).catch(async (error) => {
          await door.close()
          await result.release()
          throw error
        })
      const { note } = result.heldBy
      const guest = note === door.path || !note ? undefined : await connect(note, this.id)
      if (guest) {
        await door.close()
        this.#wasGuest = true
        return guest
      }
      if (performance.now() > deadline) {
        await door.close()
        throw new AssistantError({
          code: 'busy',
          detail: `process ${result.heldBy.pid} holds this conversation and does not answer`,
        })
      }
      await sleep(20)
    }
  }

  async #own(held: Claim, door: Awaited<ReturnType<typeof openDoor>>): Promise<LocalConversation> {
    const { folder } = this.#options
    const journal = await openJournal(folder, this.id)
    const loaded = await loadThread(folder, this.id)
    const thread = await takenOver(loaded, journal.append, held.epoch, this.#options)
    const mended = loaded.running !== undefined
    const conversation = new LocalConversation({
      ...this.#options,
      thread,
      journal,
      mended,
      epoch: held.epoch,
      isOurs: held.isOurs,
    })
    door.open(conversation)
    // Whoever watched an owner die goes on with what waited. A fresh start does not: its person decides (withdraw or submit).
    if (this.#wasGuest) conversation.resume()
    this.#release = async () => {
      await door.close()
      await held.release()
    }
    return conversation
  }
}

type Append = (envelope: Envelope) => Promise<void>

async function begin(thread: Thread, append: Append, epoch: number, { birth, now }: OpenOptions): Promise<Thread> {
  return write(thread, { type: 'conversation.created', ...birth }, append, epoch, +now())
}

/** A conversation as its new owner finds it on record, made ready for the next turn: begun, or mended where its last owner was cut off. */
export function takenOver(thread: Thread, append: Append, epoch: number, options: OpenOptions): Promise<Thread> {
  return thread.seq === 0 ? begin(thread, append, epoch, options) : repair(thread, append, epoch, options)
}

/** Ends what the last owner could not: outcomes for calls without one, an ending for the turn, and says who took over. */
async function repair(thread: Thread, append: Append, epoch: number, { now, newId }: OpenOptions): Promise<Thread> {
  const { running } = thread
  if (!running) return thread
  let mended = await write(thread, { type: 'owner.changed', cut: running.turn }, append, epoch, +now())
  for (const event of orphanEndings(thread, newId)) mended = await write(mended, event, append, epoch, +now(), running.turn)
  const failure = { code: 'interrupted' as const }
  return write(
    mended,
    { type: 'turn.failed', failure, partial: running.partial, retryable: true },
    append,
    epoch,
    +now(),
    running.turn,
  )
}

async function write(
  thread: Thread,
  event: Envelope['event'],
  append: Append,
  epoch: number,
  at: number,
  turn?: Id,
): Promise<Thread> {
  const envelope: Envelope = { v: 1, epoch, seq: thread.seq + 1, conversation: thread.id, ...(turn ? { turn } : {}), at, event }
  await append(envelope)
  return foldThread(thread, envelope)
}
