import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { LocalConversation } from '../../core/conversation/local-conversation.ts'
import { type OpenOptions, recover } from '../../core/ownership/shared-conversation.ts'
import { AssistantError, type Envelope, type Id } from '../../protocol/index.ts'
import { sleep } from '../../std/abort.ts'
import { foldThread } from '../../threads/fold-thread.ts'
import type { Journal } from '../../threads/journal.ts'
import { emptyThread, type Thread } from '../../threads/thread.ts'
import { type Heads, headsInRedis } from './openai/heads.ts'
import { type Sessions, submitted } from './sessions.ts'

/** A store that is away is tried four times within a second; then the turn fails and says so. */
const connection = {
  maxRetriesPerRequest: 3,
  retryStrategy: (times: number) => Math.min(50 * times, 250),
  enableReadyCheck: false,
  enableAutoPipelining: true,
}

/** How long things may take, in milliseconds. */
export interface RedisTimes {
  /** A conversation's lock ends by itself after this long, and is renewed long before. */
  lease: number
  renew: number
  /** A store that hangs is waited for this long. */
  answer: number
}

const usual: RedisTimes = { lease: 30_000, renew: 10_000, answer: 10_000 }
/** A turn waits this long for the one before it in another process, in milliseconds. */
const patienceMs = 120_000
/** How often it looks, at first and at most, in milliseconds. */
const lookMs = [3, 50] as const
/** A lock that could not be given back is given back this much later, in milliseconds. */
const againMs = 500

/**
 * What is done only while the lock is ours: whoever lost it can write nothing any more. Each may be sent twice, when the connection
 * broke before its answer came: a lock of the same name is our own, and a line behind the length that we know of is one that nobody was
 * told of.
 */
const scripts = {
  lockIfFree: {
    numberOfKeys: 1,
    lua: `local holder = redis.call('get', KEYS[1])
      if holder and holder ~= ARGV[1] then return 0 end
      redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
      return 1`,
  },
  appendIfOurs: {
    numberOfKeys: 2,
    lua: `if redis.call('get', KEYS[1]) ~= ARGV[1] then return -1 end
      local known = tonumber(ARGV[2])
      if known == 0 then redis.call('del', KEYS[2]) else redis.call('ltrim', KEYS[2], 0, known - 1) end
      return redis.call('rpush', KEYS[2], ARGV[3])`,
  },
  renewIfOurs: {
    numberOfKeys: 1,
    lua: `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('pexpire', KEYS[1], ARGV[2]) end`,
  },
  releaseIfOurs: { numberOfKeys: 1, lua: `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end` },
}

type Store = Redis & {
  lockIfFree(lock: string, name: string, forMs: number): Promise<0 | 1>
  appendIfOurs(lock: string, log: string, name: string, known: number, line: string): Promise<number>
  renewIfOurs(lock: string, name: string, forMs: number): Promise<void>
  releaseIfOurs(lock: string, name: string): Promise<void>
}

const keysOf = (id: Id) => {
  const base = `assistant:{${id}}`
  return { lock: `${base}:lock`, log: `${base}:log`, epoch: `${base}:epoch`, fold: `${base}:fold` }
}

/**
 * Sessions that several processes share over Redis: a turn takes the conversation's lock, reads what was added since, runs, and lets go.
 * The lock holds a name of its own each time, and every line that is written checks it.
 */
export function redisSessions(url: string, options: OpenOptions, times = usual): Sessions & { heads: Heads } {
  const redis = new Redis(url, { ...connection, commandTimeout: times.answer, scripts }) as Store
  // Errors reach whoever waits for an answer; without a listener they would end the process as well.
  redis.on('error', () => {})
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
        const held = await lock(redis, id, times, signal)
        try {
          const conversation = await open(redis, id, held, scopedTo(options, wishes.agent))
          try {
            yield* submitted(conversation, input, signal, wishes)
          } finally {
            await conversation.close()
          }
        } finally {
          await held.release()
        }
      } catch (error) {
        throw error instanceof AssistantError || signal.aborted ? error : storage(error)
      } finally {
        next()
      }
    },
    async *history(id) {
      const lines = await redis.lrange(keysOf(id).log, 0, -1).catch((error) => Promise.reject(storage(error)))
      for (const line of lines) yield JSON.parse(line) as Envelope
    },
    async answers() {
      return redis.ping().then(
        () => true,
        () => false,
      )
    },
    async close() {
      await redis.quit().catch(() => redis.disconnect())
    },
  }
}

const scopedTo = (options: OpenOptions, agent: string | undefined): OpenOptions =>
  agent ? { ...options, initial: { ...options.initial, agent } } : options

const storage = (error: unknown) => new AssistantError({ code: 'storage', detail: String(error) }, { cause: error })

interface Held {
  name: string
  release(): Promise<void>
}

async function lock(redis: Store, id: Id, { lease, renew }: RedisTimes, signal: AbortSignal): Promise<Held> {
  const { lock: key } = keysOf(id)
  const name = randomUUID()
  try {
    await takeLock(redis, key, name, lease, signal)
  } catch (error) {
    // Perhaps it was taken and the answer was lost.
    void giveBack(redis, key, name, lease)
    throw error
  }
  const renewing = setInterval(() => void redis.renewIfOurs(key, name, lease).catch(() => {}), renew)
  return {
    name,
    async release() {
      clearInterval(renewing)
      await giveBack(redis, key, name, lease)
    },
  }
}

async function takeLock(redis: Store, key: string, name: string, forMs: number, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (let pause: number = lookMs[0]; !(await redis.lockIfFree(key, name, forMs)); pause = Math.min(pause * 1.5, lookMs[1])) {
    if (performance.now() > deadline) throw new AssistantError({ code: 'busy', detail: 'another process runs a turn here' })
    await sleep(pause, signal)
  }
}

/** Gives a lock back; where the store is away, as soon as it is back, so that nobody waits for the end of the lease. */
async function giveBack(redis: Store, key: string, name: string, forMs: number): Promise<void> {
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

async function open(redis: Store, id: Id, held: Held, options: OpenOptions): Promise<LocalConversation> {
  const keys = keysOf(id)
  const { thread: loaded, ...marks } = await load(redis, id)
  const epoch = Math.max(await redis.incr(keys.epoch), loaded.epoch + 1)
  const journal = journalOn(redis, id, held, marks)
  const thread = await recover(loaded, journal.append, epoch, {
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

/** How long the log is, and how much of it the fold holds that is kept beside it. */
interface Marks {
  length: number
  folded: number
}

async function load(redis: Redis, id: Id): Promise<Marks & { thread: Thread }> {
  const keys = keysOf(id)
  const kept = await redis.get(keys.fold)
  const { length: folded, thread: start } = kept
    ? (JSON.parse(kept) as { length: number; thread: Thread })
    : { length: 0, thread: emptyThread(id) }
  const lines = await redis.lrange(keys.log, folded, -1)
  const thread = lines.map((line) => JSON.parse(line) as Envelope).reduce(foldThread, start)
  return { thread, length: folded + lines.length, folded }
}

/** The fold is kept anew when the log has so many more lines: reading them again costs less than writing it each time. */
const foldEvery = 50

function journalOn(redis: Store, id: Id, { name }: Held, { length: before, folded }: Marks): Journal {
  const keys = keysOf(id)
  let length = before
  return {
    async append(envelope) {
      const count = await redis.appendIfOurs(keys.lock, keys.log, name, length, JSON.stringify(envelope))
      if (count < 0) throw new AssistantError({ code: 'busy', detail: 'another process took this conversation over' })
      length = count
    },
    async *read(from) {
      // A turn is followed from its beginning; what came before this opening is asked for only after a repeated request.
      const start = from > 0 ? Math.max(0, before - 1) : 0
      for (const line of await redis.lrange(keys.log, start, -1)) {
        const envelope = JSON.parse(line) as Envelope
        if (envelope.seq >= from) yield envelope
      }
    },
    async checkpoint(thread) {
      if (length - folded >= foldEvery) await redis.set(keys.fold, JSON.stringify({ length, thread }))
    },
    async close() {},
  }
}
