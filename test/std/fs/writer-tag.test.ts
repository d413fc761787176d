import { expect, test } from 'vitest'
import { processOf, writerTag } from '../../../src/std/fs/writer-tag.ts'

test('a tag names this process to this machine, and nobody to another one', () => {
  const tag = writerTag()
  expect(tag).toMatch(/^[a-z0-9]{5,}$/)
  expect(processOf(tag)).toBe(process.pid)
  const machine = tag.slice(-4)
  expect(processOf(`3f9${machine}`)).toBe(4437)
  const other = machine.startsWith('0') ? '1' : '0'
  expect(processOf(`3f9${other}${machine.slice(1)}`)).toBeUndefined()
})
