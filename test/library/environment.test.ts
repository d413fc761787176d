import { isAbsolute } from 'node:path'
import { expect, test, vi } from 'vitest'
import { processEnvironment } from '../../src/library/environment.ts'

test('an empty HOME is none: what would lie in it is not put into the folder at hand', () => {
  vi.stubEnv('HOME', '')
  expect(isAbsolute(processEnvironment().userHome)).toBe(true)
  vi.unstubAllEnvs()
})
