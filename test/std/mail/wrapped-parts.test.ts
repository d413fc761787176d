import { expect, test } from 'vitest'
import { parseMime } from '../../../src/std/mail/mime.ts'
import { readSignedContent, readUuencoded } from '../../../src/std/mail/wrapped-parts.ts'
import { serviceMails } from '../../fakes/mails-of-services.ts'
import { Random } from '../../random.ts'

test('uuencode is read back as it was written by hand', () => {
  const { text, files } = readUuencoded('above\nbegin 644 note.txt\n#0V%T\n`\nend\nbelow')
  expect([text, files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])]).toEqual([
    'above\nbelow',
    [['note.txt', 'Cat']],
  ])
})

test('a signature of open length, its content in pieces, is read as OpenSSL streams it', () => {
  const content = '24800403616263' + '0402' + '6465' + '0000'
  const hex = `3080 06092a864886f70d010702 a080 3080 020101 3100 3080 06092a864886f70d010701 a080 ${content} 0000 0000 3100 0000 0000 0000`
  expect(Buffer.from(readSignedContent(Buffer.from(hex.replaceAll(' ', ''), 'hex')) ?? []).toString()).toBe('abcde')
})

test('whatever of a mail is damaged, the rest is read', () => {
  const random = new Random(1)
  for (const { bytes } of serviceMails)
    for (let round = 0; round < 5; round++) {
      const damaged = Buffer.from(bytes)
      for (let change = 0; change < 5; change++) damaged[random.below(damaged.length)] = random.below(256)
      expect(parseMime(damaged.subarray(0, random.int(1, damaged.length))).number).toBeDefined()
    }
})
