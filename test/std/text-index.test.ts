import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { queryTerms, terms } from '../../src/std/korean/search/analysis.ts'
import { TextIndex } from '../../src/std/text-index.ts'
import { questions, tenThousandFacts } from '../fixtures/memory/facts.ts'

const fresh = async () => join(await mkdtemp(join(tmpdir(), 'index-')), 'index.db')
const entry = (text: string) => ({ key: text, text, terms: terms(text), at: 0 })
const found = (index: TextIndex, query: string, scopes = ['a', 'b']) =>
  index.search(queryTerms(query), scopes, 10).map(({ text }) => text)

test('of ten thousand facts the right one is among the first ten for at least 97 of 100 questions in other words', async () => {
  const index = await TextIndex.open(await fresh())
  index.change('a', { mark: '1', scope: 'a', add: tenThousandFacts().map(entry) })
  const hits = questions.filter(({ fact, question }) => found(index, question).includes(fact))
  expect(hits.length).toBeGreaterThanOrEqual(97)
  index.close()
}, 60_000)

test('groups change, are seen by the next process, and belong to their scope', async () => {
  const path = await fresh()
  const index = await TextIndex.open(path)
  index.change('a', { mark: '1', scope: 'a', add: [entry('제주도 숙소는 바다펜션'), entry('치과는 한빛치과')] })
  index.change('b', { mark: '1', scope: 'b', add: [entry('제주도 항공권은 아침 7시')] })
  expect(found(index, '제주도').sort()).toEqual(['제주도 숙소는 바다펜션', '제주도 항공권은 아침 7시'])
  expect(found(index, '제주도', ['b'])).toEqual(['제주도 항공권은 아침 7시'])
  index.change('a', { mark: '2', scope: 'a', add: [entry('제주도 렌터카는 흰색')], remove: ['제주도 숙소는 바다펜션'] })
  index.remove('b')
  const next = await TextIndex.open(path)
  expect([found(next, '제주도'), next.mark('a'), next.mark('b')]).toEqual([['제주도 렌터카는 흰색'], '2', undefined])
  index.close()
  next.close()
})

test('a damaged file, one of another version, and a place where nothing can be written are an empty index, never an error', async () => {
  const path = await fresh()
  const before = await TextIndex.open(path)
  before.change('a', { mark: '1', scope: 'a', add: tenThousandFacts().slice(0, 500).map(entry) })
  before.close()
  const whole = await readFile(path)
  for (const bytes of [Buffer.from('no database'), whole.subarray(0, 5_000), Buffer.alloc(20_000, 7)]) {
    await writeFile(path, bytes)
    let index = await TextIndex.open(path)
    found(index, '제주도')
    if (index.broken) {
      index.close()
      index = await TextIndex.open(path, true)
    }
    index.change('a', { mark: '2', scope: 'a', add: [entry('치과는 한빛치과')] })
    expect(found(index, '치과')).toEqual(['치과는 한빛치과'])
    index.close()
  }
  const nowhere = join(path, 'below', 'a', 'file.db')
  const inMemory = await TextIndex.open(nowhere)
  inMemory.change('a', { mark: '1', scope: 'a', add: [entry('치과는 한빛치과')] })
  expect(found(inMemory, '치과')).toEqual(['치과는 한빛치과'])
  inMemory.close()
  expect((await readdir(join(path, '..'))).filter((name) => name.startsWith('index.db')).length).toBeLessThanOrEqual(3)
})
