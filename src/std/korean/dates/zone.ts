import { inOneLine } from '../../text/pattern.ts'
import { type Span, spanOf } from '../spelling/span.ts'
import { placesIn } from './places.ts'

/** The words of a clock that a request names, and its zone; no zone where nobody can tell which. */
export interface SaidZone extends Span {
  zone: string | undefined
}

/** Abbreviations that mean one clock. CST, IST and BST mean several, and are asked about. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  utc: 'UTC',
  gmt: 'UTC',
  kst: 'Asia/Seoul',
  jst: 'Asia/Tokyo',
  est: 'Etc/GMT+5',
  edt: 'Etc/GMT+4',
  mst: 'Etc/GMT+7',
  mdt: 'Etc/GMT+6',
  pst: 'Etc/GMT+8',
  pdt: 'Etc/GMT+7',
  cet: 'Etc/GMT-1',
  cest: 'Etc/GMT-2',
}
const UNCLEAR = 'cst|cdt|ist|bst|aest'
const ABBREVIATED = new RegExp(
  inOneLine`
    (?<![a-z])(${[...Object.keys(ABBREVIATIONS), UNCLEAR].join('|')})(?![a-z])
    (?:\\s?(?:기준(?:으로)?|시간(?:으로|대로|에)?|time))?`,
  'i',
)
/** Behind a place: "뉴욕 시간으로", "런던 기준", "London time". */
const KOREAN_TIME = /^\s?(?:현지\s?)?(?:시간|시각)(?:으로|대로|에|\s?기준(?:으로)?)?|^\s?기준(?:으로)?/
const ENGLISH_TIME = /^\s(?:local\s)?time\b/i
const LOCAL =
  /(?<![가-힣])(?:현지|그쪽|거기|저쪽)\s?(?:시간|시각)(?:으로|대로|에|\s?기준(?:으로)?)?|\b(?:in\s)?(?:their |the )?local time\b/i

/** Read the clock that is named beside an hour: "뉴욕 시간으로 내일 9시", "9am EST", "현지시간". */
export function readZone(text: string): SaidZone | undefined {
  for (const { from, to, value } of placesIn(text)) {
    const tail = KOREAN_TIME.exec(text.slice(to))?.[0] ?? ENGLISH_TIME.exec(text.slice(to))?.[0]
    if (tail !== undefined && tail !== '') return { from, to: to + tail.length, zone: value.zone }
  }
  const hit = ABBREVIATED.exec(text)
  if (hit) return { ...spanOf(hit), zone: ABBREVIATIONS[(hit[1] as string).toLowerCase()] }
  const local = LOCAL.exec(text)
  return local ? { ...spanOf(local), zone: undefined } : undefined
}

/** Return the text without the words of a clock and what joins them. */
export function withoutZone(text: string, { from, to }: Span): string {
  const rest = `${text.slice(0, from).replace(/\s(?:in|at)\s$/i, ' ')}${text.slice(to).replace(/^에(?=\s)/, '')}`
  return rest.replace(/\s+/g, ' ').trim()
}
