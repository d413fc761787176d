import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Answer, errorBody, events, type Shape, type WireError } from './model-wire.ts'

/**
 * A model's service on loopback. It plays a script, one reply per request, in the wire format of the path that was
 * asked (see model-wire.ts), and remembers every request.
 *
 *   await using server = await modelServer(callTool('datetime', { action: 'now' }), say('세 시예요.'))
 *   … a provider with baseUrl server.openai, server.anthropic or server.zai …
 *   expect(server.requests).toHaveLength(2)
 *
 * As a program: `node test/fakes/model-server.ts [--port 0] [--script replies.json] [--say text] [--tokens 5000@200]`
 * prints its URL and serves until it is killed; when the script is over, the last reply repeats. Without a script it
 * answers "안녕하세요." at once.
 */
export interface Reply extends Answer {
  status?: number
  headers?: Record<string, string>
  /** Sent instead of the wire's own bytes. */
  body?: string
  /** Milliseconds before the headers, and between two events. */
  waitMs?: number
  everyMs?: number
  /**
   * Bytes per write: 1 sends every byte by itself; a list of sizes is gone through round and round. Default:
   * everything at once.
   */
  cut?: number | number[]
  /** Stops for good before the headers, or after that many events. */
  hang?: 'headers' | number
  /** Breaks the connection before the headers, or after that many events. */
  drop?: 'headers' | number
  /** After that many events, a line that has no end: sent as fast as it is read. */
  endless?: number
}

export interface Seen {
  /** Milliseconds on the clock of `performance.now()`. */
  at: number
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** Parsed where it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  body: any
  /** Bytes of the answer so far; when the client left before its end, when that was. */
  sent: number
  leftAt?: number
}
export type Script = Reply | ((request: Seen) => Reply)

// ---- replies

/** Answers with this text. */
export const say = (text: string | string[], more: Reply = {}): Reply => ({ text, ...more })
/** Asks for one tool. */
export const callTool = (name: string, args: unknown = {}, more: Reply = {}): Reply => ({
  calls: [{ name, args }],
  ...more,
})
/** Asks for several tools at once. */
export const callTools = (calls: NonNullable<Answer['calls']>, more: Reply = {}): Reply => ({ calls, ...more })
/** An error status with the wire's own body. */
export const refuse = (status: number, more: Reply & Partial<WireError> = {}): Reply => {
  const { type = errorTypes[status] ?? 'api_error', message = `status ${status}`, code, ...rest } = more
  return { status, error: { type, message, ...(code && { code }) }, ...rest }
}
/** Accepts the request and never says a word. */
export const silent = (): Reply => ({ hang: 'headers' })
/** `count` deltas of one token at `perSecond` (Infinity: as fast as they are read). */
export const tokens = (count: number, perSecond = Number.POSITIVE_INFINITY): Reply => ({
  text: Array.from({ length: count }, (_, at) => (at % 12 === 11 ? '다.\n' : '단어 ')),
  everyMs: 1_000 / perSecond,
})
/** Bytes that no documentation describes. */
export const raw = (body: string, contentType = 'application/json', status = 200): Reply => ({
  status,
  headers: { 'content-type': contentType },
  body,
})

/** https://docs.anthropic.com/en/api/errors; OpenAI's types are told apart by status and code. */
const errorTypes: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
}

// ---- the server

export interface ModelServer extends AsyncDisposable {
  /** `http://127.0.0.1:port`, which is also what OLLAMA_HOST wants. */
  url: string
  /** Base URLs as the settings of the three providers want them. */
  openai: string
  anthropic: string
  zai: string
  /** Requests for an answer, in order of arrival. Listing models is in `visits`. */
  requests: Seen[]
  visits: Seen[]
  /** Adds replies to the script. */
  add(...script: Script[]): void
  /** Resolves when the n-th request has arrived. */
  received(count: number): Promise<Seen>
  /** Milliseconds between neighbouring requests. */
  gaps(): number[]
  close(): Promise<void>
}

export interface ModelServerOptions {
  port?: number
  /** The reply to every request after the script; without it such a request is refused with 418. */
  otherwise?: Reply
  models?: string[]
  /** The only key that may see the list of models; every other one is refused with 401. */
  key?: string
  /** What `/api/show` says beside an empty object. */
  shown?: object
}

export async function modelServer(...script: Script[]): Promise<ModelServer> {
  return scriptedServer(script)
}

/** Like `modelServer`, with options. */
export async function scriptedServer(script: Script[], options: ModelServerOptions = {}): Promise<ModelServer> {
  const left = [...script]
  const requests: Seen[] = []
  const visits: Seen[] = []
  const waiting: { count: number; resolve: (seen: Seen) => void }[] = []
  const over: Reply = options.otherwise ?? refuse(418, { type: 'script_over', message: 'the script has no reply left' })

  const server = createServer(async (request, response) => {
    const seen = await see(request)
    response.on('close', () => {
      if (!response.writableFinished) seen.leftAt = performance.now()
    })
    if (request.method === 'GET') {
      visits.push(seen)
      if (options.key !== undefined && request.headers.authorization !== `Bearer ${options.key}`) {
        response.writeHead(401, { 'content-type': 'application/json' })
        return response.end(
          JSON.stringify({ error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } }),
        )
      }
      return list(seen.path, options.models ?? ['model-1'], response)
    }
    // What Ollama says of a model is no answer of the model.
    if (seen.path.endsWith('/api/show')) {
      visits.push(seen)
      return show(options.shown ?? {}, response)
    }
    requests.push(seen)
    const next = left.shift() ?? over
    for (const wait of waiting) if (wait.count === requests.length) wait.resolve(seen)
    await play(typeof next === 'function' ? next(seen) : next, seen, response).catch(() => response.destroy())
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return {
    url,
    openai: `${url}/v1`,
    anthropic: url,
    zai: `${url}/api/paas/v4`,
    requests,
    visits,
    add: (...more) => void left.push(...more),
    received: (count) =>
      new Promise((resolve) => {
        const there = requests[count - 1]
        if (there) resolve(there)
        else waiting.push({ count, resolve })
      }),
    gaps: () => requests.slice(1).map((seen, at) => seen.at - (requests[at] as Seen).at),
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function see(request: IncomingMessage): Promise<Seen> {
  const at = performance.now()
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const { method = '', url: path = '', headers } = request
  return { at, method, path, headers, body: parsed(text), sent: 0 }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** https://platform.openai.com/docs/api-reference/models/list, https://docs.ollama.com/api/tags */
function list(path: string, models: string[], response: ServerResponse): void {
  const body = path.endsWith('/api/tags')
    ? { models: models.map((name) => ({ name, model: name, size: 1 })) }
    : path.endsWith('/api/version')
      ? { version: '0.12.0' }
      : { object: 'list', data: models.map((id) => ({ id, object: 'model', created: 1, owned_by: 'test' })) }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

/** https://docs.ollama.com/api/show */
function show(shown: object, response: ServerResponse): void {
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({ capabilities: ['completion', 'tools'], model_info: { 'qwen3.context_length': 40_960 }, ...shown }),
  )
}

const shapeOf = (path: string): Shape => {
  if (path.endsWith('/messages')) return 'anthropic'
  if (path.endsWith('/responses')) return 'responses'
  if (path.endsWith('/api/chat')) return 'ollama'
  return path.includes('/paas/') ? 'zai' : 'openai'
}

async function play(reply: Reply, seen: Seen, response: ServerResponse): Promise<void> {
  if (reply.waitMs) await sleep(reply.waitMs)
  if (reply.hang === 'headers') return
  if (reply.drop === 'headers') return void response.destroy()
  const shape = shapeOf(seen.path)
  const status = reply.status ?? 200
  const streaming = shape === 'ollama' ? 'application/x-ndjson' : 'text/event-stream'
  response.writeHead(status, { 'content-type': status === 200 ? streaming : 'application/json', ...reply.headers })
  response.flushHeaders()
  const write = writer(response, seen)
  if (reply.body !== undefined) await write(reply.body, reply.cut)
  else if (status !== 200)
    await write(errorBody(shape, reply.error ?? { type: 'api_error', message: `status ${status}` }))
  else await stream(reply, events(shape, reply, seen.body?.model ?? 'model-1'), write, response)
  if (!response.destroyed && typeof reply.hang !== 'number') response.end()
}

type Write = (text: string, cut?: number | number[]) => Promise<void>

async function stream(reply: Reply, all: string[], write: Write, response: ServerResponse): Promise<void> {
  const ends = [reply.hang, reply.drop, reply.endless].filter((end) => typeof end === 'number')
  const some = all.slice(0, Math.min(all.length, ...ends))
  if (reply.everyMs) await paced(some, reply.everyMs, write)
  else await write(some.join(''), reply.cut)
  if (reply.endless !== undefined) await write('data: ')
  while (reply.endless !== undefined && !response.destroyed) await write('x'.repeat(1 << 16))
  // What was written must reach the client before the connection breaks.
  if (reply.drop !== undefined) setTimeout(() => response.destroy(), 20)
  if (reply.drop !== undefined) await once(response, 'close')
}

/** Event n leaves at n × everyMs, however late the timer of the one before was. */
async function paced(list: string[], everyMs: number, write: Write): Promise<void> {
  const begun = performance.now()
  for (const [at, event] of list.entries()) {
    const wait = begun + at * everyMs - performance.now()
    if (wait > 0) await sleep(wait)
    await write(event)
  }
}

/** Writes in pieces of `cut` bytes with the client's pace; stops when the client has left. */
function writer(response: ServerResponse, seen: Seen): Write {
  return async (text, cut) => {
    const bytes = Buffer.from(text)
    const sizes = [cut ?? 1 << 16].flat()
    for (let at = 0, turn = 0; at < bytes.length; turn++) {
      const piece = bytes.subarray(at, at + (sizes[turn % sizes.length] || 1))
      at += piece.length
      if (response.destroyed) throw new Error('the client has left')
      seen.sent += piece.length
      if (!response.write(piece)) await drained(response)
    }
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
}

// ---- as a program

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      script: { type: 'string' },
      say: { type: 'string', default: '안녕하세요.' },
      tokens: { type: 'string' },
    },
  })
  const [count, rate] = (values.tokens ?? '').split('@').map(Number)
  const spoken = count ? tokens(count, rate || undefined) : say(values.say)
  const script: Reply[] = values.script ? JSON.parse(readFileSync(values.script, 'utf8')) : [spoken]
  const server = await scriptedServer(script, { port: Number(values.port), otherwise: script.at(-1) ?? spoken })
  console.log(server.url)
}

if (import.meta.main) await main()
