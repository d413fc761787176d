import { fail, type Json, type JsonObject, limits, type ModelPart } from '../protocol/index.ts'
import { type HttpResponse, readText, request } from '../std/http.ts'
import { type ServerSentEvent, serverSentEvents } from '../std/sse.ts'
import { sleep } from '../std/until.ts'
import { failureOfResponse, failureOfWire, parsed, rethrow, type Subject, wireError } from './failure.ts'

/** Bytes of an answer that is no stream which are looked at. */
const errorBytes = 1 << 16

export interface Question extends Subject {
  url: string
  headers: Record<string, string>
  payload: JsonObject
}

/** A reply being put together from the events of its stream. */
export interface Reading {
  /** What an event adds to the reply; throws the failure that it stands for. */
  read(data: string): Iterable<ModelPart>
  /** Whether the stream said that nothing follows. */
  readonly stopped: boolean
}

/**
 * Posts a question and tells `opened` at the first byte of the answer's body, then what its events add to the reply. Throws the
 * failure: a status that is not 200, an answer that is no stream, a connection that breaks; or the signal's reason.
 */
export async function* ask(question: Question, reply: Reading, signal: AbortSignal): AsyncGenerator<ModelPart> {
  const { url, payload } = question
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream', ...question.headers }
  try {
    const response = await request(url, { method: 'POST', headers, body: JSON.stringify(payload), signal })
    if (response.status !== 200 || !mayStream(response)) await refuse(response, question)
    const first = await response.body.next()
    if (first.done) fail('malformed', { detail: 'an empty answer', data: { provider: question.provider, model: question.model } })
    yield { type: 'opened' }
    for await (const events of serverSentEvents(paced(first.value, response.body, signal), limits.streamEventBytes)) {
      signal.throwIfAborted()
      yield* joined(read(events, reply))
      if (reply.stopped) return
    }
  } catch (error) {
    rethrow(error, question)
  }
}

function* read(events: readonly ServerSentEvent[], reply: Reading): Generator<ModelPart> {
  for (const { data } of events) {
    if (reply.stopped) return
    yield* reply.read(data)
  }
}

/** Neighbours of one kind as one part, also before a failure: text that arrived together is handed on together. */
function* joined(parts: Iterable<ModelPart>): Generator<ModelPart> {
  let held: Extract<ModelPart, { text: string }> | undefined
  try {
    for (const part of parts) {
      if (held?.type === part.type) held = { ...part, text: held.text + part.text }
      else {
        if (held) yield held
        held = 'text' in part ? part : undefined
        if (!held) yield part
      }
    }
  } catch (error) {
    if (held) yield held
    throw error
  }
  if (held) yield held
}

/**
 * Bytes that come quicker than this after the ones before wait for it, and are read together, in milliseconds: faster than anybody
 * reads, each token would go alone through every floor of the house. Models of today write every 5 to 50 ms.
 */
const paceMs = 5

/** A flood is some 200 tokens a second (of 250 bytes) and more, for a few reads in a row: while it lasts it is read thirty times a second. */
const flood = { bytesPerMs: 50, reads: 3, paceMs: 32 }

async function* paced(first: Uint8Array, rest: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
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
    if (early > 0) await sleep(early, signal)
    waitsFrom = performance.now()
  }
}

/** Compatible servers send streams under several types; a JSON or HTML document is never one. */
function mayStream({ headers }: HttpResponse): boolean {
  return !/\b(json|html)\b/.test(headers['content-type'] ?? '')
}

async function refuse({ status, headers, body }: HttpResponse, subject: Subject): Promise<never> {
  const text = await readText(body, errorBytes)
  if (status !== 200) {
    const { code, ...more } = failureOfResponse(status, headers, text, subject)
    return fail(code, more)
  }
  const error = wireError(parsed(text))
  if (error) failWire(error, subject)
  return fail('malformed', {
    detail: `${headers['content-type']} instead of a stream`,
    data: { provider: subject.provider, model: subject.model },
  })
}

/** The JSON object of an event; throws its error, if it is one, or `malformed`. */
export function eventObject(data: string, subject: Subject): JsonObject {
  const value = parsed(data)
  const error = wireError(value)
  if (error) failWire(error, subject)
  return object(value) ?? fail('malformed', { detail: 'an event that is no JSON object', data: { provider: subject.provider } })
}

/** Throws the failure that an error object in the middle of a stream stands for. */
export function failWire(error: Parameters<typeof failureOfWire>[0], subject: Subject): never {
  const { code, ...more } = failureOfWire(error, subject)
  return fail(code, more)
}

// ---- reading JSON that others wrote

/** The value where it is an object. */
export function object(value: Json | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

/** The objects in a list; none where it is no list. */
export function objects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(object).filter((item) => item !== undefined) : []
}

/** The value where it is a string, else an empty one. */
export function string(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** The value where it is a number, else 0. */
export function number(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0
}
