import type { Json, JsonObject, ProviderKind } from '../../protocol/index.ts'
import { AssistantError } from '../../protocol/index.ts'
import { readText, request } from '../../std/net/http.ts'
import { failureOfResponse, parseJson, rethrowAsFailure } from '../failure.ts'
import { asObject, asObjects } from '../json-values.ts'
import { anthropicHeaders, anthropicRoot } from '../wires/anthropic.ts'
import { headersOf } from '../wires/openai.ts'
import type { Capabilities } from './capability-types.ts'

/** The server that is asked about a model. */
export interface FactsAccess {
  kind: ProviderKind
  baseUrl: string
  key?: string | undefined
  headers?: Readonly<Record<string, string>>
  /** Bytes of memory of the machine that runs it, where that is this one. */
  memory?: number
}

/** Bytes of an answer about models that are read. */
const factsBytes = 8 << 20

/**
 * Return a server's statement about one of its models; undefined where it makes none. Ollama: POST /api/show. Anthropic
 * and the compatible ones: GET /models/{id}; OpenRouter and vLLM tell it in their list. Throws only the signal's
 * reason, and `model-missing` of Ollama.
 */
export async function factsOf(
  access: FactsAccess,
  model: string,
  signal: AbortSignal,
): Promise<Partial<Capabilities> | undefined> {
  try {
    return access.kind === 'ollama'
      ? await ollamaFacts(access, model, signal)
      : await listedFacts(access, model, signal)
  } catch (error) {
    if (!(error instanceof AssistantError) || (access.kind === 'ollama' && error.failure.code === 'model-missing'))
      throw error
    return undefined
  }
}

// ---- Ollama

/** https://docs.ollama.com/api/show: `capabilities`, and the window under the name of the architecture. */
async function ollamaFacts(
  access: FactsAccess,
  model: string,
  signal: AbortSignal,
): Promise<Partial<Capabilities> | undefined> {
  const root = access.baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')
  const shown = await fetchFacts(`${root}/api/show`, access, model, signal, { model })
  if (!shown) return undefined
  const listed = Array.isArray(shown.capabilities) ? shown.capabilities : undefined
  const info = asObject(shown.model_info) ?? {}
  const length = Object.entries(info).find(([name]) => name.endsWith('.context_length'))?.[1]
  return {
    ...(listed && {
      tools: listed.includes('tools'),
      vision: listed.includes('vision'),
      thinking: listed.includes('thinking') ? 'toggle' : 'none',
    }),
    window: windowFor(typeof length === 'number' ? length : undefined, access.memory),
  }
}

/** Windows that fit beside a model of the size that such a machine runs, by its memory; tokens. */
const windows: readonly [memory: number, tokens: number][] = [
  [48 * 2 ** 30, 65_536],
  [24 * 2 ** 30, 32_768],
  [12 * 2 ** 30, 16_384],
  [0, 8_192],
]

/** The window to ask for: what the model was made for, as far as the memory goes. */
function windowFor(length = 32_768, memory = 16 * 2 ** 30): number {
  const fits = windows.find(([least]) => memory >= least)?.[1] ?? 8_192
  return Math.min(length, fits)
}

// ---- the others

async function listedFacts(
  access: FactsAccess,
  model: string,
  signal: AbortSignal,
): Promise<Partial<Capabilities> | undefined> {
  const root = access.kind === 'anthropic' ? anthropicRoot(access.baseUrl) : access.baseUrl.replace(/\/+$/, '')
  const inList = access.kind === 'openrouter' || access.kind === 'compatible' || access.kind === 'gemini'
  const listed = inList ? readFacts((await entryOf(`${root}/models`, access, model, signal)) ?? {}) : {}
  if (Object.keys(listed).length > 0) return listed
  // A list that tells no more than names: some servers say more of one model when they are asked for it.
  const facts = readFacts(
    (await fetchFacts(`${root}/models/${encodeURIComponent(model)}`, access, model, signal)) ?? {},
  )
  return Object.keys(facts).length > 0 ? facts : undefined
}

async function entryOf(
  url: string,
  access: FactsAccess,
  model: string,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  const list = await fetchFacts(url, access, model, signal)
  return asObjects(list?.data).find(({ id }) => id === model)
}

const firstCount = (...values: (Json | undefined)[]) =>
  values.find((value): value is number => typeof value === 'number' && value > 0)
const readFlag = (value: Json | undefined) => (typeof value === 'boolean' ? value : undefined)

/**
 * Read an entry of a list of models by the names that servers give: `max_model_len` (vLLM), `context_length` and
 * `supported_parameters` (OpenRouter), `context_window` (Groq), `capabilities` and `max_context_length` (Mistral, LM
 * Studio), `meta.n_ctx_train` (llama.cpp), `max_input_tokens` (Anthropic); `pricing` in US dollars per token, as texts
 * (OpenRouter).
 */
function readFacts(entry: JsonObject): Partial<Capabilities> {
  const can = asObject(entry.capabilities)
  const given = Array.isArray(entry.supported_parameters) ? entry.supported_parameters : undefined
  const seen = asObject(entry.architecture)?.input_modalities
  const window = firstCount(
    entry.loaded_context_length,
    entry.max_model_len,
    entry.context_length,
    entry.context_window,
    entry.max_context_length,
    entry.max_input_tokens,
    asObject(entry.meta)?.n_ctx,
    asObject(entry.meta)?.n_ctx_train,
  )
  const maxOutput = firstCount(
    entry.max_completion_tokens,
    entry.max_tokens,
    asObject(entry.top_provider)?.max_completion_tokens,
  )
  const vision =
    readFlag(can?.vision) ??
    readFlag(asObject(can?.image_input)?.supported) ??
    (Array.isArray(seen) ? seen.includes('image') : undefined)
  const tools = readFlag(can?.function_calling) ?? (given ? given.includes('tools') : undefined)
  return {
    ...(window !== undefined && { window }),
    ...(maxOutput !== undefined && { maxOutput }),
    ...(vision !== undefined && { vision }),
    ...(tools !== undefined && { tools }),
    ...priceOf(asObject(entry.pricing)),
    ...(given && {
      temperature: given.includes('temperature'),
      jsonSchema: given.includes('structured_outputs')
        ? 'schema'
        : given.includes('response_format')
          ? 'object'
          : 'none',
    }),
  }
}

/**
 * https://openrouter.ai/docs/api-reference/list-available-models, November 2026; a router of prices that vary says
 * -1.
 */
function priceOf(pricing: JsonObject | undefined): Pick<Partial<Capabilities>, 'price'> {
  const perMillion = (value: Json | undefined) =>
    typeof value === 'string' && value.trim() !== '' ? Number(value) * 1e6 : Number.NaN
  const [input, output] = [perMillion(pricing?.prompt), perMillion(pricing?.completion)]
  if (!(input >= 0 && output >= 0)) return {}
  const cached = perMillion(pricing?.input_cache_read)
  return { price: { input, output, cached: cached >= 0 ? cached : input } }
}

async function fetchFacts(
  url: string,
  { kind, key, headers }: FactsAccess,
  model: string,
  signal: AbortSignal,
  body?: JsonObject,
): Promise<JsonObject | undefined> {
  const own =
    kind === 'anthropic'
      ? { ...anthropicHeaders(key ?? ''), ...headers }
      : headersOf({ kind, key, ...(headers && { headers }) })
  const subject = { provider: kind, model, key }
  try {
    const response = await request(url, {
      headers: { ...own, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST' as const, body: JSON.stringify(body) }),
      signal,
    })
    const text = await readText(response.body, factsBytes)
    if (response.status === 200) return asObject(parseJson(text))
    const { code, ...more } = failureOfResponse(response.status, response.headers, text, subject)
    throw new AssistantError({ code, ...more })
  } catch (error) {
    return rethrowAsFailure(error, subject)
  }
}

/** Return true for the name of a model that makes vectors or orders passages and cannot talk. */
export function isForVectors(name: string): boolean {
  return (
    /embed|rerank|\bbge\b|bge-|minilm|(^|[/:-])e5-|gte-|whisper|tts|moderation|dall-e|image|realtime|transcribe|ocr/i.test(
      name,
    ) && !/instruct|chat/i.test(name)
  )
}
