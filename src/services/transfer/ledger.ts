import type { JsonObject } from '../../protocol/index.ts'
import { abortsLater } from '../../std/abort.ts'
import type { Booked, Books, Entry, Final, Order, ScheduledRun } from './ledger-entries.ts'
import { BookFile } from './ledger-file.ts'

/** The opening balance of a fresh ledger, in won: play money, so that the service can be tried at once. */
const openingWon = 1_000_000

export type Result =
  | { ok: true; receipt: JsonObject }
  | { ok: false; reason: 'balance' | 'refused' | 'unknown'; detail?: string }

/**
 * A bank outside (the tools of an MCP server). `transfer` moves the money or says why not; a throw means that nobody
 * knows, and it is never asked twice about the same key. `balance` and `history` answer in the bank's own words.
 */
export interface OutsideBank {
  transfer(order: Order, signal: AbortSignal): Promise<{ ok: boolean; detail: string }>
  balance?(signal: AbortSignal): Promise<string>
  history?(signal: AbortSignal): Promise<string>
}

/**
 * The place in which money moves: an append-only file, or a bank outside with that file as the record of questions to
 * it.
 */
export interface Ledger {
  /** The bank in which real money moves. */
  readonly outside: OutsideBank | undefined
  send(order: Order, signal: AbortSignal): Promise<Result>
  book(order: Order, date: string): Promise<Result>
  /** Returns the outcome of a key; a key without one is made void. */
  settle(key: string): Promise<Result | undefined>
  drop(key: string): Promise<boolean>
  /** Sends what is booked for `today` or an earlier day, each once. Returns what happened. */
  runDue(today: string, signal: AbortSignal): Promise<{ order: Booked; result: Result }[]>
  /** Outcomes of bookings on their day, oldest first; one that its bank may still answer is not among them. */
  ran(): Promise<ScheduledRun[]>
  /** Records that the result was announced. False where it had been announced before. */
  tell(key: string, to: string): Promise<boolean>
  /** Books a key once. Returns the balance after it. */
  deposit(amount: number, key: string, memo?: string): Promise<number>
  alias(alias: string, target: string): Promise<void>
  books(): Promise<Books>
}

/** The ledger in the file at `path`; any number of processes may use it at once. */
export function openLedger(path: string, now: () => Date, outside?: OutsideBank): Ledger {
  const clock = () => +now()
  return new FileLedger(new BookFile(path, outside ? [] : [openingWon], clock), clock, outside)
}

class FileLedger implements Ledger {
  readonly outside: OutsideBank | undefined
  readonly #file: BookFile
  readonly #now: () => number

  constructor(file: BookFile, now: () => number, outside: OutsideBank | undefined) {
    this.#file = file
    this.#now = now
    this.outside = outside
  }

  send(order: Order, signal: AbortSignal): Promise<Result> {
    return this.#send(order, signal, {})
  }

  book(order: Order, date: string): Promise<Result> {
    return this.#file.change((books) => {
      const settled = settledOf(books, order.key)
      if (settled) return { lines: [], result: resultOf(settled) }
      const entry: Entry = { type: 'booked', at: this.#now(), date, ...orderOf(order) }
      return { lines: [entry], result: resultOf(entry) }
    })
  }

  settle(key: string): Promise<Result | undefined> {
    return this.#file.change<Result | undefined>((books) => {
      const settled = settledOf(books, key)
      if (settled) return { lines: [], result: settled.type === 'void' ? undefined : resultOf(settled) }
      return { lines: [{ type: 'void', at: this.#now(), key }], result: undefined }
    })
  }

  drop(key: string): Promise<boolean> {
    return this.#file.change((books) => {
      const booked = books.booked.has(key)
      return { lines: booked ? [{ type: 'dropped', at: this.#now(), key }] : [], result: booked }
    })
  }

  async runDue(today: string, signal: AbortSignal) {
    const due = [...(await this.#file.read()).booked.values()].filter(({ date }) => date <= today)
    const results: { order: Booked; result: Result }[] = []
    if (due.length === 0) return results
    const stop = abortsLater(signal, lingerMs)
    for (const order of due) {
      // A booking that was not begun waits for the next time; one that was begun may still be answered.
      if (signal.aborted) break
      const result = await this.#send(order, AbortSignal.any([stop, AbortSignal.timeout(bookedMs)]), { booked: true })
      results.push({ order, result })
    }
    return results
  }

  async ran(): Promise<ScheduledRun[]> {
    const { ran } = await this.#file.read()
    return [...ran.values()].filter(({ end }) => end.type !== 'began' || this.#now() - end.at > lostMs)
  }

  tell(key: string, to: string): Promise<boolean> {
    return this.#file.change(({ ran }) => {
      const first = ran.get(key)?.told === false
      return { lines: first ? [{ type: 'told', at: this.#now(), key, to }] : [], result: first }
    })
  }

  deposit(amount: number, key: string, memo?: string): Promise<number> {
    return this.#file.change((books) => {
      if (books.moves.some((one) => one.type === 'deposit' && one.key === key))
        return { lines: [], result: books.balance }
      const balance = books.balance + amount
      return {
        lines: [{ type: 'deposit', at: this.#now(), key, amount, balance, ...(memo ? { memo } : {}) }],
        result: balance,
      }
    })
  }

  async alias(alias: string, target: string): Promise<void> {
    await this.#file.change(() => ({ lines: [{ type: 'alias', at: this.#now(), alias, target }], result: undefined }))
  }

  async books(): Promise<Books> {
    const books = await this.#file.read()
    return this.outside || books.moves.length > 0 ? books : { ...books, balance: openingWon }
  }

  #send(order: Order, signal: AbortSignal, mark: BookingMark): Promise<Result> {
    return this.outside ? this.#ask(order, this.outside, signal, mark) : this.#move(order, mark)
  }

  #move(order: Order, mark: BookingMark): Promise<Result> {
    return this.#file.change((books) => {
      const done = doneOf(books, order, mark)
      if (done) return { lines: [], result: done }
      if (order.amount > books.balance) {
        const refused: Entry = { type: 'refused', at: this.#now(), key: order.key, reason: 'balance' }
        return { lines: [refused], result: shortOfMoney(books.balance) }
      }
      const sent: Entry = {
        type: 'sent',
        at: this.#now(),
        ...orderOf(order),
        balance: books.balance - order.amount,
        ...mark,
      }
      return { lines: [sent], result: resultOf(sent) }
    })
  }

  /**
   * The question is on record before it is put, and its answer after: in between nobody knows, and nobody asks again.
   */
  async #ask(order: Order, bank: OutsideBank, signal: AbortSignal, mark: BookingMark): Promise<Result> {
    const done = await this.#file.change<Result | undefined>((books) => {
      const result = doneOf(books, order, mark)
      return { lines: result ? [] : [{ type: 'began', at: this.#now(), ...orderOf(order) }], result }
    })
    if (done) return done
    const entry = await bank.transfer(orderOf(order), signal).then(
      ({ ok, detail }): Final =>
        ok
          ? { type: 'sent', at: this.#now(), ...orderOf(order), answer: detail, ...mark }
          : { type: 'refused', at: this.#now(), key: order.key, reason: detail },
      (error): Final => ({
        type: 'lost',
        at: this.#now(),
        key: order.key,
        detail: String(error).slice(0, detailLength),
      }),
    )
    return this.#file.change(() => ({ lines: [entry], result: resultOf(entry) }))
  }
}

/** Marks what was booked for a day and is sent on it. */
type BookingMark = { booked?: true }

/**
 * A bank outside has so long for a booked transfer, in milliseconds; with nobody waiting, a slow answer is better
 * than none.
 */
const bookedMs = 60_000
/** And so long, in milliseconds, where the program is about to end. */
const lingerMs = 3_000
/** A bank that was asked so long ago, in milliseconds, will not answer any more: whoever asked it is gone. */
const lostMs = 2 * bookedMs
/** Characters that are kept of what went wrong. */
const detailLength = 500

const settledOf = (books: Books, key: string) => books.keys.get(key)

/** The outcome of an order that was settled already; a booking whose day has come is still to be sent. */
function doneOf(books: Books, { key }: Order, { booked }: BookingMark): Result | undefined {
  const settled = settledOf(books, key)
  return settled && !(booked && settled.type === 'booked') ? resultOf(settled) : undefined
}

const shortOfMoney = (balance: number): Result => ({ ok: false, reason: 'balance', detail: String(balance) })

/** Only what an order is: a booking carries more. */
function orderOf({ key, conversation, target, amount, memo, alias, by, profile }: Order): Order {
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
