import { type Failure, type FailureCode, fail, type Json } from '../protocol/index.ts'
import { NetworkError } from '../std/http.ts'
import { MalformedStreamError } from '../std/sse.ts'

/** Whom the failure is about, for its sentence; and the secret that must not appear in it. */
export interface Subject {
  provider: string
  model: string
  key?: string | undefined
}

/** An error as the wires describe it: `{error: {type, code, message}}`, `{type: 'error', error: …}` or `{error: 'text'}`. */
export interface WireError {
  type?: string
  code?: string
  message: string
}

/**
 * What the wires' own error types and codes mean, where that is more exact than the status.
 * OpenAI: platform.openai.com/docs/guides/error-codes. Anthropic: docs.anthropic.com/en/api/errors.
 * Z.AI (numbers): docs.z.ai/api-reference/api-code. llama.cpp: tools/server/README.md.
 */
const codes: Record<string, FailureCode> = {
  authentication_error: 'auth',
  invalid_api_key: 'auth',
  permission_error: 'auth',
  billing_error: 'auth',
  not_found_error: 'model-missing',
  model_not_found: 'model-missing',
  rate_limit_error: 'rate-limited',
  rate_limit_exceeded: 'rate-limited',
  tokens: 'rate-limited',
  requests: 'rate-limited',
  insufficient_quota: 'rate-limited',
  overloaded_error: 'server',
  api_error: 'server',
  server_error: 'server',
  timeout_error: 'server',
  context_length_exceeded: 'overflow',
  request_too_large: 'overflow',
  exceed_context_size_error: 'overflow',
  content_filter: 'refused',
  content_policy_violation: 'refused',
  ...each([1000, 1001, 1002, 1003, 1004, 1110, 1111, 1112, 1113, 1120, 1121, 1220], 'auth'),
  ...each([1211, 1221, 1222], 'model-missing'),
  ...each([1302, 1303, 1304, 1305, 1308, 1313], 'rate-limited'),
  ...each([500, 1230, 1234], 'server'),
  ...each([1261], 'overflow'),
  ...each([1301], 'refused'),
}

function each(numbers: number[], code: FailureCode): Record<string, FailureCode> {
  return Object.fromEntries(numbers.map((number) => [String(number), code]))
}

/** Anthropic and vLLM report a context that is too long as an ordinary bad request: there the wording is all there is. */
const overflowWording = /prompt is too long|exceed context limit|maximum context length/i

function codeOfStatus(status: number): FailureCode {
  if (status >= 500) return 'server'
  if (status >= 300 && status < 400) return 'config'
  const exact: Record<number, FailureCode> = {
    401: 'auth',
    402: 'auth',
    403: 'auth',
    404: 'model-missing',
    408: 'timeout',
    413: 'overflow',
    429: 'rate-limited',
  }
  return exact[status] ?? 'bad-request'
}

/** The failure that an answer with an error status stands for. `headers` in lower case. */
export function failureOfResponse(status: number, headers: Record<string, string>, body: string, subject: Subject): Failure {
  const error = wireError(parsed(body)) ?? { message: body.trim() || `status ${status}` }
  const failure = failureOfWire(error, subject, status)
  const retryAfterMs = retryAfter(headers)
  const location =
    failure.code === 'config' && headers.location ? { detail: masked(`redirected to ${headers.location}`, subject) } : {}
  return { ...failure, ...location, status, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** The failure that an error object stands for: of a body, or in the middle of a stream (then without a status). */
export function failureOfWire({ type = '', code = '', message }: WireError, subject: Subject, status?: number): Failure {
  const ofWire = codes[code] ?? codes[type]
  const found = status === undefined ? (ofWire ?? statusInCode(code)) : codeOfBoth(status, ofWire)
  const overflow = found === 'bad-request' && overflowWording.test(message)
  const { provider, model } = subject
  return { code: overflow ? 'overflow' : found, detail: masked(message, subject), data: { provider, model } }
}

/** 5xx and 401 say it all, whatever word the body has for them. */
function codeOfBoth(status: number, ofWire: FailureCode | undefined): FailureCode {
  const ofStatus = codeOfStatus(status)
  return ofStatus === 'server' || ofStatus === 'auth' ? ofStatus : (ofWire ?? ofStatus)
}

/** In the middle of a stream a proxy may put the status of the service behind it where the wire has a code. */
function statusInCode(code: string): FailureCode {
  return /^[45]\d\d$/.test(code) ? codeOfStatus(Number(code)) : 'server'
}

/** The error object inside a parsed body or event; undefined where there is none. */
export function wireError(value: Json | undefined): WireError | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const error = value.error
  if (typeof error === 'string') return { message: error }
  if (typeof error !== 'object' || error === null || Array.isArray(error)) return undefined
  const text = (field: Json | undefined) => (typeof field === 'string' || typeof field === 'number' ? String(field) : undefined)
  const [type, code] = [text(error.type), text(error.code)]
  return { ...(type && { type }), ...(code && { code }), message: text(error.message) ?? JSON.stringify(error) }
}

/** JSON, or undefined. */
export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * Milliseconds to wait: `retry-after-ms` (OpenAI), else `retry-after` in seconds or as a date (RFC 9110 §10.2.3), the date
 * being read by the server's own clock.
 */
function retryAfter(headers: Record<string, string>): number | undefined {
  const exact = Number(headers['retry-after-ms'] || Number.NaN)
  if (exact >= 0) return exact
  const after = headers['retry-after']
  if (!after) return undefined
  if (Number(after) >= 0) return Number(after) * 1_000
  const wait = Date.parse(after) - Date.parse(headers.date ?? '')
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

/** At most 500 characters, without the key and without anything that looks like one. */
function masked(text: string, { key }: Subject): string {
  const without = key ? text.replaceAll(key, '***') : text
  return without
    .replace(/\b(sk|pk|key)-[\w-]{6,}/g, '$1-***')
    .replace(/(bearer\s+)[^\s"']+/gi, '$1***')
    .slice(0, 500)
}

/** Rethrows what the connection threw as a failure. The signal's reason and failures pass as they are. */
export function rethrow(error: unknown, { provider, model }: Subject): never {
  const data = { provider, model }
  if (error instanceof NetworkError) fail('network', { detail: error.message, data }, error)
  if (error instanceof MalformedStreamError) fail('malformed', { detail: error.message, data }, error)
  throw error
}
