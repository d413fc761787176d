import { expect, test } from 'vitest'
import { echoesPrompt } from '../../../src/llm/local/echo.ts'

const told =
  "You are a personal assistant on the computer of the user.\n- Answer briefly and kindly, in the user's language."

test.each([
  ['You are a personal assistant on the computer of the user. And so on.', true],
  ["- Answer briefly and  kindly, in the user's\nlanguage.", true],
  ['Hello!<end_of_turn>', true],
  ['I am a personal assistant. How can I help?', false],
  ['', false],
])('“%s” repeats the instructions: %s', (answer, isEcho) => {
  expect(echoesPrompt(answer, told)).toBe(isEcho)
})
