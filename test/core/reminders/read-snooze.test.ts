import { expect, test } from 'vitest'
import { readSnooze } from '../../../src/core/reminders/read-snooze.ts'

test.each([
  ['', { minutes: 10 }],
  ['10분', { minutes: 10 }],
  ['30', { minutes: 30 }],
  ['1', { minutes: 1 }],
  ['#3 1 hour', { id: '3', minutes: 60 }],
  ['3번 1시간', { id: '3', minutes: 60 }],
  ['12 번', { id: '12', minutes: 10 }],
  ['내일', { choice: 'tomorrow' }],
  ['3번 완료', { id: '3', choice: 'done' }],
  ['Done', { choice: 'done' }],
  ['다했어요', { choice: 'done' }],
  ['0', undefined],
  ['0분', undefined],
  ['#3 아무 말', undefined],
  ['내일은', undefined],
])('/snooze %s', (text, read) => {
  expect(readSnooze(text)).toEqual(read)
})
