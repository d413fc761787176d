import { type RingChoice, type RingRef, ringChoices } from '../../../core/reminders/answer-ring.ts'
import { reminderMessages } from '../../../messages/engine/reminders.ts'
import type { Language } from '../../../messages/language.ts'
import type { OutAction } from '../ledger-entries.ts'

/** https://core.telegram.org/bots/api#inlinekeyboardbutton: callback_data has 1 to 64 bytes. */
const mostData = 64

/**
 * The buttons under a ring: done, in ten minutes, tomorrow. None where so many rang together that their numbers do
 * not fit.
 */
export function ringButtons({ ids, at }: RingRef, language: Language): OutAction[] {
  const actions = ringChoices.map((choice) => ({
    text: reminderMessages[language].choices[choice],
    data: `r:${choice}:${ids.join('.')}:${at.toString(36)}`,
  }))
  return actions.every(({ data }) => Buffer.byteLength(data) <= mostData) ? actions : []
}

/** Return the meaning of a pressed button under a ring; undefined for any other button. */
export function readRingPress(data: string): { ref: RingRef; choice: RingChoice } | undefined {
  const [, word, ids, at] = /^r:(\w+):([\w.]+):([0-9a-z]+)$/.exec(data) ?? []
  const choice = ringChoices.find((one) => one === word)
  return choice && ids && at ? { ref: { ids: ids.split('.'), at: Number.parseInt(at, 36) }, choice } : undefined
}
