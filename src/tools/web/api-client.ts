import type { ZodMiniType } from 'zod/mini'
import { webMessages } from '../../messages/tools/web.ts'
import { AssistantError, fail, type ToolContext } from '../../protocol/index.ts'
import { type HttpRequest, readText, request } from '../../std/net/http.ts'

/** A service of the web that is asked for JSON. */
export interface ApiService {
  /** Its name for people. */
  name: string
  baseUrl: string
  userAgent: string
  /** The key and the name of its variable. */
  key?: { name: string; value: string }
}

const mostBytes = 4 << 20

/**
 * One exchange with a service; its answer checked against `type`. No redirects: a key would travel with them. Throws
 * `bad-input` with a sentence that says what to do, NetworkError, or the signal's reason.
 */
export async function askService<T>(
  service: ApiService,
  path: string,
  type: ZodMiniType<T>,
  context: ToolContext,
  more: Omit<HttpRequest, 'signal'> = {},
): Promise<T> {
  const headers = { accept: 'application/json', 'user-agent': service.userAgent, ...more.headers }
  const url = `${service.baseUrl.replace(/\/+$/, '')}${path}`
  const response = await request(url, { ...more, headers, signal: context.signal })
  const text = await readText(response.body, mostBytes)
  if (response.status !== 200) return refuseAnswer(service, response.status, text, context)
  const result = type.safeParse(parseJson(text))
  return result.success ? result.data : failWith(webMessages[context.language].service.malformed(service.name))
}

function refuseAnswer({ name, key }: ApiService, status: number, text: string, { language }: ToolContext): never {
  const { service } = webMessages[language]
  if ((status === 401 || status === 403) && key) return failWith(service.auth(name, key.name))
  if (status === 429) return failWith(service.limited(name))
  return failWith(service.failed(name, status, maskSecret(reasonIn(parseJson(text)), key?.value)))
}

/**
 * Return the service's own words: OpenWeather `message`, Tavily `detail.error`, fal `detail` (a text or a list),
 * MediaWiki `error.info`.
 */
function reasonIn(body: unknown): string {
  const valueAt = (value: unknown, name: string) =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  const detail = valueAt(body, 'detail')
  const first = Array.isArray(detail) ? valueAt(detail[0], 'msg') : detail
  const found = [
    valueAt(body, 'message'),
    valueAt(detail, 'error'),
    first,
    valueAt(valueAt(body, 'error'), 'info'),
  ].find((value) => typeof value === 'string')
  return String(found ?? '').slice(0, 200)
}

const maskSecret = (text: string, secret: string | undefined) => (secret ? text.replaceAll(secret, '••••') : text)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function failWith(sentence: string): never {
  return fail('bad-input', { data: { sentence } })
}

/** The sentence of a failure that has one. */
export function sentenceOf(error: unknown): string | undefined {
  const sentence = error instanceof AssistantError ? error.failure.data?.sentence : undefined
  return typeof sentence === 'string' ? sentence : undefined
}
