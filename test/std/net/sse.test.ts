import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serverSentEvents } from '../../../src/std/net/sse.ts'

async function read(chunks: Uint8Array[], limit = 1 << 20) {
  const events = []
  for await (const together of serverSentEvents(
    (async function* () {
      yield* chunks
    })(),
    limit,
  ))
    events.push(...together)
  return events
}
const bytes = (text: string) => new TextEncoder().encode(text)

/** The bytes cut at the given places. */
function cut(all: Uint8Array, places: number[]): Uint8Array[] {
  const sorted = [0, ...places.map((place) => place % (all.length + 1)).toSorted((a, b) => a - b), all.length]
  return sorted.slice(1).map((end, at) => all.subarray(sorted[at], end))
}

const stream =
  '\ufeff: 안녕\r\nevent: a\r\ndata: 한글 🙂\r\ndata: 둘\r\n\r\n:ping\n\ndata:{"x":1}\nid: 7\nretry: no\nfoo: bar\n\rdata: 셋\r\revent: empty\n\ndata: 끝\n\ndata: cut off'
const story = [
  { event: 'a', data: '한글 🙂\n둘' },
  { event: 'message', data: '{"x":1}' },
  { event: 'message', data: '셋' },
  { event: 'message', data: '끝' },
]

test('events are read by the standard: BOM, any line ending, comments, unknown fields, several data lines', async () => {
  expect(await read([bytes(stream)])).toEqual(story)
})

test('however the bytes are cut, the events are the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 40 }), async (places) => {
      expect(await read(cut(bytes(stream), places))).toEqual(story)
    }),
  )
  expect(await read([...bytes(stream)].map((byte) => Uint8Array.of(byte)))).toEqual(story)
})

test('what stands before an event that is too large is still told', async () => {
  const seen: string[] = []
  const reading = (async () => {
    const source = (async function* () {
      yield bytes('data: 하나\n\n')
      for (let n = 0; n < 20; n++) yield bytes(`data: ${'x'.repeat(100)}\n`)
    })()
    for await (const events of serverSentEvents(source, 1_000)) seen.push(...events.map(({ data }) => data))
  })()
  await expect(reading).rejects.toThrow('an event is larger than 1000 characters')
  expect(seen).toEqual(['하나'])
})

test('a line that never ends stops its source at the limit, in linear time', async () => {
  let sent = 0
  let closed = false
  const source = (async function* () {
    try {
      while (true) {
        sent += 1 << 10
        yield bytes('x'.repeat(1 << 10))
      }
    } finally {
      closed = true
    }
  })()
  const began = performance.now()
  await expect(serverSentEvents(source, 8 << 20).next()).rejects.toThrow('larger than 8388608')
  expect(sent).toBe((8 << 20) + (1 << 10))
  expect(closed).toBe(true)
  expect(performance.now() - began).toBeLessThan(3_000)
})
