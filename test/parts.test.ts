import { afterEach, expect, test, vi } from 'vitest'
import { requires } from './parts.ts'

afterEach(() => vi.unstubAllEnvs())

test('a missing command is a failure in CI, where a skipped test would look like a pass', () => {
  vi.stubEnv('CI', 'true')
  expect(() => requires('bash', 'no-such-command')).toThrow('needs no-such-command: scripts/system-parts.sh installs it')
})

test('elsewhere its tests are skipped, not forgotten', () => {
  vi.stubEnv('CI', '')
  expect(requires('no-such-command')).toBeTypeOf('function')
})

requires('bash')('a command that is there', () => {
  test('lets its tests run', () => {})
})
