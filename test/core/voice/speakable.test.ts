import { describe, expect, test } from 'vitest'
import { speakable } from '../../../src/core/voice/speakable.ts'

const ko = (text: string) => speakable({ kind: 'text', text }, 'ko')
const en = (text: string) => speakable({ kind: 'text', text }, 'en')

describe('Markdown, code, URLs and emoji are not read aloud as symbols', () => {
  test.each([
    ['## 오늘의 **날씨** ☀️', '오늘의 날씨'],
    ['- [x] 우유 사기', '우유 사기'],
    ['1. 첫째로 `npm ci`를 실행해요.', '첫째로 npm ci를 실행해요.'],
    ['> *정말* 좋아요 👍🏽!', '정말 좋아요!'],
    ['자세한 건 [안내](https://example.com/a?b=1)를 보세요.', '자세한 건 안내를 보세요.'],
    ['https://www.example.com/path?q=1 에 있어요.', 'example 닷컴 링크 에 있어요.'],
    ['---', ''],
    ['🎉🎉', ''],
    ['“네, 알겠어요.”', '네, 알겠어요.'],
    ['snake_case_name은 그대로', 'snake case name은 그대로'],
    ['가격은 <b>무료</b>예요.', '가격은 무료예요.'],
    ['서울은 맑아요.[1]', '서울은 맑아요.'],
  ])('%j → %j', (text, said) => expect(ko(text)).toBe(said))

  test('a block of code and a long table stay on the screen, a small table is told row by row', () => {
    expect(speakable({ kind: 'code', text: '```js\n1+1\n```' }, 'ko')).toBe('코드는 화면에 적어 두었어요.')
    const row = '| 철수 | 3명 |'
    expect(speakable({ kind: 'table', text: `| 이름 | 인원 |\n|---|---|\n${row}` }, 'ko')).toBe('철수, 인원 세 명.')
    const long = ['| 이름 | 인원 |', '|---|---|', ...Array.from({ length: 6 }, () => row)].join('\n')
    expect(speakable({ kind: 'table', text: long }, 'ko')).toBe('표는 화면에서 봐 주세요.')
  })
})

describe('numbers, units, dates and times as a person says them in Korean', () => {
  test.each([
    ['3.14예요.', '삼 점 일사예요.'],
    ['1,234,567원', '백이십삼만사천오백육십칠원'],
    ['₩5,000을 주세요.', '오천 원을 주세요.'],
    ['$20', '이십 달러'],
    ['사과 3개와 배 12개', '사과 세 개와 배 열두 개'],
    ['20살, 21명, 100개', '스무 살, 스물한 명, 백 개'],
    ['오후 3시 30분에 만나요.', '오후 세 시 삼십분에 만나요.'],
    ['15:05에 출발', '십오 시 오 분에 출발'],
    ['2026-11-21', '이천이십육년 십일월 이십일일'],
    ['6월 10일', '유월 십일'],
    ['10월', '시월'],
    ['기온은 -5°C예요.', '기온은 영하 오 도예요.'],
    ['3 - 5 = -2', '삼 - 오는 마이너스 이'],
    ['습도 50%', '습도 오십 퍼센트'],
    ['3.5km 앞', '삼 점 오 킬로미터 앞'],
    ['시속은 60km/h', '시속은 시속 육십 킬로미터'],
    ['010-1234-5678로 전화', '공일공 일이삼사 오육칠팔로 전화'],
    ['3~5명', '삼에서 다섯 명'],
    ['0', '영'],
    ['10,000', '만'],
    ['100,000,000', '일억'],
  ])('%j → %j', (text, said) => {
    expect(ko(text)).toBe(said)
  })
})

describe('in English', () => {
  test.each([
    ['It is **20°C** and 50% humid.', 'It is 20 degrees and 50 percent humid.'],
    ['On 2026-11-21 it costs $5.', 'On November 21, 2026 it costs 5 dollars.'],
    ["Don't pay $1.", "Don't pay 1 dollar."],
    ['See https://example.com/a for more.', 'See a link to example dot com for more.'],
    ['1 km of 1,234 km', '1 kilometer of 1234 kilometers'],
    ['a & b → c', 'a and b, c'],
  ])('%j → %j', (text, said) => expect(en(text)).toBe(said))
})
