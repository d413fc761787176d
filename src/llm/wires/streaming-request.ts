import { fail, type JsonObject, limits, type ModelPart } from '../../protocol/index.ts'
import { sleep } from '../../std/abort.ts'
import { type HttpResponse, readText, request } from '../../std/net/http.ts'
import { type ServerSentEvent, serverSentEvents } from '../../std/net/sse.ts'
import { failureOfResponse, parseJson, rethrowAsFailure, type Subject, wireError } from '../failure.ts'
import { asObject } from '../json-values.ts'
import { jsonLines } from './json-lines.ts'
import { eventObject, failWire, type Unreadable } from './unreadable.ts'

/** Bytes of an answer that is no stream which are looked at. */
const errorBytes = 1 << 16

export interface StreamingRequest extends Subject {
  url: string
  headers: Record<string, string>
  payload: JsonObject
  /** Largest answer, in bytes of its text, thoughts and calls. */
  answerBytes?: number | undefined
  /** Default: Server-Sent Events. */
  format?: 'json-lines'
}

/** A reply being put together from the events of its stream. */
export interface StreamReader {
  /** Yield the parts that an event adds to the reply; throw the failure that it stands for. */
  read(event: JsonObject): Iterable<ModelPart>
  /** Events that were none. */
  readonly unreadable: Unreadable
  /** The stream said that nothing follows. */
  stopped: boolean
  /** The answer is whole; numbers about it may follow. */
  readonly finished: boolean
  /** Bytes that it holds: words, thoughts, calls and what they carry. */
  readonly size: number
  /** Yield the parts of a whole answer, sent to a request for a stream. */
  readWhole(document: JsonObject): Iterable<ModelPart>
  /** Yield the words that are held back until the answer's end. */
  flush(): Iterable<ModelPart>
  /** Yield the end of the answer: its calls, and what it cost. Throw the failure that it stands for. */
  end(): Iterable<ModelPart>
  /** Return the request by which a paused answer goes on; undefined where it is over. */
  resume?(payload: JsonObject): JsonObject | undefined
  /**
   * Yield the answer that a server refused to read, where it sends the model's words along; undefined where it is none.
   */
  rescue(document: JsonObject): Iterable<ModelPart> | undefined
  /** Ends it here, because it is larger than an answer may be: what came is kept. */
  cut(): void
}

/** Ask for an answer and put it together; one that its server paused goes on in further requests. */
export async function* streamReply(
  question: StreamingRequest,
  reply: StreamReader,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  for (let payload: JsonObject | undefined = question.payload; payload; payload = reply.resume?.(payload))
    yield* readReply({ ...question, payload }, reply, signal)
  yield* reply.end()
}

/**
 * Posts a question and tells `opened` at the first byte of the answer's body, then what its events add to the reply.
 * Throws the failure: a status that is not 200, an answer that is no stream, a connection that breaks; or the
 * signal's reason.
 */
async function* readReply(
  question: StreamingRequest,
  reply: StreamReader,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  const { url, payload } = question
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream', ...question.headers }
  let isShown = false
  try {
    const response = await request(url, { method: 'POST', headers, body: JSON.stringify(payload), signal })
    if (response.status !== 200) return yield* rescueOrFail(response, question, reply)
    if (!mayStream(response, question)) return yield* readDocument(response, question, reply)
    const first = await response.body.next()
    if (first.done)
      fail('malformed', { detail: 'an empty answer', data: { provider: question.provider, model: question.model } })
    yield { type: 'opened' }
    const most = question.answerBytes ?? limits.answerBytes
    let sent = 0
    const bytes = paceBytes(first.value, untilQuiet(response.body, reply), signal)
    const read = question.format === 'json-lines' ? jsonLines : serverSentEvents
    for await (const events of read(bytes, limits.streamEventBytes)) {
      signal.throwIfAborted()
      if (events.length === 0) yield { type: 'progress' }
      for (const part of joinNeighbours(partsOf(events, reply, question))) {
        isShown ||= part.type === 'text'
        yield part
      }
      for (const { data } of events) sent += data.length
      // A stream without an end fills no memory: what it says has a limit, and so has what it sends to say it.
      if (reply.size > most || sent > most * wirePerAnswer) reply.cut()
      if (reply.stopped) return
    }
  } catch (error) {
    // Text that is held back belongs to the shown text. If nothing was shown, the request goes once more.
    if (isShown && !signal.aborted) yield* reply.flush()
    rethrowAsFailure(error, question)
  }
}

/** A token of four bytes comes in an event of some 250. */
const wirePerAnswer = 64

/** Longest wait for numbers after the whole answer, in milliseconds: some servers never close what they have ended. */
const afterEndMs = 2_000

/** The body, ended by itself when the answer is whole and nothing follows. */
async function* untilQuiet(body: AsyncIterableIterator<Uint8Array>, reply: StreamReader): AsyncGenerator<Uint8Array> {
  while (true) {
    const next = reply.finished && !reply.stopped ? await orQuiet(body.next()) : await body.next()
    if (!next || next.done) break
    yield next.value
  }
  await body.return?.()
}

async function orQuiet<T>(next: Promise<T>): Promise<T | undefined> {
  next.catch(() => {})
  let timer: NodeJS.Timeout | undefined
  const quiet = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, afterEndMs, undefined)
  })
  return Promise.race([next, quiet]).finally(() => clearTimeout(timer))
}

function* partsOf(events: readonly ServerSentEvent[], reply: StreamReader, subject: Subject): Generator<ModelPart> {
  for (const one of events) {
    if (reply.stopped) return
    // Chat completions end so, and some servers of other wires do, too.
    if (one.data === '[DONE]') reply.stopped = true
    else {
      const event = eventObject(one, reply.unreadable, subject)
      if (event) yield* reply.read(event)
      else yield { type: 'progress' }
    }
  }
}

/** Neighbours of one kind as one part, also before a failure: text that arrived together is handed on together. */
function* joinNeighbours(parts: Iterable<ModelPart>): Generator<ModelPart> {
  let held: { type: 'text' | 'reasoning'; texts: string[] } | undefined
  const wholePart = ({ type, texts }: NonNullable<typeof held>): ModelPart => ({ type, text: texts.join('') })
  try {
    let worked = false
    for (const part of parts) {
      if (part.type === 'progress') {
        if (!worked) yield part
        worked = true
      } else if (part.type === 'text' || part.type === 'reasoning') {
        if (held && held.type !== part.type) yield wholePart(held)
        if (held?.type === part.type) held.texts.push(part.text)
        else held = { type: part.type, texts: [part.text] }
      } else {
        if (held) yield wholePart(held)
        held = undefined
        yield part
      }
    }
  } catch (error) {
    if (held) yield wholePart(held)
    throw error
  }
  if (held) yield wholePart(held)
}

/**
 * Bytes that come quicker than this after the ones before wait for it, and are read together, in milliseconds: faster
 * than anybody reads, each token would go alone through every floor of the house. Models of today write every 5 to 50
 * ms.
 */
const paceMs = 5

/**
 * A flood is some 200 tokens a second (of 250 bytes) and more, for a few reads in a row: while it lasts it is read
 * thirty times a second.
 */
const flood = { bytesPerMs: 50, reads: 3, paceMs: 32 }

/** Bytes that are worth a read of their own: more need not gather. */
const enough = 16 << 10

async function* paceBytes(
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let waitsFrom = performance.now()
  let readAt = waitsFrom
  let quick = 0
  yield first
  for await (const bytes of rest) {
    const now = performance.now()
    quick = bytes.length > flood.bytesPerMs * (now - readAt) ? quick + 1 : 0
    readAt = now
    yield bytes
    const early = waitsFrom + (quick > flood.reads ? flood.paceMs : paceMs) - performance.now()
    if (early > 0 && bytes.length < enough) await sleep(early, signal)
    waitsFrom = performance.now()
  }
}

/** Compatible servers send streams under several types; a JSON or HTML document is never one. */
function mayStream({ headers }: HttpResponse, { format }: StreamingRequest): boolean {
  const type = headers['content-type'] ?? ''
  return format === 'json-lines' ? !/\bhtml\b/.test(type) : !/\b(json|html)\b/.test(type)
}

/** Throw the failure of an error status, unless the body holds the answer all the same. */
async function* rescueOrFail(
  { status, headers, body }: HttpResponse,
  subject: Subject,
  reply: StreamReader,
): AsyncGenerator<ModelPart> {
  const text = await readText(body, errorBytes)
  const parts = reply.rescue(asObject(parseJson(text)) ?? {})
  if (parts) {
    yield { type: 'opened' }
    return yield* parts
  }
  const { code, ...more } = failureOfResponse(status, headers, text, subject)
  fail(code, more)
}

/** A server that does not stream sends its answer as a document, or an error with status 200. */
async function* readDocument(
  { headers, body }: HttpResponse,
  question: StreamingRequest,
  reply: StreamReader,
): AsyncGenerator<ModelPart> {
  const document = asObject(parseJson(await readText(body, question.answerBytes ?? limits.answerBytes)))
  const error = wireError(document)
  if (error) failWire(error, question)
  const parts = document ? [...reply.readWhole(document)] : []
  if (!reply.finished)
    fail('malformed', {
      detail: `${headers['content-type']} instead of a stream`,
      data: { provider: question.provider, model: question.model },
    })
  yield { type: 'opened' }
  yield* parts
}
