import { serviceMessages } from '../../messages/engine/service.ts'
import type { Event } from '../../protocol/index.ts'
import type { CivilDate } from '../../std/time/calendar.ts'
import type { Definition, QuestionLead } from './service.ts'
import { displaySlots, type Slot } from './slots.ts'
import { type FlowState, lookupSlot, missingSlots, taskPosition, unclearSlot, waitsForChoice } from './state.ts'

/**
 * The question that a state asks for: what is wrong first, with its place in a batch, never word for word the last
 * one.
 */
export async function nextQuestion(
  { slots, say }: Definition,
  state: FlowState,
  lead: QuestionLead,
  language: 'ko' | 'en',
  today: CivilDate,
): Promise<string> {
  const { yesOrNo, howToLeave, withoutIt, sayItAgain, lookAgain } = serviceMessages[language]
  const other = (ways: readonly string[]) => ways.find((way) => way !== state.asked) ?? ways[0] ?? ''
  if (waitsForChoice(state)) return other(await say.broken(state, today))
  const complaint = state.errors[unclearSlot]
  const unfound = state.errors[lookupSlot]
  if (state.stage === 'TALKING') return state.asked
  if (state.stage === 'CALLING') return (state.progress?.inner as FlowState | undefined)?.asked ?? ''
  if (state.stage === 'READY') {
    const ask = other(await say.confirm(state, lead, today))
    return complaint ? other([`${complaint}\n${ask}`, `${complaint}\n${ask} ${yesOrNo}`]) : ask
  }
  const empty = missingSlots(slots, state)
  const wanted = slots.find(({ name }) => state.errors[name]) ?? slots.find(({ name }) => empty.includes(name))
  if (!wanted && unfound) return other([`${unfound} ${lookAgain}`, `${unfound} ${lookAgain} ${howToLeave}`])
  if (!wanted && !complaint) return ''
  if (!wanted) {
    const values = Object.values(displaySlots(slots, state.slots, language, today)).join(', ')
    return other([`${complaint} ${withoutIt(values)}`, `${complaint} ${sayItAgain}`])
  }
  const error = state.errors[wanted.name]
  const place = taskPosition(state)
  if (error && isAsking(error, wanted)) return other([`${error}${place}`, `${error}${place} ${howToLeave}`])
  const ask = other(await say.ask(wanted, state, lead, today))
  if (error) return other([`${error}\n${ask}`, `${error} ${howToLeave}\n${ask}`])
  return complaint ? other([`${complaint}\n${ask}`, `${complaint} ${howToLeave}\n${ask}`]) : ask
}

/** True if a complaint about a value asks for another one: the slot's own do, the reason of a look-up may not. */
const isAsking = (error: string, { errors }: Slot): boolean =>
  Object.values(errors).includes(error) || /[?？]|주세요|\bplease\b/i.test(error)

/**
 * The state of a flow as surfaces show it: the values, the number of the task, and the words that answer the question.
 */
export function movedEvent(
  { name, slots: declared }: Definition,
  state: FlowState,
  language: 'ko' | 'en',
  today: CivilDate,
): Event {
  const { stage, slots, index, total } = state
  const { yes, no, goOn } = serviceMessages[language].buttons
  const wants = stage === 'TALKING' ? state.progress?.action : undefined
  const isChoice = waitsForChoice(state) || wants === 'ASK_CONTINUE'
  return {
    type: 'service.moved',
    service: name,
    stage,
    slots,
    task: { index: index + 1, total },
    buttons: isChoice ? [goOn, no] : stage === 'READY' || wants === 'CONFIRM' ? [yes, no] : [],
    labels: Object.fromEntries(declared.map(({ name: slot, label }) => [slot, label])),
    shown: displaySlots(declared, slots, language, today),
  }
}
