import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seeded } from '../../bench/retrieval/corpus.ts'
import type { Failure } from '../../src/protocol/index.ts'
import { ollamaEmbedder, openAiEmbedder } from '../../src/retrieval/embedders/remote.ts'
import { fuseRankings } from '../../src/retrieval/fuse.ts'
import { createLibrary } from '../../src/retrieval/library.ts'
import type { Embedder } from '../../src/retrieval/ports.ts'
import { VectorIndex } from '../../src/retrieval/vector-index.ts'
import { embeddingServer, meaning } from '../fakes/embeddings.ts'

const { signal } = new AbortController()
const now = () => new Date()
let [home, folder] = ['', '']
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'vectors-'))
  folder = join(home, 'docs')
  await mkdir(folder)
})
afterEach(() => rm(home, { recursive: true }))

const open = (embedder: Embedder, notice?: (failure: Failure) => void) =>
  createLibrary({ dir: join(home, 'index'), now, embedder, ...(notice && { notice }) })
async function drain(events: AsyncIterable<{ type: string }>): Promise<string[]> {
  const types: string[] = []
  for await (const { type } of events) types.push(type)
  return types
}
const fill = async () => {
  for (let n = 10; n < 80; n++) await writeFile(join(folder, `${n}.txt`), `${n}번 서류에 적힌 이야기`)
  await writeFile(join(folder, 'sea.txt'), '파도 소리를 들으며 걷는다')
}

describe('embedders', () => {
  test('OpenAI and Ollama give one vector per text, in the order of the texts', async () => {
    await using server = await embeddingServer({ key: 'k' })
    const texts = ['파도', '사무실']
    const expected = texts.map((text) => Float32Array.from(meaning(text)))
    expect(await openAiEmbedder({ baseUrl: `${server.url}/v1`, model: 'm', key: 'k' }).embed(texts, signal)).toEqual(
      expected,
    )
    expect(await ollamaEmbedder({ baseUrl: server.url, model: 'm', key: 'k' }).embed(texts, signal)).toEqual(expected)
  })

  test('5xx and 429 are tried again, a wrong key and a missing model are not', async () => {
    await using server = await embeddingServer({ key: 'k' })
    const good = openAiEmbedder({ baseUrl: `${server.url}/v1`, model: 'm', key: 'k' })
    server.state.refuse.push(503, 429)
    expect((await good.embed(['가'], signal)).length).toBe(1)
    const bad = openAiEmbedder({ baseUrl: `${server.url}/v1`, model: 'm', key: 'x' })
    await expect(bad.embed(['가'], signal)).rejects.toMatchObject({ failure: { code: 'auth', status: 401 } })
    server.state.refuse.push(404)
    await expect(good.embed(['가'], signal)).rejects.toMatchObject({ failure: { code: 'model-missing' } })
  })
})

describe('searching by meaning', () => {
  test('finds what shares no word with the question, beside what words find', async () => {
    await using server = await embeddingServer()
    await fill()
    const library = open(ollamaEmbedder({ baseUrl: server.url, model: 'm' }))
    await drain(library.add([folder], signal))
    const found = (await library.search('해변 물놀이', 3, signal)).map(({ text }) => text)
    expect(found[0]).toBe('파도 소리를 들으며 걷는다')
    expect((await library.search('42번 서류', 3, signal))[0]?.text).toBe('42번 서류에 적힌 이야기')
    expect(await library.status(signal)).toMatchObject({ kind: 'vector', files: 71, chunks: 71, vectors: 71 })
    await library.close()
  })

  test('texts are sent in batches, never twice; an interrupted run goes on', async () => {
    await using server = await embeddingServer()
    await fill()
    const library = open(openAiEmbedder({ baseUrl: `${server.url}/v1`, model: 'm' }))
    const stop = new AbortController()
    const first = (async () => {
      for await (const event of library.add([folder], stop.signal)) if (event.type === 'embedded') stop.abort()
    })()
    await expect(first).rejects.toThrow('abort')
    await drain(library.reindex(signal))
    await writeFile(join(folder, 'copy.txt'), '42번 서류에 적힌 이야기')
    await drain(library.reindex(signal, { thorough: true }))
    await library.close()
    expect(server.seen.map(({ input }) => input.length)).toEqual([64, 7])
    expect(new Set(server.seen.flatMap(({ input }) => input)).size).toBe(71)
  })

  test('another model, or vectors of another length under the same name, begin anew and say so', async () => {
    await using server = await embeddingServer()
    await fill()
    const library = open(openAiEmbedder({ baseUrl: `${server.url}/v1`, model: 'small' }))
    await drain(library.add([folder], signal))
    await library.close()
    const other = open(openAiEmbedder({ baseUrl: `${server.url}/v1`, model: 'large' }))
    expect(await drain(other.reindex(signal))).toContain('reset')
    server.state.dimensions = 24
    await writeFile(join(folder, 'new.txt'), '새 글')
    expect(await drain(other.reindex(signal))).toContain('reset')
    expect(await other.status(signal)).toMatchObject({ chunks: 72, vectors: 72 })
    expect((await other.search('해변', 1, signal)).length).toBe(1)
    await other.close()
  })

  test('an open library sees documents that changed, came and went', async () => {
    await using server = await embeddingServer()
    await fill()
    const library = open(ollamaEmbedder({ baseUrl: server.url, model: 'm' }))
    await drain(library.add([folder], signal))
    expect((await library.search('해변', 1, signal))[0]?.text).toContain('파도')
    await rm(join(folder, 'sea.txt'))
    await writeFile(join(folder, 'trip.txt'), '물놀이 준비물 목록')
    await drain(library.reindex(signal))
    expect((await library.search('해변', 1, signal))[0]?.text).toBe('물놀이 준비물 목록')
    expect((await library.search('해변', 100, signal)).filter(({ text }) => text.includes('파도'))).toEqual([])
    await library.close()
  })

  test('an embedder that is away leaves the search by words, and says so', async () => {
    const told: Failure[] = []
    await fill()
    {
      await using server = await embeddingServer()
      const library = open(ollamaEmbedder({ baseUrl: server.url, model: 'm' }), (failure) => told.push(failure))
      await drain(library.add([folder], signal))
      server.state.refuse.push(401)
      expect((await library.search('파도 소리', 1, signal))[0]?.text).toBe('파도 소리를 들으며 걷는다')
      await library.close()
    }
    expect(told.map(({ code }) => code)).toEqual(['auth'])
  })
})

describe('nearest neighbours', () => {
  test('recall@10 ≥ 0.98 against an exact scan', () => {
    const random = seeded(3)
    const normal = () => Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random())
    const topics = Array.from({ length: 200 }, () => Float32Array.from({ length: 384 }, normal))
    const make = () => (topics[Math.floor(random() * 200)] as Float32Array).map((value) => value + normal())
    const index = new VectorIndex(384)
    const all = Array.from({ length: 10_000 }, make)
    for (const [id, vector] of all.entries()) index.add(id, vector)
    const cosine = (a: Float32Array, b: Float32Array) => {
      let [product, own] = [0, 0]
      for (let i = 0; i < a.length; i++) {
        product += (a[i] as number) * (b[i] as number)
        own += (b[i] as number) ** 2
      }
      return product / Math.sqrt(own)
    }
    let found = 0
    for (let n = 0; n < 10; n++) {
      const question = make()
      const exact = all.map((vector, id) => ({ id, score: cosine(question, vector) })).sort((a, b) => b.score - a.score)
      const best = new Set(exact.slice(0, 10).map(({ id }) => id))
      found += index.search(question, 10).filter(({ id }) => best.has(id)).length
    }
    expect(found / 100).toBeGreaterThanOrEqual(0.98)
  })

  test('what was removed is not found, what took its place is', () => {
    const index = new VectorIndex(2)
    for (const [id, vector] of [
      [1, 0],
      [0, 1],
      [-1, 0],
    ].entries())
      index.add(id, Float32Array.from(vector))
    index.remove(0)
    index.add(7, Float32Array.from([1, 1]))
    index.remove(9)
    expect([...index.search(Float32Array.from([1, 0.1]), 9)].map(({ id }) => id)).toEqual([7, 1, 2])
    for (const id of [...index.ids()]) index.remove(id)
    expect(index.search(Float32Array.from([1, 0]), 9)).toEqual([])
  })

  test('what both rankings know stands first', () => {
    // Scores of words and of cosines, each against the best of its list.
    const scored = (scale: number, ...list: number[]) => list.map((id, at) => ({ id, score: scale * (1 - at / 5) }))
    expect(fuseRankings([scored(30, 1, 2, 3), scored(0.6, 4, 2, 5)], 3).map(({ id }) => id)).toEqual([2, 1, 4])
  })

  test('where no word is shared, the passage that is nearest in meaning is shown as near; an unlike one is not', async () => {
    await fill()
    await using server = await embeddingServer()
    const embedder = openAiEmbedder({ baseUrl: `${server.url}/v1`, model: 'm', key: 'k' })
    const library = open(embedder)
    await drain(library.add([folder], signal))
    const verdictOf = async (question: string) => {
      const [hit] = await library.search(question, 3, signal)
      return [hit?.judged?.verdict, hit?.file.endsWith('sea.txt')]
    }
    expect(await verdictOf('해변 물놀이')).toEqual(['nearest', true])
    expect((await verdictOf('요리 저녁'))[0]).toBe('nothing')
    await library.close()
  })
})
