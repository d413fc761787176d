import { MalformedStreamError, type ServerSentEvent } from '../../std/net/sse.ts'

/**
 * The lines of a stream of newline-delimited JSON, those of one read together, in the form of Server-Sent Events. A
 * last line without its end counts. Throws `MalformedStreamError` where one line is longer than `limit` characters.
 */
export async function* jsonLines(bytes: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<ServerSentEvent[]> {
  const decoder = new TextDecoder()
  let held = ''
  for await (const chunk of bytes) {
    const lines = (held + decoder.decode(chunk, { stream: true })).split('\n')
    held = lines.pop() ?? ''
    if (held.length > limit) throw new MalformedStreamError(`a line is larger than ${limit} characters`)
    const whole = eventsOf(lines)
    if (whole.length > 0) yield whole
  }
  const last = eventsOf([held])
  if (last.length > 0) yield last
}

const eventsOf = (lines: readonly string[]) =>
  lines.filter((line) => line.trim() !== '').map((data) => ({ event: 'message', data }))
