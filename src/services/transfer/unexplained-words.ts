import type { ReadContext } from '../../core/service/service.ts'
import type { Operation } from '../../core/service/state.ts'
import { couldBeName } from '../../std/korean/grammar/names.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import { matchSpans, type Span } from '../../std/korean/spelling/span.ts'
import { patternOf } from '../../std/text/pattern.ts'

/** Words about the slots themselves, and joints between several transfers, that the reader has taken into account. */
const ABOUT = patternOf('i')`
  ^(?:[가-힣]{1,6}(?:은행|뱅크|증권|금고|신협|농협|수협)(?:의|으로|로|에)?|금액(?:은|을|이|만|도)?|액수(?:는|를|만)?|(?:받는|보내는|보낼)|(?:수취인|수신인|받는분|
  받을분|상대|상대방)(?:은|는|을|를|이)?|확인(?:해|요)?|완료|(?:사람|분|이)(?:은|는|을|이)?|날짜(?:는|를|만)?|이체일(?:은|을)?|메모(?:는|도|를|을)?|별칭(?:은|도)?|
  (?:송금|이체)(?:은|는|을|를|건은?|이요)?|건(?:은|을)?|각각|각자|각|둘|셋|모두|전부|다|둘다|모두에게|똑같이|같은|동일하게|동일한|추가로|또한|마찬가지로|바꿔|바꾸|변경|수정|고쳐|정정|
  아니|아니야|아니다|아냐|아뇨|아니요|그게|아니라|대신|원래|사실|잠깐|잠깐만|잠시만|차라리|최종|최종적으로|친구|지인|계좌(?:로|에|번호로)?|통장(?:으로|에)?|앞으로|님|씨|님께|에게로|부터요|
  바꿀게|바꿀래|바꾸자|바꾸고|바꿔주|변경(?:해|할게|할래|하고|하자).*|수정(?:해|할게|할래|하고|하자).*|정정(?:해|할게|할래|하자).*|바꿔.*|고쳐.*|actually|instead|
  change|amount|no|sorry|only|also|as|set|date|receiver|each|both|apiece|about|around|roughly|exactly|total|
  altogether|back|evenly|equally|split|between|among|too|well|account|our|thanks|thank|cheers|need|move|give|same|out|
  over|but|today|right|away|please|kindly|make|might|should|wanna|gonna|go|ahead)$
`

/** Parts of a sum, or more and less than it. */
const PART = /^(?:반|절반|나머지|전부|전액|일부|잔액|차액|합|배|몫|할|이상|이하|미만|초과|더|덜)/

/**
 * Return true if an unread word leaves a sum what it is: who wants it, whose it is, where it is said. Any other may
 * negate, divide or bound it ("싫어", "나눠서", "넘게").
 */
function isHarmless(word: string): boolean {
  if (/^[가-힣]{1,8}(?:날|때)(?:에|이라)?$/.test(word)) return true
  const [, noun = ''] = /^([가-힣]{2,}?)(?:이|가|의|께서|에서|도|한테|에게|께)$/.exec(word) ?? []
  return noun !== '' && !PART.test(noun) && couldBeName(noun)
}

/** Return true if unread words may make another sum of the one that was read. */
export const boundsSum = (words: readonly string[]): boolean => !words.every(isHarmless)

/**
 * What a sentence says that its transfers do not: an amount, a day, a name, a "빼고" that no operation accounts for.
 * Empty where every word is accounted for.
 */
export function unreadWords(said: string, tasks: readonly (readonly Operation[])[], context: ReadContext): string[] {
  const values = tasks.flat().flatMap((one) => (one.op === 'set' ? [one.value] : []))
  const sentence = readSentence(said)
  const { text } = sentence
  const unclear = sentence.amounts.filter((read) => 'refused' in read && read.refused === 'unclear')
  const spans = [
    ...unclear,
    ...amountSpans(text, values, context),
    ...peopleSpans(text, values, context),
    ...daySpans(text, values, context),
  ]
  const over = sentence.leftOver(spans, ABOUT)
  // Words behind a correction at hand were taken back by it; in a new request nobody can tell what they take back.
  const words = context.stage === 'INIT' ? over : over.filter((word) => word !== '말고')
  return [...unclear.map((read) => wordsOf(text, read)), ...words]
}

/** Amounts that some transfer is set to; what belongs to none is left over. */
function amountSpans(text: string, values: readonly unknown[], { known }: ReadContext): Span[] {
  const total = values.reduce<number>((sum, one) => sum + (typeof one === 'number' ? one : 0), 0)
  const { amounts } = readSentence(text)
  return amounts.flatMap((read) => {
    const more = known.amount === undefined ? undefined : RELATIVE.exec(text.slice(read.to))?.[0]
    if (more !== undefined) return [{ from: read.from, to: read.to + more.length }]
    const taken =
      // "50,000 won minus 5,000": beside another amount it is no value of its own.
      ('refused' in read && read.refused !== 'unclear' && (read.refused !== 'negative' || amounts.length === 1)) ||
      ('won' in read && (values.includes(read.won) || read.won === total)) ||
      values.includes(wordsOf(text, read))
    return taken ? [read] : []
  })
}

/** More or less than the amount at hand; see `relativeTo`. */
const RELATIVE =
  /^\s*(?:(?:을|만)\s*)?(?:더|추가|빼|덜|깎|more\b|less\b)(?:아|아서|해서|고|서|로)?(?=\s|$|[가-힣]{1,4})/

const wordsOf = (text: string, { from, to }: Span) => text.slice(from, to)

function peopleSpans(text: string, values: readonly unknown[], { known }: ReadContext): Span[] {
  const marked = readSentence(text).people.filter(({ name }) => values.includes(name) || known.target === name)
  const bare = [...values, known.target].flatMap((name) =>
    typeof name === 'string' && name.trim() ? spansOfName(text, name) : [],
  )
  return [...marked, ...bare]
}

/** Every place where a name stands as a word, with a particle or a title behind it. */
function spansOfName(text: string, name: string): Span[] {
  const own = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const word = new RegExp(
    `(?<![가-힣a-z0-9])${own}(?:님|씨)?(?:은|는|이|가|도|만|야|아|꺼|거|건은?|으로|로|요|이요|야|이야|예요|이에요|입니다|인데요?|한테|에게|께|에|에다가?)?(?![가-힣a-z])`,
    'gi',
  )
  return matchSpans(text, word)
}

/** Days that some transfer is set to. */
function daySpans(text: string, values: readonly unknown[], { when }: ReadContext): Span[] {
  return readSentence(text)
    .days(when)
    .flatMap((read) => {
      const tail =
        /^(?:에|로|으로|날|날에|까지|은|는|에는|부로|자로|이요|요|이야|이에요|예요|입니다)(?![가-힣])/.exec(
          text.slice(read.to),
        )?.[0] ?? ''
      // "까지" is a last day, no day: it stays to be asked about.
      const to = read.to + (tail === '까지' ? 0 : tail.length)
      const taken = values.includes('date' in read ? read.date : '') || values.includes(wordsOf(text, read))
      return taken ? [{ from: read.from, to }] : []
    })
}
