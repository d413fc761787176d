import { expect, test } from 'vitest'
import { isOffTopic, isSideRemark } from '../../../src/core/service/side-remark.ts'
import type { Slot } from '../../../src/core/service/slots.ts'

const when = { now: new Date('2026-11-21T03:00:00Z'), zone: 'Asia/Seoul' }
const slotOf = (type: Slot['type'], label: string): Slot => ({
  name: label,
  type,
  required: true,
  label,
  questions: [],
  errors: { invalid: 'invalid' },
})
const slots = [slotOf('person', '받는 분'), slotOf('amount', '금액')]
const [who, sum] = slots
const memo = slotOf('text', '요청')

test.each<[string, Slot | undefined]>([
  ['내일 날씨 어때?', sum],
  ['이 사람 누구야?', memo],
  ['엄마 생일이 언제야?', sum],
  ['알람 맞춰줘', sum],
  ['알람 7시에 맞춰줘', undefined],
  ['사진 보여줘', sum],
  ['한국어로 번역해줘', who],
  ['tell me a joke', undefined],
  ['remind me at 7', sum],
  ['3만 더하기 2만', sum],
  ['고마워', sum],
  ['lol', sum],
  ['Mom sent me 50,000 won yesterday', sum],
  ['어제 친구가 5만원 줬어', sum],
  ['쇼핑했어', sum],
  ["I'm hungry", sum],
  ['배고프다', sum],
  ['비 온대', sum],
  ['강아지가 짖네', sum],
])('“%s” is said beside the flow', (text, asked) => {
  expect(isSideRemark(text, { slots, asked, names: ['엄마'], when })).toBe(true)
})

test.each<[string, Slot | undefined]>([
  ['엄마한테 보내줘', sum],
  ['보내줄래?', sum],
  ['5만원', sum],
  ['5만원으로 바꿔줘', undefined],
  ['금액은 5만원이야', sum],
  ['엄마는 5만원이야', undefined],
  ['메모는 점심값', sum],
  ['아니 잘못 보냈어', sum],
  ['그 말이야', sum],
  ['응 그래', sum],
  ['I meant 50,000', sum],
  ["it's for mom", sum],
  ['친절한 의사로 부탁해요', memo],
  ['고마워', memo],
  ['어제 친구가 5만원 줬어', memo],
])('“%s” is said of the flow', (text, asked) => {
  expect(isSideRemark(text, { slots, asked, names: ['엄마'], when })).toBe(false)
})

test.each([
  ['내일 날씨 어때?', true],
  ['내일 7시에 깨워줘', true],
  ['내일 7시', false],
  ['내일 7시로 맞춰서 예약해줘', false],
])('“%s” is about something else: %s', (text, is) => expect(isOffTopic(text)).toBe(is))
