import { expect, test } from 'vitest'
import { CallReader, type WrittenPiece } from '../../../src/llm/local/call-reader.ts'

const answer = 'Let me see.\n<tool_call>\n{"name": "datetime", "arguments": {}}\n</tool_call>\nDone <b>.'
const whole = [
  ['text', 'Let me see.'],
  ['call', '{"name": "datetime", "arguments": {}}'],
  ['text', '\nDone <b>.'],
]

/** Pieces of one kind in a row are one. */
function joined(pieces: readonly WrittenPiece[]): string[][] {
  const all: string[][] = []
  for (const { type, text } of pieces) {
    const last = all.at(-1)
    if (last?.[0] === 'text' && type === 'text') last[1] += text
    else all.push([type, text])
  }
  return all
}

test('a call is told from text, wherever the answer is cut into pieces', () => {
  for (let a = 0; a <= answer.length; a++)
    for (let b = a; b <= answer.length; b += 7) {
      const reader = new CallReader()
      const pieces = [answer.slice(0, a), answer.slice(a, b), answer.slice(b)].flatMap((part) => [...reader.add(part)])
      expect(joined([...pieces, ...reader.end()])).toEqual(whole)
    }
})

test('a call without its end mark counts at the end of the answer', () => {
  const reader = new CallReader()
  expect([...reader.add('<tool_call>{"name": "x"}'), ...reader.end()]).toEqual([
    { type: 'call', text: '{"name": "x"}' },
  ])
})
