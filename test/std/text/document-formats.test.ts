import { expect, test } from 'vitest'
import {
  documentFormats,
  documentKinds,
  endingOfMedia,
  formatOfBytes,
  formatOfName,
  isPackedDocument,
} from '../../../src/std/text/document-formats.ts'

test('every ending, media type and mark belongs to one format', () => {
  for (const all of [
    documentFormats.flatMap(({ endings }) => endings),
    documentFormats.flatMap(({ media }) => media ?? []),
    documentFormats.flatMap(({ magic, member }) => magic ?? member ?? []),
  ])
    expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([])
  expect(documentKinds.filter((kind) => !documentFormats.some((format) => format.kind === kind))).toEqual([])
})

test('a format is known by its name in any case, by its bytes and by its media type, and is the same each time', () => {
  for (const format of documentFormats) {
    const [ending = ''] = format.endings
    for (const one of format.endings) expect(formatOfName(`/tmp/2026.회의록/a.b.${one.toUpperCase()}`)).toBe(format)
    if (format.media) expect(endingOfMedia(format.media)).toBe(ending)
    const bytes = format.magic ?? (format.member && `PK\x03\x04....${format.member}....`)
    if (bytes) expect(formatOfBytes(Buffer.from(bytes, 'latin1'))).toBe(format)
    if (bytes) expect(isPackedDocument(`x.${ending}`)).toBe(true)
  }
  expect(['Makefile', 'a.exe', 'pdf', '/tmp/a.pdf/b'].map(formatOfName)).toEqual(Array(4).fill(undefined))
  expect(formatOfBytes(Buffer.from('그냥 글'))).toBe(undefined)
})
