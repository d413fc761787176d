import { LocalConversation } from '../../core/conversation/local-conversation.ts'
import { type OpenOptions, recover } from '../../core/ownership/shared-conversation.ts'
import { AssistantError, type Envelope, fail, type Id } from '../../protocol/index.ts'
import { sleep } from '../../std/abort.ts'
import { oneByOne } from '../../std/once.ts'
import type { RedisPlace } from '../../sync/stores/redis-place.ts'
import { foldThread } from '../../threads/fold-thread.ts'
import type { Journal } from '../../threads/journal.ts'
import { emptyThread, type Thread } from '../../threads/thread.ts'
import { type Heads, headsInRedis } from './openai/heads.ts'
import { createHolders, type Holders } from './redis-holder.ts'
import { type Begun, keysOf, openRedis, type RedisStore } from './redis-store.ts'
import { type Sessions, submitTurn, type TurnWishes } from './sessions.ts'

/** Time limits, in milliseconds. */
export interface RedisTimes {
  /** A conversation's lock ends by itself after this long, and is renewed long before. */
  lease: number
  renew: number
  /** A store that hangs is waited for this long. */
  answer: number
  /** A conversation that nobody used for this long is forgotten; 0: never. */
  idle: number
}

const usual: RedisTimes = { lease: 4_500, renew: 1_500, answer: 10_000, idle: 0 }
/** A turn waits this long for the one before it in another process, in milliseconds. */
const patienceMs = 120_000
/** Pause between two looks, at first and at most, in milliseconds. */
const lookMs = [3, 50] as const
/** A lock that could not be given back is given back this much later, in milliseconds. */
const againMs = 500

/**
 * Sessions that several processes share over Redis: a turn takes the conversation's lock, reads what was added since,
 * runs, and lets go. The lock holds a name of its own each time, and every line that is written checks it.
 */
export function redisSessions(
  place: RedisPlace,
  options: OpenOptions,
  given: Partial<RedisTimes> = {},
): Sessions & { heads: Heads } {
  const times = { ...usual, ...given }
  const redis = openRedis(place, times.answer)
  const holders = createHolders(options.pid)
  const last = new Map<Id, Promise<unknown>>()

  /** One turn at a time and in the order they came, within this process; the lock does the rest. */
  const inOrder = async (id: Id): Promise<() => void> => {
    const before = last.get(id)
    const mine = Promise.withResolvers<void>()
    const all = Promise.allSettled([before, mine.promise])
    last.set(id, all)
    await before
    return () => {
      mine.resolve()
      if (last.get(id) === all) last.delete(id)
    }
  }

  return {
    heads: headsInRedis(redis),
    async *turn(id, input, signal, wishes = {}) {
      const next = await inOrder(id)
      try {
        const held = await lockConversation(redis, id, times, holders, signal)
        try {
          const conversation = await openConversation(redis, id, { ...held, ...times }, scopedTo(options, wishes))
          try {
            yield* submitTurn(conversation, input, signal, wishes)
          } finally {
            await conversation.close()
          }
        } finally {
          await held.release()
        }
      } catch (error) {
        throw error instanceof AssistantError || signal.aborted ? error : storageError(error)
      } finally {
        next()
      }
    },
    open: () => last.size,
    async *history(id) {
      const lines = await redis.lrange(keysOf(id).log, 0, -1).catch((error) => Promise.reject(storageError(error)))
      for (const line of lines) yield JSON.parse(line) as Envelope
    },
    answers: () => isThere(redis),
    async close() {
      await redis.quit().catch(() => redis.disconnect())
    },
  }
}

const isThere = (redis: RedisStore): Promise<boolean> =>
  redis.ping().then(
    () => true,
    () => false,
  )

const scopedTo = (options: OpenOptions, { agent, profile }: TurnWishes): OpenOptions => ({
  ...options,
  initial: { ...options.initial, ...(agent ? { agent } : {}), ...(profile ? { profile } : {}) },
})

const storageError = (error: unknown) =>
  new AssistantError({ code: 'storage', detail: String(error) }, { cause: error })

interface HeldConversation {
  name: string
  epoch: number
  /** The store's count when the lock was taken; another number means that somebody took it since. */
  taken: number
  /** The conversation as it stands, and how long its log is, of which so much is folded into what is kept beside it. */
  thread: Thread
  length: number
  folded: number
  release(): Promise<void>
}

/** A conversation that is held, and how long it is kept when nobody uses it. */
type KeptConversation = HeldConversation & Pick<RedisTimes, 'idle' | 'lease'>

async function lockConversation(
  redis: RedisStore,
  id: Id,
  times: RedisTimes,
  holders: Holders,
  signal: AbortSignal,
): Promise<HeldConversation> {
  const { lease, renew, idle } = times
  const { lock: key } = keysOf(id)
  const name = await holders.name()
  const begun = await beginTurn(redis, id, { name, lease, idle, holders }, signal).catch((error) => {
    // Perhaps it was taken and the answer was lost.
    void giveBack(redis, key, name, lease)
    throw error
  })
  const renewing = setInterval(() => void redis.renewIfOurs(key, name, lease).catch(() => {}), renew)
  return {
    name,
    ...begun,
    async release() {
      clearInterval(renewing)
      await giveBack(redis, key, name, lease)
    },
  }
}

/** Takes the lock when it is free, or when its holder is known to be dead; brings the conversation with it. */
async function beginTurn(
  redis: RedisStore,
  id: Id,
  { name, lease, idle, holders }: { name: string; lease: number; idle: number; holders: Holders },
  signal: AbortSignal,
): Promise<Omit<HeldConversation, 'name' | 'release'>> {
  const keys = keysOf(id)
  const deadline = performance.now() + patienceMs
  let dead = ''
  for (let pause: number = lookMs[0]; ; pause = Math.min(pause * 1.5, lookMs[1])) {
    const answer = await redis.begin(keys.lock, keys.epoch, keys.thread, keys.log, name, lease, idle, dead)
    if (answer[0] === 1) return foldedOf(id, answer)
    if (performance.now() > deadline) fail('busy', { detail: 'another process runs a turn here' })
    dead = (await holders.isDead(answer[1])) ? answer[1] : ''
    if (dead === '') await sleep(pause, signal)
  }
}

function foldedOf(
  id: Id,
  [, epoch, kept, folded, lines]: Extract<Begun, [1, ...unknown[]]>,
): Omit<HeldConversation, 'name' | 'release'> {
  const start: Thread = kept ? JSON.parse(kept.slice(kept.indexOf(' ') + 1)) : emptyThread(id)
  const thread = lines.map((line) => JSON.parse(line) as Envelope).reduce(foldThread, start)
  return { thread, epoch: Math.max(epoch, thread.epoch + 1), taken: epoch, length: folded + lines.length, folded }
}

/** Gives a lock back; where the store is away, as soon as it is back, so that nobody waits for the end of the lease. */
async function giveBack(redis: RedisStore, key: string, name: string, forMs: number): Promise<void> {
  const given = () =>
    redis.releaseIfOurs(key, name).then(
      () => true,
      () => false,
    )
  const again = async () => {
    for (const end = performance.now() + forMs; performance.now() < end; ) {
      await sleep(againMs)
      if (await given()) return
    }
  }
  if (!(await given())) void again()
}

async function openConversation(
  redis: RedisStore,
  id: Id,
  held: KeptConversation,
  options: OpenOptions,
): Promise<LocalConversation> {
  const { thread: loaded, epoch } = held
  const journal = journalOn(redis, id, held)
  // Mended events go to Redis with the first event of the turn.
  const thread = await recover(loaded, async (envelope) => void (await journal.write(envelope)), epoch, {
    initial: options.initial,
    now: options.now,
    newId: options.newId,
  })
  // Every line checks the lock as it is written, so that asking once more before it would tell nothing new.
  return new LocalConversation({
    ...options,
    thread,
    journal,
    epoch,
    isOurs: async () => true,
    mended: loaded.running !== undefined,
  })
}

/**
 * The fold is kept anew when the log has so many more lines: reading them again costs less than writing it each time.
 */
const foldEvery = 50

/** Events go to Redis together, in the order they came; nobody is told of one that is not there. */
function journalOn(redis: RedisStore, id: Id, { name, taken, length: before, folded, idle, lease }: KeptConversation) {
  const keys = keysOf(id)
  let length = before
  let waiting: string[] = []
  const write = async (envelope: Envelope) => {
    waiting.push(JSON.stringify(envelope))
    return true
  }
  const commitNow = async () => {
    const lines = waiting
    waiting = []
    if (lines.length === 0) return
    const { lock, epoch, thread, log } = keys
    const count = await redis.appendIfOurs(lock, epoch, thread, log, name, length, idle, taken, lease, ...lines)
    if (count < 0) fail('busy', { detail: 'another process took this conversation over' })
    length = count
  }
  const inTurn = oneByOne()
  const commit = () => inTurn(commitNow)
  return {
    write,
    commit,
    async append(envelope) {
      await write(envelope)
      await commit()
    },
    async *read(from) {
      // A turn is followed from its beginning; what came before this opening is asked for only after a repeated
      // request.
      // The end of a turn that was cut may still wait here, and whoever asks for that turn again waits for it.
      await commit()
      const start = from > 0 ? Math.max(0, before - 1) : 0
      for (const line of await redis.lrange(keys.log, start, -1)) {
        const envelope = JSON.parse(line) as Envelope
        if (envelope.seq >= from) yield envelope
      }
    },
    async checkpoint(thread) {
      if (length - folded < foldEvery) return
      const value = `${length} ${JSON.stringify(thread)}`
      await redis.keepThread(keys.thread, keys.log, keys.lock, value, length, name)
    },
    async close() {},
  } satisfies Journal
}
