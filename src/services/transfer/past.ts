import { readDate } from '../../std/korean/dates/date.ts'
import { readPeople } from '../../std/korean/grammar/people.ts'
import type { When } from '../../std/time/calendar.ts'
import { todayIn } from '../../std/time/calendar.ts'
import type { Booked, Books, ScheduledRun, Sent } from './books.ts'
import type { Ledger, OutsideBank } from './ledger.ts'
import { type TransferSentences, told } from './messages.ts'

const SUM =
  /얼마(?:나)?\s*(?:를|을)?\s*(?:보냈|이체했|송금했|부쳤)|(?:보낸|이체한|송금한)\s*(?:돈|금액|총액)|(?:이체|송금|이체한|송금한|보낸)\s*(?:내역|기록|이력)|how much (?:did|have) i (?:send|sent|transfer)/i
const BALANCE =
  /(?:내|계좌|통장)?\s*(?:잔액|잔고)(?:이|은|는|가|를|을|\s)*(?:얼마|알려|보여|확인|어때|남|\?|$)|통장에\s*얼마|\bmy balance\b/i
const BOOKED = /예약(?:한|된|해\s?둔|해\s?놓은)?\s*(?:이체|송금)|(?:이체|송금)\s*예약|booked transfers?/i
const DROP = /취소|삭제|지워|빼|cancel/i
const SHOW = /뭐|뭘|목록|보여|알려|있|언제|확인|몇|list|show|what|\?/i

/** Whether a sentence asks about transfers made or booked, or about the balance. */
export function asksPast(text: string): boolean {
  return SUM.test(text) || BALANCE.test(text) || (BOOKED.test(text) && (DROP.test(text) || SHOW.test(text)))
}

interface Asked {
  ledger: Ledger
  say: TransferSentences
  conversation: string
  when: When
  /** A transfer waits for an answer: "이체 예약 취소" without a name may mean that one. */
  open: boolean
}

/** Answers such a question out of the ledger; undefined when it is none. */
export async function answerPast(text: string, { ledger, say, conversation, when, open }: Asked): Promise<string | undefined> {
  if (!asksPast(text)) return undefined
  if (open && BOOKED.test(text) && DROP.test(text) && !readDate(text, when) && readPeople(text).length === 0) return undefined
  const books = await ledger.books()
  if (BOOKED.test(text)) return DROP.test(text) ? drop(text, books, ledger, say, when) : list([...books.booked.values()], say)
  if (!ledger.outside && BALANCE.test(text)) return say.balanceNow(books.balance)
  const asked = ledger.outside && askOf(text, ledger.outside)
  if (asked) return asked(AbortSignal.timeout(outsideMs)).catch((error) => say.silent(reasonOf(error)))
  return sum(text, books, say, conversation, when)
}

/** A bank outside has so long for a question, in milliseconds. */
const outsideMs = 20_000
const HISTORY = /내역|기록|이력/

/** The question for a bank outside, where it answers such; what was sent through us is summed up from our own record. */
function askOf(text: string, { balance, history }: OutsideBank) {
  return BALANCE.test(text) ? balance : HISTORY.test(text) ? history : undefined
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function sum(text: string, { sent }: Books, say: TransferSentences, conversation: string, when: When): string {
  const here = sent.filter((one) => one.conversation === conversation)
  const dayOf = (one: Sent) => todayIn({ now: new Date(one.at), zone: when.zone })
  const today = todayIn(when)
  const [scope, found] = /오늘|today/i.test(text)
    ? [say.scopes.today, sent.filter((one) => dayOf(one) === today)]
    : /이번\s?달|this month/i.test(text)
      ? [say.scopes.month, sent.filter((one) => dayOf(one).slice(0, 7) === today.slice(0, 7))]
      : /지금까지|여태|전부\s*다|모두\s*합|ever|so far/i.test(text) || here.length === 0
        ? [say.scopes.ever, sent]
        : [say.scopes.here, here]
  const target = readPeople(text)[0]?.name
  const chosen = target ? found.filter((one) => one.target === target || one.alias === target) : found
  const total = chosen.reduce((all, { amount }) => all + amount, 0)
  if (total === 0) return say.nothing(scope)
  return target ? say.sumTo(scope, target, total) : `${say.sum(scope, total)} ${say.parts(byTarget(chosen))}`
}

/** At most this many receivers are named; the whole list is in the history. */
const named = 10

function byTarget(sent: readonly Sent[]): { target: string; won: number }[] {
  const sums = new Map<string, number>()
  for (const { target, amount } of sent) sums.set(target, (sums.get(target) ?? 0) + amount)
  return [...sums].slice(0, named).map(([target, won]) => ({ target, won }))
}

function list(booked: readonly Booked[], say: TransferSentences): string {
  const all = booked.toSorted((a, b) => (a.date < b.date ? -1 : 1))
  return all.length === 0 ? say.noBookings : say.bookings(all.map((one) => say.booking(toldOf(one))))
}

const toldOf = (one: Booked) => told({ ...one })

const ALL = /모두|전부|모조리|싹|(?:^|\s)다(?:\s|$)|\ball\b/

async function drop(text: string, { booked }: Books, ledger: Ledger, say: TransferSentences, when: When): Promise<string> {
  const all = [...booked.values()]
  if (all.length === 0) return say.noBookings
  const chosen = meant(text, all, when)
  if (chosen.length === 0 || (chosen.length > 1 && !ALL.test(text)))
    return `${say.whichBooking}\n${list(chosen.length > 0 ? chosen : all, say)}`
  const lines: string[] = []
  for (const one of chosen) if (await ledger.drop(one.key)) lines.push(say.unbooked(toldOf(one)))
  return lines.join('\n') || say.noBookings
}

/** The bookings that a sentence means: those of whom and of the day that it names, else all. */
function meant(text: string, all: readonly Booked[], when: When): Booked[] {
  const day = readDate(text, when)
  const people = readPeople(text).map(({ name }) => name)
  const isNamed = (name: string | undefined) =>
    name !== undefined && (people.includes(name) || text.startsWith(name) || text.includes(` ${name}`))
  const byName = all.filter(({ target, alias }) => isNamed(target) || isNamed(alias))
  const named = byName.length > 0 || people.length > 0 ? byName : all
  return named.filter(({ date }) => !day || ('date' in day && date === day.date))
}

/** What became of a booking on its day, as a sentence for its owner. */
export function ranText({ booking, end }: ScheduledRun, say: TransferSentences): string {
  if (end.type === 'sent') return say.ranSent(toldOf(booking))
  if (end.type !== 'refused') return say.ranUnknown(toldOf(booking))
  return say.ranFailed(toldOf(booking), end.reason === 'balance' ? say.lowBalance : say.refused(end.reason))
}
