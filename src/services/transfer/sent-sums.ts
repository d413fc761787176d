import { readSentence } from '../../std/korean/sentence.ts'
import type { When } from '../../std/time/calendar.ts'
import { todayIn } from '../../std/time/calendar.ts'
import type { Books, Sent } from './ledger-entries.ts'
import { type TransferSentences, transferReport } from './messages.ts'

const EVER = /지금까지|여태|전부\s*다|모두\s*합|\bever\b|\bso far\b/i

/**
 * Tells the sums sent, by receiver, in the days that a question names; without days, in this conversation, else ever.
 */
export function sumText(
  text: string,
  { sent }: Books,
  say: TransferSentences,
  conversation: string,
  when: When,
): string {
  const targets = namesIn(text)
  const to = targets.length > 0 ? sent.filter((one) => isTo(one, targets)) : sent
  const { scope, found } = scopeSent(text, to, say, conversation, when)
  const total = found.reduce((all, { amount }) => all + amount, 0)
  if (total === 0) return targets.length > 0 ? say.nothingTo(scope, targets.join(', ')) : say.nothing(scope)
  const [only] = targets
  if (only && targets.length === 1) return say.sumTo(scope, only, total)
  const parts = byTarget(found)
  const shown = parts.slice(0, named)
  const rest = parts.slice(named)
  const more = rest.length > 0 ? { count: rest.length, won: rest.reduce((all, { won }) => all + won, 0) } : undefined
  return `${say.sum(scope, total)} ${say.parts(shown, more)}`
}

function scopeSent(text: string, sent: readonly Sent[], say: TransferSentences, conversation: string, when: When) {
  const period = readSentence(text).period(when)
  if (period) {
    const within = (day: string) => day >= period.first && day <= period.last
    return {
      scope: say.within(text.slice(period.from, period.to)),
      found: sent.filter((one) => within(dayOf(one, when))),
    }
  }
  const here = sent.filter((one) => one.conversation === conversation)
  return EVER.test(text) || here.length === 0
    ? { scope: say.scopes.ever, found: sent }
    : { scope: say.scopes.here, found: here }
}

const dayOf = ({ at }: Sent, { zone }: When) => todayIn({ now: new Date(at), zone })

/** Whom a question names; nobody where it asks for them. */
function namesIn(text: string): string[] {
  const english = [...text.matchAll(/\b(?:to|pay)\s(?:my\s)?(?!me\b)([a-z][\w'-]{0,30})/gi)].map(
    (hit) => hit[1] as string,
  )
  const names = [...readSentence(text).people.map(({ name }) => name), ...english]
  return [...new Set(names)].filter((name) => !/^(?:누구|who|money|today|yesterday)$/i.test(name))
}

const isTo = ({ target, alias }: Sent, names: readonly string[]) =>
  names.includes(target) || names.includes(alias ?? '')

/** At most this many receivers are named; the whole list is in the history. */
const named = 10

function byTarget(sent: readonly Sent[]): { target: string; won: number }[] {
  const sums = new Map<string, number>()
  for (const { target, amount } of sent) sums.set(target, (sums.get(target) ?? 0) + amount)
  return [...sums].map(([target, won]) => ({ target, won }))
}

/** The last transfer, to whom a question names if it names somebody. */
export function lastText(text: string, { sent }: Books, say: TransferSentences, when: When): string {
  const targets = namesIn(text)
  const last = sent.findLast((one) => targets.length === 0 || isTo(one, targets))
  if (last) return say.lastSent(transferReport({ ...last, date: dayOf(last, when) }, todayIn(when)))
  return targets.length > 0 ? say.nothingTo(say.scopes.ever, targets.join(', ')) : say.nothing(say.scopes.ever)
}
