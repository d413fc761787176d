// Inputs that were made to freeze, flood or crash whoever reads them: families of known attacks, each in growing sizes.
import { deflateSync } from 'node:zlib'
import { zipSync } from 'fflate'
import type { JsonObject } from '../../src/protocol/index.ts'

export type HostileInput = { name: string } & (
  | { door: 'page' | 'document'; file: string; bytes(): Uint8Array }
  | { door: 'glob'; glob: string }
  | { door: 'validate'; schema: JsonObject; args: JsonObject }
  | { door: 'paint'; mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'; bytes(): Uint8Array }
)

const text = (value: string) => new TextEncoder().encode(value)
const times = (piece: string, count: number) => piece.repeat(count)

/** Families of pages; each is made in five sizes. */
const pages: Record<string, (n: number) => string> = {
  ...Object.fromEntries(
    ['div', 'b', 'a', 'table', 'ul', 'blockquote', 'svg', 'form', 'font', 'template', 'iframe', 'pre'].map((tag) => [
      `nested <${tag}>`,
      (n: number) => `<html><body>${times(`<${tag}>x`, n)}`,
    ]),
  ),
  'nested in an article': (n) => `<article>${times('<div>', n)}${times('word ', 200)}`,
  'misnested formatting': (n) => times('<b><i>x</b></i>', n),
  'closers of nothing': (n) => times('</div></p>', n),
  'closers below open ones': (n) => times('<b>', n) + times('</x>', n),
  'many paragraphs': (n) => times('<p>x', n * 10),
  'many links': (n) => `<p>${times('<a href=/x>y', n * 5)}`,
  'many attributes': (n) => `<p ${Array.from({ length: n }, (_, at) => `a${at}=1`).join(' ')}>x`,
  'a long attribute': (n) => `<a href="${times('x', n * 50)}">x</a>`,
  'an open comment': (n) => `<!--${times('--', n * 10)}`,
  'an open CDATA section': (n) => `<![CDATA[${times(']]', n * 10)}`,
  'entities without end': (n) => times('&notanentity&#x', n * 5),
  'cells in one row': (n) => `<table><tr>${times('<td>x', n * 5)}`,
}

function pdfOf(objects: string[], streams: Record<number, { head: string; bytes: Uint8Array }> = {}): Uint8Array {
  const parts: Uint8Array[] = [text('%PDF-1.7\n')]
  objects.forEach((body, at) => {
    const stream = streams[at + 1]
    parts.push(text(`${at + 1} 0 obj\n`))
    if (stream)
      parts.push(
        text(`<< /Length ${stream.bytes.length} ${stream.head} >>\nstream\n`),
        stream.bytes,
        text('\nendstream'),
      )
    else parts.push(text(body))
    parts.push(text('\nendobj\n'))
  })
  parts.push(text('trailer\n<< /Root 1 0 R >>\n%%EOF'))
  return Buffer.concat(parts)
}

const catalogue = '<< /Type /Catalog /Pages 2 0 R >>'
const page =
  '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> /MediaBox [0 0 99 99] >>'
const onePage = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'

/** Zeros, deflated so often. */
function bomb(megabytes: number, rounds: number, piece = '\0'): Uint8Array {
  let bytes: Uint8Array = Buffer.alloc(megabytes << 20, piece)
  for (let round = 0; round < rounds; round++) bytes = deflateSync(bytes, { level: 9 })
  return bytes
}

const documentOf = (bytes: Uint8Array, rounds: number) =>
  pdfOf([catalogue, onePage, page, '', font], { 4: { head: `/Filter [${times('/FlateDecode ', rounds)}]`, bytes } })
const contents = (operators: string) => documentOf(deflateSync(text(operators)), 1)

const pdfs: Record<string, (n: number) => Uint8Array> = {
  'a stream deflated once': (n) => documentOf(bomb(n / 20, 1), 1),
  'a stream deflated twice': (n) => documentOf(bomb(n / 10, 2), 2),
  'a stream deflated three times': (n) => documentOf(bomb(n / 10, 3), 3),
  'operators deflated twice': (n) => documentOf(bomb(n / 40, 2, 'q '), 2),
  'text that is shown for ever': (n) => contents(`BT /F 1 Tf ${times('(x) Tj ', n * 20)} ET`),
  'open brackets': (n) => contents(times('[', n * 20)),
  'open dictionaries': (n) => pdfOf([catalogue, times('<< /A ', n * 5)]),
  'a circle of pages': () => pdfOf([catalogue, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 9 >>']),
  'pages that are counted wrong': (n) =>
    pdfOf([catalogue, `<< /Type /Pages /Kids [3 0 R] /Count ${n * 1_000} >>`, page, '', font]),
  'the same page many times': (n) =>
    pdfOf([catalogue, `<< /Type /Pages /Kids [${times('3 0 R ', n)}] /Count ${n} >>`, page, '', font], {
      4: { head: '', bytes: text('BT /F 1 Tf (x) Tj ET') },
    }),
  'a length that lies': (n) => pdfOf([catalogue, onePage, page, `<< /Length ${n}999999 >>\nstream\nx`]),
  'noise behind a head': (n) =>
    Buffer.concat([text('%PDF-1.7\n'), Buffer.from(times('1 0 obj << /A 2 0 R >> ', n * 5))]),
}

const zipped = (xml: string | Uint8Array, styles = '') =>
  zipSync({
    'word/document.xml': typeof xml === 'string' ? text(xml) : xml,
    ...(styles ? { 'word/styles.xml': text(styles) } : {}),
  })
const docxes: Record<string, (n: number) => Uint8Array> = {
  'nested paragraphs': (n) => zipped(times('<w:p>', n * 5)),
  'one endless row': (n) => zipped(`<w:tr>${times('<w:tc><w:p><w:t>x</w:t></w:p></w:tc>', n * 5)}`),
  'an unpacked flood': (n) => zipped(Buffer.alloc((n / 40) << 20, '<w:p/>')),
  'a text without end': (n) => zipped(Buffer.concat([text('<w:p><w:t>'), Buffer.alloc((n / 50) << 20, 'x')])),
  'entities of entities': (n) =>
    zipped(
      `<!DOCTYPE a [<!ENTITY a "aaaa">${times('<!ENTITY b "&a;&a;&a;">', n)}]><w:p><w:t>${times('&b;', n)}</w:t></w:p>`,
    ),
  'styles without end': (n) => zipped('<w:p/>', times('<w:style w:styleId="x"><w:name w:val="heading 1"/>', n * 5)),
  'a size that lies': (n) => {
    const bytes = zipped(times('<w:p/>', n))
    bytes.fill(0xff, 22, 26)
    return bytes
  },
  'a torn archive': (n) => zipped(times('<w:p/>', n)).slice(0, -30),
  'names without end': (n) =>
    zipSync(Object.fromEntries(Array.from({ length: n * 2 }, (_, at) => [`${at}`, text('')]))),
  'no archive at all': (n) => Buffer.concat([text('PK\u0003\u0004'), Buffer.alloc(n * 100, 0xff)]),
}

const globs: Record<string, (n: number) => string> = {
  'doubling braces': (n) => times('{a,b}', n / 40),
  'tripling braces': (n) => times('{a,b,c}', n / 60),
  'nested braces': (n) => `${times('{a,', n)}b${times('}', n)}`,
  'a range of numbers': (n) => `{1..${n}00000}`,
  stars: (n) => `${times('*a', n / 20)}b`,
  'doubled stars': (n) => `${times('**/', n / 40)}x`,
  'repeated groups': (n) => `${times('+(', n / 50)}a${times(')', n / 50)}b`,
  'open classes': (n) => times('[', n * 10),
  'question marks': (n) => `${times('?', n)}*${times('?', n)}`,
  'negated groups': (n) => times('!(a*)', n / 50),
}

const doubling = (n: number, keyword: string): JsonObject => ({
  type: 'object',
  properties: { a: { $ref: '#/$defs/d0' } },
  $defs: Object.fromEntries(
    Array.from({ length: n }, (_, at) => [
      `d${at}`,
      at + 1 < n ? { [keyword]: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] } : { type: 'null' },
    ]),
  ),
})
const deepList = (n: number): JsonObject => ({ a: Array.from({ length: n }, (_, at) => ({ at, b: [at] })) as never })
const schemas: Record<string, (n: number) => { schema: JsonObject; args: JsonObject }> = {
  ...Object.fromEntries(
    ['anyOf', 'oneOf', 'allOf'].map((keyword) => [
      `doubling ${keyword}`,
      (n: number) => ({ schema: doubling(Math.floor(n / 30), keyword), args: { a: 1 } }),
    ]),
  ),
  'items that must differ': (n) => ({
    schema: { type: 'object', properties: { a: { type: 'array', uniqueItems: true } } },
    args: deepList(n * 20),
  }),
  'a tree that doubles with its value': (n) => ({
    schema: { type: 'object', properties: { a: { anyOf: [{ $ref: '#' }, { $ref: '#' }] } } },
    args: Array.from({ length: n / 30 }).reduce<JsonObject>((inner) => ({ a: inner }), { a: 1 }),
  }),
  'doors that contain': (n) => ({
    schema: {
      type: 'object',
      properties: { a: { contains: { contains: { const: 1 } }, allOf: [{ contains: { type: 'null' } }] } },
    } as JsonObject,
    args: deepList(n * 10),
  }),
}

function png(width: number, height: number, data: Uint8Array): Uint8Array {
  const chunk = (type: string, body: Uint8Array) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(body.length)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, body, Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const pictures: Record<string, (n: number) => Uint8Array> = {
  'a size that no memory has': (n) => png(n * 100_000, n * 100_000, deflateSync(Buffer.alloc(10))),
  'more rows than it has': (n) => png(4_000, n, deflateSync(Buffer.alloc(10))),
  'a flood behind a small head': (n) => png(4, 4, bomb(n / 10, 1)),
  'forty megapixels': (n) => png(6_300, 6_300, bomb(n / 10, 1)),
  'no picture': (n) => Buffer.alloc(n * 1_000, 0x89),
  'a cut head': () => png(4, 4, Buffer.alloc(0)).slice(0, 20),
}

const texts: Record<string, (n: number) => string> = {
  'a heading of blanks': (n) => `# x${times(' ', n * 50)}x`,
  'nested quotations': (n) => `${times('> ', n * 20)}x`,
  'open fences': (n) => times('```\n', n * 10),
  'one long line': (n) => times('x ', n * 500),
}

const sizes = [200, 400, 800, 1_600, 3_200]

function inSizes<T>(families: Record<string, (n: number) => T>): [name: string, value: () => T, size: number][] {
  return Object.entries(families).flatMap(([name, make]) =>
    sizes.map((size): [string, () => T, number] => [`${name} (${size})`, () => make(size), size]),
  )
}

/** All of them, the same each time; large ones are made when they are asked for. */
export function hostileInputs(): HostileInput[] {
  return [
    ...inSizes(pages).flatMap(([name, make]): HostileInput[] => [
      { name: `page: ${name}`, door: 'page', file: 'x.html', bytes: () => text(make()) },
      { name: `document: ${name}`, door: 'document', file: 'x.html', bytes: () => text(make()) },
    ]),
    ...inSizes(pdfs).map(
      ([name, bytes]): HostileInput => ({ name: `pdf: ${name}`, door: 'document', file: 'x.pdf', bytes }),
    ),
    ...inSizes(docxes).map(
      ([name, bytes]): HostileInput => ({ name: `docx: ${name}`, door: 'document', file: 'x.docx', bytes }),
    ),
    ...inSizes(texts).map(
      ([name, make]): HostileInput => ({
        name: `text: ${name}`,
        door: 'document',
        file: 'x.md',
        bytes: () => text(make()),
      }),
    ),
    ...inSizes(globs).map(([name, make]): HostileInput => ({ name: `glob: ${name}`, door: 'glob', glob: make() })),
    ...inSizes(schemas).map(([name, make]): HostileInput => ({ name: `schema: ${name}`, door: 'validate', ...make() })),
    ...inSizes(pictures).map(
      ([name, bytes]): HostileInput => ({ name: `picture: ${name}`, door: 'paint', mediaType: 'image/png', bytes }),
    ),
  ]
}
