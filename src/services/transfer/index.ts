import type { CompletedTask, ReadContext } from '../../core/service/service.ts'
import type { ServiceCode } from '../../core/service/service-code.ts'
import type { Operation } from '../../core/service/state.ts'
import type { JsonObject } from '../../protocol/index.ts'
import { couldBeName } from '../../std/korean/grammar/names.ts'
import { todayIn } from '../../std/time/calendar.ts'
import { aboutTransfers, answerAbout } from './about-transfers.ts'
import { claimTransfer } from './claim.ts'
import type { Ledger, Result } from './ledger.ts'
import { type TransferSentences, transferMessages } from './messages.ts'
import { asksForAll, asksToNote } from './notes.ts'
import { answerPast, asksPast, inLanguageOf, speaksOfLast } from './past-questions.ts'
import { readTransfers } from './reader.ts'
import { transferSentences } from './transfer-sentences.ts'

/** A bank outside has so long for a transfer that somebody waits for, in milliseconds. */
const outsideMs = 60_000

/** The code of the transfer service over a ledger; what can be declared of it stands in service.json. */
export function transferCode(ledger: Ledger, language: 'ko' | 'en'): ServiceCode {
  const say = transferMessages[language]
  return {
    claim: (text) => (asksPast(text) || aboutTransfers(text, false) ? 'yes' : claimTransfer(text)),
    recalls: (text, at) => speaksOfLast(text, { ledger, ...at }),
    read: (text, context) => read(text, context, ledger, say),
    async aside(input, { conversation, when, stage }) {
      if (stage === 'READY' && asksToNote(input.text)) return say.howToNote
      if (stage === 'READY' && asksForAll(input.text)) return say.oneByOne
      const open = stage !== 'INIT'
      const past = await answerPast(input.text, { ledger, say, conversation, when, open })
      const about = past === undefined ? aboutTransfers(input.text, open) : undefined
      return about ? answerAbout(about, ledger, inLanguageOf(input.text, say)) : past
    },
    steps: {
      execute: {
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
        ...(ledger.outside ? { ms: outsideMs } : {}),
      },
    },
    say: transferSentences(say),
  }
}

/**
 * Names from the alias book stand for the person behind them; both are shown before anything is confirmed. Whoever
 * cannot be somebody's name is asked for, and so is what nobody read.
 */
async function read(
  text: string,
  context: ReadContext,
  ledger: Ledger,
  say: TransferSentences,
): Promise<Operation[][]> {
  const { tasks: said, unread, bounds } = readTransfers(text, context)
  if (said.length === 0) return said
  const { aliases, sent } = await ledger.books()
  const isKnown = (name: string) => aliases.has(name) || sent.some(({ target }) => target === name)
  const tasks = (bounds ? said.map(withoutAmount) : said).map((task) =>
    task.flatMap((one): Operation[] => {
      if (one.op !== 'set' || one.slot !== 'target') return [one]
      const name = String(one.value)
      if (!isKnown(name) && !couldBeName(name)) return [{ op: 'ask', question: say.whoIs(name) }]
      const person = aliases.get(name)
      return person === undefined
        ? [one]
        : [
            { op: 'set', slot: 'target', value: person },
            { op: 'set', slot: 'alias', value: name },
          ]
    }),
  )
  const [first = [], ...others] = tasks
  return unread ? [[...first, { op: 'ask', question: say.unread(unread) }], ...others] : tasks
}

const withoutAmount = (task: readonly Operation[]) => task.filter((one) => !(one.op === 'set' && one.slot === 'amount'))

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
