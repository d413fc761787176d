import { fail, type JsonObject } from '../../protocol/index.ts'
import type { ServerSentEvent } from '../../std/net/sse.ts'
import { noteOnWire } from '../../std/net/wire-log.ts'
import { failureOfWire, parseJson, type Subject, wireError } from '../failure.ts'

/** Numbers of events of a stream that could not be read and were passed over. */
export interface Unreadable {
  all: number
  /** Of these, the ones that may have been a piece of the answer: JSON that is not whole. */
  torn: number
}

/** Number of torn events above which the stream counts as malformed. */
const mostTorn = 8

/**
 * The JSON object of an event; undefined, and counted, where it is none: words that a proxy put between (`ping`,
 * `null`), or JSON that is not whole. Throws the failure where the event is an error, and `malformed` where too many
 * are torn.
 */
export function eventObject(
  { event, data }: ServerSentEvent,
  unreadable: Unreadable,
  subject: Subject,
): JsonObject | undefined {
  const value = parseJson(data)
  const error = wireError(value)
  if (error) failWire(error, subject)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  if (event === 'error') failWire({ message: data }, subject)
  unreadable.all += 1
  if (value === undefined && /["{}[\]]/.test(data)) unreadable.torn += 1
  // Ollama does not say at its end that it called: a torn event that names a call must not be passed over.
  if (value === undefined && /tool_calls|tool_use|function_call/.test(data)) failUnreadable(unreadable, subject)
  noteOnWire(`an event that is no JSON object, passed over (${unreadable.all}): ${data.slice(0, 200)}`)
  if (unreadable.torn > mostTorn) failUnreadable(unreadable, subject)
  return undefined
}

/** Throws `malformed`: an answer with gaps must not be used. */
export function failUnreadable({ all }: Unreadable, { provider, model }: Subject): never {
  return fail('malformed', { detail: `${all} events that are no JSON object`, data: { provider, model } })
}

/** Throws the failure that an error object in the middle of a stream stands for. */
export function failWire(error: Parameters<typeof failureOfWire>[0], subject: Subject): never {
  const { code, ...more } = failureOfWire(error, subject)
  return fail(code, more)
}
