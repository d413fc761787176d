import { createServer } from 'node:http'
import { listening } from './listen.ts'

const topics = ['바다 해변 파도 물놀이', '회사 사무실 출근 근무', '음식 식사 요리 저녁', '병원 약 진료 아픔'].map(
  (line) => line.split(' '),
)

/**
 * A "meaning": how many words of each topic a text holds, and a little of every letter so that no two texts are the
 * same.
 */
export function meaning(text: string, dimensions = 16): number[] {
  const vector = Array.from({ length: dimensions }, () => 0.01)
  topics.forEach((words, i) => {
    vector[i]! += words.filter((word) => text.includes(word)).length
  })
  for (const char of text) vector[4 + (char.charCodeAt(0) % (dimensions - 4))]! += 0.002
  return vector
}

/**
 * An embedding service on loopback: OpenAI's `/v1/embeddings` (platform.openai.com/docs/api-reference/embeddings) and
 * Ollama's `/api/embed` (docs.ollama.com/api/embed), strict about what it is sent. `refuse` holds statuses to answer
 * with first.
 */
export async function embeddingServer({ key = '', dimensions = 16 } = {}) {
  const seen: { path: string; input: string[] }[] = []
  const state = { dimensions, refuse: [] as number[] }
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '0' }) })
        .end(JSON.stringify(body))
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { model, input, ...rest } = JSON.parse(Buffer.concat(chunks).toString())
    const status = state.refuse.shift()
    if (status !== undefined) return answer(status, { error: { message: 'refused' } })
    if (key && request.headers.authorization !== `Bearer ${key}`) return answer(401, { error: { message: 'bad key' } })
    const known = ['encoding_format', 'dimensions', 'truncate', 'options', 'keep_alive']
    if (
      request.method !== 'POST' ||
      typeof model !== 'string' ||
      !Array.isArray(input) ||
      input.length === 0 ||
      input.length > 2048 ||
      input.some((text) => typeof text !== 'string' || text === '') ||
      Object.keys(rest).some((name) => !known.includes(name))
    )
      return answer(400, { error: { message: 'bad request' } })
    seen.push({ path: request.url ?? '', input })
    const vectors = input.map((text: string) => meaning(text, state.dimensions))
    if (request.url === '/api/embed') return answer(200, { model, embeddings: vectors })
    if (request.url !== '/v1/embeddings') return answer(404, { error: { message: 'no such path' } })
    // The reference promises an index, not an order.
    return answer(200, {
      object: 'list',
      model,
      data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).reverse(),
    })
  })
  const { port, ...disposable } = await listening(server)
  return { url: `http://127.0.0.1:${port}`, seen, state, ...disposable }
}
