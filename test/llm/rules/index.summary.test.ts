import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractSummary, linesToKeep, noticeFacts } from '../../../src/llm/rules/index.ts'

test('exact duplicates are merged, every telling line stays, and talk gives way to facts', () => {
  const page = [
    '- 이름은 철수',
    '- 배포는 매주 목요일 오후 3시',
    '- 오늘은 날씨 이야기를 오래 나누었고 별다른 내용은 없었음',
    '- 배포는 매주 금요일 오후 3시',
    '- 땅콩 알레르기 있음',
    '- 땅콩 알레르기 있음',
    '- 점심에 대해서 이런저런 이야기를 하다가 아무 결론 없이 끝났는데 그다음에도 비슷한 이야기가 한참 이어졌고 다들 웃었음',
    '- 마감은 12월 18일로 결정',
  ].join('\n')
  expect(extractSummary(page)).toBe(
    '- 이름은 철수\n- 배포는 매주 목요일 오후 3시\n- 배포는 매주 금요일 오후 3시\n- 땅콩 알레르기 있음\n- 마감은 12월 18일로 결정',
  )
})

test('no rule takes two facts for one, or a name or a question for a courtesy', () => {
  const page = [
    '- 어머니는 땅콩 알레르기',
    '- 어머니는 1958년생',
    '- 약은 아침 7시',
    '- 약은 식후 30분',
    '- 네이버 계약 담당은 3팀',
    '- 감사팀 연락처는 02-123-4567',
    '- ok저축은행 만기는 5월 1일',
    '- 생일이 3월 5일인 사람은 누구?',
    '- Mom: 010-1234-5678',
    '- Mom: allergic to nuts',
  ]
  const talk = `- ${'그 밖에는 별다른 이야기 없이 여러 가지를 두루두루 나누다가 '.repeat(6)}헤어졌음`
  expect(extractSummary([...page, talk, '- 안녕하세요!', '- 네.'].join('\n'))).toBe(page.join('\n'))
})

test('what cannot become shorter is left alone', () => {
  expect(extractSummary('- 이름은 철수')).toBe('')
  expect(extractSummary('')).toBe('')
})

test('a summary is always shorter, made of `- ` lines', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 60 }), { maxLength: 30 }), (lines) => {
      const text = lines.join('\n')
      const summary = extractSummary(text)
      expect(
        summary === '' ||
          (summary.length < text.normalize('NFC').trim().length &&
            summary.split('\n').every((line) => line.startsWith('- '))),
      ).toBe(true)
    }),
  )
})

test.each([
  ['내 이름은 철수야', [{ text: '이름은 철수', scope: 'personal' }]],
  ['안녕, 나는 영희라고 해', [{ text: '이름은 영희', scope: 'personal' }]],
  ['나는 매운 음식을 싫어해', [{ text: '매운 음식을 싫어함', scope: 'personal' }]],
  ['저는 부산에 살아요', [{ text: '부산에 삶', scope: 'personal' }]],
  ['민수는 내 동생이야', [{ text: '민수는 동생', scope: 'personal' }]],
  ['My deadline is December 18', [{ text: 'deadline is December 18', scope: 'personal' }]],
  ['I prefer tea', [{ text: 'prefers tea', scope: 'personal' }]],
  ['내 이름이 뭐야?', []],
  ['내일 비가 오면 어떡하지', []],
  ['나는 학생이야', []],
  ['이거 요약해줘', []],
])('facts in %s', (words, facts) => {
  expect(noticeFacts(words)).toEqual(facts)
})

test('what was only asked for or asked about is no fact of a summary; what was told is', () => {
  const asked = [
    '5만원 17프로면 얼마',
    '5분 타이머',
    '내일 7시에 깨워줘',
    '6월 19일까지 며칠?',
    '3월 5일이 무슨 요일이야?',
    '1234*56',
    'how old is someone born in 1987',
    'split 96 by 4 people',
    'what day is july 4',
    'convert 5 feet 11 inches to cm',
    'set an alarm for 6:30 tomorrow',
    'wake me up at 7 on weekdays',
    'remember that my locker is 214',
    '20% off 85',
    'is 2030 a leap year',
    'roll 3 dice',
    'pick a number between 1 and 10',
    '우리 사귄 날 2025년 6월 1일인데 오늘 며칠째야',
    '500일은 언제야 2025년 6월 1일부터',
    '여권 어딨지',
    '180cm는 몇 피트',
  ]
  const told = [
    '회의는 3층 어디서든 해도 된다고 정했음',
    'the deadline is December 18',
    'my brother prefers room 3',
    'Book club is on the 5th',
    'Order number is 8841',
    'If it rains the deadline moves to March 5',
    '페니실린은 절대 금지',
    '어떤 약이든 아스피린은 금지',
    '마감은 12월 18일로 결정',
    '전시는 3월까지',
    '팀 회의는 매주 화요일 10시',
    '예산은 300만원',
  ]
  expect(linesToKeep([...asked, ...told].map((line) => `- ${line}`).join('\n'))).toEqual(told)
})
