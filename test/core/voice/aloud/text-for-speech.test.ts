import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textForSpeech } from '../../../../src/core/voice/aloud/text-for-speech.ts'

const ko = (text: string) => textForSpeech({ kind: 'text', text }, 'ko')
const en = (text: string) => textForSpeech({ kind: 'text', text }, 'en')

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
    ['각주[^1]예요.', '각주예요.'],
    ['$x^2$이에요.', 'x 제곱이에요.'],
  ])('%j → %j', (text, said) => expect(ko(text)).toBe(said))

  test('a block of code and a long table stay on the screen, a small table is told row by row', () => {
    expect(textForSpeech({ kind: 'code', text: '```js\n1+1\n```' }, 'ko')).toBe('코드는 화면에 적어 두었어요.')
    const row = '| 철수 | 3명 |'
    expect(textForSpeech({ kind: 'table', text: `| 이름 | 인원 |\n|---|---|\n${row}` }, 'ko')).toBe('철수, 인원 세 명.')
    const gaps = '| 이름 | 값 | 비고 |\n|---|---|---|\n| a \\| b | 3개 | |'
    expect(textForSpeech({ kind: 'table', text: gaps }, 'ko')).toBe('a b, 값 세 개.')
    const long = ['| 이름 | 인원 |', '|---|---|', ...Array.from({ length: 6 }, () => row)].join('\n')
    expect(textForSpeech({ kind: 'table', text: long }, 'ko')).toBe('표는 화면에서 봐 주세요.')
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
    ['3 - 5 = -2', '삼 빼기 오는 마이너스 이'],
    ['습도 50%', '습도 오십 퍼센트'],
    ['3.5km 앞', '삼 점 오 킬로미터 앞'],
    ['시속은 60km/h', '시속은 시속 육십 킬로미터'],
    ['010-1234-5678로 전화', '공일공 일이삼사 오육칠팔로 전화'],
    ['3~5명', '세 명에서 다섯 명'],
    ['0', '영'],
    ['10,000', '만'],
    ['100,000,000', '일억'],
  ])('%j → %j', (text, said) => {
    expect(ko(text)).toBe(said)
  })
})

describe('times and dates as they stand in answers', () => {
  test.each([
    ['오후 4시 5분이에요.', '오후 네 시 오분이에요.'],
    ['3시30분', '세 시 삼십분'],
    ['회의는 오후 2시~4시예요.', '회의는 오후 두 시에서 네 시예요.'],
    ['10:00~11:30', '열 시에서 열한 시 삼십 분'],
    ['월~금 09:00-18:00', '월에서 금 아홉 시에서 십팔 시'],
    ['오전 10시 ~ 오후 6시', '오전 열 시에서 오후 여섯 시'],
    ['2026-11-21T09:30:00+09:00', '이천이십육년 십일월 이십일일 아홉 시 삼십 분'],
    ['2026.11.21(토)', '이천이십육년 십일월 이십일일 토요일'],
    ['11/21 회의', '십일월 이십일일 회의'],
    ['6/10에 만나요', '유월 십일에 만나요'],
    ['5~6월', '오월에서 유월'],
    ['1999-2003년', '천구백구십구년에서 이천삼년'],
    ['6·25 전쟁', '육이오 전쟁'],
    ['24시간', '이십사 시간'],
    ['7:30 PM', '오후 일곱 시 삼십 분'],
  ])('%j → %j', (text, said) => expect(ko(text)).toBe(said))
})

describe('counted, numbered and measured', () => {
  test.each([
    ['총 2건이 요청됐어요. (1/2)', '총 두 건이 요청됐어요. 두 개 중 첫 번째'],
    ['6개월, 2개국어, 5달러', '육개월, 이개국어, 오달러'],
    ['3번 출구에서 5번 버스를 2번', '삼 번 출구에서 오 번 버스를 두 번'],
    ['제1장', '제일장'],
    ['1/3 컵', '삼분의 일 컵'],
    ['3½', '삼과 이분의 일'],
    ['4.5/5', '오점 만점에 사 점 오점'],
    ['3:1로 이겼어요', '삼 대 일로 이겼어요'],
    ['20~30대', '이십 대에서 삼십 대'],
    ['약 3~4천 명', '약 삼천에서 사천 명'],
    ['3,000-5,000원', '삼천에서 오천원'],
    ['$19.99, $1,299.00', '십구 달러 구십구 센트, 천이백구십구 달러'],
    ['+1.2%', '플러스 일 점 이 퍼센트'],
    ['35㎍/㎥, 1013hPa, 5km/L', '삼십오 마이크로그램, 천십삼 헥토파스칼, 리터당 오 킬로미터'],
    ['12 × 3 = 36', '십이 곱하기 삼은 삼십육'],
    ['7-3=4, 6/2=3', '칠 빼기 삼은 사, 육 나누기 이는 삼'],
    ['3 * 4 = 12, 2^10 = 1024', '삼 곱하기 사는 십이, 이의 십제곱은 천이십사'],
  ])('%j → %j', (text, said) => expect(ko(text)).toBe(said))
})

describe('what is no amount is not read as one', () => {
  test.each([
    ['1588-1234', '일오팔팔 일이삼사'],
    ['119에 전화하세요', '일일구에 전화하세요'],
    ['+82 10-1234-5678', '플러스 팔이 일공 일이삼사 오육칠팔'],
    ['1234-5678-9012-3456', '일이삼사 오육칠팔 구공일이 삼사오육'],
    ['인증번호는 048213', '인증번호는 공사팔이일삼'],
    ['비밀번호 4821', '비밀번호 사팔이일'],
    ['v1.2.3, 192.168.0.1:80', '버전 일 점 이 점 삼, 백구십이 점 백육십팔 점 영 점 일, 팔십'],
    ['GPT-5, MP3, 4K, COVID-19', 'GPT 파이브, MP쓰리, 포K, COVID 십구'],
    ['D-7, Ctrl+C', 'D 마이너스 칠, Ctrl C'],
    ['①첫째 Ⅲ장', '일 번 첫째 삼장'],
  ])('%j → %j', (text, said) => expect(ko(text)).toBe(said))
})

describe('addresses, signs and letters', () => {
  test.each([
    ['kim.c@naver.com으로', 'kim 점 c 골뱅이 naver 닷컴으로'],
    ['www.google.co.kr 참고', 'google 닷 씨오 닷 케이알 참고'],
    ['서울->부산 (2시간)', '서울, 부산, 두 시간'],
    ['R&D, C#, C++', 'R앤D, C샵, C 플러스 플러스'],
    ['사과 vs 배 등 (e.g. 감)', '사과 대 배 등, 예를 들어 감'],
    ['※ ★ 4.5 ✓', '사 점 오'],
    ['좋아요ㅋㅋㅋ 정말~', '좋아요 정말'],
    ['I have 3 apples and 20% off.', 'I have 3 apples and 20 percent off.'],
  ])('%j → %j', (text, said) => expect(ko(text)).toBe(said))

  test('no figure is left in a Korean sentence, whatever stands around it', () => {
    const parts = [...'0123456789', ...'.,:/-~·+=%()$₩ ', '시', '개', '월', 'km', 'A', 'v', '번', '10대', '½', '①', 'T']
    const text = fc.array(fc.constantFrom(...parts), { maxLength: 24 })
    fc.assert(
      fc.property(text, (some) => {
        expect(ko(`네 ${some.join('')}`)).not.toMatch(/[\d½①]/)
      }),
      { numRuns: 1_000 },
    )
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
    ['Call 010-1234-5678, 10:00-11:30.', 'Call 0 1 0, 1 2 3 4, 5 6 7 8, 10:00 to 11:30.'],
    ['5-10 minutes, ~5 m², 4.5/5 (1/2)', '5 to 10 minutes, about 5 square meters, 4.5 out of 5, 1 of 2'],
    ['$1,299.00, €1.5M, ½ cup', '1299 dollars, 1.5 million euros, 1 half cup'],
    ['10 - 3 = 7 with v1.2', '10 minus 3 equals 7 with version 1.2'],
  ])('%j → %j', (text, said) => expect(en(text)).toBe(said))
})

describe('as a person would say it, written down before the program was asked', () => {
  /** Only what sounds: in Korean blanks are none. */
  const sounds = (text: string, language: 'ko' | 'en') => {
    const words = text
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}.:\s]/gu, ' ')
      .replace(/(?<!\d)[.:]|[.:](?!\d)/g, ' ')
    return language === 'ko' ? words.replace(/\s/g, '') : words.replace(/\s+/g, ' ').trim()
  }

  test.each(['ko', 'en'] as const)('%s: 97 of 100 are said right', (language) => {
    const samples = readFileSync(`test/fixtures/voice/ear-${language}.tsv`, 'utf8').trim().split('\n')
    const wrong = samples.flatMap((sample) => {
      const [text = '', truth = ''] = sample.split('\t')
      const said = textForSpeech({ kind: 'text', text }, language)
      return truth.split('|').some((one) => sounds(one, language) === sounds(said, language))
        ? []
        : [`${text} → ${said}`]
    })
    expect(samples.length).toBeGreaterThanOrEqual(300)
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(samples.length * 0.03)
  })
})
