// `node test/fakes/recorded-cluster.ts URL [FILE]`: asks a real cluster what the program asks of one, and keeps its
// answers in FILE; without it the answers are only checked.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { Failure } from '../../src/protocol/index.ts'
import { OpenSearchStore } from '../../src/retrieval/opensearch/store.ts'
import type { Chunk } from '../../src/retrieval/ports.ts'
import { listening } from './listen.ts'

/** A request and its answer, as they went over the wire. */
interface Exchange {
  method: string
  path: string
  body: string
  status: number
  answer: string
}

const { signal } = new AbortController()
const index = 'assistant-story'
const passage = (text: string, line: number, heading = ''): Chunk => ({ text, line, endLine: line, heading })
const fileOf = (path: string, hash: string) => ({ path, hash, size: 40, modified: 1_700_000_000_000 })

/** Puts, finds, replaces, makes the index anew and removes; returns what the store told of each step. */
export async function storeStory(url: string): Promise<unknown[]> {
  const told: unknown[] = []
  const notices: Failure[] = []
  const store = new OpenSearchStore({
    url,
    index,
    notice: (failure) => notices.push(failure),
    // The node of the recording has no k-NN: that is told, and words are searched.
    embedder: { name: 'story', embed: async (texts) => texts.map(() => Float32Array.from([0, 1])) },
  })
  const find = async (question: string, only?: string[]) => {
    for await (const _ of store.settle(signal));
    return (await store.search(question, 5, signal, only)).map(({ file, text }) => [file, text])
  }
  await store.put(
    fileOf('/story/휴가.md', 'a1'),
    [passage('휴가정책은 15일입니다.', 3, '규정'), passage('병가는 10일입니다.', 7, '규정 > 병가')],
    signal,
  )
  await store.put(fileOf('/story/sea.txt', 'b1'), [passage('The boat leaves at 7 a.m. (pier 3)', 1)], signal)
  told.push(await find('휴가 정책이 뭐야?'), await find('boats'), await find('병가', ['/story/sea.txt']))
  told.push(await store.list(signal), await store.status(signal), await store.file('/story/none', signal))
  await store.put(fileOf('/story/휴가.md', 'a2'), [passage('휴가는 이제 20일입니다.', 1)], signal)
  told.push(await find('휴가'), await find('병가'))
  const renewal = await store.renew(signal)
  await store.put(fileOf('/story/새.md', 'c1'), [passage('새 색인의 문장', 1)], signal)
  await renewal.finish()
  told.push(
    await find('새 색인'),
    (await store.list(signal)).map(({ path }) => path),
  )
  await store.remove('/story/새.md', signal)
  told.push(
    await store.list(signal),
    notices.map(({ code, detail }) => [code, detail]),
  )
  return told
}

/** What the story tells on any cluster that has no k-NN. */
export const toldByStory: unknown[] = [
  [
    ['/story/휴가.md', '휴가정책은 15일입니다.'],
    ['/story/휴가.md', '병가는 10일입니다.'],
  ],
  [['/story/sea.txt', 'The boat leaves at 7 a.m. (pier 3)']],
  [],
  [
    { ...fileOf('/story/sea.txt', 'b1'), chunks: 1 },
    { ...fileOf('/story/휴가.md', 'a1'), chunks: 2 },
  ],
  { kind: 'opensearch', files: 2, chunks: 3 },
  undefined,
  [['/story/휴가.md', '휴가는 이제 20일입니다.']],
  [],
  [['/story/새.md', '새 색인의 문장']],
  ['/story/새.md'],
  [],
  [['config', 'search by meaning needs the plugin opensearch-knn; words are searched']],
]

async function bodyOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()
}

/** A cluster that answers each request as a real one did, in the same order, and refuses any other. */
export async function replayedCluster(file: URL): Promise<AsyncDisposable & { url: string; left: () => number }> {
  const exchanges = JSON.parse(readFileSync(file, 'utf8')) as Exchange[]
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const next = exchanges.shift()
    const { method, url: path } = request
    const isSame = next?.method === method && next?.path === path && next?.body === body
    const refused = {
      error: { reason: `recorded: ${next?.method} ${next?.path} ${next?.body}; asked: ${method} ${path} ${body}` },
    }
    response.writeHead(isSame ? next.status : 501, { 'content-type': 'application/json' })
    response.end(isSame ? next.answer : JSON.stringify(refused))
  })
  const { port } = await listening(server)
  return {
    url: `http://127.0.0.1:${port}`,
    left: () => exchanges.length,
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}

/** Records what goes between the story and a real cluster. */
async function recordStory(url: string): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const { method = 'GET', url: path = '/' } = request
    const type = request.headers['content-type']
    const answered = await fetch(url + path, {
      method,
      ...(type && { headers: { 'content-type': type } }),
      ...(body && { body }),
    })
    const answer = await answered.text()
    exchanges.push({ method, path, body, status: answered.status, answer })
    response.writeHead(answered.status, { 'content-type': 'application/json' }).end(method === 'HEAD' ? '' : answer)
  })
  const { port } = await listening(server)
  try {
    assert.deepEqual(await storeStory(`http://127.0.0.1:${port}`), toldByStory)
  } finally {
    server.close()
  }
  return exchanges
}

if (import.meta.main) {
  const [, , url = '', file] = process.argv
  await fetch(`${url}/${index}-*`, { method: 'DELETE' })
  const exchanges = await recordStory(url)
  await fetch(`${url}/${index}-*`, { method: 'DELETE' })
  if (file) writeFileSync(file, `${JSON.stringify(exchanges, null, 1)}\n`)
  console.log(`${exchanges.length} requests, answered as the program expects`)
}
