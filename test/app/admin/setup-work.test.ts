import fc from 'fast-check'
import { expect, test } from 'vitest'
import { modelsThatFit } from '../../../src/app/admin/setup-choices.ts'
import { addressOf } from '../../../src/app/admin/setup-work.ts'

test.each([
  ['127.0.0.1:9732', 'http://127.0.0.1:9732'],
  ['localhost', 'http://localhost'],
  ['localhost:1234/v1/', 'http://localhost:1234/v1'],
  ['192.168.0.5:8080', 'http://192.168.0.5:8080'],
  ['[::1]:11434', 'http://[::1]:11434'],
  ['my-box', 'http://my-box'],
  ['models.example.com', 'https://models.example.com'],
  ['models.example.com:8443/v1', 'http://models.example.com:8443/v1'],
  ['HTTPS://models.example.com ', 'HTTPS://models.example.com'],
  ['', undefined],
  ['two words', undefined],
  ['ftp://files.example.com', undefined],
  ['http://', undefined],
])('%s is the address %s', (typed, address) => expect(addressOf(typed)).toBe(address))

test('whatever is typed as an address, it is an http(s) URL or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.domain(), fc.ipV4()), (typed) => {
      const address = addressOf(typed)
      if (address !== undefined) expect(new URL(address).protocol).toMatch(/^https?:$/)
    }),
  )
})

test('models that are proposed fit the memory of the machine, the largest first', () => {
  const gb = 2 ** 30
  expect(modelsThatFit(2 * gb).map(({ name }) => name)).toEqual(['qwen3:0.6b'])
  expect(modelsThatFit(16 * gb)[0]?.name).toBe('qwen3:8b')
  fc.assert(
    fc.property(fc.nat(128), (memory) => {
      const sizes = modelsThatFit(memory * gb).map(({ gb: size }) => size)
      expect(sizes.length).toBeGreaterThan(0)
      expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
      for (const size of sizes.slice(0, -1)) expect(size).toBeLessThan(memory)
    }),
  )
})
