import { expect, test } from 'vitest'
import { asksToGoOn, inCommonWords, isResume, readsLeave } from '../../../src/core/service/interruption.ts'

test.each([
  ['잠깐, 다른 거', ''],
  ['잠깐 다른 거 물어볼게 내일 날씨 어때?', '내일 날씨 어때?'],
  ['다른 얘기', ''],
  ['보류해줘', ''],
  ['멈춰 놔', ''],
  ['wait, something else', ''],
  ['다른 걸로 바꿔줘', undefined],
  ['다른 게 아니라 만원', undefined],
  ['잠깐', undefined],
])('“%s” leaves the flow with “%s” besides', (text, more) => {
  expect(readsLeave(text)?.more).toBe(more)
})

test.each([
  ['계속', true],
  ['네 계속할게요', true],
  ['이어서 해', true],
  ['마저 하자', true],
  ['go on', true],
  ['계속 보내줘', false],
  ['계속 비가 와', false],
])('“%s” goes on: %s', (text, goesOn) => expect(isResume(text)).toBe(goesOn))

test.each([
  ['아까 그 이체 계속하자', true],
  ['하던 거 마저 해줘', true],
  ['계속하자', false],
  ['아까 이체 왜 안 돼', false],
  [`아까 ${'정말 '.repeat(30)}계속하자`, false],
])('“%s” asks for what is at hand: %s', (text, asks) => expect(asksToGoOn(text)).toBe(asks))

test.each([
  ['등록해줘', '회의를 등록할까요?', '진행해줘'],
  ['yes, book it', 'shall I book it?', 'yes, do it'],
  ['예약해줘', '몇 명이에요?', '예약해줘'],
])('“%s” answers “%s” like “%s”', (text, question, common) => {
  expect(inCommonWords(text, question)).toBe(common)
})
