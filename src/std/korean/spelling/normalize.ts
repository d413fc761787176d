import { inOneLine, patternOf } from '../../text/pattern.ts'
import { fromLatinKeys } from './keyboard.ts'
import type { Span } from './span.ts'

/** A text in its ordinary spelling, and where each part of it was typed. */
export interface Normalized {
  text: string
  /** The place in the text as typed that a span of the normalised text stands for. */
  typed(span: Span): Span
}

const UNIT = '십백천만억조'
const DIGIT = '일이삼사오육륙칠팔구'
/**
 * Text that may follow a unit of a number that is written with blanks: 원, a blank, more of the number, a particle of
 * quantity.
 */
const AFTER_UNIT = inOneLine`
    (?=\\s?원|[\\s.,!?~)]|$|\\d|[${UNIT}]|[${DIGIT}][${UNIT}]|쯤|정도|씩|짜리|어치|[을를은는도](?![가-힣])|으?로(?![가-힣])|[이만](?![가-힣])|
    이[나면고요]|명|개|번|보내|송금|이체)`
const TIME =
  '(?:새벽|아침|오전|점심|낮|오후|저녁|밤|정오|자정|\\d{1,2}\\s?시|(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|열한|열두)\\s?시)'
/** Things that are paid: behind them 낼 is a verb ("월세 낼 돈"), else it is tomorrow. */
const PAID = '[을를]|값|월세|전세|세금|요금|회비|곗돈|[가-힣]료|[가-힣]비|[가-힣]금|[가-힣]세|돈|안|못|빨리|더|얼른'
const NOT_TOMORROW =
  '(?!\\s?(?:수|거|것|게|께|돈|만한|때|사람|금액|생각|예정|필요|세금|월세|회비|줄|건|걸|뿐|비용|이자|요금|관리비|등록금|보험료|보증금|잔금|벌금|까|래|지|뻔))'
const KIN = '엄마|아빠|어머니|아버지|할머니|할아버지|누나|언니|형|오빠|동생|이모|고모|삼촌|남편|아내|아들|딸'

const NUMERAL = `[${DIGIT}${UNIT}]{1,4}`
/** "육 백 칠 십 만 원": three parts or more, or two with a blank before 원. */
const SYLLABLES = new RegExp(
  `(?<![가-힣\\d])(?:(?:${NUMERAL} ){2,}${NUMERAL}(?=\\s?원)|${NUMERAL} ${NUMERAL}(?= 원))`,
  'g',
)

/** "십이점오" as "12.5". */
function decimal(said: string): string {
  const [whole = '', part = ''] = said.split('점')
  const digits = [...part].map((one) => (/\d/.test(one) ? one : String(Math.max(0, DIGITS.indexOf(one))))).join('')
  return `${/^\d/.test(whole) ? whole : sino(whole)}.${digits}`
}

/** A number below 10,000 in syllables. */
function sino(word: string): number {
  let [sum, coefficient] = [0, 0]
  for (const one of word) {
    const size = { 십: 10, 백: 100, 천: 1000 }[one]
    if (size) sum += (coefficient || 1) * size
    coefficient = size ? 0 : DIGITS.indexOf(one)
  }
  return sum + coefficient
}
const DIGITS = '영일이삼사오육칠팔구'

/** Spellings of people in a hurry, and their meaning. A later rule reads the result of an earlier one. */
const RULES: readonly (readonly [RegExp, string | ((said: string) => string)])[] = [
  [/[ \t\u00A0\u3000]{2,}/g, ' '],
  // English without its apostrophes.
  [/\b(what|where|who|when|how|that|there)s\b/gi, "$1's"],
  [/\b(do|does|did|is|are|was|were|has|have|had|could|would|should|ca|wo)nt\b/gi, "$1n't"],
  // Days.
  [/(?<![가-힣])(?:낼|내일|네일)\s?모[레래](?![가-힣]{2})/g, '내일모레'],
  [new RegExp(`(?<![가-힣])모래(?=\\s?(?:${TIME}|까지|부터))`, 'g'), '모레'],
  [new RegExp(`(?<![가-힣])낼(?=\\s?${TIME})`, 'g'), '내일'],
  [
    new RegExp(
      `(?<![가-힣])(?<!(?:${PAID})\\s)낼(?=[\\s,.!?~]|$|에(?![가-힣])|까지|부터|은(?![가-힣])|도(?![가-힣]))${NOT_TOMORROW}`,
      'g',
    ),
    '내일',
  ],
  [
    /(?<![가-힣])(?:다담|담담)\s?(?=[주달](?:$|[^가-힣]|에|부터|까지|중|쯤|초|말|은|는|도|[월화수목금토일](?:요일|욜)))/g,
    '다다음 ',
  ],
  [/(?<![가-힣])다음다음(?=\s?[주달](?![가-힣]{2}))/g, '다다음'],
  [/(?<![가-힣])담\s?(?=[주달](?:$|[^가-힣]|에|부터|까지|중|쯤|초|말|은|는|도|[월화수목금토일](?:요일|욜)))/g, '다음 '],
  [/([월화수목금토일])욜/g, '$1요일'],
  [/(?<![가-힣])([월화수목금토일])\s(?=요일)/g, '$1'],
  [/(?<![\d.,:])(\d{1,4})\s(?=(?:년|월|일|개월|주)(?:$|[^가-힣]|에|부터|까지|은|날|뒤|후|전|의|이|마다))/g, '$1'],
  [
    new RegExp(`(?<![가-힣])[월화수목금토일](?: [월화수목금토일]){1,6}(?=\\s${TIME})`, 'g'),
    (said) => said.replaceAll(' ', ''),
  ],
  // Amounts.
  [/(?<=^|[\s\d십백천일이삼사오육칠팔구한테게께도])(?:마넌|마눤|만넌|만언)/g, '만원'],
  [/(?<=^|[\s\d만십백일이삼사오육칠팔구])(?:처넌|천넌|천언)/g, '천원'],
  [/(?<![\d.,])(\d{1,3}) (\d{3}) (\d{3})(?=\s?원)/g, '$1$2$3'],
  [/(?<![\d.,])(\d{1,3}) (\d{3})(?=\s?원)/g, '$1$2'],
  [new RegExp(`(?<=\\d)\\s(?=[${UNIT}]${AFTER_UNIT})`, 'g'), ''],
  [new RegExp(`(?<![가-힣\\d])([일삼사육륙칠팔구])\\s(?=[${UNIT}]${AFTER_UNIT})`, 'g'), '$1'],
  // "일점오만원", "12점5만원": a decimal point as it is said. With a blank it may be points that were scored.
  [
    /(?<![가-힣\d.,])(\d{1,6}|[일이삼사오육칠팔구십백천]{1,6})점([영공일이삼사오육칠팔구]{1,4}|\d{1,4})(?=\s?(?:[만억]|원))/g,
    decimal,
  ],
  // A number in syllables: every blank in it goes.
  [SYLLABLES, (said) => said.replaceAll(' ', '')],
  // "이 만원" and "오 만원" may be "this 10,000" and "oh, 10,000": only a number that goes on in blanks is surely one.
  [new RegExp(`(?<![가-힣\\d])([이오])\\s(?=[십백천](?:\\s?[만억]|\\s[${DIGIT}])${AFTER_UNIT})`, 'g'), '$1'],
  [new RegExp(`(?<![가-힣\\d])([이오])\\s(?=[만억]\\s(?:원|[${DIGIT}]))`, 'g'), '$1'],
  [new RegExp(`(?<=[만억천백]\\s)([${DIGIT}])\\s(?=[천백십만]${AFTER_UNIT})`, 'g'), '$1'],
  // People and verbs.
  // As it is said in a hurry, and as an ear writes it.
  [/(?<=^|\s)(?:찌금|지굼|찌굼)(?=\s|$)/g, '지금'],
  [/(?<=[가-힣]{2}|[가-힣]\s|(?:^|\s)[가-힣])한태(?=는|도|만|\s|,|\d|$)/g, '한테'],
  [/(?<=[가-힣]{2}|[가-힣]\s|\s[가-힣])에개(?=는|도|만|\s|,|\d|$)/g, '에게'],
  [/(?<=[가-힣])\s+(?=(?:한테|에게)(?:는|도|만|로)?(?:\s|,|$|\d))/g, ''],
  [new RegExp(`(?<=${KIN})한데(?=는|도|\\s|,|\\d|$)`, 'g'), '한테'],
  [/(?<![가-힣])(엄마)(?=아빠)|(?<![가-힣])(아빠)(?=엄마)/g, '$1$2 '],
  [/(?<=[가-힣])한텐(?=[\s,\d]|$)/g, '한테는'],
  [/(?<=[가-힣])에겐(?=[\s,\d]|$)/g, '에게는'],
  [/(한테|에게)\s?(?:한테|에게)(?![가-힣])/g, '$1'],
  [/보네(?=\s?(?:줘|주|요|라|세|지|야|고|$))/g, '보내'],
  [/(?<![가-힣])않\s?(?=보내|보낼|할|해|돼|하)/g, '안 '],
  [/(?<=[가-힣]\s?)주(?:새요|세여|세용|셰요|새여|셈|삼)(?![가-힣])/g, '주세요'],
  [/(?<=[가-힣]\s?)(?:줴|줭|쥐|쥬|죠|조)(?:요|여)?(?=[\s?!.~]*$)(?<=(?:내|려|해|춰|워|꿔|켜|쳐)\s?..?)/g, '줘'],
  [/(?<=[내려해춰워꿔켜쳐]\s?)줭(?![가-힣])/g, '줘'],
  [/이채(?=\s?(?:해|하|줘|부탁))/g, '이체'],
  [/(?<![가-힣])쫌(?![가-힣])/g, '좀'],
  [/됬/g, '됐'],
]

/** One test for all rules: most texts need none of them. */
const HURRIED = patternOf('i')`
  [ \t\u00A0\u3000]{2}|낼|모[래레]|담\s?[주달]|다음다음|욜|[월화수목금토일]\s(?:요일|[월화수목금토일]\s)|\d\s[년월일개주]|마넌|마눤|넌|언|점|\d\s[\d십백천만억조]|
  [일이삼사오육륙칠팔구십백천만억조]\s[일이삼사오육륙칠팔구십백천만억조]|\s(?:한테|에게)|한[태데텐]|엄마아빠|아빠엄마|에[개겐]|보네|않|주[새세셰셈삼]|[줴줭쥐쥬죠조]|이채|쫌|됬|찌금|[지찌]굼|
  ^\s*[a-z]
`

/** Longer texts are documents, which are read as they stand. */
const longest = 2_000
/** The result of one pass may be read by an earlier rule of the next. */
const mostPasses = 6
const recent = new Map<string, Normalized>()

/**
 * The text as it would be spelled without haste: "낼 금욜에 엄마한태 15 만원" → "내일 금요일에 엄마한테 15만원". Every reader of this room
 * reads it so, and reports positions in the text as given. What is already plain stays the same object of text;
 * normalising twice changes nothing.
 */
export function normalize(text: string): Normalized {
  if (text.length > longest || !HURRIED.test(text)) return { text, typed: (span) => span }
  const known = recent.get(text)
  if (known) return known
  const made = apply(text)
  if (recent.size >= 16) recent.clear()
  recent.set(text, made)
  return made
}

/** The normalised text alone. */
export const normalized = (text: string): string => normalize(text).text

/** The letters so far, and for each of them where it stood in the text as typed. */
interface Draft {
  text: string
  from: number[]
  to: number[]
}

function apply(text: string): Normalized {
  // UTF-16 units, not code points: positions are those of `slice`.
  const from = Array.from({ length: text.length }, (_, i) => i)
  let draft: Draft = { text, from, to: from.map((i) => i + 1) }
  const korean = fromLatinKeys(text)
  if (korean !== undefined) draft = replaced(draft, 0, text.length, korean)
  for (let before = '', pass = 0; before !== draft.text && pass < mostPasses; pass++) {
    before = draft.text
    for (const [pattern, meant] of RULES) draft = applied(draft, pattern, meant)
  }
  const { text: out, from: begins, to: ends } = draft
  if (out === text) return { text, typed: (span) => span }
  const start = (at: number) => begins[at] ?? text.length
  return {
    text: out,
    typed: (span) => ({
      from: start(span.from),
      to: span.to > span.from ? (ends[span.to - 1] ?? text.length) : start(span.from),
    }),
  }
}

function applied(draft: Draft, pattern: RegExp, meant: string | ((said: string) => string)): Draft {
  const hits = [...draft.text.matchAll(pattern)]
  // From the end, so that the places of the earlier hits stay true.
  return hits.reduceRight((now, hit) => {
    const words =
      typeof meant === 'function' ? meant(hit[0]) : meant.replace(/\$(\d)/g, (_, n: string) => hit[Number(n)] ?? '')
    return replaced(now, hit.index, hit.index + hit[0].length, words)
  }, draft)
}

/** The common part at either end keeps its place; the rest stands for the whole of the replaced text. */
function replaced({ text, from, to }: Draft, start: number, end: number, words: string): Draft {
  const old = text.slice(start, end)
  let head = 0
  while (head < old.length && head < words.length && old[head] === words[head]) head++
  let tail = 0
  while (tail < old.length - head && tail < words.length - head && old.at(-1 - tail) === words.at(-1 - tail)) tail++
  const [a, b] = [start + head, end - tail]
  const made = words.slice(head, words.length - tail)
  // Letters that were only left out before a place belong to the letter there.
  const place = { from: from[a] ?? to.at(-1) ?? 0, to: b > a ? (to[b - 1] as number) : (to[a - 1] ?? from[a] ?? 0) }
  const inner = (of: 'from' | 'to') => Array.from({ length: made.length }, () => place[of])
  return {
    text: text.slice(0, a) + made + text.slice(b),
    from: [...from.slice(0, a), ...inner('from'), ...from.slice(b)],
    to: [...to.slice(0, a), ...inner('to'), ...to.slice(b)],
  }
}
