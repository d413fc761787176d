import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taskName } from '../../../../src/std/korean/grammar/task-name.ts'
import { formalForm, nominal } from '../../../../src/std/korean/grammar/verb.ts'
import { finalConsonant } from '../../../../src/std/korean/spelling/jamo.ts'

test('a stem as a noun and in the formal style', () => {
  expect(
    ['좋아하', '먹', '살', '다니', '가', '보', '좋아하지 않', '만들'].map((stem) => [nominal(stem), formalForm(stem)]),
  ).toEqual([
    ['좋아함', '좋아합니다'],
    ['먹음', '먹습니다'],
    ['삶', '삽니다'],
    ['다님', '다닙니다'],
    ['감', '갑니다'],
    ['봄', '봅니다'],
    ['좋아하지 않음', '좋아하지 않습니다'],
    ['만듦', '만듭니다'],
  ])
})

test('a noun out of a verb ends in ㅁ, a formal sentence in 니다, whatever the stem', () => {
  const syllable = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code))
  fc.assert(
    fc.property(fc.array(syllable, { minLength: 1, maxLength: 4 }), (syllables) => {
      const stem = syllables.join('')
      expect([10, 16]).toContain(finalConsonant(nominal(stem).at(-1) ?? ''))
      expect(formalForm(stem)).toMatch(/니다$/)
    }),
  )
})

/** As a dictionary has them: the stem, the form before 라고, the form before 야. */
const VERBS =
  '먹 먹으 먹어|씻 씻으 씻어|듣 들으 들어|걷 걸으|싣 실으 실어|굽 구우 구워|눕 누우 누워|줍 주우 주워|돕 도우 도와|짓 지으 지어|붓 부으 부어|널 널 널어|걸 걸 걸어|열 열 열어|팔 팔 팔아|만들 만들 만들어|놀 놀 놀아|가 가 가|사 사 사|자 자 자|타 타 타|일어나 일어나 일어나|나가 나가 나가|들어가 들어가 들어가|올라가 올라가 올라가|보 보 봐|오 오 와|들어오 들어오 들어와|사오 사오 사와|주 주 줘|도와주 도와주 도와줘|물주 물주 물줘|내 내 내|보내 보내 보내|꺼내 꺼내 꺼내|끝내 끝내 끝내|쓰 쓰 써|끄 끄 꺼|뜨 뜨 떠|잠그 잠그 잠가|모으 모으 모아|고르 고르 골라|누르 누르 눌러|부르 부르 불러|바르 바르 발라|들르 들르 들러|챙기 챙기 챙겨|맡기 맡기 맡겨|옮기 옮기 옮겨|마시 마시 마셔|치 치 쳐|고치 고치 고쳐|마치 마치 마쳐|켜 켜 켜|펴 펴 펴|치우 치우 치워|지우 지우 지워|채우 채우 채워|피우 피우 피워|깨우 깨우 깨워|배우 배우 배워|맞추 맞추 맞춰|미루 미루 미뤄|나누 나누 나눠|바꾸 바꾸 바꿔|돌리 돌리 돌려|빌리 빌리 빌려|말리 말리 말려|올리 올리 올려|내리 내리 내려|버리 버리 버려|기다리 기다리 기다려|먹이 먹이 먹여|끓이 끓이 끓여|붙이 붙이 붙여|줄이 줄이 줄여|시키 시키 시켜|지키 지키 지켜|쉬 쉬 쉬어|뛰 뛰 뛰어|닫 닫으 닫아|찾 찾으 찾아|받 받으 받아|닦 닦으 닦아|깎 깎으 깎아|볶 볶으 볶아|묶 묶으 묶어|읽 읽으 읽어|입 입으 입어|벗 벗으 벗어|넣 넣으 넣어|접 접으 접어|감 감으 감아|담 담으 담아|갚 갚으 갚아|꽂 꽂으 꽂아|빼 빼 빼|개 개 개|재 재 재|떼 떼 떼|깨 깨 깨|서 서 서|싸 싸 싸|짜 짜 짜|청소하 청소하 청소해|전화하 전화하 전화해|운동하 운동하 운동해'
    .split('|')
    .map((line) => line.split(' ') as [stem: string, command: string, form?: string])

test('what somebody is told to do is named by its verb, and what is on by its noun', () => {
  const wrong: string[] = []
  const named = (said: string, name: string) => {
    if (taskName(said) !== name) wrong.push(`${said}: ${taskName(said)} instead of ${name}`)
  }
  for (const [stem, command, form] of VERBS) {
    for (const before of ['그거 ', '엄마 것 다 ']) {
      named(`${before}${command}라고`, `${before}${stem}기`)
      if (form) named(`${before}${form}야 한다고`, `${before}${stem}기`)
      if (form) named(`${before}${form}야 돼`, `${before}${stem}기`)
      named(`${before}${stem}자고`, `${before}${stem}기`)
      named(`${before}${stem}기라고`, `${before}${stem}기`)
    }
    if (stem.length > 1) named(`${command}라고`, `${stem}기`)
  }
  const nouns =
    '회의 치과 예약 생신 마감 수업 요가 버스 이사 제사 검사 예매 휴가 청소 결제 세미나 파티 마사지 과외 저녁식사 홍보 정보 라디오 분리수거 맥주 소주 안내 시내 김치 위치 설치 아기 감기 장보기 정리 수리 요리 관리 접시 택시 전시 새우 호우 고추 하루 바나나 사우나 산타 준비 기차 전화 일요일 생일 정월 결혼식 장날'
  for (const noun of nouns.split(' ')) {
    const last = noun.charCodeAt(noun.length - 1)
    const copula = (last - 0xac00) % 28 === 0 ? '라고' : '이라고'
    for (const before of ['', '팀 ', '우리 집 ']) named(`${before}${noun}${copula}`, `${before}${noun}`)
  }
  expect(wrong).toEqual([])
})
