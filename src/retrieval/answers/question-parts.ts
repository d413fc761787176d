import { josa } from '../../std/korean/grammar/particles.ts'
import { wordsAsked } from '../../std/korean/search/asked-words.ts'
import { patternOf } from '../../std/text/pattern.ts'
import { roleOf } from './word-role.ts'

/** Words that ask. */
const asks =
  /며칠|언제|얼마|몇|어디|누구|누가|무엇|뭐|뭔|어떻게|어떤|어느|왜|\b(?:what|when|where|who|which|why|how)\b/i

/** The borders of questions: "며칠이고 언제까지", "and when must", "? ". */
const borders = patternOf('gi')`
    (?<=[가-힣])(?:이고|하고|이며|고|며)[,\s]+(?:그리고\s+|또\s+)?|[,\s]+(?:and|or)
    \s+(?=(?:(?:for|by|in|to|at|from|until)\s+)?(?:what|when|where|who|which|why|how)\b)|[?？]\s+(?=\S)`

/** "보증금이랑 월세는 얼마야?": two things are asked the same of. */
const both =
  /^(?<before>.*?)(?<one>[가-힣A-Za-z]{2,}?)(?:이랑|랑|과|와)\s+(?<other>[가-힣A-Za-z]{2,})(?<particle>은|는|이|가)(?<rest>\s.+)$/

/** The topic of a part that says its own: "연차는 언제까지". */
const ownTopic = /[가-힣]{2,}(?:은|는|이|가|을|를)(?=\s)/
/** Words that mean what was named before. */
const meansIt = /\b(?:it|them|they|that|those|this|its|their)\b/i

/**
 * The questions that a question consists of, each one whole: "연차는 며칠이고 언제까지 써야 해?" asks "연차는 며칠" and "연차는 언제까지
 * 써야 해?". A single question where it is not surely several. Pure.
 */
export function questionParts(question: string): string[] {
  const text = question.trim()
  const cut = text.split(borders).map((part) => part.trim())
  const parts: string[] = []
  for (const part of cut) {
    const last = parts.at(-1)
    // A part that asks nothing belongs to the next one: "이사하고 보증금은 언제 줘?".
    if (last !== undefined && !asks.test(last))
      parts.splice(-1, 1, text.slice(text.indexOf(last), text.indexOf(part) + part.length))
    else parts.push(part)
  }
  if (parts.length < 2 || !parts.every((part) => asks.test(part))) return twoThings(text)
  const [first = ''] = parts
  return parts.map((part, at) => (at === 0 || standsAlone(part) ? part : `${topicOf(first)} ${part}`.trim()))
}

/** "숙박비와 식비 한도 알려줘": the same is to be told of two things. */
const bothTold = patternOf()`
    ^(?<before>.*?)(?<one>[가-힣A-Za-z]{2,}?)(?:이랑|랑|하고|과|와) (?<other>[가-힣A-Za-z]{2,})
    (?<rest>(?: [가-힣]+)* (?:알려|말해|가르쳐) ?(?:줘|주세요|줄래)[?\s]*)$`
/** "What are the rent and the deposit?" */
const bothEnglish = patternOf('i')`
    ^(?<before>(?:what|how much|how many|when|where|who)\b.*?\b(?:is|are|was|were)(?: the| my| our)? )
    (?<one>\w+(?: \w+)?) and (?:the |my |our )?(?<other>\w+(?: \w+)?)(?<rest>\?*)$`

function twoThings(text: string): string[] {
  const told = (bothTold.exec(text) ?? bothEnglish.exec(text))?.groups
  if (told) return [told.one, told.other].map((thing) => `${told.before}${thing}${told.rest}`.trim())
  const { before = '', one, other, particle, rest } = (asks.test(text) && both.exec(text)?.groups) || {}
  if (!one || !other || !rest) return [text]
  const pair = particle === '은' || particle === '는' ? '은/는' : '이/가'
  return [one, other].map((thing) => `${before}${josa(thing, pair)}${rest}`)
}

/** Return true if a part names what it is about. */
function standsAlone(part: string): boolean {
  if (/[가-힣]/.test(part)) return ownTopic.test(part.replace(asks, ''))
  return !meansIt.test(part) && things(part).length > 0
}

/** Return the subject of the first part: its topic, else the things it names. */
function topicOf(first: string): string {
  const korean = /^.*?([가-힣]{2,})(?:은|는|이|가|을|를)(?=\s)/.exec(first)
  if (korean && !asks.test(korean[0])) return korean[0]
  return things(first).join(' ') || (/\b(?:of|the|my|our|your)\s+(\w+)/i.exec(first)?.[1] ?? '')
}

function things(part: string): string[] {
  const words = wordsAsked(part).map(({ wanted: { word } }) => word)
  return words.filter(
    (word, at) => word.length > 1 && !asks.test(word) && ['thing', 'code'].includes(roleOf(word, words[at + 1])),
  )
}
