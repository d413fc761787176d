import { expect, test } from 'vitest'
import { GgufError, parseGguf } from '../../../src/llm/local/gguf.ts'
import { ggufHeader } from '../../fakes/gguf.ts'

const facts = {
  'general.architecture': 'llama',
  'general.name': 'tiny',
  'llama.context_length': 4_096,
  'llama.block_count': 2,
  'llama.embedding_length': 64,
  'llama.attention.head_count': 4,
  'llama.attention.head_count_kv': 2,
  'tokenizer.chat_template': '{{ messages }}',
  'tokenizer.ggml.tokens': ['a', 'b'],
}

const faultOf = (read: () => unknown): string => {
  try {
    read()
    return 'none'
  } catch (error) {
    if (error instanceof GgufError) return error.fault
    throw error
  }
}

test('the header tells name, window, template and the memory that a token takes', () => {
  const bytes = ggufHeader(facts, 8_192)
  expect(parseGguf(bytes, bytes.length + 8_192)).toEqual({
    architecture: 'llama',
    name: 'tiny',
    template: '{{ messages }}',
    window: 4_096,
    stateBytes: 2 * 2 * 2 * (16 + 16),
    size: bytes.length + 8_192,
  })
})

test('a file cut anywhere is truncated, and one of another kind is foreign', () => {
  const bytes = ggufHeader(facts, 8_192)
  for (let at = 24; at < bytes.length; at++)
    expect(faultOf(() => parseGguf(bytes.subarray(0, at), at))).toBe('truncated')
  expect(faultOf(() => parseGguf(bytes, bytes.length + 100))).toBe('truncated')
  expect(faultOf(() => parseGguf(Buffer.from('%PDF-1.7 and so on, and on'), 26))).toBe('foreign')
  expect(faultOf(() => parseGguf(Buffer.from('GGUF'), 4))).toBe('foreign')
})

test('a mutated header never throws anything but a fault', () => {
  const bytes = ggufHeader(facts, 8_192)
  let random = 1
  for (let i = 0; i < 5_000; i++) {
    const mutated = Buffer.from(bytes)
    for (let n = 0; n < 3; n++) {
      random = (random * 48_271) % 2_147_483_647
      mutated[random % mutated.length] = random >> 8
    }
    expect(['none', 'truncated', 'foreign', 'newer']).toContain(faultOf(() => parseGguf(mutated, bytes.length + 8_192)))
  }
})
