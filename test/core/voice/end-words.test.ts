import { expect, test } from 'vitest'
import { wantsSilence } from '../../../src/core/voice/end-words.ts'

const stops = [
  'stop',
  'stop it',
  'stop that',
  'enough',
  'that is enough',
  'wait',
  'be quiet',
  '그만',
  '됐어요',
  '조용히 해',
]

test('one stop, two of them, and a polite one want silence', () => {
  const said = stops.flatMap((one) => [one, `${one}, please`, ...stops.map((other) => `${one}. ${other}`)])
  expect(said.filter((words) => !wantsSilence(words))).toEqual([])
})

test.each([
  'stop the timer',
  'wait for the mail',
  'is that enough?',
  'please',
  'that is',
  'now',
  '그만둔 사람이 누구야',
  '잠깐 나갔다 올게',
])('“%s” wants no silence', (words) => {
  expect(wantsSilence(words)).toBe(false)
})
