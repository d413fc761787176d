import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { LocalConversation } from '../../core/conversation.ts'
import { type OpenOptions, takenOver } from '../../core/open.ts'
import { AssistantError, type Envelope, type Id } from '../../protocol/index.ts'
import { sleep } from '../../std/until.ts'
import type { Journal } from '../../threads/journal.ts'
import { emptyThread, foldThread, type Thread } from '../../threads/thread.ts'
import { type Sessions, turnOf } from './sessions.ts'

/** A conversation's lock ends by itself after this long, and is renewed long before, in milliseconds. */
const leaseMs = 30_000
const renewMs = 10_000
/** A turn waits this long for the one before it in another process, in milliseconds. */
const patienceMs = 120_000
/** How often it looks, at first and at most, in milliseconds. */
const lookMs = [3, 50] as const

/** Appends only while the lock is ours: whoever lost it can write nothing any more. */
const APPEND = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return -1 end return redis.call('rpush', KEYS[2], ARGV[2])`
const RENEW = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end return redis.call('pexpire', KEYS[1], ARGV[2])`
const RELEASE = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end return redis.call('del', KEYS[1])`

const keysOf = (id: Id) => {
  const base = `assistant:{${id}}`
  return { lock: `${base}:lock`, log: `${base}:log`, epoch: `${base}:epoch`, fold: `${base}:fold` }
}

/**
 * Sessions that several processes share over Redis: a turn takes the conversation's lock, reads what was added since, runs, and lets go.
 * The lock holds a name of its own each time, and every line that is written checks it.
 */
export function redisSessions(url: string, options: OpenOptions): Sessions {
  const redis = new Redis(url, { maxRetriesPerRequest: 3, enableReadyCheck: false })
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
    async *turn(id, input, signal) {
      const next = await inOrder(id)
      try {
        const held = await lock(redis, id, signal)
        try {
          const conversation = await open(redis, id, held, options)
          try {
            const { turn, seq } = await conversation.submit(input, 'queue')
            yield* turnOf(conversation, turn, seq, signal)
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
      for (const line of await redis.lrange(keysOf(id).log, 0, -1)) yield JSON.parse(line) as Envelope
    },
    async close() {
      await redis.quit().catch(() => redis.disconnect())
    },
  }
}

const storage = (error: unknown) => new AssistantError({ code: 'storage', detail: String(error) }, { cause: error })

interface Held {
  name: string
  release(): Promise<void>
}

async function lock(redis: Redis, id: Id, signal: AbortSignal): Promise<Held> {
  const { lock: key } = keysOf(id)
  const name = randomUUID()
  const deadline = performance.now() + patienceMs
  for (let pause: number = lookMs[0]; ; pause = Math.min(pause * 1.5, lookMs[1])) {
    if ((await redis.set(key, name, 'PX', leaseMs, 'NX')) === 'OK') break
    if (performance.now() > deadline) throw new AssistantError({ code: 'busy', detail: 'another process runs a turn here' })
    await sleep(pause, signal)
  }
  const renewing = setInterval(() => void redis.eval(RENEW, 1, key, name, leaseMs).catch(() => {}), renewMs)
  return {
    name,
    async release() {
      clearInterval(renewing)
      await redis.eval(RELEASE, 1, key, name)
    },
  }
}

async function open(redis: Redis, id: Id, held: Held, options: OpenOptions): Promise<LocalConversation> {
  const keys = keysOf(id)
  const { thread: loaded, ...marks } = await load(redis, id)
  const epoch = Math.max(await redis.incr(keys.epoch), loaded.epoch + 1)
  const journal = journalOn(redis, id, held, marks)
  const thread = await takenOver(loaded, journal.append, epoch, options)
  // Every line checks the lock as it is written, so that asking once more before it would tell nothing new.
  return new LocalConversation({ ...options, thread, journal, epoch, isOurs: async () => true })
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

function journalOn(redis: Redis, id: Id, { name }: Held, { length: before, folded }: Marks): Journal {
  const keys = keysOf(id)
  let length = before
  return {
    async append(envelope) {
      const count = Number(await redis.eval(APPEND, 2, keys.lock, keys.log, name, JSON.stringify(envelope)))
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
