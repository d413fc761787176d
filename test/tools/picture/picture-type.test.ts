import { expect, test } from 'vitest'
import { pngOfPgm } from '../../../src/tools/picture/grey-png.ts'
import { isWholePicture } from '../../../src/tools/picture/picture-type.ts'

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const png = Buffer.from(pngOfPgm(Buffer.concat([Buffer.from('P5\n20 20\n255\n'), Buffer.alloc(400, 9)]), 20) ?? [])

test.each([
  ['PNG', png],
  ['GIF', gif],
])('a %s is whole to its last part; cut off anywhere, or by its signature alone, it is not', (_, bytes) => {
  expect(isWholePicture(bytes)).toBe(true)
  for (const length of [0, 3, 8, 13, Math.floor(bytes.length / 2), bytes.length - 12])
    expect([length, isWholePicture(bytes.subarray(0, Math.max(0, length)))]).toEqual([length, false])
})

test('text is no picture', () => expect(isWholePicture(Buffer.from('hello'))).toBe(false))
