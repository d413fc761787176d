import { expect, test } from 'vitest'
import { isLooping } from '../../../src/llm/local/loop.ts'

const repeat = (piece: number[], times: number) => Array.from({ length: times }, () => piece).flat()

test('an answer that says one piece again and again is a loop, of whatever length up to 128 tokens', () => {
  for (let period = 1; period <= 128; period++) {
    const piece = Array.from({ length: period }, (_, i) => i)
    expect(isLooping([900, 901, ...repeat(piece, Math.ceil(32 / period) + 3)])).toBe(true)
  }
})

test('lists, tables and short echoes are none', () => {
  const rows = Array.from({ length: 40 }, (_, i) => [1, 2, 1_000 + i, 3]).flat()
  expect(isLooping(rows)).toBe(false)
  expect(isLooping(repeat([5, 6], 10))).toBe(false)
  expect(isLooping([])).toBe(false)
})
