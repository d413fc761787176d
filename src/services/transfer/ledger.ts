import { dirname } from 'node:path'
import type { JsonObject } from '../../protocol/index.ts'
import { abortsLater } from '../../std/abort.ts'
import { ensureDir, syncDir } from '../../std/fs/files.ts'
import { openLog, readLog } from '../../std/fs/jsonl.ts'
import { withLock } from '../../std/fs/lock.ts'
import { type Booked, type Books, type Entry, emptyBooks, enterAll, type Final, type Order, type ScheduledRun } from './books.ts'

/** What a fresh ledger begins with, in won: play money, so that the service can be tried at once. */
const openingWon = 1_000_000

export type Result = { ok: true; receipt: JsonObject } | { ok: false; reason: 'balance' | 'refused' | 'unknown'; detail?: string }

/**
 * A bank outside (the tools of an MCP server). `transfer` moves the money or says why not; a throw means that nobody knows, and it is
 * never asked twice about the same key. `balance` and `history` answer in the bank's own words.
 */
export interface OutsideBank {
  transfer(order: Order, signal: AbortSignal): Promise<{ ok: boolean; detail: string }>
  balance?(signal: AbortSignal): Promise<string>
  history?(signal: AbortSignal): Promise<string>
}

/** Where money moves: an append-only file, or a bank outside with that file as the record of what was asked. */
export interface Ledger {
  /** Where real money moves. */
  readonly outside: OutsideBank | undefined
  send(order: Order, signal: AbortSignal): Promise<Result>
  book(order: Order, date: string): Promise<Result>
  /** What became of a key; if nothing did, nothing will any more. */
  settle(key: string): Promise<Result | undefined>
  drop(key: string): Promise<boolean>
  /** Sends what is booked for `today` or an earlier day, each once. Returns what happened. */
  runDue(today: string, signal: AbortSignal): Promise<{ order: Booked; result: Result }[]>
  /** What became of bookings on their day, oldest first; one that its bank may still answer is not among them. */
  ran(): Promise<ScheduledRun[]>
  /** Notes that somebody was told. False where somebody had been before. */
  tell(key: string, to: string): Promise<boolean>
  deposit(amount: number, memo?: string): Promise<number>
  alias(alias: string, target: string): Promise<void>
  books(): Promise<Books>
}

/** The ledger in the file at `path`; any number of processes may use it at once. */
export function openLedger(path: string, now: () => Date, outside?: OutsideBank): Ledger {
  let known = { offset: 0, books: emptyBooks() }
  let last: Promise<unknown> = Promise.resolve()

  const read = async (): Promise<Books> => {
    const entries: Entry[] = []
    let { offset } = known
    for await (const { value, to } of readLog(path, offset)) {
      entries.push(value as Entry)
      offset = to
    }
    if (entries.length > 0) known = { offset, books: enterAll(known.books, entries) }
    return known.books
  }

  /** Reads, decides and writes as one step that nobody can come between. The lines are on the disk when it resolves. */
  const change = <T>(decide: (books: Books) => { lines: Entry[]; result: T }): Promise<T> => {
    const work = async () => {
      const before = await read()
      const opening: Entry[] = outside || before.moves.length > 0 ? [] : [{ type: 'deposit', at: +now(), amount: openingWon }]
      const { lines, result } = decide(enterAll(before, opening))
      if (lines.length > 0) await append([...opening, ...lines])
      return result
    }
    // One after the other here, so that many turns of one process do not race each other for the lock.
    const result = last.then(() => ensureDir(dirname(path))).then(() => withLock(path, work))
    last = result.catch(() => {})
    return result
  }

  const append = async (lines: readonly Entry[]) => {
    const log = await openLog(path)
    const first = log.size === 0
    try {
      await log.append(lines, true)
      if (first) await syncDir(dirname(path))
    } finally {
      await log.close()
    }
  }

  const move = (order: Order, booked?: true): Promise<Result> =>
    change((books) => {
      const settled = settledOf(books, order.key)
      if (settled && !(booked && settled.type === 'booked')) return { lines: [], result: resultOf(settled) }
      if (order.amount > books.balance) {
        const refused: Entry = { type: 'refused', at: +now(), key: order.key, reason: 'balance' }
        return { lines: [refused], result: short(books.balance) }
      }
      const sent: Entry = {
        type: 'sent',
        at: +now(),
        ...pick(order),
        balance: books.balance - order.amount,
        ...(booked ? { booked } : {}),
      }
      return { lines: [sent], result: resultOf(sent) }
    })

  /** The question is on record before it is put, and its answer after: in between nobody knows, and nobody asks again. */
  const ask = async (order: Order, bank: OutsideBank, signal: AbortSignal, booked?: true): Promise<Result> => {
    const begun = await change((books) => {
      const settled = settledOf(books, order.key)
      if (settled && !(booked && settled.type === 'booked')) return { lines: [], result: resultOf(settled) }
      return { lines: [{ type: 'began', at: +now(), ...pick(order) }], result: undefined }
    })
    if (begun) return begun
    const entry = await bank.transfer(pick(order), signal).then(
      ({ ok, detail }): Final =>
        ok
          ? { type: 'sent', at: +now(), ...pick(order), answer: detail, ...(booked ? { booked } : {}) }
          : { type: 'refused', at: +now(), key: order.key, reason: detail },
      (error): Final => ({ type: 'lost', at: +now(), key: order.key, detail: String(error).slice(0, detailLength) }),
    )
    return change(() => ({ lines: [entry], result: resultOf(entry) }))
  }

  const send = (order: Order, signal: AbortSignal, booked?: true) =>
    outside ? ask(order, outside, signal, booked) : move(order, booked)

  return {
    outside,
    send: (order, signal) => send(order, signal),
    book: (order, date) =>
      change((books) => {
        const settled = settledOf(books, order.key)
        if (settled) return { lines: [], result: resultOf(settled) }
        const entry: Entry = { type: 'booked', at: +now(), date, ...pick(order) }
        return { lines: [entry], result: resultOf(entry) }
      }),
    settle: (key) =>
      change((books) => {
        const settled = settledOf(books, key)
        if (settled) return { lines: [], result: settled.type === 'void' ? undefined : resultOf(settled) }
        return { lines: [{ type: 'void', at: +now(), key }], result: undefined }
      }),
    drop: (key) =>
      change((books) =>
        books.booked.has(key) ? { lines: [{ type: 'dropped', at: +now(), key }], result: true } : { lines: [], result: false },
      ),
    async runDue(today, signal) {
      const due = [...(await read()).booked.values()].filter(({ date }) => date <= today)
      const results: { order: Booked; result: Result }[] = []
      if (due.length === 0) return results
      const stop = abortsLater(signal, lingerMs)
      for (const order of due) {
        // What was not begun waits for the next time; what was begun may still be answered.
        if (signal.aborted) break
        results.push({ order, result: await send(order, AbortSignal.any([stop, AbortSignal.timeout(bookedMs)]), true) })
      }
      return results
    },
    async ran() {
      const { ran } = await read()
      return [...ran.values()].filter(({ end }) => end.type !== 'began' || +now() - end.at > lostMs)
    },
    tell: (key, to) =>
      change(({ ran }) => {
        const first = ran.get(key)?.told === false
        return { lines: first ? [{ type: 'told', at: +now(), key, to }] : [], result: first }
      }),
    deposit: (amount, memo) =>
      change((books) => ({
        lines: [{ type: 'deposit', at: +now(), amount, ...(memo ? { memo } : {}) }],
        result: books.balance + amount,
      })),
    alias: (alias, target) => change(() => ({ lines: [{ type: 'alias', at: +now(), alias, target }], result: undefined })),
    async books() {
      const books = await read()
      return outside || books.moves.length > 0 ? books : { ...books, balance: openingWon }
    },
  }
}

/** A bank outside has so long for a booked transfer, in milliseconds; with nobody waiting, a slow answer is better than none. */
const bookedMs = 60_000
/** And so long, in milliseconds, where the program is about to end. */
const lingerMs = 3_000
/** A bank that was asked so long ago, in milliseconds, will not answer any more: whoever asked it is gone. */
const lostMs = 2 * bookedMs
/** Characters that are kept of what went wrong. */
const detailLength = 500

const settledOf = (books: Books, key: string) => books.keys.get(key)

const short = (balance: number): Result => ({ ok: false, reason: 'balance', detail: String(balance) })

/** Only what an order is: a booking carries more. */
function pick({ key, conversation, target, amount, memo, alias, by, profile }: Order): Order {
  const optional = {
    ...(memo ? { memo } : {}),
    ...(alias ? { alias } : {}),
    ...(by ? { by } : {}),
    ...(profile ? { profile } : {}),
  }
  return { key, conversation, target, amount, ...optional }
}

function resultOf(entry: Final): Result {
  switch (entry.type) {
    case 'sent':
    case 'booked':
      return { ok: true, receipt: { ...entry } as JsonObject }
    case 'refused':
      return { ok: false, reason: entry.reason === 'balance' ? 'balance' : 'refused', detail: entry.reason }
    case 'dropped':
    case 'void':
      return { ok: false, reason: 'refused', detail: entry.type }
    case 'began':
    case 'lost':
      return { ok: false, reason: 'unknown' }
    default:
      return entry satisfies never
  }
}
