import { type Failure, type FailureCode, fail, type Json } from '../protocol/index.ts'
import { NetworkError } from '../std/net/http.ts'
import { MalformedStreamError } from '../std/net/sse.ts'
import { isAboveBudget, readRefusal, readWait } from './dialects/refusals.ts'
import { asObject, asObjects, asString } from './json-values.ts'

/** The provider and model of a failure, for its sentence, and the key, which must not appear in it. */
export interface Subject {
  provider: string
  model: string
  key?: string | undefined
}

/**
 * An error as the wires describe it: `{error: {type, code, message}}`, `{type: 'error', error: …}` or `{error:
 * 'text'}`.
 */
export interface WireError {
  type?: string
  code?: string
  /** The request field that caused the error. */
  param?: string
  message: string
}

/**
 * The meaning of the wires' own error types and codes, if that is more exact than the status. OpenAI:
 * platform.openai.com/docs/guides/error-codes. Anthropic: docs.anthropic.com/en/api/errors. Z.AI (numbers):
 * docs.z.ai/api-reference/api-code. llama.cpp: tools/server/README.md.
 */
const codes: Record<string, FailureCode> = {
  authentication_error: 'auth',
  invalid_api_key: 'auth',
  permission_error: 'auth',
  billing_error: 'no-credit',
  not_found_error: 'model-missing',
  model_not_found: 'model-missing',
  invalid_model: 'model-missing',
  rate_limit_error: 'rate-limited',
  rate_limit_exceeded: 'rate-limited',
  tokens: 'rate-limited',
  requests: 'rate-limited',
  insufficient_quota: 'no-credit',
  insufficient_balance: 'no-credit',
  billing_hard_limit_reached: 'no-credit',
  overloaded_error: 'server',
  api_error: 'server',
  server_error: 'server',
  timeout_error: 'server',
  context_length_exceeded: 'overflow',
  request_too_large: 'overflow',
  exceed_context_size_error: 'overflow',
  content_filter: 'refused',
  content_policy_violation: 'refused',
  // Google's status words: ai.google.dev/gemini-api/docs/troubleshooting.
  UNAUTHENTICATED: 'auth',
  PERMISSION_DENIED: 'auth',
  API_KEY_INVALID: 'auth',
  NOT_FOUND: 'model-missing',
  RESOURCE_EXHAUSTED: 'rate-limited',
  UNAVAILABLE: 'server',
  INTERNAL: 'server',
  DEADLINE_EXCEEDED: 'server',
  ...codesOf([1000, 1001, 1002, 1003, 1004, 1110, 1111, 1112, 1120, 1121, 1220], 'auth'),
  ...codesOf([1113], 'no-credit'),
  ...codesOf([1211, 1221, 1222], 'model-missing'),
  ...codesOf([1302, 1303, 1304, 1305, 1308, 1313], 'rate-limited'),
  ...codesOf([500, 1230, 1234], 'server'),
  ...codesOf([1261], 'overflow'),
  ...codesOf([1301], 'refused'),
}

function codesOf(numbers: number[], code: FailureCode): Record<string, FailureCode> {
  return Object.fromEntries(numbers.map((number) => [String(number), code]))
}

function codeOfStatus(status: number): FailureCode {
  if (status >= 500) return 'server'
  if (status >= 300 && status < 400) return 'config'
  const exact: Record<number, FailureCode> = {
    401: 'auth',
    402: 'no-credit',
    403: 'auth',
    404: 'model-missing',
    407: 'network',
    408: 'timeout',
    413: 'overflow',
    429: 'rate-limited',
  }
  return exact[status] ?? 'bad-request'
}

/** Return the failure that an answer with an error status stands for. `headers` in lower case. */
export function failureOfResponse(
  status: number,
  headers: Record<string, string>,
  text: string,
  subject: Subject,
): Failure {
  const body = parseJson(text)
  const error = wireError(body) ?? looseError(body) ?? { message: text.trim() || `status ${status}` }
  const waitMs = readWait(status === 429 ? headers : standardWait(headers), body, error.message)
  const failure = failureOfWire(error, subject, status, waitMs)
  const location =
    failure.code === 'config' && headers.location
      ? { detail: maskKeys(`redirected to ${headers.location}`, subject) }
      : {}
  return { ...failure, ...location, status, ...(waitMs !== undefined && { retryAfterMs: waitMs }) }
}

/** Return the headers that say how long to wait whatever the failure is; the others belong to limits. */
const standardWait = ({
  'retry-after': after = '',
  'retry-after-ms': exact = '',
  date = '',
}: Record<string, string>) => ({
  'retry-after': after,
  'retry-after-ms': exact,
  date,
})

/**
 * Return the failure that an error object stands for: of a body, or in the middle of a stream (then without a status).
 */
export function failureOfWire(
  { type = '', code = '', param, message }: WireError,
  subject: Subject,
  status?: number,
  waitMs?: number,
): Failure {
  const ofWire = codes[code] ?? codes[type]
  const found = status === undefined ? (ofWire ?? statusInCode(code)) : codeOfBoth(status, ofWire)
  // A code of words says what its sentence may leave out.
  const read = readRefusal(message) ?? readRefusal(code.replaceAll('_', ' '))
  const { provider, model } = subject
  const isUnknown = found === 'bad-request' || (status === undefined && ofWire === undefined)
  const data = {
    provider,
    model,
    ...(param && { param }),
    ...(read?.lasting && { lasting: true }),
    ...(code === 'tool_use_failed' && { again: true }),
  }
  const told = isAboveBudget(message) ? 'overflow' : codeOfWording(found, isUnknown, read?.code, waitMs)
  return { code: told, detail: maskKeys(message, subject), data }
}

/** Return the cause that the vendor's sentence tells, where the status says less. */
function codeOfWording(
  found: FailureCode,
  isUnknown: boolean,
  read: FailureCode | undefined,
  waitMs: number | undefined,
): FailureCode {
  if (read === undefined) return found
  if (isUnknown) return read
  const overrides: Partial<Record<FailureCode, readonly FailureCode[]>> = {
    // A limit of a minute says how long to wait; what is used up for good does not.
    'rate-limited': waitMs === undefined ? ['no-credit'] : [],
    server: ['overflow'],
    auth: ['no-credit', 'refused'],
    'model-missing': ['no-credit', 'bad-request'],
  }
  return overrides[found]?.includes(read) ? read : found
}

/**
 * 5xx, 401 and 402 say it all, whatever word the body has for them; and no 4xx is a fault of the server (Ollama calls
 * all of them `api_error`).
 */
function codeOfBoth(status: number, ofWire: FailureCode | undefined): FailureCode {
  const ofStatus = codeOfStatus(status)
  if (ofWire === 'no-credit' || ofWire === 'overflow') return ofWire
  if (ofStatus === 'server' || ofStatus === 'auth' || ofStatus === 'no-credit') return ofStatus
  return ofWire === undefined || ofWire === 'server' ? ofStatus : ofWire
}

/** In the middle of a stream a proxy may put the status of the service behind it where the wire has a code. */
function statusInCode(code: string): FailureCode {
  return /^[45]\d\d$/.test(code) ? codeOfStatus(Number(code)) : 'server'
}

/**
 * The error inside a parsed body or event; undefined where there is none. Gateways wrap what the server behind them
 * said, as an object or as JSON in a text: the innermost error that means something counts.
 */
export function wireError(value: Json | undefined): WireError | undefined {
  const outer = outerError(value)
  if (!outer) return undefined
  const inner = [...errorsIn(value)].find(
    ({ code = '', type = '', message }) => codes[code] ?? codes[type] ?? readRefusal(message),
  )
  return { ...outer, ...inner }
}

/** Fields that hold what a server behind said; others may hold the person's own words. */
const carriers = /message|msg|error|cause|raw|detail|value|upstream|metadata|choices/i

/** Yield the errors in a body, the innermost first. */
function* errorsIn(value: Json | undefined, depth = 0): Generator<WireError> {
  if (depth > 8) return
  if (typeof value === 'string') {
    const at = value.indexOf('{')
    if (at >= 0) yield* errorsIn(parseJson(value.slice(at)), depth + 1)
  } else if (Array.isArray(value)) for (const one of value) yield* errorsIn(one, depth + 1)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) if (carriers.test(name)) yield* errorsIn(inner, depth + 1)
    const error = outerError(value)
    if (error) yield error
  }
}

function outerError(value: Json | undefined): WireError | undefined {
  // Gemini's compatible endpoint answers with a list of one.
  if (Array.isArray(value)) return value.length === 1 ? outerError(value[0]) : undefined
  if (typeof value !== 'object' || value === null) return undefined
  // vLLM of old and Mistral have no `error` around it: `{object: 'error', message, type, code}`.
  const error = value.object === 'error' && value.error === undefined ? value : value.error
  if (typeof error === 'string') return { message: error }
  if (typeof error !== 'object' || error === null || Array.isArray(error)) return undefined
  const text = (field: Json | undefined) =>
    typeof field === 'string' || typeof field === 'number' ? String(field) : undefined
  const [type, code, param] = [
    text(error.type) ?? text(error.status),
    reasonOf(error.details) ?? text(error.code),
    text(error.param),
  ]
  const message = text(error.message) ?? JSON.stringify(error)
  return {
    ...(type && { type }),
    ...(code && { code }),
    ...(param && { param }),
    message: messageOfProvider(error.metadata) ?? message,
  }
}

/**
 * Return the error of a body whose status says that it is one: fields of Cloudflare (`errors`), MiniMax (`base_resp`),
 * CLOVA (`status`), FastAPI (`detail`), and of Bedrock, Cohere and DashScope, which have no object around it.
 */
function looseError(value: Json | undefined): WireError | undefined {
  const body = asObject(value)
  if (!body) return undefined
  const inner = asObjects(body.errors)[0] ?? asObject(body.base_resp) ?? asObject(body.status) ?? body
  const { message, status_msg: status, error_msg: said, detail, msg } = inner
  const text = [message, status, said, detail, msg].find((one) => typeof one === 'string' && one !== '')
  const first = asString(asObjects(detail)[0]?.msg)
  const code = [inner.code, inner.status_code].find((one) => typeof one === 'string' || typeof one === 'number')
  return text || first
    ? { ...(code !== undefined && { code: String(code) }), message: String(text ?? first) }
    : undefined
}

/** Google's reason for an error, which is more exact than its status. */
function reasonOf(details: Json | undefined): string | undefined {
  if (!Array.isArray(details)) return undefined
  const reasons = details.map((one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one) ? one.reason : undefined,
  )
  return reasons.find((reason) => reason === 'API_KEY_INVALID') as string | undefined
}

/** OpenRouter reports `Provider returned error` and has the provider's own message in `metadata`. */
function messageOfProvider(metadata: Json | undefined): string | undefined {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return undefined
  return typeof metadata.raw === 'string' && metadata.raw
    ? (outerError(parseJson(metadata.raw))?.message ?? metadata.raw)
    : undefined
}

/** JSON, or undefined. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** At most 500 characters, without the key and without anything that looks like one. */
function maskKeys(text: string, { key }: Subject): string {
  const without = key ? text.replaceAll(key, '***') : text
  return without
    .replace(/\b(sk|pk|key)-[\w-]{6,}/g, '$1-***')
    .replace(/(bearer\s+)[^\s"']+/gi, '$1***')
    .slice(0, 500)
}

/** Rethrows what the connection threw as a failure. The signal's reason and failures pass as they are. */
export function rethrowAsFailure(error: unknown, { provider, model }: Subject): never {
  const data = { provider, model }
  if (error instanceof NetworkError) {
    const { kind, host, message } = error
    // Not worth a retry: an untrusted certificate stays untrusted, and a proxy or policy refuses again.
    const lasting =
      kind === 'certificate' || kind === 'proxy' || kind === 'proxyAway' || kind === 'policy' ? { lasting: true } : {}
    fail('network', { detail: message, data: { ...data, ...(host && { host, cause: kind }), ...lasting } }, error)
  }
  if (error instanceof MalformedStreamError) fail('malformed', { detail: error.message, data }, error)
  throw error
}
