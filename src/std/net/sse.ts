import { createParser } from 'eventsource-parser'

/** Bytes that are not a stream of Server-Sent Events, or one event larger than the limit. */
export class MalformedStreamError extends Error {
  override name = 'MalformedStreamError'
}

export interface ServerSentEvent {
  /** `message` where the stream names none. */
  event: string
  data: string
}

/**
 * The events in a stream of bytes (WHATWG HTML §9.2), those of one read together: however the bytes are cut, with any
 * line ending, comments left out: a read that brought nothing else gives no events. An event that the end of the
 * stream cuts off is dropped. Throws `MalformedStreamError` as soon as one event needs more than `limit` characters;
 * memory and time stay within that, also for a line that never ends.
 */
export async function* serverSentEvents(
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<ServerSentEvent[]> {
  let ready: ServerSentEvent[] = []
  let tooLarge = false
  let commented = false
  const parser = createParser({
    maxBufferSize: limit,
    onEvent: ({ event = 'message', data }) => ready.push({ event, data }),
    onComment: () => (commented = true),
    // The only other complaints are about fields that the standard says to ignore; servers that die write JSON there.
    onError: (error) => {
      tooLarge ||= error.type === 'max-buffer-size-exceeded'
      const line = error.type === 'unknown-field' ? (error.line ?? '').trim() : ''
      if (line.startsWith('{') && line.endsWith('}')) ready.push({ event: 'message', data: line })
    },
  })
  const decoder = new TextDecoder()
  for await (const chunk of bytes) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    const events = ready
    ready = []
    if (events.length > 0 || commented) yield events
    commented = false
    if (tooLarge) throw new MalformedStreamError(`an event is larger than ${limit} characters`)
  }
}
