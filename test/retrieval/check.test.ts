import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { betterOf, compareSearch } from '../../src/retrieval/check/compare.ts'
import { knownItem, termsOf } from '../../src/retrieval/check/known-items.ts'
import { createLibrary } from '../../src/retrieval/library.ts'
import type { Embedder } from '../../src/retrieval/ports.ts'

const { signal } = new AbortController()
const none = { passages: 10, found: new Map<string, number>() }

describe('questions of a person’s own documents', () => {
  test('leave out the rare words of a sentence and say others otherwise', () => {
    const text = '서울 지점의 김민수 대리는 이번 출장에서 병원 근처 숙소에 묵었다.'
    const found = new Map(termsOf({ text }).map((term) => [term, /김민|민수/.test(term) ? 1 : 50]))
    const question = knownItem({ text }, { passages: 100, found })
    expect(question).toBeDefined()
    expect(question).not.toContain('민수')
    expect((question ?? '').split(' ').length).toBeLessThan(text.split(' ').length)
  })

  test('are made of sentences only', () => {
    expect(knownItem({ text: '목차\n1. 서론\n2. 본론' }, none)).toBeUndefined()
    expect(knownItem({ text: 'The tenant pays the deposit before moving into the flat.' }, none)).toBeDefined()
  })
})

describe('which way of searching finds more', () => {
  const comparison = (onlyWords: number, onlyHybrid: number) => ({
    ...{ asked: 100, words: 60 + onlyWords, hybrid: 60 + onlyHybrid },
    ...{ onlyWords, onlyHybrid },
  })

  test.each([
    [0, 0, 'words'],
    [0, 1, 'words'],
    [0, 4, 'hybrid'],
    [10, 14, 'words'],
    [10, 24, 'hybrid'],
    [24, 10, 'words'],
  ] as const)('%i found by words alone, %i only with meaning: %s', (onlyWords, onlyHybrid, better) => {
    expect(betterOf(comparison(onlyWords, onlyHybrid))).toBe(better)
  })

  test('is measured on the documents: an embedder that knows what a passage is about wins, one that knows nothing does not', async () => {
    const home = await mkdtemp(join(tmpdir(), 'check-'))
    const folder = join(home, 'docs')
    await mkdir(folder)
    // Forty passages whose common words are alike and whose rare words name them; a question has lost those.
    const name = (n: number) => String.fromCodePoint(0xac00 + 37 * n, 0xac00 + 61 * n + 5, 0xb098 + 53 * n)
    const told = (n: number) => `${name(n)} 담당자는 지난주 회의에서 예산과 일정을 다시 정하자고 말했다`
    for (let n = 0; n < 40; n++) await writeFile(join(folder, `${n}.txt`), `${told(n)}.`)
    // What it "understands": which of the passages is asked for, since each is asked for in turn.
    let asked = 0
    const oneHot = (at: number) => Float32Array.from({ length: 40 }, (_, n) => (n === at ? 1 : 0.001))
    const knowing: Embedder = {
      name: 'knowing',
      embed: async (texts, _, as) =>
        texts.map((text) => oneHot(as === 'query' ? order[asked++]! : order.find((n) => text.startsWith(name(n)))!)),
    }
    const empty: Embedder = { name: 'empty', embed: async (texts) => texts.map(() => oneHot(-1)) }
    let order = Array.from({ length: 40 }, (_, n) => n)
    const words = createLibrary({ dir: join(home, 'index'), now: () => new Date() })
    for await (const _ of words.add([folder], signal));
    order = (await words.sample(40, signal)).map(
      ({ text }) => Array.from({ length: 40 }, (_, n) => n).find((n) => text.startsWith(name(n)))!,
    )
    const better = async (embedder: Embedder) => {
      const hybrid = createLibrary({ dir: join(home, 'index'), now: () => new Date(), embedder })
      for await (const _ of hybrid.reindex(signal));
      const compared = await compareSearch(words, hybrid, 40, signal)
      await hybrid.close()
      return betterOf(compared)
    }
    expect([await better(knowing), await better(empty)]).toEqual(['hybrid', 'words'])
    await words.close()
    await rm(home, { recursive: true })
  })
})
