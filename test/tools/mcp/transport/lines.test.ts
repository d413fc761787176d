import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineReader, type MessageLine } from '../../../../src/tools/mcp/transport/lines.ts'

const read = (reader: LineReader, bytes: Buffer, cuts: number[]): MessageLine[] => {
  const edges = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b)
  return [0, ...edges].flatMap((from, at) => [...reader.feed(bytes.subarray(from, edges[at] ?? bytes.length))])
}

test('lines are the same however their bytes arrive', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ' '))),
      fc.array(fc.nat()),
      (texts, cuts) => {
        const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''))
        expect(read(new LineReader(1 << 20), bytes, cuts)).toEqual(
          texts.map((text) => ({ text: Buffer.from(text).toString() })),
        )
      },
    ),
  )
})

test('of a line past the limit the two ends are kept, the next line is whole again, and an unfinished one is not told', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 40 }), (cuts) => {
      const long = `{"id":7,${'x'.repeat(5_000)}"end":1}`
      const lines = read(new LineReader(2_000), Buffer.from(`${long}\nnext\nhalf`), cuts)
      expect(lines).toHaveLength(2)
      expect(lines[0]).toMatchObject({
        head: expect.stringMatching(/^\{"id":7,x+/),
        tail: expect.stringMatching(/x+"end":1\}$/),
      })
      expect(lines[1]).toEqual({ text: 'next' })
    }),
  )
})

test('a line that never ends costs no more memory than its limit, and time in proportion', () => {
  const reader = new LineReader(1 << 20)
  const chunk = Buffer.alloc(64 << 10, 120)
  const before = process.memoryUsage().rss
  for (let n = 0; n < 2_000; n++) for (const _ of reader.feed(chunk)) expect.unreachable()
  expect(process.memoryUsage().rss - before).toBeLessThan(32 << 20)
})
