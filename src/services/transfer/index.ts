import type { CompletedTask, Definition, ReadContext } from '../../core/service/service.ts'
import type { Slot } from '../../core/service/slots.ts'
import type { Operation } from '../../core/service/state.ts'
import type { Input, JsonObject } from '../../protocol/index.ts'
import { todayIn } from '../../std/time/calendar.ts'
import { claimTransfer } from './claim.ts'
import type { Ledger, Result } from './ledger.ts'
import { type TransferSentences, transferMessages } from './messages.ts'
import { asksForAll, asksToNote } from './notes.ts'
import { answerPast, asksPast, speaksOfLast } from './past-questions.ts'
import { readTransfers } from './reader.ts'
import { transferSentences } from './transfer-sentences.ts'

/** What one transfer may move at most, in won: beyond it numbers are no longer exact to a person. */
const maxWon = 1_000_000_000_000

/** A bank outside has so long for a transfer that somebody waits for, in milliseconds. */
const outsideMs = 60_000

/** The transfer service over a ledger. `mayMove` says whether money may be sent from the surface of an input. */
export function createTransfer(
  ledger: Ledger,
  language: 'ko' | 'en',
  mayMove: (input: Input) => boolean,
  refusal: string,
): Definition {
  const say = transferMessages[language]
  return {
    name: 'transfer',
    title: say.title,
    description: say.description,
    slots: slotsIn(say),
    batch: true,
    reading: { prompt, card: { temperature: 0, attempts: 3, timeout: 10_000 } },
    claim: (text) => (asksPast(text) ? 'yes' : claimTransfer(text)),
    recalls: (text, at) => speaksOfLast(text, { ledger, ...at }),
    read: (text, context) => read(text, context, ledger, say),
    async aside(input, { conversation, when, stage }) {
      if (!mayMove(input)) return undefined
      if (stage === 'READY' && asksToNote(input.text)) return say.howToNote
      if (stage === 'READY' && asksForAll(input.text)) return say.oneByOne
      return answerPast(input.text, { ledger, say, conversation, when, open: stage !== 'INIT' })
    },
    refusal: (input) => (mayMove(input) ? undefined : refusal),
    async execute({ slots, key, conversation, when, by, profile }, signal) {
      const order = { key, conversation, by, profile, ...orderOf(slots) }
      const date = slots.transfer_date
      const later = typeof date === 'string' && date > todayIn(when)
      const result = await (later ? ledger.book(order, date) : ledger.send(order, signal))
      if (result.ok && order.alias && order.alias !== order.target) await ledger.alias(order.alias, order.target)
      return doneOf(result, say)
    },
    async settle(key) {
      const result = await ledger.settle(key)
      return result && doneOf(result, say)
    },
    ...(ledger.outside ? { executeMs: outsideMs } : {}),
    hook: 'transfer_completed',
    say: transferSentences(say),
  }
}

function slotsIn(say: TransferSentences): Slot[] {
  const { labels, errors } = say
  const optional = { required: false, questions: [] }
  return [
    { name: 'target', type: 'person', required: true, label: labels.target, questions: [], errors: { invalid: errors.target } },
    {
      name: 'amount',
      type: 'amount',
      required: true,
      label: labels.amount,
      questions: [],
      errors: { invalid: errors.amount, max: errors.tooMuch, fraction: errors.fraction, range: errors.range },
      min: 1,
      max: maxWon,
    },
    { name: 'memo', type: 'text', label: labels.memo, errors: { invalid: errors.text }, ...optional },
    { name: 'alias', type: 'person', label: labels.alias, errors: { invalid: errors.text }, ...optional },
    {
      name: 'transfer_date',
      type: 'date',
      label: labels.transfer_date,
      errors: { invalid: errors.date, past: errors.past, repeats: errors.repeats },
      ...optional,
    },
  ]
}

/** Names from the alias book stand for the person behind them; both are shown before anything is confirmed. */
async function read(text: string, context: ReadContext, ledger: Ledger, say: TransferSentences): Promise<Operation[][]> {
  const { tasks, unread } = readTransfers(text, context)
  if (tasks.length === 0) return tasks
  const { aliases } = await ledger.books()
  const known = tasks.map((operations) =>
    operations.flatMap((one): Operation[] => {
      const person = one.op === 'set' && one.slot === 'target' ? aliases.get(String(one.value)) : undefined
      if (person === undefined || one.op !== 'set') return [one]
      return [
        { op: 'set', slot: 'target', value: person },
        { op: 'set', slot: 'alias', value: one.value },
      ]
    }),
  )
  const [first = [], ...others] = known
  return unread ? [[...first, { op: 'ask', question: say.unread(unread) }], ...others] : known
}

function orderOf(slots: JsonObject) {
  const { target, amount, memo, alias } = slots
  return {
    target: String(target),
    amount: Number(amount),
    ...(typeof memo === 'string' ? { memo } : {}),
    ...(typeof alias === 'string' ? { alias } : {}),
  }
}

function doneOf(result: Result, say: TransferSentences): CompletedTask {
  if (result.ok) return { outcome: 'executed', receipt: result.receipt }
  if (result.reason === 'unknown') return { outcome: 'unknown', reason: say.unknown }
  const reason = result.reason === 'balance' ? say.short(Number(result.detail)) : say.refused(result.detail ?? '')
  return { outcome: 'failed', reason }
}

const prompt = `You read Korean or English requests to transfer money and write down their slots. You never decide whether to transfer.
target: the receiver's name as said, without particles. amount: whole won as an integer, as said, never rounded. memo, alias: only if said.
transfer_date: YYYY-MM-DD, reckoned from today; the nearest such day to come. Use "tasks" only when several transfers are asked for in the last message.
Read the last message only; earlier ones are for context. What is not said is left out.`
