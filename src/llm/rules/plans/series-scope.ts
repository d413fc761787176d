import { readSentence } from '../../../std/korean/sentence.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { Utterance } from '../intent.ts'

/** The times of a series that a change is for, and the request without the words that say so. */
export interface SeriesScope {
  scope?: 'following' | 'all'
  text: string
}

/** "앞으로 다", "from now on": this and all later ones. A length before "앞으로" moves something by it. */
const FOLLOWING = patternOf('gi')`
  (?<![가-힣])(?<!(?:분|시간|일|주|달)(?:만큼)? )(?:앞으로|이후(?:로|에)?|이번부터|지금부터|그 ?(?:뒤|다음|이후)(?:로|부터)?)(?:는|도)?(?: ?(?:다|전부|모두
  |계속|쭉|매번))?(?![가-힣])|
  \bfrom now on\b|\band (?:all |every(?:thing)? )?(?:the )?(?:later|following|future)(?: ones?)?\b
`
const ALL = patternOf('gi')`
  (?<![가-힣])(?:전부|전체|모두|다|몽땅|싹|통째로|모든|매번)(?:를|을)?(?![가-힣])|\b(?:all (?:of )?(?:my|the)|all|the (?:whole
  |entire) series of|every(?! (?:day|week|month|year|other
  |\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day)))\b
`
/** "매주 하는": it tells of a series, and names none of its times. */
const SERIES = patternOf('g')`
  (?<![가-힣])(?:매주|매일|매달|매월|매년|격주로?|정기)(?: ?[월화수목금토일]요일(?:마다|에)?)? ?(?:하는|있는|열리는|가는|반복되는|반복하는|적으로 하는) `

/** Read which times of a series are meant: "12월 3일부터 스크럼을", "요가 전부". */
export function scopeIn(utterance: Utterance): SeriesScope {
  const text = utterance.text.replace(SERIES, '')
  const onwards = without(text, FOLLOWING) ?? fromDay({ ...utterance, text })
  if (onwards !== undefined) return { scope: 'following', text: fromDay({ ...utterance, text: onwards }) ?? onwards }
  const all = without(text, ALL)
  if (all === undefined) return { text }
  // "all my standups": the series is called by one of them.
  return { scope: 'all', text: /[가-힣]/.test(all) ? all : all.replace(/(?<=[a-z]{3}[^s\W])s\b(?!')/g, '') }
}

/** "12월 3일부터", "from December on": the first day of them, and no last one. */
function fromDay(utterance: Utterance): string | undefined {
  const { text } = utterance
  const english = /\b(?:from|starting(?: on)?) (?<day>[\w ]+?)(?: on(?:wards?)?)?$/i.exec(text)
  if (english && / on(?:wards?)?$|^starting/i.test(english[0]))
    return `${text.slice(0, english.index)}${inMonth(english.groups?.day ?? '')}`
  const sentence = readSentence(text)
  const period = sentence.periodAhead(utterance)
  const day = [...sentence.days(utterance), ...(period ? [period] : [])].find(({ to }) =>
    /^부터(?![가-힣])/.test(sentence.text.slice(to)),
  )
  if (!day || /까지|동안|간(?![가-힣])/.test(sentence.text.slice(day.to))) return undefined
  return `${sentence.text.slice(0, day.to)}${sentence.text.slice(day.to + 2)}`
}

/** "December" alone is read as a day's month; "in December" is all of it. */
const inMonth = (day: string) =>
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$/i.test(day.trim()) ? `in ${day}` : day

function without(text: string, shape: RegExp): string | undefined {
  const rest = text.replace(shape, ' ').replace(/\s+/g, ' ').trim()
  return rest === text ? undefined : rest
}
