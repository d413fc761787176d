import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { serviceName } from '../../core/service/service-name.ts'
import { serveMessages } from '../../messages/commands/serve.ts'
import { serviceMessages } from '../../messages/engine/service.ts'
import { turnMessages } from '../../messages/engine/turn.ts'
import {
  type Event,
  type Failure,
  failureOf,
  type Id,
  isEnding,
  type Json,
  type JsonObject,
} from '../../protocol/index.ts'
import { abortable } from '../../std/abort.ts'
import { refreshShared } from '../../std/fs/shared-folder.ts'
import { ulid } from '../../std/ulid.ts'
import { calendarRoute } from './calendar-route.ts'
import { type Callers, personOf, tokenOf } from './callers.ts'
import { Limits } from './limits.ts'
import { Metrics } from './metrics.ts'
import type { DoorDeps } from './openai/doors.ts'
import { openapi } from './openapi.ts'
import { isOriginAllowed } from './origin-check.ts'
import { RepeatedRequests, type RequestTurn } from './repeated-requests.ts'
import { Refused, readBody, refuseCrowd, requestOf, sendJson, sendRefusal, startStream } from './responses.ts'
import type { HttpRoute } from './route.ts'
import { completedTasks, conversationOf, countTurns, type Sessions, type TurnEnd } from './sessions.ts'
import { foldFrames, framed, type SseFrame, wireText } from './sse-frames.ts'
import type { Token } from './tokens.ts'
import { StreamWriter } from './writer.ts'

export interface ServeDeps extends Pick<DoorDeps, 'passing' | 'heads' | 'models'>, Callers {
  sessions: Sessions
  /** The calendar of a person, as other programs read it. */
  calendar(profile: string | undefined): Promise<string>
  language: 'ko' | 'en'
  /** Origins of web pages that may call, beside those of the address itself. */
  origins: readonly string[]
  /** Milliseconds since some beginning, for limits. */
  clock(): number
  /** Milliseconds since 1970. */
  now(): number
  log(line: JsonObject): void
}

/** Turns under way may take this long to end when the server closes, in milliseconds: most answers of a model do. */
const graceMs = 25_000
/** A store that takes longer to say that it is there is not, in milliseconds. */
const readyMs = 1_000

/** The HTTP surface: three endpoints over the same conversations as every other surface. */
export class AgentServer {
  readonly server: Server
  readonly #parts: ServeDeps
  readonly #limits: Limits
  readonly #running = new Set<Promise<void>>()
  readonly #stop = new AbortController()
  readonly #metrics = new Metrics()
  readonly #repeated = new RepeatedRequests()
  #closing = false
  #doors: Promise<(path: string) => HttpRoute | undefined> | undefined

  constructor(parts: ServeDeps) {
    const ended = (how: TurnEnd, ms: number) => this.#metrics.ended(how, ms)
    this.#parts = { ...parts, sessions: countTurns(parts.sessions, ended), passing: countTurns(parts.passing, ended) }
    this.#limits = new Limits(() => parts.clock())
    this.server = createServer({ maxHeaderSize: 16 << 10, requestTimeout: 30_000 }, (request, response) => {
      const id = idOf(request)
      response.setHeader('x-request-id', id)
      response.once('close', () => this.#metrics.answered(response.statusCode))
      const work = this.#answer(request, response).finally(() => this.#running.delete(work))
      this.#running.add(work)
    })
  }

  /**
   * Refuses what is new, lets turns under way end, then cancels what is left. It listens until then, so that whoever
   * asks is told.
   */
  async close(grace = graceMs): Promise<void> {
    this.#closing = true
    await abortable(Promise.allSettled([...this.#running]), AbortSignal.timeout(grace)).catch(() => {})
    this.#stop.abort()
    const closed = new Promise((resolve) => this.server.close(resolve))
    this.server.closeIdleConnections()
    await Promise.allSettled([...this.#running])
    await Promise.all([this.#parts.sessions.close(), this.#parts.passing.close()])
    this.server.closeAllConnections()
    await closed
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let release = () => {}
    let route: HttpRoute | null | undefined
    try {
      const url = URL.parse(request.url ?? '/', 'http://localhost')
      route =
        url &&
        (this.#routes[url.pathname] ??
          calendarRoute(url.pathname, this.#parts.calendar) ??
          (await this.#door(url.pathname)))
      if (!url || !route) throw new Refused('not-found')
      if (route.inAddress === undefined && !isOriginAllowed(request.headers, this.#parts.origins))
        throw new Refused('forbidden')
      if (!route.open) await refreshShared()
      const token = await tokenOf(route, request, this.#parts)
      if (!route.methods.includes(request.method ?? ''))
        throw new Refused('method', { allow: route.methods.join(', ') })
      if (this.#closing && !route.open) throw new Refused('closing', { connection: 'close', 'retry-after': '1' })
      if (!route.open) release = this.#limits.enter(token)
      const who = route.open || route.ofNobody ? token : await personOf(token, request, this.#parts.endUser)
      await route.run(request, response, who, url)
    } catch (error) {
      this.#failed(error, request, response, route)
    } finally {
      release()
    }
  }

  /** An address under which other programs know a model: loaded when the first of them asks. */
  async #door(path: string): Promise<HttpRoute | undefined> {
    if (!/^\/v1\/(?:models|chat\/completions|responses|conversations)(?:\/|$)/.test(path)) return undefined
    this.#doors ??= import('./openai/door-routes.ts').then(({ doorRoutes }) => {
      const failureText = (failure: Failure, request: string) => this.#failureText(failure, request)
      return doorRoutes({ ...this.#parts, failureText, stop: this.#stop.signal })
    })
    return (await this.#doors)(path)
  }

  #failed(
    error: unknown,
    request: IncomingMessage,
    response: ServerResponse,
    route: HttpRoute | null | undefined,
  ): void {
    // A client that left before its question was whole asked nothing.
    if (!(error instanceof Refused) && request.destroyed && !(request.complete && response.writable)) return
    // The rest of a body that nobody wants is not read.
    if (error instanceof Refused && error.headers.connection === 'close' && error.code !== 'closing')
      response.once('finish', () => request.destroy())
    if (route?.failed?.(response, error)) return
    if (error instanceof Refused) {
      sendRefusal(response, error, this.#parts.language)
      return
    }
    const failure = failureOf(error)
    const { code } = failure
    const message = this.#failureText(failure, requestOf(response))
    sendJson(response, code === 'busy' ? 503 : 500, { error: { code, message, retryable: true } })
    response.destroy()
  }

  /**
   * A failure in words for whoever asked: nothing of the inside is in them. That stands in the log, for whoever runs
   * the server.
   */
  #failureText({ detail, ...failure }: Failure, request: string): string {
    const { language, log } = this.#parts
    log({ request, error: failure.code, detail: detail ?? '' })
    return failure.code === 'storage' ? serveMessages[language].notStored : turnMessages[language].failure(failure)
  }

  readonly #routes: Record<string, HttpRoute> = {
    '/v1/agent/chat': { methods: ['POST'], run: (request, response, token) => this.#chat(request, response, token) },
    '/v1/agent/chat/stream': { methods: ['GET', 'POST'], run: (...given) => this.#stream(...given) },
    '/v1/agent/completed': { methods: ['GET'], run: (...given) => this.#completed(...given) },
    '/health': {
      methods: ['GET', 'HEAD'],
      open: true,
      run: async (_, response) =>
        sendJson(response, this.#closing ? 503 : 200, { status: this.#closing ? 'closing' : 'ok' }),
    },
    '/ready': { methods: ['GET', 'HEAD'], open: true, run: (_, response) => this.#ready(response) },
    '/metrics': { methods: ['GET'], ofNobody: true, run: async (_, response) => this.#told(response) },
    '/openapi.json': { methods: ['GET'], open: true, run: async (_, response) => sendJson(response, 200, openapi) },
  }

  /** True if a turn that is asked for now would be run: for whoever spreads requests over several servers. */
  async #ready(response: ServerResponse): Promise<void> {
    const answers = this.#parts.sessions.answers?.() ?? Promise.resolve(true)
    const isThere = await abortable(answers, AbortSignal.timeout(readyMs)).catch(() => false)
    const status = this.#closing ? 'closing' : isThere ? 'ready' : 'store-away'
    sendJson(response, status === 'ready' ? 200 : 503, { status })
  }

  #told(response: ServerResponse): void {
    const now = { requests: this.#limits.running, sessions: this.#parts.sessions.open(), closing: this.#closing }
    const text = this.#metrics.text(now)
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' })
    response.end(text)
  }

  async #chat(request: IncomingMessage, response: ServerResponse, token: Token): Promise<void> {
    const chat = this.#named(readChatBody(await readBody(request)), token, response)
    let last: SseFrame | undefined
    let fault: SseFrame | undefined
    const ended = this.#begin(token, chat.session)
    try {
      for await (const frame of this.#frames(chat, token)) {
        if (frame.event === 'ERROR') fault = frame
        last = frame
      }
    } finally {
      ended()
    }
    const { hooks = [], ...interaction } = (last?.data ?? {}) as JsonObject
    // The request asks for something that there is not, a service say. Nothing here is broken.
    const status = (fault?.data as JsonObject | undefined)?.code === 'bad-input' ? 400 : 500
    if (fault) sendJson(response, status, { error: fault.data, interaction, hooks })
    else sendJson(response, 200, { interaction, hooks })
  }

  async #stream(request: IncomingMessage, response: ServerResponse, token: Token, url: URL): Promise<void> {
    const given = readChatBody(
      request.method === 'POST' ? await readBody(request) : Object.fromEntries(url.searchParams),
    )
    const chat = this.#named(given, token, response)
    const ended = this.#begin(token, chat.session)
    startStream(response)
    const writer = new StreamWriter(response)
    try {
      // A client that left is no longer written to; its turn runs to its end and stands in the conversation.
      for await (const frame of this.#frames(chat, token)) await writer.write(wireText(frame))
    } finally {
      ended()
      writer.end()
    }
  }

  async #completed(_: IncomingMessage, response: ServerResponse, token: Token, url: URL): Promise<void> {
    const session = sessionOf(url.searchParams.get('session_id'))
    sendJson(response, 200, await completedTasks(this.#parts.sessions.history(conversationOf(token.name, session))))
  }

  /** Counts a turn in; returns what counts it out. Throws `Refused` where there is no room for it. */
  #begin({ name }: Token, session: string): () => void {
    const conversation = conversationOf(name, session)
    refuseCrowd(this.#parts.sessions.wait?.(conversation, `token:${name}`))
    return this.#limits.begin(conversation)
  }

  /** The request with the turn that it is or was: one without a name of its own is told by what is in it. */
  #named(body: ChatBody, token: Token, response: ServerResponse): ChatRequest {
    const session = conversationOf(token.name, body.session)
    const { id } = body
    const named = id === undefined ? { body, fresh: () => ulid(this.#parts.now()) } : { id }
    const turn = this.#repeated.take(session, named, response)
    return { ...body, id: turn.id, turn, request: requestOf(response) }
  }

  /** The frames of one turn; a turn whose end cannot be told any more still ends with DONE. */
  async *#frames(asked: ChatRequest, token: Token): AsyncGenerator<SseFrame> {
    const { session, message, id, service, answers, turn, request } = asked
    const seen = answers ?? (turn.isUnseen ? '' : undefined)
    const more = { ...(seen === undefined ? {} : { seen }), ...(service === undefined ? {} : { options: { service } }) }
    const input = { id, text: message, origin: 'http' as const, by: `token:${token.name}` as const, request, ...more }
    const say = {
      failure: (failure: Failure) => this.#failureText(failure, request),
      reply: serviceMessages[this.#parts.language].labels.reply,
    }
    let state = framed
    const step = (event: Event): SseFrame[] => {
      const [next, out] = foldFrames(state, event, say)
      state = next
      return out
    }
    let ended = false
    try {
      const whose = token.profile ? { profile: token.profile } : {}
      const events = this.#parts.sessions.turn(conversationOf(token.name, session), input, this.#stop.signal, whose)
      for await (const { event } of events) {
        ended ||= isEnding(event)
        if (event.type === 'turn.done') turn.done(event.state !== undefined)
        yield* step(event)
      }
    } catch (error) {
      if (ended) throw error
      ended = true
      yield* step({ type: 'turn.failed', failure: failureOf(error), partial: '', retryable: true })
    }
    if (!ended) yield* step({ type: 'turn.cancelled', by: 'shutdown', partial: '' })
  }
}

function refuseRequest(...given: ConstructorParameters<typeof Refused>): never {
  throw new Refused(...given)
}

/**
 * The client's name for its request, or a name of ours: it stands in the answer, in the log and in the audit of tools.
 */
function idOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID()
}

interface ChatBody {
  session: string
  message: string
  id: Id | undefined
  service: string | null | undefined
  /** The message that was shown before it, where the client tells. */
  answers: string | undefined
}

interface ChatRequest extends ChatBody {
  id: Id
  request: string
  turn: RequestTurn
}

/** Longer than this is no message but a document, in UTF-16 units. */
const maxMessage = 20_000

function readChatBody(body: Record<string, unknown>): ChatBody {
  const { session_id, message, request_id, service: bound, answers } = body
  const session = sessionOf(session_id)
  // A query has no null: there an empty name is none.
  const service = bound === '' ? null : bound
  if (
    service !== undefined &&
    service !== null &&
    (typeof service !== 'string' || (service !== '*' && !serviceName.test(service)))
  )
    throw new Refused('bad-request')
  if (typeof message !== 'string' || !message.trim() || message.length > maxMessage) throw new Refused('bad-request')
  if (answers !== undefined && typeof answers !== 'string') throw new Refused('bad-request')
  const said = { session, message, service, answers: answers?.slice(-maxMessage) }
  // A client that sends the same request again with its own id is answered once; one that cannot be kept must not run
  // twice.
  if (request_id === undefined || request_id === null) return { ...said, id: undefined }
  if (typeof request_id !== 'string' || !/^[\w-]{8,64}$/.test(request_id)) throw new Refused('bad-request-id')
  return { ...said, id: request_id }
}

function sessionOf(value: Json | unknown): string {
  return typeof value === 'string' && /^[\w.:-]{1,128}$/.test(value) ? value : refuseRequest('bad-request')
}
