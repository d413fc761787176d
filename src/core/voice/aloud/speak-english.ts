import { inOneLine } from '../../../std/text/pattern.ts'
import {
  abbreviations,
  byStart,
  each,
  englishMoney,
  englishMonths,
  englishSigns,
  englishUnits,
  fractionParts,
  singular,
  sizes,
} from './english-words.ts'

type SpeechRule = [RegExp, (...found: string[]) => string]

const escapeLiteral = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const anyOf = (words: Record<string, unknown>) =>
  Object.keys(words)
    .sort((a, b) => b.length - a.length)
    .map(escapeLiteral)
    .join('|')

/** "1 kilometers" is not said, nor "1 feet". */
const singularUnit = (value: string, unit: string) =>
  value === '1' ? (singular[unit] ?? unit.replace(/^(\w+?)s\b/, '$1')) : unit

const number = '\\d[\\d,]*(?:\\.\\d+)?'
const size = '(?:\\s(?:thousand|million|billion|trillion)\\b|(?:bn|mn|[KMBTkmbt])\\b)?'
const month = inOneLine`
    Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|
    Nov(?:ember)?|Dec(?:ember)?`
const day = 'Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun'
/** Context that makes "Sat" a day and not "sat": a time, a date or another day beside it. */
const besideDay = inOneLine`
    (?=[.,]?\\s?(?:\\d|[–&-]\\s?(?:${day})\\b|(?:and|or|to)\\s(?:${day})\\b|,?\\s(?:${month}|${day})\\b|at\\s\\d))`

const spokenDate = (y = '', m = '', d = '') => `${englishMonths[Number(m) - 1] ?? m} ${Number(d)}${y && `, ${y}`}`
const isDate = (m: string, d: string) => Number(m) >= 1 && Number(m) <= 12 && Number(d) >= 1 && Number(d) <= 31

const dates: SpeechRule[] = [
  [/(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g, (_, y, m, d) => spokenDate(y, m, d)],
  [/(?<!\d)((?:19|20)\d\d)-(0\d|1[0-2])(?![\d-])/g, (_, y, m) => `${englishMonths[Number(m) - 1] ?? m} ${y}`],
  [/(?<=\d)T(?=\d\d:\d\d)/g, () => ' '],
  [
    /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/g,
    (all, m = '', d = '', y) => (isDate(m, d) ? spokenDate(y, m, d) : isDate(d, m) ? spokenDate(y, d, m) : all),
  ],
  [
    /(?<=\b(?:on|by|until|before|after|since|from|due|through)\s)(\d{1,2})\/(\d{1,2})(?![\d/])/gi,
    (all, m = '', d = '') => (isDate(m, d) ? spokenDate('', m, d) : all),
  ],
  [
    /(?<![\d/])(\d{1,2})\/(1[3-9]|2\d|3[01])(?![\d/])/g,
    (all, m = '', d = '') => (isDate(m, d) ? spokenDate('', m, d) : all),
  ],
  [new RegExp(`\\b(${month})\\b\\.?(?=\\s\\d)`, 'g'), (_, name = '') => byStart(name) ?? name],
  [new RegExp(`(?<=\\d(?:st|nd|rd|th)?\\s)(${month})\\b\\.?`, 'g'), (_, name = '') => byStart(name) ?? name],
  [new RegExp(`\\b(${day})\\b${besideDay}\\.?`, 'g'), (_, name = '') => byStart(name) ?? name],
  [
    new RegExp(`(?<=day(?:\\s?[–&-]\\s?|,?\\s(?:(?:and|or|to)\\s)?))(${day})\\b`, 'g'),
    (_, name = '') => byStart(name) ?? name,
  ],
  // A row of days: each is known by the one before it.
  [new RegExp(`(?<=day,\\s)(${day})\\b`, 'g'), (_, name = '') => byStart(name) ?? name],
  [/(?<=day)\s?[–-]\s?(?=\w+day\b)/g, () => ' to '],
  [new RegExp(`(?<=\\b(?:${month}))\\s?[–-]\\s?(?=(?:${month})\\b)`, 'g'), () => ' to '],
]

/** Telephone, card and other numbers that are no amounts: each digit for itself, a breath between the groups. */
const spokenDigit = (sign: string) => (/\d/.test(sign) ? ` ${sign}` : sign === '+' ? 'plus' : ',')
const spokenDigits = (found: string) =>
  [...found.replace(/[ ()-]+/g, '-')].map(spokenDigit).join('').replace(/^,|,$/g, '').trim()
const called: SpeechRule[] = [
  [/(?<![\d.-])\+\d{1,3}(?:[ -]\d{2,4}){2,}(?![\d-])/g, spokenDigits],
  [/\(\d{2,4}\)\s?\d{3,4}-\d{4}(?!\d)/g, spokenDigits],
  [/(?<![\d.-])(?!\d{4}-\d\d-\d\d(?!\d))(?:\d-)?\d{2,}(?:-\d{2,}){2,}(?![\d-])/g, spokenDigits],
  [
    /(?<=\b(?:call|phone|dial|text|ring|fax|tel\.?|number)(?:\s(?:is|at|on|us\sat|me\sat))?:?\s)\d{3}-\d{4}(?![\d-])/gi,
    spokenDigits,
  ],
  [/(?<=\b(?:PIN|code|passcode|password|OTP|ext\.?|extension)(?:\sis|:)?\s)\d{3,}(?![\d.,-])/gi, spokenDigits],
]

const spokenHalf = (value = '', sign = '') => {
  const [a = '', b = ''] = sign.normalize('NFKC').split('⁄')
  const name = fractionParts[b]?.[a === '1' ? 0 : 1] ?? b
  return value ? `${value} and ${a === '1' ? 'a' : a} ${name}` : `${a} ${name}`
}

const sums: SpeechRule[] = [
  [/(?:(\d+)\s?)?([½¼¾⅓⅔⅛⅜⅝⅞])/g, (_, value, sign) => spokenHalf(value, sign)],
  [/(?<![\w.])(\d+(?:\.\d+)?)[eE]\+?(-?\d+)(?!\w)/g, (_, value, power) => `${value} × 10^${power}`],
  [
    /\s?\^\(?([-−]?\d+)\)?/g,
    (_, power = '') => ({ 2: ' squared', 3: ' cubed' })[power] ?? ` to the power of ${power.replace(/[-−]/, 'minus ')}`,
  ],
  [/\((\d{1,2})\/(\d{1,2})\)/g, (_, at, all) => `, ${at} of ${all}`],
  [
    /(?<=\b(?:level|step|page|part|chapter|round|stage|day|week)\s)(\d{1,3})\/(\d{1,3})(?!\d)/gi,
    (_, at, all) => `${at} of ${all}`,
  ],
  [/(?<!\d)(\d+\.\d+)\/(\d+)/g, (_, got, most) => `${got} out of ${most}`],
  [/(?<=\d)\s?[-−–]\s?(?=\d[^a-z]*=)/gi, () => ' minus '],
  [/(?<=\d)\s?\/\s?(?=\d[^a-z]*=)/gi, () => ' divided by '],
  [/(?<=\d)\s?[x×]\s?(?=\d[^a-z]*=)/gi, () => ' times '],
  [/(?<!\d|[\d.]\s?× )(\d+)\s?[x×]\s?(?=\d)(?!10[\s^])/g, (_, value) => `${value} by `],
  [/(?<=\d)[x×](?=\s(?!squared|cubed|to the|plus|minus|\+|=)[a-z]{3}|\s?[-–])/g, () => ' times'],
  [/(?<![\d./])(?:24\/7|50\/50)(?![\d/])/g, (found) => found.replace('/', ' ')],
  [/(?<![\d./])(\d{1,3})\/(\d{1,4})(?![\d/])/g, (all, a = '', b = '') => spokenFraction(all, a, b)],
]

function spokenFraction(all: string, a: string, b: string): string {
  const named = fractionParts[b]
  if (named && Number(a) < Number(b))
    return Number(b) === 10 && Number(a) > 1 ? `${a} out of 10` : `${a} ${named[a === '1' ? 0 : 1]}`
  return Number(a) > 0 && Number(b) > 0 ? `${a} over ${b}` : all
}

const amounts: SpeechRule[] = [
  [/\b(US|CA|AU|NZ|HK|SG)(?=[$])/g, (_, where) => `${where} `],
  [
    new RegExp(`([$₩€£¥])(${number})\\s?[-–~]\\s?(?:[$₩€£¥])?(${number})(${size})(?![\\d-])`, 'g'),
    (_, sign = '', from, to = '', big = '') => `${from} to ${spokenPrice(sign, to, big)}`,
  ],
  [
    new RegExp(`([$₩€£¥])\\s?(${number})(${size})`, 'g'),
    (_, sign = '', value = '', big = '') => spokenPrice(sign, value, big),
  ],
  [/(?<=(?:dollars|euros|pounds|won|yen|cents))\s?[-–~]\s?(?=\d)/g, () => ' to '],
  [/(?<![\w.,])(\d+(?:\.\d+)?)k\b(?!\/)/g, (_, value) => `${value} thousand`],
  [
    /(?<![\w.,])(\d+(?:\.\d+)?)([MB])(?=\s[a-z]+s\b|\speople\b)/g,
    (_, value, big = '') => `${value} ${sizes[big.toLowerCase()]}`,
  ],
  [/(?<![\p{L}\d])[-−](?=\d)/gu, () => 'minus '],
  [/(?<!\S)~(?=\d)/g, () => 'about '],
  [/(?<=\d\s?(?:am|pm|a\.m\.|p\.m\.|[x%°℃]|°C|times))\s?[~–-]\s?(?=\d)/gi, () => ' to '],
  [
    /(?<![\w.,:-])(\d[\d,.:]*)\s?[~–-]\s?(?=\d[\d,.:]*(?:[a-z]{1,2}\b|[^\w-]|[kcm]?m\b|$))/gi,
    (_, value = '') => `${value} to `,
  ],
  [/(?<![\d:])(\d+):(\d)(?![\d:])/g, (_, a = '', b = '') => `${a} to ${b}`],
  [/(?<=\b(?:won|lost|beat|win|wins|lose|score|drew|led|leads?)\s(?:\w+\s)?\d+)-(?=\d+\b)/g, () => ' to '],
  [/\bv(?=\d)/g, () => 'version '],
  [/(\d{2,3})\/(\d{2,3})(?=\s?mmHg)/g, (_, a, b) => `${a} over ${b}`],
  [/(\d)['′]\s?(\d{1,2})(?:["″”]|'')/g, (_, feet, inches) => `${feet} feet ${inches} inches`],
  [/(?<=\d\s?ft\s\d{1,2}\s?)in\b/g, () => 'inches'],
  [
    new RegExp(
      `(?<![\\d,])(${number}|half|quarter|third|quarters|thirds|eighths)\\s?(${anyOf(englishUnits)})(?![A-Za-z])`,
      'g',
    ),
    (_, value = '', unit = '') =>
      `${value} ${singularUnit(/^[hqt]/.test(value) && !value.endsWith('s') ? '1' : value, englishUnits[unit] ?? '')}`,
  ],
  [/(?<=\d)\ss(?=$|[\s.,!?])/g, () => ' seconds'],
  [new RegExp(`(?<=\\w)\\/(${anyOf(each)})\\b(?!\\/)`, 'g'), (_, what = '') => ` per ${each[what]}`],
  [/(?<=\d),(?=\d{3})/g, () => ''],
]

function spokenPrice(sign: string, value: string, big: string): string {
  const [name = '', hundredth] = englishMoney[sign] ?? []
  const more = sizes[big.trim().toLowerCase()] ?? big.trim()
  const [whole = '', cents = ''] = value.split('.')
  if (more || cents.length !== 2 || !hundredth)
    return `${value}${more && ` ${more}`} ${singularUnit(more ? '' : value, name)}`
  const small = Number(cents) > 0 ? `${Number(cents)} ${singularUnit(String(Number(cents)), hundredth)}` : ''
  if (whole === '0' && small) return small
  return `${whole} ${singularUnit(whole, name)}${small && ` and ${small}`}`
}

const letters: SpeechRule[] = [
  [/\b([A-Z])\/([A-Z])\b/g, (_, a, b) => `${a} ${b}`],
  [/(?<![\w/])[@#](?=[A-Za-z])/g, (sign) => (sign === '@' ? 'at ' : 'hashtag ')],
  ...[...abbreviations, ...englishSigns].map(
    ([pattern, said]): SpeechRule => [pattern, (_, one = '') => said.replace('$1', one)],
  ),
]

const rules: SpeechRule[] = [...dates, ...called, ...sums, ...amounts, ...letters]

/** Units, money, dates and signs of a plain sentence in English words; bare numbers are left to the synthesiser. */
export function readEnglish(text: string): string {
  return rules.reduce(
    (said, [pattern, read]) => said.replace(pattern, (...found: unknown[]) => read(...(found as string[]))),
    text,
  )
}
