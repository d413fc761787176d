import { AssistantError, type Failure, fail, type ProviderKind, services } from '../protocol/index.ts'
import { readText, request } from '../std/http.ts'
import { anthropicHeaders, anthropicRoot } from './anthropic.ts'
import { failureOfResponse, parsed, rethrow, type Subject } from './failure.ts'
import { createProvider, type ProviderSettings, settingsFailure } from './index.ts'
import { object, objects, string } from './wire.ts'

/** Bytes of a list of models that are read. */
const listBytes = 4 << 20

export interface Access {
  kind: ProviderKind
  baseUrl: string
  key?: string | undefined
}

/**
 * The names of the models that a key may use, as the service lists them. Throws the failure (a wrong key: `auth`).
 * OpenAI and compatible: GET /models. Anthropic: GET /v1/models. Z.AI documents no list.
 */
export async function listModels({ kind, baseUrl, key }: Access, signal: AbortSignal): Promise<string[]> {
  const root = kind === 'anthropic' ? anthropicRoot(baseUrl) : baseUrl.replace(/\/+$/, '')
  const bearer: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  const headers = kind === 'anthropic' ? anthropicHeaders(key ?? '') : bearer
  const body = await get(`${root}/models`, headers, { provider: kind, model: '', key }, signal)
  return objects(object(parsed(body))?.data).map(({ id }) => string(id))
}

async function get(url: string, headers: Record<string, string>, subject: Subject, signal: AbortSignal): Promise<string> {
  try {
    const response = await request(url, { headers, signal })
    const text = await readText(response.body, listBytes)
    if (response.status === 200) return text
    const { code, ...more } = failureOfResponse(response.status, response.headers, text, subject)
    return fail(code, more)
  } catch (error) {
    return rethrow(error, subject)
  }
}

/**
 * Tests address and key with the cheapest request that the service documents: the list of models, which costs nothing; for
 * Z.AI an answer of one token. Null when they work. Rejects only with the signal's reason.
 */
export async function probe(
  settings: Omit<ProviderSettings, 'zone'> & { model?: string },
  signal: AbortSignal,
): Promise<Failure | null> {
  const { kind, baseUrl = services[kind].baseUrl, key } = settings
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

async function oneToken(settings: Omit<ProviderSettings, 'zone'> & { model?: string }, signal: AbortSignal): Promise<void> {
  const model = settings.model ?? services[settings.kind].models?.light ?? ''
  const message = { role: 'user', id: 'probe', at: 0, text: 'hi' } as const
  const provider = createProvider({ ...settings, zone: 'UTC', retry: { delaysMs: [], rateLimitMaxMs: -1 } })
  for await (const _ of provider({ model, purpose: 'reply', system: [], messages: [message], tools: [], maxTokens: 1 }, signal));
}
