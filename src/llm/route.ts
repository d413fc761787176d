/** How much thinking a request needs: which of a provider's models answers it. */
export type Weight = 'light' | 'standard' | 'heavy'

/** Requests of this many characters are work, not talk. */
const longText = 1_200
/** Talk is short. */
const shortText = 40

/** Code itself: a fence, a diff, a stack trace, or lines that end like statements. */
const code =
  /```|^(diff --git|@@ |[+-]{3} [ab]\/)|\bat .+:\d+:\d+|^\s*(import|export|function|class|def|const|let|var|#include|public|SELECT)\b.+[;{:()]/im

/** Wishes for analysis or programming. Korean verbs stand without their endings. */
const work = new RegExp(
  [
    '분석|비교해|검토|리뷰|설계|증명|최적화|추론|전략|기획|보고서|논문|평가해|원인을|단계별|자세히|꼼꼼',
    '코드|코딩|프로그램|함수|알고리즘|디버그|디버깅|버그|리팩터|리팩토|구현해|쿼리|정규식|스크립트|컴파일|테스트를?\\s?(짜|작성|만들)',
    '\\b(analy[sz]e|analysis|compare|review|design|architect|prove|proof|optimi[sz]e|evaluate|investigate|step by step|in depth|trade-?offs?)\\b',
    '\\b(code|program|function|algorithm|debug|bug|refactor|implement|regex|script|compile|stack trace|sql|unit tests?)\\b',
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
 * The weight of a request by rule, from what the person wrote: long texts, code, and wishes for analysis or programming are
 * heavy; greetings and other short talk are light; everything else is standard. A choice made by hand wins.
 */
export function weigh(text: string, chosen?: Weight): Weight {
  if (chosen) return chosen
  const trimmed = text.trim()
  if (trimmed.length >= longText || code.test(trimmed) || work.test(trimmed)) return 'heavy'
  return trimmed.length <= shortText && talk.test(trimmed) ? 'light' : 'standard'
}
