import type { ruleMessages } from '../../../messages/engine/rules.ts'
import type { Utterance } from '../intent.ts'
import { chosenFrom } from '../random-choice.ts'

type Subject = keyof (typeof ruleMessages)['ko']['beyond']

/** What rules cannot do, by the words that name it. The first that fits is named in the answer. */
const subjects: [Subject, RegExp][] = [
  ['translation', /번역|(?:영어|한국어|일본어|중국어)로 (?:뭐|어떻게)|\btranslat/i],
  ['call', /전화|문자|카톡|메일|연락해|\b(?:call|text|email)\b/i],
  ['order', /시켜|주문|예매|택시(?:를|을)? ?(?:좀 ?)?(?:불러|잡아|호출|예약|부르)|배달|\b(?:order|book|buy)\b/i],
  ['play', /틀어|재생|노래|음악|유튜브|영상|\b(?:play|sing|song|music|video)\b/i],
  ['code', /코드|코딩|파이썬|자바|프로그램(?:을|를)? ?짜|\b(?:code|script|function|python)\b/i],
  [
    'weather',
    /날씨|기온|우산|미세먼지|(?<![가-힣])(?:비|눈)(?:가|는)? ?(?:와|올|오|내)|\b(?:weather|rain|snow|umbrella|forecast)\b/i,
  ],
  ['news', /뉴스|소식|기사|속보|경기|스코어|우승|\b(?:news|score|match)\b/i],
  ['market', /환율|주가|주식|코인|비트코인|시세|금값|\b(?:exchange rate|stock|bitcoin|price of)\b/i],
  [
    'writing',
    /(?<!처음 ?)써 ?(?:줘|봐|주)|지어|작성|시 한|편지|자기소개서|글(?:을|짓)|요약|\b(?:write|draft|compose|summari[sz]e|poem|essay)\b/i,
  ],
]

/** Says what is not possible without a model and the one step that makes it so; the way to what is possible only once a conversation. */
export function declined({ text, say, seed, hinted }: Utterance): string {
  const subject = subjects.find(([, names]) => names.test(text))?.[0]
  const line = subject ? say.beyond[subject] : chosenFrom(say.cannot, seed)
  return hinted ? line : `${line}\n${say.possible}`
}
