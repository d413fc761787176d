import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ollamaEmbedder } from '../../src/retrieval/embedders/remote.ts'
import { createLibrary } from '../../src/retrieval/library.ts'
import { type OpenSearchOptions, OpenSearchStore } from '../../src/retrieval/opensearch/store.ts'
import { clusterStory } from '../fakes/cluster-story.ts'
import { embeddingServer } from '../fakes/embeddings.ts'
import { opensearch } from '../fakes/opensearch.ts'
import { replayedCluster, storeStory, toldByStory } from '../fakes/recorded-cluster.ts'

const { signal } = new AbortController()
const now = () => new Date()
let [home, folder] = ['', '']
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'opensearch-'))
  folder = join(home, 'docs')
  await mkdir(folder)
})
afterEach(() => rm(home, { recursive: true }))

const write = (name: string, text: string) => writeFile(join(folder, name), text)
const open = (options: Omit<OpenSearchOptions, 'index'>) =>
  createLibrary({ dir: join(home, 'index'), now, store: new OpenSearchStore({ index: 'docs-main', ...options }) })
async function drain(events: AsyncIterable<{ type: string }>): Promise<string[]> {
  const types: string[] = []
  for await (const { type } of events) types.push(type)
  return types
}

describe('documents in a cluster', () => {
  test('the same story as with the local store: add, find, change, list, remove', async () => {
    await using cluster = await opensearch({ user: 'admin:비밀' })
    const library = open({ url: cluster.url, user: { name: 'admin', password: '비밀' } })
    await write('휴가.md', '# 규정\n\n휴가정책은 15일입니다.\n\n## 병가\n\n병가는 10일입니다.')
    await write('출장.md', '출장 여비는 하루 3만 원')
    await drain(library.add([folder], signal))
    expect(await library.search('휴가 정책이 뭐야?', 1, signal)).toEqual([
      {
        file: join(folder, '휴가.md'),
        line: 3,
        endLine: 3,
        heading: '규정',
        text: '휴가정책은 15일입니다.',
        score: expect.any(Number),
        share: 1,
        judged: { verdict: 'says', missing: [], span: '휴가정책은 15일입니다.' },
      },
    ])
    expect(await library.status(signal)).toEqual({ kind: 'opensearch', files: 2, chunks: 3 })
    await write('휴가.md', '휴가는 이제 20일입니다.')
    expect(await drain(library.reindex(signal))).toContain('indexed')
    expect((await library.search('병가', 5, signal)).map(({ text }) => text)).toEqual([])
    expect(await library.status(signal)).toMatchObject({ files: 2, chunks: 2 })
    expect(await drain(library.reindex(signal))).not.toContain('indexed')
    expect(await library.remove([join(folder, '출장.md')], signal)).toBe(1)
    expect((await library.list(signal)).map(({ path, chunks }) => [path, chunks])).toEqual([
      [join(folder, '휴가.md'), 1],
    ])
  })

  test('with an embedder a search is one hybrid query, fused by reciprocal rank', async () => {
    await using cluster = await opensearch()
    await using embeddings = await embeddingServer()
    const library = open({ url: cluster.url, embedder: ollamaEmbedder({ baseUrl: embeddings.url, model: 'm' }) })
    await write('sea.txt', '파도 소리를 들으며 걷는다')
    for (let n = 0; n < 5; n++) await write(`${n}.txt`, `${n}번 서류`)
    await drain(library.add([folder], signal))
    expect((await library.search('해변 물놀이', 1, signal))[0]?.text).toBe('파도 소리를 들으며 걷는다')
    expect((await library.search('3번 서류', 1, signal))[0]?.text).toBe('3번 서류')
    const searches = cluster.seen.filter(({ path }) => path === '/docs-main/_search?search_pipeline=docs-main-rrf')
    expect(searches.map(({ body }) => Object.keys(body.query))).toEqual([['hybrid'], ['hybrid']])
    expect(cluster.indices.get('docs-main-1')?.properties.vector).toMatchObject({ type: 'knn_vector', dimension: 16 })
  })

  test('an embedder of other dimensions than the index is refused by name before anything is written', async () => {
    await using cluster = await opensearch()
    await using embeddings = await embeddingServer()
    const embedder = ollamaEmbedder({ baseUrl: embeddings.url, model: 'm' })
    await write('a.txt', '하나')
    await drain(open({ url: cluster.url, embedder }).add([folder], signal))
    embeddings.state.dimensions = 24
    await expect(drain(open({ url: cluster.url, embedder }).reindex(signal))).rejects.toMatchObject({
      failure: { code: 'config', detail: expect.stringContaining('16 dimensions') },
    })
  })

  test('an index is made anew while the old one is searched, and takes its place in one step', async () => {
    await using cluster = await opensearch()
    await using embeddings = await embeddingServer()
    await write('휴가.md', '휴가는 15일입니다.')
    const plain = open({ url: cluster.url })
    await drain(plain.add([folder], signal))
    expect([[...cluster.aliases], [...cluster.indices.keys()]]).toEqual([
      [['docs-main', 'docs-main-1']],
      ['docs-main-1'],
    ])
    // Now with vectors, which the old index cannot hold: it is searched until the new one is whole.
    const embedder = ollamaEmbedder({ baseUrl: embeddings.url, model: 'm' })
    const renewed = open({ url: cluster.url, embedder })
    for await (const { type } of renewed.reindex(signal, { thorough: true }))
      if (type === 'indexed') {
        expect(cluster.aliases.get('docs-main')).toBe('docs-main-1')
        expect((await plain.search('휴가', 1, signal))[0]?.text).toBe('휴가는 15일입니다.')
      }
    expect([[...cluster.aliases], [...cluster.indices.keys()]]).toEqual([
      [['docs-main', 'docs-main-2']],
      ['docs-main-2'],
    ])
    expect((await renewed.search('휴가', 1, signal))[0]?.text).toBe('휴가는 15일입니다.')
    expect(await renewed.status(signal)).toMatchObject({ files: 1, chunks: 1 })
  })

  test('a renewal that is stopped leaves what was there; what a killed one left is removed by the next', async () => {
    await using cluster = await opensearch()
    await write('a.md', '하나')
    await write('b.md', '둘')
    const library = open({ url: cluster.url })
    await drain(library.add([folder], signal))
    for await (const { type } of library.reindex(signal, { thorough: true })) if (type === 'indexed') break
    expect([[...cluster.aliases], [...cluster.indices.keys()]]).toEqual([
      [['docs-main', 'docs-main-1']],
      ['docs-main-1'],
    ])
    await new OpenSearchStore({ url: cluster.url, index: 'docs-main' }).renew(signal)
    expect([...cluster.indices.keys()]).toEqual(['docs-main-1', 'docs-main-2'])
    await drain(open({ url: cluster.url }).reindex(signal, { thorough: true }))
    expect([[...cluster.aliases], [...cluster.indices.keys()]]).toEqual([
      [['docs-main', 'docs-main-2']],
      ['docs-main-2'],
    ])
    expect((await library.search('둘', 1, signal))[0]?.text).toBe('둘')
  })

  test('an index that an older version made under the alias’s own name makes room for it', async () => {
    await using cluster = await opensearch()
    await write('a.md', '하나')
    const library = open({ url: cluster.url })
    await drain(library.add([folder], signal))
    const [old] = cluster.indices.values()
    cluster.aliases.clear()
    cluster.indices.clear()
    if (old) cluster.indices.set('docs-main', old)
    expect((await open({ url: cluster.url }).search('하나', 1, signal))[0]?.text).toBe('하나')
    await drain(open({ url: cluster.url }).reindex(signal, { thorough: true }))
    expect([[...cluster.aliases], [...cluster.indices.keys()]]).toEqual([
      [['docs-main', 'docs-main-1']],
      ['docs-main-1'],
    ])
  })

  test('the story that `scripts/opensearch-node.sh` tells a real node', async () => {
    await using cluster = await opensearch()
    await clusterStory(cluster.url)
  })

  test('where the cluster has nori, passages are searched by it, too', async () => {
    await using cluster = await opensearch({ plugins: ['opensearch-knn', 'analysis-nori'] })
    await write('a.md', '대외경제정책연구원')
    const library = open({ url: cluster.url })
    await drain(library.add([folder], signal))
    expect(cluster.indices.get('docs-main-1')?.properties.native).toEqual({ type: 'text', analyzer: 'nori' })
    expect((await library.search('정책연구원', 1, signal))[0]?.text).toBe('대외경제정책연구원')
    expect(cluster.seen.some(({ body }) => JSON.stringify(body ?? '').includes('"match":{"native"'))).toBe(true)
  })

  test('a large document travels in several bulk requests, its own entry last', async () => {
    await using cluster = await opensearch()
    const library = open({ url: cluster.url })
    await write('large.txt', `${'나눠 보내야 하는 긴 글입니다. '.repeat(40)}\n\n`.repeat(3000))
    await drain(library.add([folder], signal))
    const bulks = cluster.seen.filter(({ path }) => path === '/docs-main/_bulk')
    expect(bulks.length).toBeGreaterThan(1)
    expect(bulks.map(({ body }) => body.includes('"kind":"file"'))).toEqual(bulks.map((_, i) => i === bulks.length - 1))
    expect((await library.list(signal))[0]?.chunks).toBe((await library.status(signal)).chunks)
  })

  test('more documents than one page of results are listed', async () => {
    await using cluster = await opensearch()
    const store = new OpenSearchStore({ url: cluster.url, index: 'many' })
    for (let n = 0; n < 1005; n++) await store.put({ path: `/${n}`, hash: '', size: 1, modified: 0.5 }, [], signal)
    for await (const _ of store.settle(signal));
    expect((await store.list(signal)).length).toBe(1005)
  })

  test.each([
    ['a wrong password', { user: { name: 'admin', password: 'x' } }, 'auth'],
    ['no user', {}, 'auth'],
  ])('%s is said as such', async (_, options, code) => {
    await using cluster = await opensearch({ user: 'admin:pw', token: 't' })
    await expect(open({ url: cluster.url, ...options }).list(signal)).rejects.toMatchObject({ failure: { code } })
    expect(await open({ url: cluster.url, token: 't' }).list(signal)).toEqual([])
  })

  test('over TLS a certificate of an authority that nobody vouches for is refused; NODE_EXTRA_CA_CERTS vouches', async () => {
    const tls = join(import.meta.dirname, '../fixtures/tls')
    const pem =
      (await readFile(join(tls, 'self-signed.crt'), 'utf8')) + (await readFile(join(tls, 'self-signed.key'), 'utf8'))
    await using cluster = await opensearch({ pem, token: 't' })
    await expect(open({ url: cluster.url, token: 't' }).list(signal)).rejects.toMatchObject({
      failure: { code: 'network' },
    })
    const child = join(import.meta.dirname, '../fakes/docs-cluster.ts')
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(tls, 'self-signed.crt') }
    const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', child, cluster.url, 't'], { env })
    expect(stdout).toBe('[]\n')
  })

  test('a cluster that hiccups is asked again; one that is away is a network failure', async () => {
    await using cluster = await opensearch()
    cluster.state.refuse.push(503)
    expect(await open({ url: cluster.url }).list(signal)).toEqual([])
    await expect(open({ url: 'http://127.0.0.1:9' }).list(signal)).rejects.toMatchObject({
      failure: { code: 'network' },
    })
  })
})

test('a real node of OpenSearch 2.19 answered every request of a story, and its answers are read as they were', async () => {
  await using node = await replayedCluster(new URL('../fixtures/opensearch/node-2.19.json', import.meta.url))
  expect(await storeStory(node.url)).toEqual(toldByStory)
  expect(node.left()).toBe(0)
})

test('a cluster that is too old to fuse rankings, or has no k-NN, is told by name, and words are searched', async () => {
  for (const [how, lacks] of [
    [{ version: '2.11.1' }, 'OpenSearch 2.19 or newer (this is 2.11.1)'],
    [{ plugins: [] as string[] }, 'the plugin opensearch-knn'],
  ] as const) {
    await using cluster = await opensearch(how)
    const details: (string | undefined)[] = []
    const embedder = { name: 'two', embed: async (texts: string[]) => texts.map(() => Float32Array.from([1, 0])) }
    const store = new OpenSearchStore({
      url: cluster.url,
      index: 'docs',
      embedder,
      notice: ({ detail }) => details.push(detail),
    })
    const chunk = { text: '휴가는 15일이다.', line: 1, endLine: 1, heading: '' }
    await store.put({ path: '/a.md', hash: 'a', size: 1, modified: 1 }, [chunk], signal)
    for await (const _ of store.settle(signal));
    expect((await store.search('휴가', 1, signal)).map(({ text }) => text)).toEqual(['휴가는 15일이다.'])
    expect(details).toEqual([`search by meaning needs ${lacks}; words are searched`])
  }
})

test('a vector of zeros and a passage that the cluster refuses cost no file', async () => {
  await using cluster = await opensearch()
  const vectors = [
    [0, 0],
    [1, 0],
    [1, 0, 0],
  ]
  const embedder = {
    name: 'odd',
    embed: async (texts: string[]) =>
      texts.map((_, at) => Float32Array.from(texts.length === 1 ? [1, 0] : (vectors[at] ?? []))),
  }
  const store = new OpenSearchStore({ url: cluster.url, index: 'docs', embedder })
  const chunks = ['하나', '둘', '셋'].map((text, at) => ({ text, line: at + 1, endLine: at + 1, heading: '' }))
  await store.put({ path: '/a.md', hash: 'a', size: 1, modified: 1 }, chunks, signal)
  for await (const _ of store.settle(signal));
  expect(await store.status(signal)).toEqual({ kind: 'opensearch', files: 1, chunks: 3 })
})
