import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { doorMessages } from '../../../messages/surfaces/doors.ts'
import type { Failure, Id, Input, JsonObject } from '../../../protocol/index.ts'
import { ulid } from '../../../std/ulid.ts'
import { RepeatedRequests, type RequestTurn } from '../repeated-requests.ts'
import { Refused, readBody, refuseCrowd, requestOf, sendJson, startStream } from '../responses.ts'
import type { Sessions } from '../sessions.ts'
import type { Token } from '../tokens.ts'
import { StreamWriter } from '../writer.ts'
import type { ClientRequest, DoorSentences } from './asked.ts'
import { type AnswerMark, chunkOf, completionOf, readCompletion } from './chat-completions.ts'
import type { Heads } from './heads.ts'
import { DoorRefused, failureBody, failureStatus } from './refusals.ts'
import { type AskedResponse, ResponseEvents, type ResponseFrame, readResponse, responseOf } from './responses.ts'
import { accountOf, hashOf, responseId, SessionFinder, type SessionPlace } from './session-finder.ts'
import { completionTokens, type StoryEvent, TurnStory, tellTurn } from './turn-story.ts'

/** The agent or service behind a model's name. */
export interface DoorModel {
  id: string
  agent?: string
  service?: string
}

/** Parts of the program that the OpenAI-compatible addresses need. */
export interface DoorDeps {
  sessions: Sessions
  /** Sessions of which nothing is kept or remembered. */
  passing: Sessions
  heads: Heads
  models(): Promise<DoorModel[]>
  language: 'ko' | 'en'
  /** Milliseconds since 1970. */
  now(): number
  /** A failure in words, under the name of the request that it ended. */
  failureText(failure: Failure, request: string): string
  /** Aborted when the server closes: what still runs is let go. */
  stop: AbortSignal
}

/** A conversation with pictures; bytes of one request, and of all that a token is sending at once. */
const mostBody = 24 << 20
const mostSending = 64 << 20

/** `/v1/models`, `/v1/chat/completions`, `/v1/responses`: the assistant as other programs know a model. */
export class Doors {
  readonly #parts: DoorDeps
  readonly #say: DoorSentences
  readonly #places: SessionFinder
  /** Bytes that each token is sending. */
  readonly #sending = new Map<string, number>()
  readonly #repeated = new RepeatedRequests()
  /** Requests under way that have a key of their own. */
  readonly #keyed = new Map<string, Promise<SessionPlace>>()

  constructor(parts: DoorDeps) {
    this.#parts = parts
    this.#say = doorMessages[parts.language]
    this.#places = new SessionFinder(parts, this.#say)
  }

  async listModels(response: ServerResponse): Promise<void> {
    const models = await this.#parts.models()
    sendJson(response, 200, { object: 'list', data: models.map(modelObject) })
  }

  async showModel(response: ServerResponse, id: string): Promise<void> {
    sendJson(response, 200, modelObject(await this.#model(id)))
  }

  /** A conversation is there from its first turn on; this only gives it a name. */
  createConversation(response: ServerResponse): void {
    const created_at = Math.floor(this.#parts.now() / 1000)
    const id = `conv_${randomBytes(16).toString('hex')}`
    sendJson(response, 200, { id, object: 'conversation', created_at, metadata: {} })
  }

  /** One turn, in the form of a chat completion. */
  async complete(request: IncomingMessage, response: ServerResponse, token: Token): Promise<void> {
    const asked = readCompletion(await this.#body(request, token), this.#say)
    const model = await this.#model(asked.model)
    const place = await this.#once(request, token, () => this.#places.find(asked, model.agent, token, request.headers))
    const turn = this.#requestTurn(asked, place, request, token, response)
    const { id } = turn
    const mark: AnswerMark = { id, model: asked.model, created: Math.floor(this.#parts.now() / 1000) }
    const story = new TurnStory()
    const told = this.#turn({ asked, model, place, token, turn, story, response })
    if (!asked.stream) return this.#whole(told, response, place, () => completionOf(mark, story.text, story.tokens))
    await this.#stream(told, response, place, {
      begin: () => [dataLine(chunkOf(mark, { role: 'assistant', content: '' }, null))],
      text: (text) => [dataLine(chunkOf(mark, { content: text }, null))],
      end: () => [
        dataLine(chunkOf(mark, {}, 'stop')),
        ...(asked.usage ? [dataLine(chunkOf(mark, {}, null, completionTokens(story.tokens)))] : []),
        'data: [DONE]\n\n',
      ],
      fail: (failure) => [dataLine(failureBody(failure, this.#text(failure, response))), 'data: [DONE]\n\n'],
    })
  }

  /** One turn, in the form of a response. */
  async respond(request: IncomingMessage, response: ServerResponse, token: Token): Promise<void> {
    const asked = readResponse(await this.#body(request, token), this.#say)
    const model = await this.#model(asked.model)
    const place = await this.#once(request, token, () =>
      this.#places.findResponse(asked, model.agent, token, request.headers),
    )
    const turn = this.#requestTurn(asked, place, request, token, response)
    const id = responseId(place.name, turn.id)
    const { instructions, previous, conversation, metadata, store, schema } = asked
    const about = { instructions, previous, conversation, metadata, store, ...(schema ? { schema } : {}) }
    const frame: ResponseFrame = { id, model: asked.model, created: Math.floor(this.#parts.now() / 1000), ...about }
    const story = new TurnStory()
    const told = this.#turn({ asked, model, place, token, turn, story, response, head: hashOf(token.name, id) })
    if (!asked.stream) {
      const now = () => ({ text: story.text, tokens: story.tokens })
      return this.#whole(told, response, place, () => responseOf(frame, 'completed', now()))
    }
    const events = new ResponseEvents(frame)
    await this.#stream(told, response, place, {
      begin: () => events.begin().map(typedEvent),
      text: (text) => events.delta(text).map(typedEvent),
      end: (cut) => events.end(story.text, story.tokens, cut).map(typedEvent),
      fail: (failure) => {
        const error = { code: failure.code, message: this.#text(failure, response) }
        return events.fail(error, story.text, story.tokens).map(typedEvent)
      },
    })
  }

  /** A response that was given before. */
  async showResponse(response: ServerResponse, id: string, token: Token): Promise<void> {
    const told = (await this.#places.told(id, token)).at(-1)
    if (!told) return
    const frame = { id, model: 'assistant', created: Math.floor(told.at / 1000) }
    sendJson(response, 200, responseOf(frame, told.isWhole ? 'completed' : 'incomplete', { text: told.answer.text }))
  }

  async #model(id: string): Promise<DoorModel> {
    const models = await this.#parts.models()
    const found = models.find((one) => one.id === id)
    if (found) return found
    const names = models.map((one) => one.id).join(', ')
    throw new DoorRefused('no-model', this.#say.noModel(id.slice(0, 100), names), 'model')
  }

  /** The body of a request, as long as its token is not sending too much at once: whoever floods waits alone. */
  async #body(request: IncomingMessage, { name }: Token): Promise<Record<string, unknown>> {
    const size = Math.min(Number(request.headers['content-length'] ?? mostBody), mostBody)
    const before = this.#sending.get(name) ?? 0
    if (before + size > mostSending) throw new Refused('too-many', { 'retry-after': '1', connection: 'close' })
    this.#sending.set(name, before + size)
    try {
      return await readBody(request, mostBody)
    } finally {
      const left = (this.#sending.get(name) ?? size) - size
      if (left > 0) this.#sending.set(name, left)
      else this.#sending.delete(name)
    }
  }

  /** A request that is sent again with its own key goes where it went before; there it runs once. */
  async #once(request: IncomingMessage, token: Token, find: () => Promise<SessionPlace>): Promise<SessionPlace> {
    const given = request.headers['idempotency-key']
    if (typeof given !== 'string') return find()
    const key = hashOf('once', token.name, given)
    const running = this.#keyed.get(key)
    if (running) return { ...(await running), again: true }
    const finding = this.#found(key, token, find)
    this.#keyed.set(key, finding)
    try {
      return await finding
    } finally {
      this.#keyed.delete(key)
    }
  }

  async #found(key: string, token: Token, find: () => Promise<SessionPlace>): Promise<SessionPlace> {
    const { heads } = this.#parts
    const name = await heads.take(key)
    const place = name === undefined ? await find() : { ...this.#places.at(name, token), again: true as const }
    await heads.put(key, place.name)
    return place
  }

  /**
   * The turn of a request: that of its key, so that it runs once; in a session with a name that of the same request
   * before; else a new one.
   */
  #requestTurn(
    asked: ClientRequest | AskedResponse,
    { byPlace, conversation }: SessionPlace,
    request: IncomingMessage,
    { name }: Token,
    response: ServerResponse,
  ): RequestTurn {
    const key = request.headers['idempotency-key']
    const fresh = () => ulid(this.#parts.now())
    if (typeof key === 'string')
      return this.#repeated.take(conversation, { id: hashOf(name, key).slice(0, 32) }, response)
    // A session without a name is found by where its account stands: whoever sends it has seen that.
    if (byPlace) return { id: fresh(), isUnseen: false, done: () => {} }
    return this.#repeated.take(conversation, { body: asked, fresh }, response)
  }

  /** Runs the turn and keeps where the conversation stands when it has ended. A client that leaves stops it. */
  async *#turn(given: TurnGiven): AsyncGenerator<StoryEvent> {
    const { asked, model, place, token, turn, story, response, head } = given
    refuseCrowd(place.sessions.wait?.(place.conversation, `token:${token.name}`))
    const gone = new AbortController()
    const leave = () => gone.abort()
    response.once('close', leave)
    try {
      const events = place.sessions.turn(place.conversation, this.#input(given), this.#parts.stop, {
        ...(model.agent ? { agent: model.agent } : {}),
        ...(token.profile ? { profile: token.profile } : {}),
        cancel: gone.signal,
      })
      for await (const told of tellTurn(story, events)) {
        const isEnd = told.type === 'done' || told.type === 'failed'
        // Before it is told: whoever heard the end may go on at once.
        if (isEnd) await this.#places.keep(place, asked, token, told.type === 'done' ? story.text : undefined)
        if (isEnd && head && asked.store && told.type === 'done') await this.#parts.heads.put(head, turn.id)
        if (told.type === 'done' && !told.cut) turn.done(story.isServed)
        yield told
      }
    } finally {
      response.off('close', leave)
    }
  }

  #input({ asked, model, place, token, turn: { id, isUnseen }, response }: TurnGiven): Omit<Input, 'id'> & { id: Id } {
    const attachments = accountOf(place, this.#say)
    const options = {
      // A session that was bound before is free again where no service is named.
      service: model.service ?? '*',
      ...(asked.system ? { append: asked.system } : {}),
      ...(asked.schema ? { schema: asked.schema } : {}),
    }
    return {
      id,
      text: asked.text,
      origin: 'http',
      by: `token:${token.name}`,
      request: requestOf(response),
      ...(asked.images.length > 0 ? { images: asked.images } : {}),
      ...(attachments.length > 0 ? { attachments } : {}),
      ...(place.seen === undefined && !isUnseen ? {} : { seen: place.seen ?? '' }),
      options,
    }
  }

  /** The answer as one object, when it has ended. */
  async #whole(
    turn: AsyncIterable<StoryEvent>,
    response: ServerResponse,
    place: SessionPlace,
    body: () => JsonObject,
  ): Promise<void> {
    for await (const told of turn) if (told.type === 'failed') return this.#failed(response, told.failure)
    sendJson(response, 200, body(), sessionHeader(place))
  }

  /**
   * The answer as it comes. Until its first word, or a sign that it takes a while, a failure still has a status of
   * its own.
   */
  async #stream(
    turn: AsyncIterable<StoryEvent>,
    response: ServerResponse,
    place: SessionPlace,
    wire: StreamWire,
  ): Promise<void> {
    let writer: StreamWriter | undefined
    const begun = async () => {
      if (writer) return
      startStream(response, sessionHeader(place))
      writer = new StreamWriter(response)
      await write(wire.begin())
    }
    const write = async (lines: string[]) => {
      for (const line of lines) await writer?.write(line)
    }
    try {
      for await (const told of turn) {
        if (told.type === 'failed' && !writer) return this.#failed(response, told.failure)
        await begun()
        if (told.type === 'text') await write(wire.text(told.text))
        if (told.type === 'done') await write(wire.end(told.cut))
        if (told.type === 'failed') await write(wire.fail(told.failure))
      }
    } finally {
      writer?.end()
    }
  }

  #text(failure: Failure, response: ServerResponse): string {
    return this.#parts.failureText(failure, requestOf(response))
  }

  #failed(response: ServerResponse, failure: Failure): void {
    const message = this.#text(failure, response)
    sendJson(response, failureStatus(failure), failureBody(failure, message), { 'x-should-retry': 'false' })
  }
}

interface TurnGiven {
  asked: ClientRequest | AskedResponse
  model: DoorModel
  place: SessionPlace
  token: Token
  turn: RequestTurn
  story: TurnStory
  response: ServerResponse
  /** The place from which a response can be gone on from. */
  head?: string
}

/** The wording of a stream's pieces. */
interface StreamWire {
  begin(): string[]
  text(text: string): string[]
  end(cut: boolean): string[]
  fail(failure: Failure): string[]
}

const dataLine = (value: JsonObject) => `data: ${JSON.stringify(value)}\n\n`
const typedEvent = (event: JsonObject) => `event: ${event.type}\n${dataLine(event)}`
const modelObject = ({ id }: DoorModel): JsonObject => ({ id, object: 'model', created: 0, owned_by: 'assistant' })
const sessionHeader = ({ name }: SessionPlace) => ({ 'x-session-id': name.replace(/@.*$/s, '') })
