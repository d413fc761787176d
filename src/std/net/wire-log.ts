/** An answer of `request` (http.ts). */
interface HttpAnswer {
  status: number
  headers: Record<string, string>
  body: AsyncIterableIterator<Uint8Array>
}

let sink: ((line: string) => void) | undefined

/**
 * Tell every request and answer of this process to a listener from now on, in lines; keys in headers are masked, others
 * are the listener's.
 */
export function logWires(listener: (line: string) => void): void {
  sink = listener
}

/** Tells whoever listens what was made of an answer. */
export function noteOnWire(text: string): void {
  sink?.(`- ${text}`)
}

/** Headers that hold a key. */
const secret = /^(?:authorization|proxy-authorization|cookie|set-cookie|.*(?:api-?key|token|secret).*)$/i

let count = 0

/** Tells of a request; returns what tells of its answer, which is the answer itself where nobody listens. */
export function wireLogOf(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: string | Uint8Array,
): (response: HttpAnswer) => HttpAnswer {
  if (!sink) return (response) => response
  const log = sink
  const id = ++count
  log(`${id} > ${method} ${url}`)
  tellHeaders(log, `${id} >`, headers)
  if (body !== undefined && body.length > 0)
    log(`${id} > ${typeof body === 'string' ? body : `(${body.length} bytes)`}`)
  return (response) => {
    log(`${id} < ${response.status}`)
    tellHeaders(log, `${id} <`, response.headers)
    return { ...response, body: tellBody(response.body, (text) => log(`${id} < ${text}`)) }
  }
}

function tellHeaders(log: (line: string) => void, mark: string, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) log(`${mark} ${name}: ${secret.test(name) ? '••••' : value}`)
}

/** The body as it is, each of its lines told when it is whole. */
function tellBody(
  body: AsyncIterableIterator<Uint8Array>,
  tell: (line: string) => void,
): AsyncIterableIterator<Uint8Array> {
  const decoder = new TextDecoder()
  let rest = ''
  const take = (text: string, last: boolean) => {
    const lines = (rest + text).split('\n')
    rest = last ? '' : (lines.pop() ?? '')
    for (const line of lines) if (line.trim() !== '') tell(line.trimEnd())
  }
  return {
    async next() {
      const read = await body.next()
      take(read.done ? decoder.decode() : decoder.decode(read.value, { stream: true }), read.done === true)
      return read
    },
    async return() {
      take(decoder.decode(), true)
      return (await body.return?.()) ?? { done: true as const, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
