import { patternOf } from '../std/text/pattern.ts'

/** Reason for pinning a line: it is in every request, because an answer without it could do harm. */
export type PinReason = 'chosen' | 'health' | 'rule' | 'hint' | 'date' | 'name'

/**
 * The kinds of facts that are pinned, the most important first. A person pins any other line by a mark in front of
 * it.
 */
const kinds: readonly [PinReason, RegExp][] = [
  ['chosen', /^(?:📌|\[(?:고정|pin)\])/iu],
  [
    'health',
    patternOf('i')`
      알레르기|알러지|못\s?먹|먹으면 안|복용|처방|혈액형|당뇨|고혈압|천식|지병|임신|보험증|allerg|intoleran|can(?:'|no)?t eat|blood type|diabet|asthma|
      medication|pregnan`,
  ],
  [
    'rule',
    patternOf('i')`
      반말|존댓말|해요체|항상|반드시|절대|(?:말|답|부르|요약|설명|제안|추천|권하|묻|쓰)\S{0,3}지\s?(?:않|마|말)|(?:라고|으로) 부르|
      (?:^|\s)(?:always|never|must)(?:\s|$)|call me|address me`,
  ],
  ['hint', /비밀번호|패스워드|암호|힌트|password|passphrase|\bhint\b|\bPIN\b/i],
  ['date', /생일|생신|기념일|기일|제사|태어|출생|birthday|anniversary|\bborn\b/i],
  ['name', /이름(?:은|이|:)|성함|별명|\bname(?:'s| is|d|:)|nickname/i],
]

/** Return the reason for pinning a fact; undefined for one that is recalled when a turn needs it. */
export function pinReason(text: string): PinReason | undefined {
  return kinds.find(([, words]) => words.test(text))?.[0]
}
