import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TextBuilder } from '../../../src/std/text/text-builder.ts'

test('a text is what was added to it, whenever it is looked at', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 600 }), fc.nat(600), (pieces, at) => {
      const builder = new TextBuilder()
      for (const [index, piece] of pieces.entries()) {
        if (index === at) expect(builder.text).toBe(pieces.slice(0, at).join(''))
        builder.add(piece)
      }
      expect(builder.text).toBe(pieces.join(''))
    }),
  )
})
