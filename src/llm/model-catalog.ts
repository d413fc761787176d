import { AssistantError, type Failure, fail, type ProviderKind, providers } from '../protocol/index.ts'
import { readText, request } from '../std/net/http.ts'
import { failureOfResponse, parseJson, rethrowAsFailure, type Subject } from './failure.ts'
import { createProvider, type ProviderSettings, settingsFailure } from './index.ts'
import { asObject, asObjects, asString } from './json-values.ts'
import { isForVectors } from './models/model-facts.ts'
import { anthropicHeaders, anthropicRoot } from './wires/anthropic.ts'
import { headersOf } from './wires/openai.ts'

/** Bytes of a list of models that are read. */
const listBytes = 4 << 20

export interface ServerAccess {
  kind: ProviderKind
  baseUrl: string
  key?: string | undefined
  headers?: Readonly<Record<string, string>>
}

/**
 * The names of the models that a key may use, as the service lists them. Throws the failure (a wrong key: `auth`).
 * OpenAI and compatible: GET /models. Anthropic: GET /v1/models. Ollama: GET /api/tags. Z.AI documents no list.
 */
export async function listModels(
  { kind, baseUrl, key, headers }: ServerAccess,
  signal: AbortSignal,
): Promise<string[]> {
  const own =
    kind === 'anthropic'
      ? { ...anthropicHeaders(key ?? ''), ...headers }
      : headersOf({ kind, key, ...(headers && { headers }) })
  const subject = { provider: kind, model: '', key }
  const root = baseUrl.replace(/\/+$/, '')
  if (kind === 'ollama') {
    const body = await fetchText(`${root.replace(/\/v1$/, '')}/api/tags`, own, subject, signal)
    return asObjects(asObject(parseJson(body))?.models).map(({ name }) => asString(name))
  }
  const body = await fetchText(`${kind === 'anthropic' ? anthropicRoot(baseUrl) : root}/models`, own, subject, signal)
  // Gemini's names carry their folder.
  return asObjects(asObject(parseJson(body))?.data).map(({ id }) => asString(id).replace(/^models\//, ''))
}

/** The models of a list that can talk: those for vectors, pictures and speech are never chosen for a chat. */
export async function talkingModels(access: ServerAccess, signal: AbortSignal): Promise<string[]> {
  return (await listModels(access, signal)).filter((name) => !isForVectors(name))
}

async function fetchText(
  url: string,
  headers: Record<string, string>,
  subject: Subject,
  signal: AbortSignal,
): Promise<string> {
  try {
    const response = await request(url, { headers, signal })
    const text = await readText(response.body, listBytes)
    if (response.status === 200) return text
    const { code, ...more } = failureOfResponse(response.status, response.headers, text, subject)
    return fail(code, more)
  } catch (error) {
    return rethrowAsFailure(error, subject)
  }
}

/**
 * Tests address and key with the cheapest request that the service documents: the list of models, which costs
 * nothing; for Z.AI an answer of one token. Null when they work. Rejects only with the signal's reason.
 */
export async function probeModel(
  settings: Omit<ProviderSettings, 'zone'> & { model?: string },
  signal: AbortSignal,
): Promise<Failure | null> {
  const { kind, baseUrl = providers[kind].baseUrl, key } = settings
  const wrong = settingsFailure(settings)
  if (wrong) return wrong
  try {
    if (kind === 'zai') await oneToken(settings, signal)
    else await listModels({ kind, baseUrl, key }, signal)
    return null
  } catch (error) {
    if (error instanceof AssistantError) return error.failure.code === 'empty' ? null : error.failure
    throw error
  }
}

async function oneToken(
  settings: Omit<ProviderSettings, 'zone'> & { model?: string },
  signal: AbortSignal,
): Promise<void> {
  const model = settings.model ?? providers[settings.kind].models?.light ?? ''
  const message = { role: 'user', id: 'probe', at: 0, text: 'hi' } as const
  const provider = createProvider({ ...settings, zone: 'UTC', retry: { delaysMs: [], rateLimitMaxMs: -1 } })
  for await (const _ of provider(
    { model, purpose: 'reply', system: [], messages: [message], tools: [], maxTokens: 1 },
    signal,
  ));
}
