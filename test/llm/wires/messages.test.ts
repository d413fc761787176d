import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toolNames } from '../../../src/llm/wires/messages.ts'

const tools = (names: string[]) => names.map((name) => ({ name, description: '', schema: {} }))

test('any set of tool names goes over the wire and comes back', () => {
  const anything = fc.oneof(
    fc.string({ minLength: 1, maxLength: 100 }),
    fc.constantFrom('a.b', 'a__b', 'a_b', '날씨', '도구', 'x'.repeat(70)),
  )
  fc.assert(
    fc.property(fc.uniqueArray(anything), (list) => {
      const names = toolNames(tools(list))
      const wires = list.map(names.toWire)
      expect(wires.every((wire) => /^[a-zA-Z0-9_-]{1,64}$/.test(wire))).toBe(true)
      expect(new Set(wires).size).toBe(list.length)
      expect(wires.map(names.fromWire)).toEqual(list)
    }),
  )
})

test('dots become two underscores, and a name that a model made up stays', () => {
  const names = toolNames(tools(['settings.set', 'mcp_files__read']))
  expect([
    names.toWire('settings.set'),
    names.fromWire('settings__set'),
    names.fromWire('mcp_files__read'),
    names.fromWire('made__up'),
  ]).toEqual(['settings__set', 'settings.set', 'mcp_files__read', 'made__up'])
})
