import type { ruleMessages } from '../../../messages/engine/rules.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { Utterance } from '../intent.ts'
import { chosenFrom } from '../random-choice.ts'
import { manualLines } from './manual.ts'

type Subject = keyof (typeof ruleMessages)['ko']['beyond']

/** What rules cannot do, by the words that name it. The first that fits is named in the answer. */
const subjects: [Subject, RegExp][] = [
  ['translation', /번역|(?:영어|한국어|일본어|중국어)로 (?:뭐|어떻게)|\btranslat/i],
  ['call', /전화(?! ?번호)|문자|카톡|메일|연락해|\b(?:call|text|email)\b/i],
  ['order', /시켜|주문|예매|택시(?:를|을)? ?(?:좀 ?)?(?:불러|잡아|호출|예약|부르)|배달|\b(?:order|book|buy)\b/i],
  ['play', /틀어|재생|노래|음악|유튜브|동영상|영상|\b(?:play|sing|song|music|video)\b/i],
  ['code', /코드|코딩|파이썬|자바|프로그램(?:을|를)? ?짜|\b(?:code|script|function|python)\b/i],
  [
    'writing',
    /(?<!처음 ?)써 ?[줘봐주]|지어|작성|시 한|편지|자기소개서|글(?:을|짓)|요약|\b(?:write|draft|compose|summari[sz]e|poem|essay)\b/i,
  ],
  [
    'weather',
    /날씨|기온|우산|미세먼지|(?<![가-힣])(?:비|눈)(?:가|는)? ?(?:와|올|오|내)|\b(?:weather|rain|snow|umbrella|forecast)\b/i,
  ],
  ['news', /뉴스|소식|기사|속보|경기|스코어|우승|\b(?:news|score|match)\b/i],
  ['market', /환율|주가|주식|코인|비트코인|시세|금값|\b(?:exchange rate|stock|bitcoin|price of)\b/i],
]

/** What it looks like, and works when it is said more plainly. */
const looks: [keyof (typeof ruleMessages)['ko']['nearly'], RegExp][] = [
  [
    'remind',
    patternOf('i')`
      알림|알람|깨워|타이머|(?:\d|오전|오후|아침|저녁|내일|매일|매주).*알려${GIVE}|
      \b(?:remind|reminder|alarm|timer|wake)\b`,
  ],
  ['note', /메모|노트|기억|적어|\b(?:notes?|remember|memo)\b/i],
  ['file', /파일|폴더|\b(?:files?|folder|directory)\b/i],
  [
    'sum',
    /\d.*(?:원|%|프로|퍼센트|배|씩|\$)|얼마.*\d|\d.*얼마|더하|곱하|나누|\d ?(?:dollars?|percent)|how much.*\d|\d.*how much/i,
  ],
  ['day', /며칠|몇 ?일|요일|날짜|언제|몇 ?주|\b(?:days?|weeks?|date|when|calendar)\b/i],
]

/** Whether a sentence asks for a deed that only a model or somebody else can do. */
export const isBeyond = (text: string): boolean => subjects.some(([, names]) => names.test(text))

/**
 * Says what is not possible without a model and the one step that makes it so, never in the words of the answer
 * before; beside it what works, as near to the question as can be told: that only once a conversation where nothing
 * is near. A question about the program gets the nearest lines of its manual.
 */
export function declined(utterance: Utterance): string {
  const { text, say, seed, hinted, before } = utterance
  const subject = subjects.find(([, names]) => names.test(text))?.[0]
  const lines = subject ? [] : manualLines(utterance)
  if (lines.length > 0) return say.nearManual(lines)
  const fresh = say.cannot.filter((one) => !before.includes(one))
  const line = subject ? say.beyond[subject] : chosenFrom(fresh, seed)
  const look = subject ? undefined : looks.find(([, words]) => words.test(text))?.[0]
  const hint = look && !before.includes(say.nearly[look]) ? say.nearly[look] : hinted ? '' : say.possible
  return hint ? `${line}\n${hint}` : line
}
