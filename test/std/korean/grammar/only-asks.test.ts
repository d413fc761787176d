import { expect, test } from 'vitest'
import { onlyAsks } from '../../../../src/std/korean/grammar/only-asks.ts'

test.each([
  '여권 어딨지',
  '내 차 어디 세웠더라',
  '180cm는 몇 피트',
  '500일은 언제야 2025년 6월 1일부터',
  '오늘 며칠째야',
  '회의 몇 시지',
  '내일 비 와?',
  '문 잠갔나요',
  '불 꺼 줘',
  '밥 먹었니',
  'how old is someone born in 1987',
  'is 2030 a leap year',
  'when is my birthday',
  '뭐라고 했지? 다시 말해 줘.',
])('%s only asks', (text) => expect(onlyAsks(text)).toBe(true))

test.each([
  '페니실린은 절대 금지',
  '어떤 약이든 페니실린은 금지',
  '우리 강아지 이름은 보리',
  '할머니가 주신 반지',
  '담당자는 우리 어머니',
  '회의는 3층 어디서든 해도 된다고 정했음',
  '언제나 왼쪽 서랍에 둠',
  '누구나 1234로 열 수 있음',
  '휴가는 12월 3일',
  '여기 칼국수 맛있더라',
  '몇 층인지 적어 두었다',
  'If it rains the deadline moves to March 5',
  'When I am in Busan I stay in room 12',
  '내일 뭐 하지? 마감은 금요일이야.',
])('%s tells something', (text) => expect(onlyAsks(text)).toBe(false))
