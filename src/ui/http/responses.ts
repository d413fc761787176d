import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpFault } from '../../messages/commands/serve.ts'
import { serveMessages } from '../../messages/commands/serve.ts'
import type { Json } from '../../protocol/index.ts'

/** A request that is refused before anything of it is done. */
export class Refused extends Error {
  readonly code: HttpFault
  readonly headers: Record<string, string>
  constructor(code: HttpFault, headers: Record<string, string> = {}) {
    super(code)
    this.code = code
    this.headers = headers
  }
}

const statuses: Record<HttpFault, number> = {
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  method: 405,
  'too-large': 413,
  'bad-json': 400,
  'bad-request': 400,
  'bad-request-id': 400,
  'no-end-user': 400,
  'end-user': 400,
  'bad-end-user': 401,
  'too-many': 429,
  closing: 503,
}

/** The status of a refusal. */
export const statusOf = ({ code }: Refused): number => statuses[code]

/** Sent with everything: nothing is to be kept, guessed or framed. */
const always = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  value: Json,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent) return
  const body = Buffer.from(`${JSON.stringify(value)}\n`)
  response.writeHead(status, {
    ...always,
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    ...headers,
  })
  response.end(body)
}

/** Refuses a conversation for which there is no room, and says when to come again. */
export function refuseCrowd(seconds = 0): void {
  if (seconds > 0) throw new Refused('too-many', { 'retry-after': String(seconds) })
}

/** The name under which a request stands in its answer, in the log and in the audit of tools. */
export const requestOf = (response: ServerResponse): string => String(response.getHeader('x-request-id'))

/** Answers with a refusal; nothing of the request is repeated in it. */
export function sendRefusal(response: ServerResponse, { code, headers }: Refused, language: 'ko' | 'en'): void {
  const retryable = code === 'too-many' || code === 'closing'
  const error = { code, message: serveMessages[language].errors[code], retryable }
  sendJson(response, statuses[code], { error }, headers)
}

/** Opens the stream of a turn; its head leaves with what is told first, or soon alone (`StreamWriter`). */
export function startStream(response: ServerResponse, headers: Record<string, string> = {}): void {
  const stream = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }
  response.writeHead(200, { ...always, ...stream, ...headers })
}

/** A message of this size is more than anybody types; SPEC §12: bounded everywhere. In bytes. */
const maxBody = 64 << 10

/** The JSON object in the body, of at most so many bytes. Throws `Refused`. */
export async function readBody(request: IncomingMessage, most = maxBody): Promise<Record<string, unknown>> {
  if (Number(request.headers['content-length'] ?? 0) > most) throw new Refused('too-large', { connection: 'close' })
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) throw new Refused('too-large', { connection: 'close' })
    chunks.push(chunk)
  }
  return parseJson(Buffer.concat(chunks).toString('utf8'))
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Refused('bad-json')
}
