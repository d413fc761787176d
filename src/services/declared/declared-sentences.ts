import type { FlowSentences, QuestionLead } from '../../core/service/service.ts'
import { displayed, type Slot } from '../../core/service/slots.ts'
import { type FlowState, type Settled, taskPosition } from '../../core/service/state.ts'
import { fillTemplate } from '../../core/service/template.ts'
import { serviceMessages } from '../../messages/engine/service.ts'
import type { JsonObject } from '../../protocol/index.ts'
import { flatten } from './flow.ts'
import type { ServiceFile, Text } from './schema.ts'

/** A declared sentence in one language. */
export const inLanguage = (text: Text, language: 'ko' | 'en') => (typeof text === 'string' ? text : text[language])

/** How a declared service asks, confirms and reports: in its own sentences where it has some. */
export function declaredSentences(
  file: ServiceFile,
  slots: readonly Slot[],
  title: string,
  language: 'ko' | 'en',
): FlowSentences {
  const say = serviceMessages[language].declared
  const shown = (values: JsonObject) => displayed(slots, values, language)
  const listed = (values: JsonObject) => {
    const texts = shown(values)
    return slots.flatMap(({ name, label }) => (texts[name] ? [`${label}: ${texts[name]}`] : [])).join(', ')
  }
  const own = (text: Text | undefined, values: JsonObject, found: JsonObject = {}) =>
    text && fillTemplate(inLanguage(text, language), { ...flatten(found), ...shown(values) })
  const before = (lead: QuestionLead, { total }: FlowState) => {
    if (total < 2 || lead === 'plain') return ''
    return lead === 'begin' ? say.lead.begin(total) : say.lead[lead]
  }
  const put = (ways: readonly string[], state: FlowState, lead: QuestionLead) =>
    ways.map((way) => `${before(lead, state)}${way}${taskPosition(state)}`)

  const ended = ({ slots: values, outcome, reason = '', receipt, found }: Settled): string => {
    const { message } = receipt ?? {}
    if (outcome === 'executed') return typeof message === 'string' ? message : (own(file.done, values, found) ?? say.done(title))
    if (outcome === 'cancelled') return own(file.cancelled, values, found) ?? say.cancelled(title)
    // Nobody knows whether it failed: what is said says only that.
    if (outcome === 'unknown') return reason
    const failed = own(file.failed, values, found)
    return failed ? `${failed} ${reason}`.trim() : say.failed(title, reason)
  }
  return {
    ask(slot, state, lead) {
      const questions = slot.questions.map((question) => own(question, state.slots, state.progress?.found) ?? question)
      return put(questions, state, lead)
    },
    confirm(state, lead) {
      const plain = say.confirm(title, listed(state.slots))
      const { at = '', found } = state.progress ?? {}
      return put([own(file.steps?.[at]?.say ?? file.confirm, state.slots, found) ?? plain, plain], state, lead)
    },
    ended: (settled) => settled.map(ended).join('\n') || say.cancelled(title),
    broken(state) {
      const waiting = state.queue.map((values) => `- ${say.waiting}: ${listed(values)}`)
      return [[...state.settled.map(ended), ...waiting, say.goOn(state.queue.length)].join('\n')]
    },
  }
}
