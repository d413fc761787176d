import { type FailureCode, fail, failureOf, type Json, limits } from '../../protocol/index.ts'
import { sleep } from '../../std/abort.ts'
import { NetworkError, readText, request } from '../../std/net/http.ts'

/** A service that speaks JSON over HTTP. `name` and `model` are for the failure's sentence. */
export interface RestService {
  name: string
  model?: string
  url: string
  headers?: Record<string, string>
  /** Milliseconds for one request, answer included. */
  timeoutMs?: number
}

export interface RestCall {
  path: string
  body: Json
}

/** A batch of vectors or hits is a few MB; nothing honest is larger. */
const maxAnswer = 64 << 20
const defaultTimeoutMs = 60_000

/**
 * One call. Broken connections and 5xx are tried again after 250 and 750 ms, 429 once after the time it asks for (at
 * most a minute, SPEC §2): every call of this room may be repeated. Throws AssistantError, or the signal's reason.
 */
export function callService(
  service: RestService,
  what: RestCall,
  signal: AbortSignal,
): Promise<{ status: number; body: Json }> {
  return askPatiently(() => askOnce(service, what, signal), signal)
}

/** Asks again, as `call` does, what fails in a way that passes. */
export async function askPatiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const pauses: readonly number[] = limits.retryDelaysMs
  let [broken, limited] = [0, 0]
  while (true) {
    try {
      return await ask()
    } catch (error) {
      signal.throwIfAborted()
      const { code, retryAfterMs = limits.rateLimitDefaultMs } = failureOf(error)
      const wait = code === 'rate-limited' ? [retryAfterMs][limited++] : isPassing(code) ? pauses[broken++] : undefined
      if (wait === undefined || wait > limits.rateLimitMaxMs) throw error
      await sleep(wait, signal)
    }
  }
}

const isPassing = (code: FailureCode) => code === 'network' || code === 'server'

async function askOnce(service: RestService, { path, body }: RestCall, signal: AbortSignal) {
  const data = { provider: service.name, ...(service.model && { model: service.model }) }
  const soon = AbortSignal.any([signal, AbortSignal.timeout(service.timeoutMs ?? defaultTimeoutMs)])
  const headers = { 'content-type': 'application/json', ...service.headers }
  try {
    const url = `${service.url.replace(/\/+$/, '')}${path}`
    const response = await request(url, { method: 'POST', headers, signal: soon, body: JSON.stringify(body) })
    const text = await readText(response.body, maxAnswer)
    const { status } = response
    if (status < 300) return { status, body: text === '' ? null : parseBody(text, data) }
    const retryAfterMs = Number(response.headers['retry-after']) * 1000
    return fail(codeOf(status), {
      status,
      detail: text.slice(0, 300),
      data,
      ...(retryAfterMs >= 0 && { retryAfterMs }),
    })
  } catch (error) {
    signal.throwIfAborted()
    if (soon.aborted) fail('timeout', { data }, error)
    if (error instanceof NetworkError) fail('network', { detail: error.message, data }, error)
    throw error
  }
}

function parseBody(text: string, data: { provider: string }): Json {
  try {
    return JSON.parse(text)
  } catch (error) {
    return fail('malformed', { detail: text.slice(0, 100), data }, error)
  }
}

/** Return the meaning of a status that is no answer. */
export function codeOf(status: number): FailureCode {
  if (status >= 500) return 'server'
  const exact: Record<number, FailureCode> = { 401: 'auth', 403: 'auth', 404: 'model-missing', 429: 'rate-limited' }
  return exact[status] ?? 'bad-request'
}
