import { createHash } from 'node:crypto'
import {
  type Conversation,
  type Envelope,
  type Id,
  type Input,
  isEnding,
  type JsonObject,
  type Principal,
} from '../../protocol/index.ts'

/** Wishes of one turn about its session besides its input. */
export interface TurnWishes {
  /** The agent that answers if the conversation begins with this turn. */
  agent?: string
  /** The profile whose memory is used if the conversation begins with this turn. */
  profile?: string
  /** Stops the turn. */
  cancel?: AbortSignal
}

/** The conversations of HTTP clients. */
export interface Sessions {
  /** Runs one turn and tells its events, up to its ending. Leaving early detaches: the turn goes on to its end. */
  turn(
    conversation: Id,
    input: Omit<Input, 'id'> & { id?: Id },
    signal: AbortSignal,
    wishes?: TurnWishes,
  ): AsyncGenerator<Envelope>
  /** The record of a conversation. */
  history(conversation: Id): AsyncIterable<Envelope>
  /** True if the store outside answers now; absent where there is none. */
  answers?(): Promise<boolean>
  /**
   * Seconds until there may be room for a conversation of this principal's that is not open yet; 0 while there is,
   * and for one that is. Absent where room is never short.
   */
  wait?(conversation: Id, by: Principal): number
  /** Conversations that are in memory now. */
  open(): number
  close(): Promise<void>
}

/** The endings of a turn. */
export type TurnEnd = 'done' | 'failed' | 'cancelled'

/**
 * The same sessions; each turn is told of when it has ended, through whichever door it came. `ms`: how long it took.
 */
export function countTurns(sessions: Sessions, ended: (how: TurnEnd, ms: number) => void): Sessions {
  return {
    ...sessions,
    async *turn(...given) {
      const began = performance.now()
      let how: TurnEnd | undefined
      const end = (as: TurnEnd) => {
        how = as
        ended(as, performance.now() - began)
      }
      try {
        for await (const envelope of sessions.turn(...given)) {
          if (isEnding(envelope.event)) end(envelope.event.type.slice('turn.'.length) as TurnEnd)
          yield envelope
        }
      } catch (error) {
        if (!how) end('failed')
        throw error
      } finally {
        // The server closed, or nobody listens any more.
        if (!how) end('cancelled')
      }
    },
  }
}

/** The conversation behind a session of a token: two tokens that name the same session never meet. */
export function conversationOf(token: string, session: string): Id {
  return `http-${createHash('sha256').update(`${token}\0${session}`).digest('hex').slice(0, 32)}`
}

/** So many conversations stay open in one process; the one that was quiet longest is closed first. */
const mostOpen = 200

/** A conversation of the disk that nobody used for so long is closed, in milliseconds. */
const idleMs = 10 * 60_000

interface HeldSession {
  conversation: Promise<Conversation>
  turns: number
  /** The time at which its last turn began, on the monotonic clock. */
  usedAt: number
  by: Principal
  /** Events by which services ended in it, newest last. */
  told: Envelope[]
}

/**
 * Closes the conversations that were quiet longest, until so many are left; `before`: only those that nobody used
 * since.
 */
function closeUnused(held: Map<Id, HeldSession>, keep: number, before = Number.POSITIVE_INFINITY): void {
  for (const [id, { turns, usedAt, conversation }] of held) {
    if (held.size <= keep) return
    if (turns > 0 || usedAt > before) continue
    held.delete(id)
    void conversation.then((one) => one.close()).catch(() => {})
  }
}

/**
 * The time that a newcomer waits for room among conversations that are only here, in seconds: until one was quiet for
 * `idleMs`. A holder of less than half of another one's share need not wait: the other's quietest makes room.
 */
function roomIn(held: Map<Id, HeldSession>, keep: number, by: Principal): number {
  if (held.size < keep) return 0
  const oldest = held.values().find(({ turns }) => turns === 0)
  const waits = oldest ? oldest.usedAt + idleMs - performance.now() : idleMs
  if (waits <= 0) return 0
  const shares = Map.groupBy(held.values(), (one) => one.by)
  const [most, { length } = []] = [...shares].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  const [id, gone] = held.entries().find(([, one]) => one.by === most && one.turns === 0) ?? []
  if (!id || !gone || (shares.get(by)?.length ?? 0) * 2 >= (length ?? 0)) return Math.ceil(waits / 1000)
  held.delete(id)
  void gone.conversation.then((one) => one.close()).catch(() => {})
  return 0
}

/**
 * Sessions whose conversations are opened here and kept open while they are in use. Without `history` nothing is on
 * disk: then what the turns told of services is remembered with the conversation, and both are gone when it is
 * closed.
 */
export function openSessions(
  open: (id: Id, whose: TurnWishes) => Promise<Conversation>,
  history?: (id: Id) => AsyncIterable<Envelope>,
  keep = mostOpen,
): Sessions {
  const held = new Map<Id, HeldSession>()

  const take = (id: Id, by: Principal, whose: TurnWishes): HeldSession => {
    const known = held.get(id)
    const one = known ?? { conversation: open(id, whose), turns: 0, told: [], usedAt: 0, by }
    one.usedAt = performance.now()
    // A map keeps the order of insertion: what is used goes to its end.
    held.delete(id)
    held.set(id, one)
    if (!known)
      one.conversation.catch(() => {
        if (held.get(id) === one) held.delete(id)
      })
    one.turns++
    return one
  }

  // Conversations on the disk are read again for those who come back; those that are only here stay.
  const idle = () => closeUnused(held, 0, performance.now() - idleMs)
  const forgetting = history ? setInterval(idle, idleMs / 10).unref() : undefined

  return {
    async *turn(id, input, signal, wishes = {}) {
      const one = take(id, input.by, wishes)
      try {
        const conversation = await one.conversation
        for await (const envelope of submitTurn(conversation, input, signal, wishes)) {
          if (!history && completedBy(envelope.event)) one.told = [...one.told, envelope].slice(-mostCompleted)
          yield envelope
        }
      } finally {
        one.turns--
        closeUnused(held, keep)
      }
    },
    ...(history || keep === 0 ? {} : { wait: (id, by) => (held.has(id) ? 0 : roomIn(held, keep, by)) }),
    open: () => held.size,
    async *history(id) {
      yield* history ? history(id) : (held.get(id)?.told ?? [])
    },
    async close() {
      clearInterval(forgetting)
      const all = [...held.values()]
      held.clear()
      await Promise.allSettled(all.map(async ({ conversation }) => (await conversation).close()))
    },
  }
}

/** Gives an input to a conversation and tells the envelopes of its turn, through its ending. */
export async function* submitTurn(
  conversation: Conversation,
  input: Omit<Input, 'id'> & { id?: Id },
  signal: AbortSignal,
  { cancel }: TurnWishes = {},
): AsyncGenerator<Envelope> {
  const { turn, seq } = await conversation.submit(input, 'queue')
  const stop = () => void conversation.cancel(turn, 'person').catch(() => {})
  cancel?.addEventListener('abort', stop, { once: true })
  if (cancel?.aborted) stop()
  try {
    for await (const envelope of conversation.follow(seq, signal)) {
      if (envelope.turn !== turn) continue
      yield envelope
      if (isEnding(envelope.event)) return
    }
  } finally {
    cancel?.removeEventListener('abort', stop)
  }
}

/** At most this many are told. */
const mostCompleted = 50

/** The endings of services in a conversation, newest first. */
export async function completedTasks(history: AsyncIterable<Envelope>): Promise<JsonObject[]> {
  const list: JsonObject[] = []
  for await (const { event, at } of history) {
    const found = completedBy(event)
    if (found) list.push({ at: new Date(at).toISOString(), ...found })
  }
  return list.reverse().slice(0, mostCompleted)
}

function completedBy(event: Envelope['event']): JsonObject | undefined {
  if (event.type === 'hook.called' && event.name.endsWith('_completed')) {
    const { slots = {}, receipt = {} } = (event.payload ?? {}) as JsonObject
    return { service: event.name.slice(0, -'_completed'.length), stage: 'EXECUTED', slots, receipt }
  }
  if (event.type !== 'service.moved' || !['FAILED', 'CANCELLED', 'UNSUPPORTED'].includes(event.stage)) return undefined
  return { service: event.service, stage: event.stage, slots: event.slots }
}
