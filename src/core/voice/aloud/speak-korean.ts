import { josa } from '../../../std/korean/grammar/particles.ts'
import { digitByDigit, nativeCount, sinoKorean, spokenNumber } from '../../../std/korean/numbers/spoken-number.ts'
import { inOneLine } from '../../../std/text/pattern.ts'
import { byStart, englishMonths } from './english-words.ts'
import {
  ages,
  bareUnits,
  counted,
  counters,
  greek,
  happenings,
  money,
  nativeBelow,
  noughts,
  numbered,
  perUnitWords,
  signWords,
  units,
} from './korean-words.ts'

type SpeechRule = [RegExp, (...found: string[]) => string]

const escapeLiteral = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
/** Longer ones first where one begins like another. */
const unit = Object.keys(units)
  .sort((a, b) => b.length - a.length)
  .map(escapeLiteral)
  .join('|')
/** From its first figure on: whatever follows, no figure is looked at from twice. */
const number = '(?<!\\d)(?:\\d{1,3}(?:,\\d{3})+(?!\\d)(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)'
const inEnglish = (digit: string): string =>
  ['제로', '원', '투', '쓰리', '포', '파이브', '식스', '세븐', '에잇', '나인'][Number(digit)] as string
const spokenGroups = (digits: string) => digits.split(/[- .]/).map(digitByDigit).join(' ')

/** Telephone, account and other numbers that are no amounts. Years and dates are not among them. */
const digits: SpeechRule[] = [
  [/(?<=(?:번호|코드|PIN)(?:는|가|:)?\s?)\d{4,}(?![\d.,-])/g, digitByDigit],
  [/(?<=자리(?:는|가)?\s)\d{3,}(?![\d.,-])/g, digitByDigit],
  [
    /(?<!\d)\+(\d{1,3})((?:[ -]\d{1,4}){2,})(?![\d-])/g,
    (_, country = '', rest = '') => `플러스 ${digitByDigit(country)}${spokenGroups(rest)}`,
  ],
  [/(?<!\d)\+(\d{1,3})[ -](?=\d)/g, (_, country = '') => `플러스 ${digitByDigit(country)} `],
  [/(?<![\d.-])(?!\d{4}-\d{1,2}-\d{1,2}(?!\d))\d{2,}(?:-\d{2,}){2,}(?![\d-])/g, spokenGroups],
  [/(?<![\d.-])(?!(?:19|20)\d\d-(?:19|20)\d\d(?!\d))\d{3,}-\d{4,}(?![\d-]|\s?[원만명개kgm])/g, spokenGroups],
  [
    /\(?(0\d{1,2})\)\s?(\d{3,4}-\d{4})(?!\d)/g,
    (_, area = '', rest = '') => `${digitByDigit(area)} ${spokenGroups(rest)}`,
  ],
  [/(?<![\d.])01\d([ .])\d{3,4}\1\d{4}(?!\d)/g, spokenGroups],
  [/(?<![\d.,])1(?:1\d|2\d|3[0-2]|82)(?=(?:번|에|로|으로)?\s?(?:전화|신고|연락|문의|구급))/g, digitByDigit],
  [/(?<![\d-])(\d{6})-([1-8])(?![\d-])/g, (_, born = '', more = '') => `${digitByDigit(born)} ${digitByDigit(more)}`],
  [/(?<![\d·])(\d{1,2})·(\d{1,2})(?![\d·])/g, (_, month = '', day = '') => spokenAnniversary(month, day)],
  [
    new RegExp(
      `(?<![\\d.])(\\d{1,2})\\.(\\d{1,2})(?=\\s?(?:${happenings})|\\/\\d{1,2}\\.\\d{1,2}\\s?(?:${happenings}))`,
      'g',
    ),
    (_, month = '', day = '') => spokenAnniversary(month, day),
  ],
  [
    new RegExp(`(?<!\\d)([1-7]0)([2-8]0)(?=\\s?(?:${ages}))`, 'g'),
    (all = '', a = '', b = '') => (Number(b) === Number(a) + 10 ? sinoKorean(a[0] ?? '') + sinoKorean(b) : all),
  ],
  [/(?<![\d.,:/-])0\d+(?![\d.,:~/-]*\d)(?!\s?[시분초월일년])/g, digitByDigit],
]

/** A digit that belongs to Latin letters is said in English: MP쓰리, 포K, GPT 파이브. */
const english: SpeechRule[] = [
  // "원 플러스 원" is an offer, "일 더하기 일" a sum.
  [
    /(?<![\d.+])([1-5])\s?\+\s?([1-3])(?=\s?(?:행사|상품|이벤트|할인|세일|증정|구매|득템|으?로\s?[사샀구팔판]|이?[에예]요|이라))/g,
    (_, a = '', b = '') => `${inEnglish(a)} 플러스 ${inEnglish(b)}`,
  ],
  [/(?<![A-Za-z])([A-Z])\/([A-Z])(?![A-Za-z])/g, (_, a, b) => `${a}${b}`],
  [/(?<![\d/])24\/7(?![\d/])/g, () => '24시간 연중무휴'],
  [/(?<=버전[은이]?\s?)v(?=\d)/gi, () => ''],
  [/\bv(\d[\d.]*)(?=\s?버전)/gi, (_, value = '') => value],
  [/\bv(?:er\.\s?)?(?=\d)/gi, () => '버전 '],
  [/\bp{1,2}\.\s?(\d+)(?:\s?[~–-]\s?(\d+))?/g, (_, a = '', b) => `${a}${b ? `에서 ${b}` : ''}페이지`],
  [/(?<![\d.,]|V\s)\d(?=[A-KM-UX-Z](?![A-Za-z])|[A-Z]\d)/g, inEnglish],
  // Floors below the ground.
  [/(?<![A-Za-z\d])B([1-9])\s?[~～–-]\s?B?([1-9])층/g, (_, a, b) => `지하 ${a}층에서 지하 ${b}층`],
  [/(?<![A-Za-z\d])B([1-9])F?(?:층|(?=\s?(?:주차|출구|식당|푸드|매장|마트|로비)))/g, (_, floor) => `지하 ${floor}층`],
  [/\bD([+-])(?=\d)/g, (_, sign = '') => `D ${sign === '+' ? '플러스' : '마이너스'} `],
  [/(?<=[A-Za-z])-(\d)(?![\d.,]*\d)/g, (_, digit = '') => ` ${inEnglish(digit)}`],
  [/(?<=[A-Za-z])-(?=\d)/g, () => ' '],
  [/(?<=[A-Za-z])(?<!\d\s?k?m)\d(?![\d.,]*\d)/g, inEnglish],
]

const month = inOneLine`
    Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|
    Nov(?:ember)?|Dec(?:ember)?`
const monthNumber = (name: string) => String(englishMonths.indexOf(byStart(name) ?? '') + 1)

/** Dates as they are written in English. */
const englishDates: SpeechRule[] = [
  [
    new RegExp(`\\b(${month})\\b\\.?\\s(\\d{1,2})(?:st|nd|rd|th)?\\b(?:,?\\s(\\d{4}))?`, 'g'),
    (_, name = '', day = '', year = '') => spokenDate(year, monthNumber(name), day),
  ],
  [
    new RegExp(`(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?\\s(${month})\\b\\.?(?:,?\\s(\\d{4}))?`, 'g'),
    (_, day = '', name = '', year = '') => spokenDate(year, monthNumber(name), day),
  ],
  [
    /(?<![\d/])(0?[1-9]|1[0-2])\/(0?[1-9]|[12]\d|3[01])\/((?:19|20)\d\d)(?![\d/])/g,
    (_, m = '', d = '', y = '') => spokenDate(y, m, d),
  ],
  [
    /(?<!\d)['’]?(\d\d)\.\s?(0?[1-9]|1[0-2])\.\s?(0?[1-9]|[12]\d|3[01])\.?(?=\s?\([월화수목금토일])/g,
    (_, y = '', m = '', d = '') => spokenDate(y, m, d),
  ],
]

const times: SpeechRule[] = [
  [/(?<![A-Za-z])([AP])\.?M\.?\s?(?=\d{1,2}:\d\d)/gi, (_, half = '') => (/a/i.test(half) ? '오전 ' : '오후 ')],
  [/(\d{1,2}:\d\d)\s?([ap])\.?m\b\.?/gi, (_, time = '', half = '') => `${/a/i.test(half) ? '오전' : '오후'} ${time}`],
  [/(?<=\d시)(?=\d)/g, () => ' '],
  [/(\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, (_, day = '', time = '') => `${day} ${time}`],
  ...englishDates,
  [/(?<=[\d일.])\s?\(([월화수목금토일])\)/g, (_, day = '') => ` ${day}요일`],
  [
    /(?<!\d)(\d{4})\s?[-./]\s?(\d{1,2})\s?[-./]\s?(\d{1,2})\.?(?!\d)/g,
    (_, y = '', m = '', d = '') => spokenDate(y, m, d),
  ],
  [/(?<!\d)((?:19|20)\d\d)-(0\d|1[0-2])(?![\d-])/g, (_, y = '', m = '') => spokenDate(y, m)],
  [/(?<!\d)(\d{4})년\s*(\d{1,2})월(?:\s*(\d{1,2})일)?/g, (_, y = '', m = '', d = '') => spokenDate(y, m, d)],
  [/(?<!\d)(\d{1,2})월(?:\s*(\d{1,2})일)?/g, (_, m = '', d = '') => spokenDate('', m, d)],
  // "11/21" is a day; "1/3" is one where a day of the week or a particle of time follows, else a part.
  [
    /(?<![\d./])(0?[1-9]|1[0-2])\/(1[3-9]|2\d|3[01]|\d{1,2}(?=\s?[월화수목금토일]요일|부터|까지|에(?!\s?(?:해당|불과))))(?![\d/])/g,
    (_, m = '', d = '') => spokenDate('', m, d),
  ],
  [
    /(?<![\d:])([01]?\d|2[0-4]):([0-5]\d)(?::([0-5]\d))?(?![\d:])(?:시(?!작))?/g,
    (_, h = '', m = '', s = '') => spokenClock(h, m, s),
  ],
]

/** From one to another, so many of so many, one against another. */
const pairs: SpeechRule[] = [
  [/(?<=\d\s?[가-힣A-Za-z%℃°]{0,4})\s?[→⇒]\s?(?=[-−+₩$]?\d)/g, () => '에서 '],
  [/(?<=(?:스코어|세트|점수|전적|결과)(?:[은는이가])?\s?)(\d+)\s?[–-]\s?(?=\d+(?![\d-]))/g, (_, a = '') => `${a} 대 `],
  [
    new RegExp(`(?<![\\d.,:/-])(${number})\\s?[~～–-]\\s?(\\d{1,4})\\s?(${counted}|${counters})`, 'g'),
    (_, from = '', to = '', what = '') => `${from}${what}에서 ${to}${what}`,
  ],
  [
    /(?<![\d.,])(\d)\s?[~～-]\s?(\d)([백천만억])/g,
    (_, from = '', to = '', size = '') => `${from}${size}에서 ${to}${size}`,
  ],
  [/(?<!\d)10대(?=에서 \d0대|들|\s?(?:[초중후]반|청소년|학생|가수|아이돌))/g, () => '십 대'],
  [/(?<=\d\s?[가-힣A-Za-z%℃°]{0,4})\s?[~～]\s?(?=[-−₩$]?\d|오전|오후)/g, () => '에서 '],
  [/(?<=:\d\d|\d[시분월일])\s?[–-]\s?(?=\d|오[전후])/g, () => '에서 '],
  [/(?<=[월화수목금토일]|요일|[월화수목금토일]\))\s?~\s?(?=[월화수목금토일]|\d)/g, () => '에서 '],
  [
    /(\d)\s?[–-]\s?(\d+)(?=(?:로|으로)?\s?(?:승|패|무승부|이[겼기긴]|졌|비[겼기긴]|앞서))/g,
    (_, a = '', b = '') => `${a} 대 ${b}`,
  ],
  [new RegExp(`(\\d)[–-](?=(?:${number})\\s?(?:${unit}|[원만천여]|정도))`, 'g'), (_, from = '') => `${from}에서 `],
]

const ratios: SpeechRule[] = [
  // Three parts and more are a version or an address.
  [/(?<![\d.,])\d+(?:\.\d+){2,}(?!\d)/g, (found) => found.split('.').map(sinoKorean).join(' 점 ')],
  [/(?<!\d)(\d+)\s?(?::|대)\s?(?=\d)/g, (_, value = '') => `${sinoKorean(value)} 대 `],
  [/\((\d{1,2})\/(\d{1,2})\)/g, (_, at = '', all = '') => `, ${all}개 중 ${at}번째`],
  [
    /(?<!\d)(?:(\d+(?:\.\d+)?)\/(5|10|100)점|(\d+\.\d+)\/(5|10|100)(?!\d))/g,
    (_, a, b, c, d) => `${b ?? d}점 만점에 ${a ?? c}점`,
  ],
  [
    /(?<![\d./])(\d{1,3})[/⁄](\d{1,3})(?![\d/])/g,
    (all = '', a = '', b = '') => (Number(a) < Number(b) ? spokenFraction(a, b) : all),
  ],
]

/** 1.2e5, x², up and down: what is arranged before it is read. */
const signs: SpeechRule[] = [
  [/(?<![\w.])(\d+(?:\.\d+)?)[eE]\+?(-?\d+)(?!\w)/g, (_, value, power) => `${value} × 10^${power}`],
  [/(?<=\d)\s?x\s?(?=\d)/g, () => ' × '],
  [
    /(.?)\^\(?([-−]?\d+)\)?/g,
    (_, base = '', power = '') => `${base}${/\d/.test(base) ? '의' : ''} ${raised[power] ?? power}제곱`,
  ],
  [
    new RegExp(`(\\d\\S*\\s)?([▲△▼▽])\\s?(${number}\\s?(?:${unit}|원|포인트|p)?(?![A-Za-z]))`, 'g'),
    (_, before, sign = '', value) =>
      `${before ? `${before.trimEnd()}, ` : ''}${value} ${/[▲△]/.test(sign) ? '상승' : '하락'}`,
  ],
  [
    /(?<![\p{L}\d.,])([A-Za-z]|\d[\d.,]*)\s?([＜＞])\s?([A-Za-z]|\d[\d.,]*)(?![\p{L}\d])/gu,
    (_, a = '', sign, b) => `${josa(a, '은/는')} ${b}보다 ${sign === '＞' ? '커요' : '작아요'}`,
  ],
  [
    new RegExp(`(?<![A-Za-z\\d]|\\d\\s)(${Object.keys(bareUnits).map(escapeLiteral).join('|')})(?![A-Za-z])`, 'g'),
    (_, sign = '') => bareUnits[sign] ?? sign,
  ],
  [new RegExp(`[${Object.keys(greek).join('')}]`, 'g'), (sign) => greek[sign] ?? sign],
]
const raised: Record<string, string> = { 2: '', 3: '세' }

const amounts: SpeechRule[] = [
  [
    new RegExp(`([₩￦$€£¥])\\s?(${number})(bn|mn|[KMBTkmbt])(?![A-Za-z\\d])`, 'g'),
    (_, sign = '', value = '', big = '') =>
      `${sinoKorean(shiftDecimals(value, noughts[big.toLowerCase()] ?? 0))} ${money[sign]?.[0]}`,
  ],
  [new RegExp(`([₩￦$€£¥])\\s?(-?)(${number})(\\s?[만억조])?`, 'g'), (_, ...found) => spokenPrice(...found)],
  [
    new RegExp(`(?<![\\p{L}\\d])[-−–](${number})\\s?(°C|℃|도)`, 'gu'),
    (_, value = '', sign = '') => `영하 ${value}${sign}`,
  ],
  [/(?<=\d)\s?[-−]\s?(?=\d[^가-힣]*=)/g, () => ' 빼기 '],
  [/(?<=\d)\s?\/\s?(?=\d[^가-힣]*=)/g, () => ' 나누기 '],
  [new RegExp(`(?<![\\p{L}\\d.)\\s-])[-−](?=${number})|(?<=^|\\s)[-−](?=${number})`, 'gu'), () => '마이너스 '],
  [/(?<=^|[\s(])\+(?=\d)/g, () => '플러스 '],
  [/(?<=\d)-(?=\d)/g, () => ' 다시 '],
  [
    new RegExp(`(${number})\\s?(${Object.keys(perUnitWords).map(escapeLiteral).join('|')})(?![A-Za-z\\d])`, 'g'),
    (_, value = '', sign = '') => `${perUnitWords[sign]} ${spokenNumber(value)} ${units[sign]}`,
  ],
  [
    new RegExp(`(${number})\\s?(${unit})(?![A-Za-z\\d])`, 'g'),
    (_, value = '', sign = '') => `${spokenNumber(value)} ${units[sign]}`,
  ],
  [/(?<![가-힣])제\s?(\d+)/g, (_, value = '') => `제${sinoKorean(value)}`],
  [/(?<=\d반\s?|[일이삼사오육칠팔구십] ?반\s?)(\d{1,2})번(?!째)/g, (_, value = '') => `${sinoKorean(value)} 번`],
  [new RegExp(`(?<![\\d.,])(\\d{1,4})번(?=\\s?(?:${numbered}))`, 'g'), (_, value = '') => `${sinoKorean(value)} 번`],
  [/(?<=(?:손님|고객|어르신|어른|선생님|일행)\s?)(\d{1,2})분/g, (_, value = '') => spokenCount(value, '분')],
  [
    new RegExp(`(?<![\\d.,])(\\d{1,4})\\s?(${counters})`, 'g'),
    (_, value = '', counter = '') => spokenCount(value, counter),
  ],
  [/(?<![\d,.])1(?=[만천백])/g, () => ''],
  [new RegExp(number, 'g'), spokenNumber],
  [/([가-힣A-Za-z])[\s)]*=\s*/g, (_, last = '') => `${josa(last, '은/는')} `],
]

const rules: SpeechRule[] = [
  [/[０-９]/g, (sign) => sign.normalize('NFKC')],
  [
    /([①-⑳])(?:번|(\s?))/g,
    (_, sign = '', alone) => `${sinoKorean(sign.normalize('NFKC'))} 번${alone === undefined ? '' : ' '}`,
  ],
  [/[Ⅰ-Ⅻ]/g, (sign) => sinoKorean(String(sign.charCodeAt(0) - 0x215f))],
  [/(\d?)([¼-¾⅐-⅞])/g, (_, whole = '', part = '') => `${whole && `${josa(whole, '과/와')} `}${part.normalize('NFKC')}`],
  ...signs,
  ...digits,
  ...english,
  ...pairs,
  ...times,
  ...ratios,
  ...amounts,
  ...signWords.map(([pattern, said]): SpeechRule => [pattern, (...found) => said.replace('$1', found[1] ?? '')]),
]

/** Numbers, units, money, dates, times and signs of a plain sentence in Korean words. */
export function readKorean(text: string): string {
  return rules.reduce(
    (said, [pattern, read]) => said.replace(pattern, (...found: unknown[]) => read(...(found as string[]))),
    text,
  )
}

const months = ['', '일월', '이월', '삼월', '사월', '오월', '유월', '칠월', '팔월', '구월', '시월', '십일월', '십이월']

function spokenDate(year = '', month = '', day = ''): string {
  const parts = [
    year && `${sinoKorean(year)}년`,
    months[Number(month)] ?? `${sinoKorean(month)}월`,
    day && `${sinoKorean(day)}일`,
  ]
  return parts.filter(Boolean).join(' ')
}

function spokenClock(hour = '', minute = '', second = ''): string {
  const h = Number(hour)
  const said = h === 0 ? '영' : h > 12 ? sinoKorean(hour) : nativeCount(h)
  return [
    `${said} 시`,
    Number(minute) > 0 && `${sinoKorean(minute)} 분`,
    Number(second) > 0 && `${sinoKorean(second)} 초`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** "십구 달러 구십구 센트", "오천 원", "이 점 오억 달러". */
function spokenPrice(sign = '', minus = '', value = '', size = ''): string {
  const [name, hundredth] = money[sign] ?? ['']
  const [whole = '', cents = ''] = value.split('.')
  const before = minus && '마이너스 '
  if (size || cents.length !== 2 || !hundredth) return `${before}${spokenNumber(value)}${size} ${name}`
  return `${before}${spokenNumber(whole)} ${name}${Number(cents) > 0 ? ` ${sinoKorean(cents)} ${hundredth}` : ''}`
}

/** "1.5" with six noughts: "1500000". What is less than one is left out. */
function shiftDecimals(value: string, by: number): string {
  const [whole = '', decimals = ''] = value.replaceAll(',', '').split('.')
  return whole + decimals.slice(0, by).padEnd(by, '0')
}

/** The day by which something is known: 오일팔, 십이십이, 육십. */
function spokenAnniversary(month: string, day: string): string {
  return (
    sinoKorean(month) + (day === month || /^[123]0$/.test(day) ? sinoKorean(day) : digitByDigit(day.replace(/^0/, '')))
  )
}

const spokenFraction = (of: string, all: string): string => `${sinoKorean(all)}분의 ${sinoKorean(of)}`

/** "세 시", "스무 살", but "이십사 시" and "백 개": hours above twelve and large counts are Sino-Korean. */
function spokenCount(value: string, counter: string): string {
  if (value === '1' && counter === '번째') return '첫 번째'
  const count = Number(value) < (nativeBelow[counter] ?? 100) ? nativeCount(Number(value)) : undefined
  return `${count ?? sinoKorean(value)} ${counter}`
}
