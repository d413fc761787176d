import fc from 'fast-check'
import { encode } from 'fast-png'
import { expect, test } from 'vitest'
import type { Image } from '../../src/protocol/index.ts'
import { type PictureProtocol, paintImage } from '../../src/tools/picture/paint.ts'
import { paintApart } from '../../src/tools/picture/painter.ts'

const room = { columns: 20, rows: 6 }
const pngOf = (bytes: Uint8Array): Image => ({ mediaType: 'image/png', data: Buffer.from(bytes).toString('base64') })

/** A picture of one colour with so many rows and columns. */
function plain(width: number, height: number): Uint8Array {
  return encode({ width, height, channels: 3, depth: 8, data: new Uint8Array(width * height * 3).fill(200) })
}

test('a picture is painted in a thread of its own as it would be here, while timers of this one go on', async () => {
  const image = pngOf(plain(3000, 2000))
  let ticks = 0
  const clock = setInterval(() => ticks++, 5)
  const painted = await paintApart(image, { ...room, protocol: 'blocks' })
  clearInterval(clock)
  expect(painted).toBe(paintImage(image, { ...room, protocol: 'blocks' }))
  expect(ticks).toBeGreaterThan(3)
})

test.each([
  ['cut off', plain(40, 40).slice(0, 60)],
  [
    'of a size that no memory has',
    Buffer.concat([plain(4, 4).slice(0, 16), Buffer.from('7fffffff7fffffff', 'hex'), plain(4, 4).slice(24)]),
  ],
  ['50 MB of nothing', Buffer.concat([plain(4, 4).slice(0, 24), Buffer.alloc(50 << 20)])],
  ['empty', new Uint8Array()],
])(
  'a picture that is %s cannot be painted, and that is all',
  async (_, bytes) => {
    expect(await paintApart(pngOf(bytes), { ...room, protocol: 'kitty' })).toBeUndefined()
  },
  30_000,
)

test('whatever bytes a picture has, the terminal gets nothing but our own sequences, no wider and no higher than its room', () => {
  const sequences: Record<Exclude<PictureProtocol, 'none'>, RegExp> = {
    blocks: /^(?:(?:⎋\[[\d;]*m|[▀▄ ])*\n)+$/,
    kitty: /^(?:⎋_G[a-zT\d=,]+;[A-Za-z\d+/=]*⎋\\)+\n$/,
    sixel: /^⎋P[\d;]*q[\d;"#!?-~$-]*⎋\\\n$/,
    iterm: /^⎋\]1337;File=inline=1;[a-zA-Z\d=;]*:[A-Za-z\d+/=]*␇\n$/,
  }
  const good = plain(9, 9)
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    // A good picture with some bytes changed.
    fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 6 }).map((changes) => {
      const bad = Uint8Array.from(good)
      for (const [at, value] of changes) bad[at] = value
      return bad
    }),
  )
  const anything = fc.oneof(
    bytes.map((all) => Buffer.from(all).toString('base64')),
    fc.string().map((text) => `\x1b]52;c;${text}\x07`),
  )
  const kinds = fc.constantFrom('image/png', 'image/jpeg', 'image/gif', 'image/webp') as fc.Arbitrary<
    Image['mediaType']
  >
  const protocols = fc.constantFrom('blocks', 'kitty', 'sixel', 'iterm') as fc.Arbitrary<keyof typeof sequences>
  fc.assert(
    fc.property(kinds, anything, protocols, (mediaType, data, protocol) => {
      const painted = paintImage({ mediaType, data }, { ...room, protocol })
      if (painted === undefined) return
      const seen = painted.replaceAll('\x1b', '⎋').replaceAll('\x07', '␇')
      expect(seen).toMatch(sequences[protocol])
      if (protocol === 'blocks')
        for (const row of seen.split('\n'))
          expect(row.replaceAll(/⎋\[[\d;]*m/g, '').length).toBeLessThanOrEqual(room.columns)
    }),
    { numRuns: 300 },
  )
})
