import { expect, test } from 'vitest'
import { weigh } from '../../src/llm/route.ts'

test.each([
  ['안녕!', 'light'],
  ['고마워 잘 자', 'light'],
  ['hello there', 'light'],
  ['ㅋㅋㅋ', 'light'],
  ['내일 서울 날씨 어때?', 'standard'],
  ['내일 아침 9시에 약 먹으라고 알려줘', 'standard'],
  ['이순신 장군은 언제 태어났어?', 'standard'],
  ['안녕하세요, 오늘 오후 세 시에 회의가 있는데 회의실 예약을 어떻게 하면 되는지 알려주실 수 있나요?', 'standard'],
  ['what is the capital of France?', 'standard'],
  ['두 회사의 실적을 비교해서 분석해줘', 'heavy'],
  ['이 함수 왜 안 돌아가?', 'heavy'],
  ['파이썬 코드 짜줘', 'heavy'],
  ['Review this pull request', 'heavy'],
  ['write a regex for Korean phone numbers', 'heavy'],
  ['diff --git a/x b/x\n+++ b/x', 'heavy'],
  ['왜 그래?\n```js\nfoo()\n```', 'heavy'],
  ['읽어줘 '.repeat(400), 'heavy'],
] as const)('%s → %s', (text, weight) => {
  expect(weigh(text)).toBe(weight)
})

test('a choice made by hand wins', () => {
  expect([weigh('안녕', 'heavy'), weigh('코드를 분석해줘', 'light')]).toEqual(['heavy', 'light'])
})
