import { GIVE } from '../../std/korean/grammar/ending.ts'
import { inOneLine, patternOf } from '../../std/text/pattern.ts'
import type { Service } from './service.ts'

const WAIT = '(?:아\\s?)?(?:잠깐|잠시|잠깐만|잠시만|일단|wait|hold on)'
const OTHER = inOneLine`
    (?:다른|딴)\\s?(?:거|것|얘기|이야기|말|일|질문|걸|게)(?:\\s?(?:좀|부터|먼저|하나|로|를|을|할게|하자|해줘|물어볼게|있어))*(?:요)?|something else|
    another thing`
/** "다른 게 아니라 …", "다른 걸로 바꿔줘" speak of the flow at hand. */
const HERE = '(?!\\s?(?:아니|로\\s?(?:바꿔|변경|해|할)))'
const LEAVE = new RegExp(`^\\s*${WAIT}[\\s,.!…~]*(?:만\\s*)?(?:요[\\s,.!]*)?(?:${OTHER})${HERE}[\\s,.!?:…~]*`, 'i')
const ALONE = new RegExp(`^\\s*(?:${OTHER})[\\s,.!?…~]*$`, 'i')
const LATER = patternOf()`
    ^\s*(?:이건|그건|이거|이체는|일단)?\s*(?:잠시\s*)?(?:보류(?:해${GIVE}|하자|할게요?)?|멈춰(?:${GIVE}|\s?두자))[\s.!]*$`

/**
 * Reads a wish to leave the flow at hand without ending it ("잠깐, 다른 거"), and the rest of the words; undefined without
 * one.
 */
export function readsLeave(text: string): { more: string } | undefined {
  if (LATER.test(text) || ALONE.test(text)) return { more: '' }
  const hit = LEAVE.exec(text)
  return hit ? { more: text.slice(hit[0].length).trim() } : undefined
}

const GO_ON =
  /^\s*(?:(?:네|응|예|그래)(?:요)?[\s,]*)?(?:계속|이어서|마저|go on|continue)(?:\s*(?:해|요|가요?|가자|갈게요?|하자|할게요?|할래요?))?[\s.!]*$/i

/** "계속", "계속할게요": what waits is to go on. */
export function isResume(text: string): boolean {
  return GO_ON.test(text)
}

const KOREAN_VERB = /([가-힣]{2,6}?)(?:을|를)?\s?할까요\?/
const ENGLISH_VERB = /\bshall I ([a-z]+) (?:it|them)\?/i

/**
 * A person's answer, with the verb of the question in the words that every question shares: to "…등록할까요?" is "등록해줘" an
 * answer like "진행해줘".
 */
export function inCommonWords(text: string, question: string): string {
  const verb = KOREAN_VERB.exec(question)?.[1]
  if (verb) return text.replaceAll(verb, '진행')
  const english = ENGLISH_VERB.exec(question)?.[1]
  return english ? text.replace(new RegExp(`\\b${english} (?:it|them)\\b`, 'i'), 'do it') : text
}

const BACK = /아까|하던|그\s?전|이전|보류|멈춰|멈춘|back to|continue|resume/i
const ON = /계속|이어|마저|다시|돌아|continue|resume|back to|go on/i

/** The parked service that somebody wants back ("아까 하던 이체 계속하자"); with one parked, its name need not be said. */
export function readsResume(text: string, parked: readonly Service[]): Service | undefined {
  if (text.length > 60 || !ON.test(text)) return undefined
  const named = parked.find(({ title, name }) => text.includes(title) || text.toLowerCase().includes(name))
  if (named) return named
  return parked.length === 1 && (BACK.test(text) || /^\s*(?:계속|이어서|마저)/.test(text)) ? parked[0] : undefined
}

const WAITED = patternOf()`
    (?:아까|하던|하다 ?만|멈춘|멈춰 ?둔|보류(?:한|해 ?둔)) .*(?:계속|이어서|마저)\s?(?:하자|할게요?|할래요?|해${GIVE}?)?[\s.!]*$`

/** "아까 그 이체 계속하자", said of what is at hand already. */
export const asksToGoOn = (text: string) => text.length <= 60 && WAITED.test(text)

/** The service that somebody wants back by its name although nothing of it waits. */
export function resumesNothing(text: string, services: readonly Service[]): Service | undefined {
  return text.length <= 60 && WAITED.test(text) ? services.find(({ title }) => text.includes(title)) : undefined
}
