import type { FlowSentences, QuestionLead } from '../../core/service/service.ts'
import { displaySlots, type Slot } from '../../core/service/slots.ts'
import { type FlowState, type Settled, taskPosition } from '../../core/service/state.ts'
import { fillTemplate } from '../../core/service/template.ts'
import { serviceMessages } from '../../messages/engine/service.ts'
import type { JsonObject } from '../../protocol/index.ts'
import type { CivilDate } from '../../std/time/calendar.ts'
import { flattenFindings } from './flow.ts'
import type { ServiceFile, Text } from './schema.ts'

/** A declared sentence in one language. */
export const inLanguage = (text: Text, language: 'ko' | 'en') => (typeof text === 'string' ? text : text[language])

/** The sentences in which a declared service asks, confirms and reports: its own ones where it has some. */
export function declaredSentences(
  file: ServiceFile,
  slots: readonly Slot[],
  title: string,
  language: 'ko' | 'en',
): FlowSentences {
  const say = serviceMessages[language].declared
  const shown = (values: JsonObject, today: CivilDate) => displaySlots(slots, values, language, today)
  const listValues = (values: JsonObject, today: CivilDate) => {
    const texts = shown(values, today)
    return slots.flatMap(({ name, label }) => (texts[name] ? [`${label}: ${texts[name]}`] : [])).join(', ')
  }
  const ownSentence = (text: Text | undefined, values: JsonObject, today: CivilDate, found: JsonObject = {}) =>
    text && fillTemplate(inLanguage(text, language), { ...flattenFindings(found), ...shown(values, today) })
  const before = (lead: QuestionLead, { total }: FlowState) => {
    if (total < 2 || lead === 'plain') return ''
    return lead === 'begin' ? say.lead.begin(total) : say.lead[lead]
  }
  const askOneWay = (ways: readonly string[], state: FlowState, lead: QuestionLead) =>
    ways.map((way) => `${before(lead, state)}${way}${taskPosition(state)}`)

  const ended = (
    { slots: values, outcome, reason = '', receipt, found }: Settled,
    today: CivilDate,
    total: number,
  ): string => {
    const { message } = receipt ?? {}
    // A sentence that the declaration does not have says of a batch which of its tasks it is about.
    const about = (sentence: string) => (total > 1 ? `${sentence} (${listValues(values, today)})` : sentence)
    if (outcome === 'executed')
      return typeof message === 'string'
        ? message
        : (ownSentence(file.done, values, today, found) ?? about(say.done(title)))
    if (outcome === 'cancelled') return ownSentence(file.cancelled, values, today, found) ?? about(say.cancelled(title))
    // Nobody knows whether it failed: what is said says only that.
    if (outcome === 'unknown') return about(reason)
    const failed = ownSentence(file.failed, values, today, found)
    return failed ? `${failed} ${reason}`.trim() : about(say.failed(title, reason))
  }
  return {
    ask(slot, state, lead, today) {
      const questions = slot.questions.map(
        (question) => ownSentence(question, state.slots, today, state.progress?.found) ?? question,
      )
      return askOneWay(questions, state, lead)
    },
    confirm(state, lead, today) {
      const plain = say.confirm(title, listValues(state.slots, today))
      const { at = '', found } = state.progress ?? {}
      const { say: asked } = file.steps?.[at] ?? {}
      const first = ownSentence(asked ?? file.confirm, state.slots, today, found)
      // A question in the step's own words, with its findings, always belongs to the text that is agreed to.
      if (asked && first) return askOneWay([first, `${first} ${serviceMessages[language].yesOrNo}`], state, lead)
      return askOneWay([first ?? plain, plain], state, lead)
    },
    ended: (settled, _, today) =>
      settled.map((one) => ended(one, today, settled.length)).join('\n') || say.cancelled(title),
    broken(state, today) {
      const waiting = state.queue.map((values) => `- ${say.waiting}: ${listValues(values, today)}`)
      return [
        [...state.settled.map((one) => ended(one, today, state.total)), ...waiting, say.goOn(state.queue.length)].join(
          '\n',
        ),
      ]
    },
  }
}
