import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { matchWake } from '../../../src/std/korean/wake.ts'

/** Rows of `wake word | words`; lines that begin with # are notes. */
function table(file: string): { word: string; said: string }[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const at = line.indexOf(' | ')
      return { word: line.slice(0, at), said: line.slice(at + 3) }
    })
}

describe('wake words in text (SPEC §7)', () => {
  const near = table('wake-near.txt')
  const spoken = table('wake-spoken.txt')

  test('at least 200 phrases that are no call: fewer than 5 % of them wake', () => {
    expect(near.length).toBeGreaterThanOrEqual(200)
    const woke = near.filter(({ word, said }) => matchWake(said, [word]))
    expect(woke.length / near.length, JSON.stringify(woke)).toBeLessThan(0.05)
  })

  test('100 calls as a recogniser writes them: fewer than 10 are missed', () => {
    expect(spoken).toHaveLength(100)
    const missed = spoken.filter(({ word, said }) => !matchWake(said, [word]))
    expect(missed.length, JSON.stringify(missed)).toBeLessThan(10)
  })
})
