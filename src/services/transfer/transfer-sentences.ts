import type { FlowSentences, QuestionLead } from '../../core/service/service.ts'
import type { Slot } from '../../core/service/slots.ts'
import { type FlowState, type Settled, taskPosition } from '../../core/service/state.ts'
import type { CivilDate } from '../../std/time/calendar.ts'
import { type TransferSentences, transferReport } from './messages.ts'

/** The sentences in which transfers ask, confirm and report, in one language. */
export function transferSentences(say: TransferSentences): FlowSentences {
  const before = (lead: QuestionLead, { total, settled }: FlowState) => {
    if (total < 2 || lead === 'plain') return ''
    if (lead === 'begin') return say.lead.begin(total)
    const last = settled.at(-1)
    return say.lead[lead === 'executed' && last && isBooked(last) ? 'booked' : lead]
  }
  const line = (today: CivilDate) => (settled: Settled) =>
    `- ${say.report[kindOf(settled)]}: ${say.itemOn(transferReport(settled.slots, today))}${balanceTail(settled, say)}`
  return {
    ask(slot: Slot, state, lead, today) {
      const known = transferReport(state.slots, today)
      const ways =
        slot.name === 'target' ? say.askTarget(known) : slot.name === 'amount' ? say.askAmount(known) : slot.questions
      return ways.map((way) => `${before(lead, state)}${way}${taskPosition(state)}`)
    },
    confirm(state, lead, today) {
      const what = transferReport(state.slots, today)
      if (state.total > 1)
        return [say.confirmOf(what), say.confirmLong(what)].map(
          (way) => `${before(lead, state)}${way}${taskPosition(state)}`,
        )
      const more = what.memo || what.date ? '' : `\n${say.more}`
      return [`${say.confirmOne(what)}${more}`, say.confirmLong(what)]
    },
    ended(settled, stage, today) {
      const [only] = settled
      if (!only) return say.cancelled
      if (settled.length === 1) return stage === 'CANCELLED' ? say.cancelled : reportOne(only, say, today)
      if (settled.every(({ outcome }) => outcome === 'cancelled')) return say.allCancelled(settled.length)
      const count = (kind: ReturnType<typeof kindOf>) => settled.filter((each) => kindOf(each) === kind).length
      const head =
        count('executed') === settled.length
          ? say.allDone(settled.length)
          : count('booked') === settled.length
            ? say.allBooked(settled.length)
            : say.mixed(count)
      return [head, ...settled.map(line(today))].join('\n')
    },
    broken(state, today) {
      const last = state.settled.at(-1)
      const head = last
        ? (last.outcome === 'unknown' ? say.lost : say.broken)(
            say.item(transferReport(last.slots, today)),
            last.reason ?? '',
          )
        : ''
      const waiting = state.queue.map((slots) => `- ${say.report.waiting}: ${say.itemOn(transferReport(slots, today))}`)
      const report = [head, ...state.settled.map(line(today)), ...waiting].join('\n')
      return [`${report}\n${say.goOn(state.queue.length)}`, `${report}\n${say.goOnAgain(state.queue.length)}`]
    },
  }
}

const isBooked = ({ receipt }: Settled) => receipt?.type === 'booked'
const kindOf = (settled: Settled) => (isBooked(settled) ? ('booked' as const) : settled.outcome)

function reportOne(settled: Settled, say: TransferSentences, today: CivilDate): string {
  const what = transferReport(settled.slots, today)
  if (isBooked(settled)) return say.booked(what)
  if (settled.outcome === 'executed') return `${say.done}\n${say.item(what)}${balanceTail(settled, say)}`
  // Nobody knows whether it failed: what is said says only that.
  return settled.outcome === 'unknown' ? (settled.reason ?? say.unknown) : say.failed(settled.reason ?? '')
}

/** The balance afterwards; a bank outside does not tell. */
function balanceTail({ receipt }: Settled, say: TransferSentences): string {
  return receipt?.type === 'sent' && typeof receipt.balance === 'number' ? ` · ${say.balance(receipt.balance)}` : ''
}
