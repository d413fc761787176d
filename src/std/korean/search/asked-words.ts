import { patternOf } from '../../text/pattern.ts'
import { normalized } from '../spelling/normalize.ts'
import { contentWords, terms } from './analysis.ts'
import { nearTo } from './synonyms.ts'
import { type Wanted, wanted } from './word-share.ts'

// 몇 and its counter, "how many" say what kind of thing is asked for, and are no words to be found.
const counted = patternOf('gi')`
    (?<![가-힣])몇\s?(?:[가-힣]+|[a-z%℃]+(?:[가-힣]+)?)|\bhow (?:much|many|long|often|far|old|big|large|tall|expensive|soon)
    \b`

/** 11월, 2년, 3층: a number with its counter is one word, and is found as it stands. */
const dated = /\d+\s?(?:년|월|일|시|분|층|호|차|분기|학년)(?![가-힣]{2})/g

/** The words of a question, and the terms that passages with them are indexed by. */
export function wordsAsked(question: string): { wanted: Wanted; terms: string[] }[] {
  const text = normalized(question).replace(counted, ' ')
  const numbers = [...new Set(text.match(dated))].map((one) => one.replace(/\s/, ''))
  const words = [...new Set(contentWords(text.replace(dated, ' ')))]
  return [
    ...numbers.map((word) => ({
      wanted: { word, stems: [], bare: undefined, verb: undefined, foreign: [word], others: [] },
      terms: terms(word),
    })),
    ...words.map((word) => ({ wanted: wanted(word, nearTo), terms: termsOf(wanted(word)) })),
  ]
}

const termsOf = ({ foreign, stems }: Wanted): string[] =>
  // E5 is rarer than its letter and its digit.
  foreign.length > 0
    ? /\d/.test(foreign[0] ?? '')
      ? foreign.slice(0, 1)
      : foreign
    : [...new Set(stems.flatMap((stem) => terms(stem)))]
