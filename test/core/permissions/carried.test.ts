import { expect, test } from 'vitest'
import { carriedBy } from '../../../src/core/permissions/carried.ts'
import type { JsonObject, Message } from '../../../src/protocol/index.ts'

const carried = (args: JsonObject, messages: Message[]) => carriedBy(args, messages, () => 'files')
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
  expect(carried({ query: prose }, [])).toBeUndefined()
})
