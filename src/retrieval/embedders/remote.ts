import { fail, type Json } from '../../protocol/index.ts'
import type { Embedder } from '../ports.ts'
import { callService, type RestService } from './rest.ts'

export interface EmbedderOptions {
  /** With `/v1` for OpenAI and what is compatible, without for Ollama. */
  baseUrl: string
  model: string
  key?: string
  /** Shorter vectors, where the model can (OpenAI's text-embedding-3). */
  dimensions?: number
  timeoutMs?: number
}

/**
 * OpenAI's `/v1/embeddings` (platform.openai.com/docs/api-reference/embeddings) and every server that is compatible
 * with it.
 */
export function openAiEmbedder({ dimensions, ...options }: EmbedderOptions): Embedder {
  const service = serviceOf('openai', options)
  const { model } = options
  return {
    name: `openai:${options.baseUrl}:${model}${dimensions ? `:${dimensions}` : ''}`,
    async embed(texts, signal) {
      const payload = { model, input: texts, encoding_format: 'float', ...(dimensions && { dimensions }) }
      const { body } = await callService(service, { path: '/embeddings', body: payload }, signal)
      const rows = listOf(memberOf(body, 'data')).map((row) => ({
        at: Number(memberOf(row, 'index')),
        vector: memberOf(row, 'embedding'),
      }))
      return vectorsOf(
        rows.sort((a, b) => a.at - b.at).map(({ vector }) => vector),
        texts.length,
        service,
      )
    },
  }
}

/** Ollama's `/api/embed` (docs.ollama.com/api/embed). A model that is still loading has two minutes. */
export function ollamaEmbedder(options: EmbedderOptions): Embedder {
  const service = { timeoutMs: 120_000, ...serviceOf('ollama', options) }
  const { model } = options
  return {
    name: `ollama:${options.baseUrl}:${model}`,
    async embed(texts, signal) {
      const { body } = await callService(service, { path: '/api/embed', body: { model, input: texts } }, signal)
      return vectorsOf(listOf(memberOf(body, 'embeddings')), texts.length, service)
    },
  }
}

function serviceOf(name: string, { baseUrl, model, key, timeoutMs }: EmbedderOptions): RestService {
  return {
    name,
    model,
    url: baseUrl,
    ...(key && { headers: { authorization: `Bearer ${key}` } }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  }
}

/**
 * One vector of finite numbers per text, all of one length; anything else is not what the wire's documentation says.
 */
function vectorsOf(rows: (Json | undefined)[], count: number, { name, model }: RestService): Float32Array[] {
  const vectors = rows.map((row) =>
    Array.isArray(row) && row.every((value) => typeof value === 'number') ? Float32Array.from(row) : undefined,
  )
  const length = vectors[0]?.length ?? 0
  const sound =
    vectors.length === count &&
    vectors.every((vector) => vector && vector.length === length && vector.every(Number.isFinite))
  if (!sound || (count > 0 && length === 0))
    fail('malformed', { detail: 'not one vector per text', data: { provider: name, ...(model && { model }) } })
  return vectors as Float32Array[]
}

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value[name] : undefined
const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
