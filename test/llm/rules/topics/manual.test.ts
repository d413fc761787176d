import { expect, test } from 'vitest'
import { requestOf, turn } from '../world.ts'

test.each([
  ['알림 미루려면 어떻게 해?', '`assistant reminders snooze`'],
  ['마지막 대화 이어가려면 어떻게 해?', '`assistant --continue`'],
  ['알림 미루는 방법', '`assistant reminders snooze`'],
  ['화면 테마 바꾸려면?', '`assistant config set '],
  ['예약해 둔 일 보려면?', '`assistant schedule list`'],
  ['how do I continue the last conversation?', '`assistant --continue`'],
  ['실수로 지운 파일 되돌리고 싶어', '`assistant '],
  ['how do I see my old chats', '`assistant conversations'],
])('%s is answered from the manual', async (text, typed) => {
  expect((await turn(requestOf({ text, setting: [] }))).text).toContain(typed)
})

test.each(['김치찌개 어떻게 끓여?', '여행 가려면 어떻게 해야 돼?', 'how do I cook rice'])(
  '%s is no question about the program',
  async (text) => {
    expect((await turn(requestOf({ text, setting: [] }))).text).not.toContain('`assistant -')
  },
)
