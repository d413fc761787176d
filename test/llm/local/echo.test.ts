import { expect, test } from 'vitest'
import { echoesPrompt } from '../../../src/llm/local/echo.ts'

const told = `You are a personal assistant on the computer of the user.
- Answer briefly and kindly, in the user's language.
- 한국어 해요체로 짧고 친절하게 답한다.`

test.each([
  ['You are a personal assistant on the computer of the user. And so on.', true],
  ["- Answer briefly and  kindly, in the user's\nlanguage.", true],
  ['너는 김치찌개 끓이는 사람이다.\n- 한국어 해요체로 짧고 친절하게 답한다.', true],
  ['네, 짧고 친절하게 답할게요.', false],
  ['Hello!<end_of_turn>', true],
  ['user\nHello? And then', true],
  ['The user may ask again.', false],
  ['I am a personal assistant. How can I help?', false],
  ['', false],
])('“%s” repeats the instructions: %s', (answer, isEcho) => {
  expect(echoesPrompt(answer, told)).toBe(isEcho)
})
