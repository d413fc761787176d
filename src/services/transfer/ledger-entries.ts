import type { Id, Principal } from '../../protocol/index.ts'
import { fits, type Shape } from '../../std/json-guards.ts'

/** An amount to a person. `key` names the task: what bears the same key happens once. */
export interface Order {
  key: string
  conversation: Id
  target: string
  /** Whole won, 1 or more. */
  amount: number
  memo?: string
  alias?: string
  /** The principal that confirmed it, and whose conversation it was: the result of a booking is announced to them. */
  by?: Principal
  profile?: string
}

/** A line of the ledger. It is only ever appended to; `at` is milliseconds since 1970. */
export type Entry =
  | { type: 'deposit'; at: number; amount: number; memo?: string; balance?: number; key?: string }
  /** `balance` in the embedded ledger, `answer` in the words of a bank outside. */
  | ({ type: 'sent'; at: number; booked?: true; balance?: number; answer?: string } & Order)
  /** A bank outside was asked and has not answered yet. */
  | ({ type: 'began'; at: number } & Order)
  /** It answered nothing that says whether the money moved. */
  | { type: 'lost'; at: number; key: string; detail: string }
  | { type: 'refused'; at: number; key: string; reason: string }
  | ({ type: 'booked'; at: number; date: string } & Order)
  | { type: 'dropped'; at: number; key: string }
  /** Nothing happened under this key, and nothing ever will. */
  | { type: 'void'; at: number; key: string }
  /** The result of a booking was announced there. */
  | { type: 'told'; at: number; key: string; to?: string }
  | { type: 'alias'; at: number; alias: string; target: string }

export type Sent = Extract<Entry, { type: 'sent' }>
/** Money that came in, and the balance after it. */
type Deposit = Extract<Entry, { type: 'deposit' }> & { balance: number }
export type Booked = Extract<Entry, { type: 'booked' }>
/** An entry that says how a key stands. */
export type Final = Extract<Entry, { type: 'sent' | 'refused' | 'dropped' | 'void' | 'began' | 'lost' | 'booked' }>

const order: Shape = { key: 'string', target: 'string', amount: 'number' }
const shapes: Record<Entry['type'], Shape> = {
  deposit: { amount: 'number', balance: 'number?', key: 'string?' },
  sent: { ...order, balance: 'number?' },
  began: order,
  lost: { key: 'string' },
  refused: { key: 'string', reason: 'string' },
  booked: { ...order, date: 'string' },
  dropped: { key: 'string' },
  void: { key: 'string' },
  told: { key: 'string' },
  alias: { alias: 'string', target: 'string' },
}

/** True if a line is one of ours: what a disk, a person or a newer version wrote otherwise must not become money. */
export function isEntry(value: unknown): value is Entry {
  if (!fits(value, { type: 'string', at: 'number' }) || !Object.hasOwn(shapes, String(value.type))) return false
  const { amount = 0 } = value
  return fits(value, shapes[value.type as Entry['type']]) && Number.isSafeInteger(amount) && Number(amount) >= 0
}

/** The meaning of all lines together. */
export interface Books {
  balance: number
  sent: readonly Sent[]
  /** All money that came in and went out, in the order of the lines; the embedded ledger begins with a deposit. */
  moves: readonly (Deposit | Sent)[]
  /** Bookings that wait for their day, by key. */
  booked: ReadonlyMap<string, Booked>
  /** The last word on each key. */
  keys: ReadonlyMap<string, Final>
  aliases: ReadonlyMap<string, string>
  /** Outcomes of bookings on their day, by key. */
  ran: ReadonlyMap<string, ScheduledRun>
  /**
   * Lines whose balance is not what the lines before them add up to: some of those are gone. What was written then
   * counts.
   */
  unbalanced: number
}

/** A booking, how it ended on its day, and whether anybody knows. */
export interface ScheduledRun {
  booking: Booked
  end: Final
  told: boolean
}

/** Books in which nothing stands yet. */
export function emptyBooks(): Books {
  return {
    balance: 0,
    sent: [],
    moves: [],
    booked: new Map(),
    keys: new Map(),
    aliases: new Map(),
    ran: new Map(),
    unbalanced: 0,
  }
}

/**
 * The first of some lines that must not be written; undefined where all may be. In a ledger with money of its own
 * (`hasMoney`) what moves is at least 1 won, under a key that nothing moved under before, and the balance after it is
 * what was there and what moved, never below zero.
 */
export function unfitEntry(books: Books, lines: readonly Entry[], hasMoney: boolean): Entry | undefined {
  let { balance } = books
  return lines.find((line) => {
    if (!isEntry(line)) return true
    if (!hasMoney || (line.type !== 'deposit' && line.type !== 'sent')) return false
    balance += line.type === 'sent' ? -line.amount : line.amount
    const isNew = line.type === 'deposit' || isOpen(books.keys.get(line.key))
    return !(isNew && line.amount > 0 && line.balance === balance && balance >= 0)
  })
}

interface Open {
  balance: number
  sent: Sent[]
  moves: (Deposit | Sent)[]
  booked: Map<string, Booked>
  keys: Map<string, Final>
  aliases: Map<string, string>
  ran: Map<string, ScheduledRun>
  unbalanced: number
}

/**
 * The books after some more lines. A key that was settled stays so, whatever a later line says. Pure: the given books
 * stay.
 */
export function enterAll(books: Books, entries: readonly Entry[]): Books {
  if (entries.length === 0) return books
  const open: Open = {
    ...books,
    sent: [...books.sent],
    moves: [...books.moves],
    booked: new Map(books.booked),
    keys: new Map(books.keys),
    aliases: new Map(books.aliases),
    ran: new Map(books.ran),
  }
  for (const entry of entries) enterLine(open, entry)
  return open
}

function enterLine(open: Open, entry: Entry): void {
  if (entry.type === 'deposit') {
    moveBalance(open, entry.amount, entry.balance)
    open.moves.push({ ...entry, balance: open.balance })
  } else if (entry.type === 'told') {
    const ran = open.ran.get(entry.key)
    if (ran) open.ran.set(entry.key, { ...ran, told: true })
  } else if (entry.type === 'alias') open.aliases.set(entry.alias, entry.target)
  else if (isOpen(open.keys.get(entry.key))) settleKey(open, entry)
}

const isOpen = (before: Final | undefined) => !before || before.type === 'began' || before.type === 'booked'

function settleKey(open: Open, entry: Final): void {
  open.keys.set(entry.key, entry)
  const booking = open.booked.get(entry.key) ?? open.ran.get(entry.key)?.booking
  if (booking && entry.type !== 'dropped' && entry.type !== 'booked')
    open.ran.set(entry.key, { booking, end: entry, told: false })
  if (entry.type === 'booked') open.booked.set(entry.key, entry)
  else open.booked.delete(entry.key)
  if (entry.type !== 'sent') return
  moveBalance(open, -entry.amount, entry.balance)
  open.sent.push(entry)
  open.moves.push(entry)
}

function moveBalance(open: Open, amount: number, written: number | undefined): void {
  open.balance += amount
  if (written === undefined || written === open.balance) return
  open.unbalanced++
  open.balance = written
}
