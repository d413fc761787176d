import { digitByDigit, nativeCount, sinoKorean, spokenNumber } from '../../std/korean/spoken-number.ts'

/** Units as they are said after a number. Longer ones first where one begins like another. */
const units: Record<string, string> = {
  '%p': '퍼센트포인트',
  '%': '퍼센트',
  '℃': '도',
  '°C': '도',
  '℉': '화씨 도',
  '°F': '화씨 도',
  '°': '도',
  '㎞': '킬로미터',
  '㎏': '킬로그램',
  '㎡': '제곱미터',
  'km/h': '킬로미터',
  km: '킬로미터',
  cm: '센티미터',
  mm: '밀리미터',
  'm²': '제곱미터',
  m2: '제곱미터',
  'm/s': '미터',
  m: '미터',
  kg: '킬로그램',
  mg: '밀리그램',
  g: '그램',
  ml: '밀리리터',
  mL: '밀리리터',
  L: '리터',
  l: '리터',
  kWh: '킬로와트시',
  kW: '킬로와트',
  W: '와트',
  V: '볼트',
  Hz: '헤르츠',
  GHz: '기가헤르츠',
  MHz: '메가헤르츠',
  kcal: '킬로칼로리',
  cal: '칼로리',
  TB: '테라바이트',
  GB: '기가바이트',
  MB: '메가바이트',
  KB: '킬로바이트',
  kB: '킬로바이트',
  ms: '밀리초',
  s: '초',
  h: '시간',
  min: '분',
  px: '픽셀',
  ppm: '피피엠',
  dB: '데시벨',
  '㎍': '마이크로그램',
  µg: '마이크로그램',
} // prettier-ignore
/** What stands between the number and its unit when a speed is said: "시속 60킬로미터". */
const speeds: Record<string, string> = { 'km/h': '시속', 'm/s': '초속' }
const money: Record<string, string> = { '₩': '원', $: '달러', '€': '유로', '£': '파운드', '¥': '엔' }
/** Counters that take native numbers: 세 개, 스무 살. */
const counters =
  '시간|개월|개|명|살|시|마리|번째|번|잔|권|달|병|장|벌|채|대|송이|그루|켤레|가지|곳|군데|사람|분(?=[이께은]|\\s*(?:손님|고객))|통|줄|판|자루|쪽지|척|끼|모금|걸음|배'
const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const unitPattern = Object.keys(units)
  .sort((a, b) => b.length - a.length)
  .map(literal)
  .join('|')
const number = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?'

const rules: [RegExp, (...found: string[]) => string][] = [
  // Telephone and account numbers, digit by digit.
  [
    /(?<![\d.])(0\d{1,2}|\d{2,6})-(\d{3,4}|\d{2,6})-(\d{4,8})(?!\d)/g,
    (_, a = '', b = '', c = '') => [a, b, c].map(digitByDigit).join(' '),
  ],
  [/(?<!\d)(\d{4})\s?[-./]\s?(\d{1,2})\s?[-./]\s?(\d{1,2})\.?(?!\d)/g, (_, y = '', m = '', d = '') => date(y, m, d)],
  [/(?<!\d)(\d{4})년\s*(\d{1,2})월(?:\s*(\d{1,2})일)?/g, (_, y = '', m = '', d = '') => date(y, m, d)],
  [/(?<!\d)(\d{1,2})월(?:\s*(\d{1,2})일)?/g, (_, m = '', d = '') => date('', m, d)],
  [/(?<![\d:])([01]?\d|2[0-4]):([0-5]\d)(?::([0-5]\d))?(?![\d:])/g, (_, h = '', m = '', s = '') => clock(h, m, s)],
  [
    /([₩$€£¥])\s?(-?)((?:\d[\d,]*)(?:\.\d+)?)(\s?[만억조])?/g,
    (_, sign = '', minus = '', value = '', unit = '') => `${minus && '마이너스 '}${spokenNumber(value)}${unit} ${money[sign]}`,
  ],
  [new RegExp(`(${number})\\s?[~～–]\\s?(?=\\d)`, 'g'), (_, value = '') => `${value}에서 `],
  [new RegExp(`(?<![\\p{L}\\d])[-−–](${number})\\s?(°C|℃|도)`, 'gu'), (_, value = '', unit = '') => `영하 ${value}${unit}`],
  [new RegExp(`(?<![\\p{L}\\d.)\\s-])[-−](?=${number})|(?<=^|\\s)[-−](?=${number})`, 'gu'), () => '마이너스 '],
  [
    new RegExp(`(${number})\\s?(km/h|m/s)(?![A-Za-z])`, 'g'),
    (_, value = '', unit = '') => `${speeds[unit]} ${spokenNumber(value)} ${units[unit]}`,
  ],
  [
    new RegExp(`(${number})\\s?(${unitPattern})(?![A-Za-z])`, 'g'),
    (_, value = '', unit = '') => `${spokenNumber(value)} ${units[unit]}`,
  ],
  [
    new RegExp(`(?<![\\d.,])(\\d{1,4})\\s?(${counters})(?![가-힣]*\\d)`, 'g'),
    (_, value = '', counter = '') => native(value, counter),
  ],
  [/(?<![\d,.])1(?=[만천백])/g, () => ''],
  [new RegExp(`(${number})`, 'g'), (_, value = '') => spokenNumber(value)],
  [/\s?(?:->|→|⇒)\s?/g, () => ', '],
  [/\s?=\s?/g, () => '는 '],
  [/\s\+\s|\+(?=[가-힣])/g, () => ' 더하기 '],
  [/\s?[×]\s?/g, () => ' 곱하기 '],
  [/\s?÷\s?/g, () => ' 나누기 '],
  [/&/g, () => ' 그리고 '],
  [/(?<=[\p{L}])\s?[/]\s?(?=[\p{L}])/gu, () => ', '],
  [/@/g, () => ' 골뱅이 '],
  [/[()（）]/g, () => ', '],
  [/,\s*(?=[.,!?])/g, () => ''],
  [/[;:]/g, () => ','],
]

/** Numbers, units, money, dates, times and signs of a plain sentence in Korean words. */
export function readKorean(text: string): string {
  return rules.reduce(
    (said, [pattern, read]) => said.replace(pattern, (...found: unknown[]) => read(...(found as string[]))),
    text,
  )
}

const months = ['', '일월', '이월', '삼월', '사월', '오월', '유월', '칠월', '팔월', '구월', '시월', '십일월', '십이월']

function date(year = '', month = '', day = ''): string {
  const parts = [
    year && `${sinoKorean(year)}년`,
    months[Number(month)] ?? `${sinoKorean(month)}월`,
    day && `${sinoKorean(day)}일`,
  ]
  return parts.filter(Boolean).join(' ')
}

function clock(hour = '', minute = '', second = ''): string {
  const h = Number(hour)
  const said = h === 0 ? '영' : h > 12 ? sinoKorean(hour) : nativeCount(h)
  return [`${said} 시`, Number(minute) > 0 && `${sinoKorean(minute)} 분`, Number(second) > 0 && `${sinoKorean(second)} 초`]
    .filter(Boolean)
    .join(' ')
}

/** "세 시", "스무 살", but "이십사 시" and "백 개": hours above twelve and large counts are Sino-Korean. */
function native(value: string, counter: string): string {
  const count = counter === '시' && Number(value) > 12 ? undefined : nativeCount(Number(value))
  return `${count ?? sinoKorean(value)} ${counter}`
}
