import { expect, test } from 'vitest'
import { carriedBy, type PrivateKnowledge } from '../../../src/core/permissions/carried.ts'
import type { JsonObject, Message } from '../../../src/protocol/index.ts'

const carried = (args: JsonObject, messages: Message[], more: Partial<PrivateKnowledge> = {}) =>
  carriedBy(args, {
    ...{ messages, readsOf: () => 'files', remembered: [], holdsKey: () => false, tainted: false },
    ...more,
  })
const prose = Array.from({ length: 60 }, (_, at) => `line ${at} of the notes`).join('\n')
const read = (text: string): Message[] => [
  { role: 'tool', id: 'm', at: 0, call: 'c', name: 'read_file', text, outcome: 'ok', untrusted: true, own: true },
]

test.each<[string, JsonObject]>([
  ['an OpenAI key', { query: 'what is sk-abcdefghijklmnopqrstuvwx' }],
  ['an AWS key in an address', { url: 'https://example.com/?q=AKIAIOSFODNN7EXAMPLE' }],
  ['a GitHub token', { text: `ghp_${'a1B2'.repeat(9)}` }],
  ['a JSON Web Token', { deep: [{ text: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N' }] }],
  ['a password by its name', { query: 'password: hunter2hunter2' }],
  ['a hexadecimal key', { query: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' }],
  ['base64 of something', { query: 'QmFzZTY0IG9mIHNvbWUgc2VjcmV0IHRoaW5nIHRoYXQgaXMgbG9uZw==' }],
])('%s is taken for a secret', (_, args) => expect(carried(args, [])).toBe('secret'))

test.each<[string, JsonObject]>([
  ['words', { query: '내일 서울 날씨 어때' }],
  [
    'an ordinary address',
    { url: 'https://example.com/docs/getting-started/installation-on-linux/index.html?page=2#top' },
  ],
  ['a long question of one’s own', { query: 'why '.repeat(200) }],
  ['talk of passwords', { query: 'how do I choose a password?' }],
])('%s may go', (_, args) => expect(carried(args, read(prose))).toBeUndefined())

test('more than 200 characters in a row out of a file that was read are noticed wherever they stand; 200 are a quotation', () => {
  const file = read(`head\n${prose}\ntail`)
  expect(carried({ query: `look: ${prose.slice(37, 238)} .` }, file)).toBe('file')
  expect(carried({ query: `look: ${prose.slice(37, 237)}#${'z'.repeat(300)}` }, file)).toBeUndefined()
  expect(carried({ query: `${prose.slice(37, 237)}#` }, file)).toBeUndefined()
  expect(carried({ query: `#${prose.slice(37, 237)}` }, file)).toBeUndefined()
  expect(carried({ query: `${prose.slice(37, 238)}#` }, file)).toBe('file')
  expect(carried({ query: prose }, [])).toBeUndefined()
})

const said = (text: string): Message => ({ role: 'user', id: 'u', at: 0, text })

test.each<[string, string, string]>([
  ['an account', 'Account: 110-123-456789', 'balance of 110 123 456789'],
  ['a telephone number', '엄마 010-1234-5678', '01012345678'],
  ['a password', '와이파이 비밀번호는 gureum77', 'what is gureum77'],
  ['a password in an address', 'password: hunter2', 'https://example.com/?q=hunter2'],
  ['a number in an address', 'card 4111 1111 1111 1111', 'https://example.com/?q=4111%201111%201111%201111'],
])('%s out of memory or a file is noticed, unless the person typed it here', (_, source, sent) => {
  expect(carried({ query: sent }, read(source))).toBe('secret')
  expect(carried({ query: sent }, [], { remembered: [source] })).toBe('secret')
  expect(carried({ query: sent }, [])).toBeUndefined()
  expect(carried({ query: sent }, [...read(source), said(`search ${sent}`)])).toBeUndefined()
})

test('dates, amounts and names of things are nobody’s secret; after text from outside any word with a digit is', () => {
  const notes = 'Flight 2026-11-27 07:30, rent 650000, an RTX-4090 and code blue-heron-4711, 20261127'
  for (const query of ['2026-11-27', '650000', 'RTX-4090 price', '20261127', 'flight'])
    expect(carried({ query }, read(notes)), query).toBeUndefined()
  for (const query of ['what is blue-heron-4711', 'RTX-4090'])
    expect(carried({ query }, read(notes), { tainted: true }), query).toBe('secret')
  expect(carried({ query: 'weather in Seoul' }, read(notes), { tainted: true })).toBeUndefined()
})

test('a key of this program is noticed wherever it stands', () => {
  expect(carried({ query: 'my short-key' }, [], { holdsKey: (text) => text.includes('short-key') })).toBe('secret')
})

test.each<[string, (value: string) => string]>([
  ['as it stands', (value) => `what is ${value}`],
  ['without its dashes', (value) => value.replaceAll('-', ' ')],
  ['letter by letter', (value) => [...value].join(' ')],
  ['with points between', (value) => value.split('').join('.')],
  ['in wide letters', (value) => value.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))],
  ['in capitals', (value) => value.toUpperCase()],
  ['backwards', (value) => [...value].reverse().join('')],
  ['as base64', (value) => Buffer.from(value).toString('base64')],
  ['as base64 of an address', (value) => `https://e.example/${Buffer.from(`k=${value}`).toString('base64url')}`],
  ['as hexadecimal', (value) => Buffer.from(value).toString('hex')],
  ['with percent signs', (value) => [...value].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')],
])('after text from outside a value is noticed %s', (_, spell) => {
  const sent = { query: spell('blue-heron-4711') }
  for (const where of [
    { messages: read('code blue-heron-4711') },
    { remembered: ['code blue-heron-4711'] },
    { messages: [{ ...said('hello'), context: [{ name: 'recalled', text: 'code blue-heron-4711' }] } as Message] },
    { messages: [said('look\n\n<file name="a.md">\ncode blue-heron-4711\n</file>')] },
  ])
    expect(carried(sent, where.messages ?? [], { ...where, tainted: true }), JSON.stringify(where)).toBe('secret')
  expect(carried({ query: 'weather in Seoul tomorrow' }, read('code blue-heron-4711'), { tainted: true })).toBe(
    undefined,
  )
})

test('what stands in an attached file was not typed: a number out of it asks, one beside it does not', () => {
  const message = said('pay 01012345678\n\n<file name="a.md">\naccount 110-123-456789\n</file>')
  expect(carried({ query: '110123456789' }, [message])).toBe('secret')
  expect(carried({ query: '010-1234-5678' }, [message])).toBeUndefined()
})

test('after text from outside sixty characters in a row of a file are more than a quotation', () => {
  const file = read(`head\n${prose}\ntail`)
  expect(carried({ query: prose.slice(37, 120) }, file)).toBeUndefined()
  expect(carried({ query: prose.slice(37, 98) }, file, { tainted: true })).toBe('file')
  expect(carried({ query: prose.slice(37, 97) }, file, { tainted: true })).toBeUndefined()
})

test('a long word is noise from more than four bits a letter on; hexadecimal always is, a path never', () => {
  const sixteen = 'abcdefgHIJKLMN01'
  expect(carried({ query: sixteen.repeat(2) }, [])).toBeUndefined()
  expect(carried({ query: `${sixteen}${sixteen.slice(0, -1)}Z9` }, [])).toBe('secret')
  expect(carried({ query: 'abcdefghijklmnopqrstuvwxyzabcdef' }, [])).toBeUndefined()
  expect(carried({ query: '0123456789abcdef'.repeat(2) }, [])).toBe('secret')
  expect(carried({ query: '0123456789abcdef'.repeat(2).slice(1) }, [])).toBeUndefined()
  expect(carried({ url: 'https://e.example/Ab1cd/Ef2gh/Ij3kl/Mn4op/Qr5st/Uv6wx' }, [])).toBeUndefined()
})

test.each<[string, string, 'secret' | undefined]>([
  ['a path of short names', 'Ab1cd/Ef2gh/Ij3kl/Mn4op/Qr5st/Uv6wx', undefined],
  ['the same with the end of base64', 'Ab1cd/Ef2gh/Ij3kl/Mn4op/Qr5st/Uv6wx=', 'secret'],
  ['a path with a name of 31', `a/${'Ab1cdEf2ghIj3klMn4opQr5stUv6wxYz'.slice(1)}`, undefined],
  ['a path with a name of 32', 'a/Ab1cdEf2ghIj3klMn4opQr5stUv6wxYz', 'secret'],
  ['no capital', 'ghijklmnopqrstuvwxyz0123456789-_', undefined],
  ['no small letter', 'GHIJKLMNOPQRSTUVWXYZ0123456789-_', undefined],
  ['no digit', 'abcdefghijklmnopQRSTUVWXYZ-_ABCD', undefined],
  ['31 letters', 'b1cdEf2ghIj3klMn4opQr5stUv6wxYz', undefined],
])('a long word, %s: %j', (_, query, found) => expect(carried({ query }, [])).toBe(found))

test.each<[string, string]>([
  ['a password of three letters', 'password: a-b-c'],
  ['a number of six digits', 'card 12-34-56'],
  ['a day with its time', 'at 20261127 0730'],
  ['a day with its seconds', 'at 20261127 073059'],
])('%s in memory is nobody’s secret: %j', (_, source) => {
  expect(carried({ query: source }, [], { remembered: [source] })).toBeUndefined()
})

test.each([
  ['a month that is none', 'at 20261327'],
  ['a day that is none', 'at 20261147'],
  ['too many digits behind a day', 'at 20261127 07305'],
])('%s is a number: %j', (_, source) => {
  expect(carried({ query: source }, [], { remembered: [source] })).toBe('secret')
})
