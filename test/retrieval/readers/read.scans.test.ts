import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { documentReader } from '../../../src/app/docs/file-origins.ts'
import type { DocsEvent } from '../../../src/retrieval/index-files.ts'
import { createLibrary } from '../../../src/retrieval/library.ts'
import { type Recognise, readDocument } from '../../../src/retrieval/readers/read.ts'
import { openTesseract } from '../../../src/tools/picture/tesseract.ts'
import { bareEnv, run } from '../../cli/assistant.ts'
import { modelServer, say } from '../../fakes/model-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'scans-'))
afterAll(() => rm(folder, { recursive: true }))
const never = new AbortController().signal

/** Letters of five by seven points. */
const letters: Record<string, string[]> = {
  H: ['x...x', 'x...x', 'x...x', 'xxxxx', 'x...x', 'x...x', 'x...x'],
  E: ['xxxxx', 'x....', 'x....', 'xxxx.', 'x....', 'x....', 'xxxxx'],
  L: ['x....', 'x....', 'x....', 'x....', 'x....', 'x....', 'xxxxx'],
  P: ['xxxx.', 'x...x', 'x...x', 'xxxx.', 'x....', 'x....', 'x....'],
}
const size = { width: 400, height: 120, point: 10 }
/** A grey picture of a word, black on white. */
function pictureOf(word: string): Buffer {
  const points = Buffer.alloc(size.width * size.height, 255)
  for (const [place, letter] of [...word].entries())
    for (const [y, row] of (letters[letter] ?? []).entries())
      for (const [x, point] of [...row].entries())
        for (let dy = 0; point === 'x' && dy < size.point; dy++) {
          const at = (25 + y * size.point + dy) * size.width + 40 + place * 75 + x * size.point
          points.fill(0, at, at + size.point)
        }
  return points
}

/** A PDF of pages that are a picture or a line of text. */
function pdf(pages: (Buffer | string)[], form = '/ColorSpace /DeviceGray /BitsPerComponent 8'): Buffer {
  const kids = pages.map((_, at) => `${3 + at * 2} 0 R`).join(' ')
  const objects = pages.flatMap((page, at): (string | Buffer)[] => {
    const isText = typeof page === 'string'
    const inside = isText ? `BT /F 12 Tf 20 50 Td (${page}) Tj ET` : 'q 400 0 0 120 0 0 cm /I Do Q'
    const more = isText
      ? '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>'
      : `/XObject << /I ${100 + at} 0 R >>`
    return [
      `${3 + at * 2} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 120] /Contents ${4 + at * 2} 0 R /Resources << ${more} >> >>\nendobj\n`,
      `${4 + at * 2} 0 obj\n<< /Length ${inside.length} >>\nstream\n${inside}\nendstream\nendobj\n`,
      ...(isText
        ? []
        : [
            `${100 + at} 0 obj\n<< /Type /XObject /Subtype /Image /Width 400 /Height 120 ${form} /Length ${page.length} >>\nstream\n`,
            page,
            '\nendstream\nendobj\n',
          ]),
    ]
  })
  const head = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>\nendobj\n`
  return Buffer.concat([head, ...objects, 'trailer\n<< /Root 1 0 R >>\n%%EOF'].map((part) => Buffer.from(part)))
}

async function added(name: string, recognise?: Recognise) {
  const library = createLibrary({ dir: join(folder, name), now: () => new Date(), recogniser: async () => recognise })
  const events: DocsEvent[] = []
  for await (const event of library.add([join(folder, 'a.pdf'), join(folder, 'b.pgm.png')], never)) events.push(event)
  const hits = await library.search('HELP words', 9, never)
  const pictures = (await library.list(never)).flatMap(({ path, chunks }) => (path.endsWith('.png') ? [chunks] : []))
  await library.close()
  const told = events.flatMap((event) =>
    event.type === 'skipped' || event.type === 'unread' ? [{ ...event, path: event.path.slice(-3) }] : [],
  )
  return { told, pictures, hits: hits.map(({ text, page }) => `${text} ${page ?? ''}`.trim()) }
}

writeFileSync(join(folder, 'a.pdf'), pdf(['words of the first page', pictureOf('HELP'), pictureOf('HELP')]))
writeFileSync(join(folder, 'b.pgm.png'), Buffer.concat([Buffer.from('P5\n400 120\n255\n'), pictureOf('HELP')]))

test('without anything that reads letters, scanned pages and pictures are told by name', async () => {
  expect(await added('without')).toEqual({
    told: [
      { type: 'unread', path: 'pdf', pages: [2, 3] },
      { type: 'skipped', path: 'png', fault: 'scanned' },
    ],
    pictures: [],
    hits: ['words of the first page 1'],
  })
})

test('scanned pages are given as pictures, and their words stand on their page; a page that fails is told', async () => {
  const heads: string[] = []
  const recognise: Recognise = async (picture) => {
    heads.push(Buffer.from(picture).toString('latin1', 0, 14))
    return heads.length === 1
      ? undefined
      : `HELP ${picture.filter((point) => point === 0).length > 500 ? 'in black' : ''}\n\f`
  }
  expect(await added('with', recognise)).toMatchObject({
    told: [{ type: 'unread', path: 'pdf', pages: [2] }],
    pictures: [1],
    hits: expect.arrayContaining(['words of the first page 1', 'HELP in black 3']),
  })
  expect(heads).toEqual(['P5\n400 120\n255', 'P5\n400 120\n255', 'P5\n400 120\n255'])
})

test('a PDF of which pages were not read is read again once something can, and then left alone', async () => {
  let recognise: Recognise | undefined
  const library = createLibrary({
    dir: join(folder, 'later'),
    now: () => new Date(),
    recogniser: async () => recognise,
  })
  const run = async (events: AsyncIterable<DocsEvent>) => {
    const types: string[] = []
    for await (const { type } of events)
      if (type === 'indexed' || type === 'unchanged' || type === 'unread') types.push(type)
    return types
  }
  const told = [await run(library.add([join(folder, 'a.pdf')], never)), await run(library.reindex(never))]
  let asked = 0
  recognise = async () => `${++asked === 1 ? '' : 'HELP'}\n`
  told.push(await run(library.reindex(never)), await run(library.reindex(never)))
  expect([told, asked]).toEqual([[['indexed', 'unread'], ['unchanged'], ['indexed', 'unread'], ['unchanged']], 2])
  expect((await library.search('HELP', 9, never)).map(({ page }) => page)).toContain(3)
  await library.close()
})

const isInstalled = (() => {
  try {
    return execFileSync('tesseract', ['--list-langs'], { encoding: 'utf8' }).includes('eng')
  } catch {
    return false
  }
})()

test.skipIf(!isInstalled)(
  'at every other door, too; pages of which there is only a picture are named where nothing reads them',
  async () => {
    const path = join(folder, 'a.pdf')
    const bytes = readFileSync(path)
    const PATH = process.env.PATH
    expect(await documentReader({ platform: 'linux', env: { PATH } })(path, bytes, never)).toContain('HELP')
    const bare = await documentReader({ platform: 'linux', env: { PATH: folder } })(path, bytes, never)
    expect(bare).toMatch(/\[only a picture, not read: page \d(?:, \d)*\]$/)
  },
)

test('with --see the model in use reads the pictures of pages, and what it cost is told', async () => {
  await using server = await modelServer(say('HELP ME'), say('WORLD'))
  const home = mkdtempSync(join(folder, 'home-'))
  const env = { OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: server.openai, PATH: folder }
  const { code, err, out } = await run(['docs', 'add', join(folder, 'a.pdf'), '--see'], bareEnv(home, env))
  expect([code, err + out]).toEqual([0, expect.stringMatching(/그림 \d쪽을 .+ 모델이 읽었어요/)])
  const pictures = server.requests.flatMap(
    ({ body }) => JSON.stringify(body).match(/data:image\/png;base64,iVBOR/g) ?? [],
  )
  expect(pictures.length).toBe(2)
})

test.skipIf(!isInstalled)('Tesseract reads them where it is installed', async () => {
  const read = await added(
    'tesseract',
    await openTesseract({ platform: 'linux', env: { PATH: process.env.PATH } }, never),
  )
  expect(read).toEqual({ told: [], pictures: [1], hits: expect.arrayContaining(['HELP 2', 'HELP 3']) })
})

test('where there is no Tesseract, there is nothing that reads letters', async () => {
  expect(await openTesseract({ platform: 'linux', env: { PATH: folder } }, never)).toBeUndefined()
})

/** One bit for each point: a mask is painted where it is 0. */
function bitsOf(grey: Buffer): Buffer {
  const bits = Buffer.alloc(grey.length / 8)
  for (const [at, point] of grey.entries()) if (point > 127) bits[at >> 3]! |= 0x80 >> (at & 7)
  return bits
}

/**
 * The same picture as programs write it: tiffcp (a fax of group 4), jbig2enc, opj_compress (one bit for each point).
 */
const encoded = {
  j2k: '/0//UQApAAAAAAGQAAAAeAAAAAAAAAAAAAABkAAAAHgAAAAAAAAAAAABAAEB/1IADAAAAAEABQQEAAH/XAATQAgQEBgQEBgQEBgQEBgQEBj/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjD/kAAKAAAAAAFAAAH/k9GAHNJJyS6NE4AXk0I/HnkRLCN/F9xtH2zep8r7p8VQI1OA/dQfU2QfdR/3ZTuvpEE1gvY6BWpsXYk7dZnJG75dHRelDD1IH8tSWjFWo9vb/lEiSyTJ9vlQ/wMGt10Yyr+nasDP5E8kGYYWeLyRwgv/f6ZaTuQWQtp2Ibj15tbLmq1GNXkAuEj6wcik4+CKw1bdoymTUxyDw5K1v52wi+KX4Eln2K2LEbOwpcE+sktkNqgH4DjGJSGO5qhVsnvA+lY/86/Wetc63W+rcdVj9QDgrLkhPSzC3FAEjS4wEH/gnBiYp+/jyzLjybvg/22NyW2L4ESSBXw657Ex8MJ2vxnfYc3ib+OZSEqqViC6ivW2Pn/kP4hE6t/UGcOLQeegQtbn38Tav3P1mwPkLxiHGDEbH//Z',
  fax: 'JqBoC////////8g2HINByBhTIGDkD0U///////////////////ycD1k4NBOB4bP////////////////////////////////////////////HJSGnkpA8Gn///////////////JwaMnA9ZOB4LX//////////////////////////////////////5UwMFTAx//////////////////xERH///////+ACACA=',
  jbig2:
    'AAAAADAAAQAAABMAAAGQAAAAeAAAAAAAAAAAAQAAAAAAASYAAQAAAGMAAAGQAAAAeAAAAAAAAAAAAAAD//3/Av7+/qvpcARtH5cFL+71q6ebFAPAz/9U5QGf/3//f/8+qCuX4Ws0U5rnp/8V2VgkMBDESR61mADBlRqLVaPLgkt9DkU2lqWb/3F//6w=',
}
const fax = '/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 400 /Rows 120 /BlackIs1 true >>'
const [grey, mask] = ['/ColorSpace /DeviceGray /BitsPerComponent 1', '/ImageMask true /BitsPerComponent 1']
test.each([
  ['a mask', mask, bitsOf(pictureOf('HELP')), true],
  ['bits', grey, bitsOf(pictureOf('HELP')), true],
  ['a fax', `${grey} ${fax}`, Buffer.from(encoded.fax, 'base64'), true],
  ['a fax as a mask', `${mask} ${fax}`, Buffer.from(encoded.fax, 'base64'), true],
  ['JBIG2', `${grey} /Filter /JBIG2Decode`, Buffer.from(encoded.jbig2, 'base64'), true],
  ['JBIG2 as a mask', `${mask} /Filter /JBIG2Decode`, Buffer.from(encoded.jbig2, 'base64'), true],
  ['JPEG 2000', '/Filter /JPXDecode', readFileSync('test/fixtures/docs/help.j2k'), true],
  ['JPEG 2000 of one bit', '/Filter /JPXDecode', Buffer.from(encoded.j2k, 'base64'), true],
  ['no JPEG 2000', '/Filter /JPXDecode', Buffer.from('no box'), false],
])('a page that is %s is read, or told where its picture cannot be had', async (_, form, bytes, isRead) => {
  const seen: Uint8Array[] = []
  const recognise: Recognise = async (picture) => {
    seen.push(picture)
    return 'HELP'
  }
  const read = await readDocument('a.pdf', pdf(['words of the first page', bytes], form), never, recognise)
  expect('lines' in read && read.lines.map(({ text, page }) => `${text} ${page}`)).toEqual([
    'words of the first page 1',
    ...(isRead ? ['HELP 2'] : []),
  ])
  expect('lines' in read && read.scans).toEqual(isRead ? undefined : [2])
  const [picture] = seen
  if (isRead)
    expect(
      Buffer.from(picture ?? [])
        .subarray(15)
        .map((point) => (point > 127 ? 255 : 0)),
    ).toEqual(pictureOf('HELP'))
})

test.each([
  ['a fax without an end', fax, Buffer.from(encoded.fax, 'base64').subarray(0, 3), ' \n\f'],
  ['JBIG2 that is none', '/Filter /JBIG2Decode', Buffer.from('no segment'), '. ~ |\n—\n'],
])('a page of %s is named where no word is found on it, beside one that is read', async (_, form, bytes, nothing) => {
  const read = await readDocument(
    'a.pdf',
    pdf(['words of the first page', bytes], `${grey} ${form}`),
    never,
    async () => nothing,
  )
  expect(read).toMatchObject({ lines: [{ text: 'words of the first page', page: 1 }], scans: [2] })
})
