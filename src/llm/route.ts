import { inOneLine } from '../std/text/pattern.ts'
import { costUsd } from './models/prices.ts'

/** The thinking that a request needs; it chooses among a provider's models. */
export type Weight = 'light' | 'standard' | 'heavy'

/** Requests of this many characters are work, not talk. */
const longText = 1_200
/** Longest text, in characters, that counts as small talk. */
const shortText = 40

/** Code itself: a fence, a diff, a stack trace, or lines that end like statements. */
const code =
  /```|^(diff --git|@@ |[+-]{3} [ab]\/)|\bat .+:\d+:\d+|^\s*(import|export|function|class|def|const|let|var|#include|public|SELECT)\b.+[;{:()]/im

/** Requests for analysis or programming. Korean verbs stand without their endings. */
const work = new RegExp(
  [
    '분석|비교해|검토|리뷰|설계|증명|최적화|추론|전략|기획|보고서|논문|평가해|원인을|단계별|자세히|꼼꼼',
    '코드|코딩|프로그램|함수|알고리즘|디버그|디버깅|버그|리팩터|리팩토|구현해|쿼리|정규식|스크립트|컴파일|테스트를?\\s?(짜|작성|만들)',
    inOneLine`
      \\b(analy[sz]e|analysis|compare|review|design|architect|prove|proof|optimi[sz]e|evaluate|investigate|
      step by step|in depth|trade-?offs?)\\b`,
    inOneLine`
      \\b(code|program|function|algorithm|debug|bug|refactor|implement|regex|script|compile|stack trace|sql|
      unit tests?)\\b`,
  ].join('|'),
  'i',
)

/** Greetings, thanks and short answers: nothing to think about. */
const talk = new RegExp(
  [
    '^(안녕|하이|헬로|고마|감사|미안|반가|잘\\s?(자|가|있|지내)|좋은\\s?(아침|하루|밤)|수고|네|넵|응|아니|그래|알겠|ㅋ|ㅎ|굿|최고|축하)',
    '^(hi|hello|hey|thanks?|thank you|sorry|bye|good (morning|night|evening)|yes|no|ok(ay)?|sure|great|nice|lol)\\b',
  ].join('|'),
  'i',
)

/**
 * The weight of a request by rule, from what the person wrote: long texts, code, and requests for analysis or
 * programming are heavy; greetings and other short talk are light; everything else is standard. A choice made by hand
 * wins.
 */
export function weighRequest(text: string, chosen?: Weight): Weight {
  if (chosen) return chosen
  const trimmed = text.trim()
  if (trimmed.length >= longText || code.test(trimmed) || work.test(trimmed)) return 'heavy'
  return trimmed.length <= shortText && talk.test(trimmed) ? 'light' : 'standard'
}

/** The model that answered last in a conversation, the tokens of it that its provider may still hold, and when. */
export interface WarmModel {
  model: string
  tokens: number
  /** Milliseconds since 1970. */
  at: number
}

/**
 * Lifetime of a provider's cache without a request, in milliseconds: five minutes at Anthropic, five to ten at OpenAI.
 */
const cacheLifeMs = 5 * 60_000
/** Without prices, a conversation of so many tokens is not left for a cheaper model. */
const smallTokens = 2_000
/** Turns that a choice is made for, and the tokens of an answer: a greeting is over at once, other talk goes on. */
const ahead = {
  light: { turns: 1, output: 50 },
  standard: { turns: 4, output: 400 },
  heavy: { turns: 4, output: 400 },
} as const
const order: readonly Weight[] = ['light', 'standard', 'heavy']

/**
 * The model for a request of this weight. A better one than the last is taken whenever the request wants it; a lesser
 * one only where it comes out cheaper over the next turns although it has to read anew what the last one's provider
 * holds in its cache. `kept`: the last one stays for that.
 */
export function modelFor(
  weight: Weight,
  models: Readonly<Partial<Record<Weight, string | undefined>>>,
  warm: WarmModel | undefined,
  now: number,
): { model: string | undefined; kept?: true } {
  const model = models[weight] ?? models.standard
  const last = order.findLast((one) => models[one] === warm?.model)
  const isWarm = warm !== undefined && now - warm.at < cacheLifeMs
  if (!model || !isWarm || !last || order.indexOf(last) <= order.indexOf(weight) || model === warm.model)
    return { model }
  return isWorthIt(model, warm, ahead[weight]) ? { model } : { model: warm.model, kept: true }
}

/** Return true if leaving a warm cache for another model costs less than staying, over these turns. */
function isWorthIt(model: string, warm: WarmModel, { turns, output }: { turns: number; output: number }): boolean {
  const input = warm.tokens
  const read = { input, output, cached: input }
  const [stay, first, then] = [
    costUsd(warm.model, read),
    costUsd(model, { input, output, cached: 0, written: input }),
    costUsd(model, read),
  ]
  if (stay === undefined || first === undefined || then === undefined) return warm.tokens <= smallTokens
  return first + then * (turns - 1) < stay * turns
}
