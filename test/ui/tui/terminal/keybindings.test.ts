import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBytes, decoder } from '../../../../src/ui/tui/terminal/key-decoder.ts'
import {
  type ActionName,
  boundKey,
  defaultKeys,
  type Keybindings,
  movedLabel,
  parseKeys,
} from '../../../../src/ui/tui/terminal/keybindings.ts'

const key = (bytes: string) =>
  decodeBytes(decoder, Buffer.from(bytes))[1][0] as NonNullable<ReturnType<typeof boundKey>>
const bindings = (file: object) => parseKeys(JSON.stringify(file)) as Keybindings

test('an action moves to the keys that a person chose; its own key does nothing then, and other keys stay', () => {
  const own = bindings({ transcript: ['Ctrl+T', 'f5'], send: 'alt+enter', newline: 'enter' })
  expect(boundKey(own, key('\x14'))).toEqual(key('\x0f'))
  expect(boundKey(own, key('\x1b[15~'))).toEqual(key('\x0f'))
  expect(boundKey(own, key('\x0f'))).toBeUndefined()
  expect(boundKey(own, key('\x1b\r'))).toEqual(key('\r'))
  expect(boundKey(own, key('\r'))).toEqual(key('\x1b[13;2u'))
  expect(boundKey(own, key('\x07'))).toEqual(key('\x07'))
  expect(boundKey(own, key('글'))).toEqual(key('글'))
  const labels = [['transcript'], ['editor'], ['steer', 'editor']].map((actions) => movedLabel(own, actions))
  expect(labels).toEqual(['Ctrl+T, F5', undefined, '— / Ctrl+G'])
})

test.each([
  ['{', { why: 'shape' }],
  ['[]', { why: 'shape' }],
  ['{"trancript": "ctrl+t"}', { why: 'action', name: 'trancript', near: 'transcript' }],
  ['{"send": "x"}', { why: 'key', name: 'send', key: 'x' }],
  ['{"send": "shift+x"}', { why: 'key', name: 'send', key: 'shift+x' }],
  ['{"send": "hyper+x"}', { why: 'key', name: 'send', key: 'hyper+x' }],
  ['{"send": 3}', { why: 'key', name: 'send', key: '3' }],
  ['{"send": "ctrl+c"}', { why: 'reserved', name: 'send', key: 'ctrl+c' }],
  ['{"send": "f2", "mode": "F2"}', { why: 'twice', key: 'f2', names: ['send', 'mode'] }],
])('%s is told, and nothing of it counts', (file, problem) => expect(parseKeys(file)).toEqual(problem))

test('every action can be put on every key that another one has, and every key of a file leads to its action', () => {
  const names = Object.keys(defaultKeys) as ActionName[]
  fc.assert(
    fc.property(fc.shuffledSubarray(names), fc.shuffledSubarray(names), (some, keys) => {
      const pairs = some.slice(0, keys.length).map((name, at) => [name, defaultKeys[keys[at] as ActionName]] as const)
      const own = bindings(Object.fromEntries(pairs))
      for (const [name, chosen] of pairs) {
        const held = chosen.split('+')
        const press = {
          type: 'key' as const,
          name: held.at(-1) ?? '',
          ctrl: held.includes('ctrl'),
          alt: held.includes('alt'),
        }
        const done = boundKey(own, { ...press, shift: held.includes('shift') })
        expect(boundKey(bindings({}), done as NonNullable<typeof done>)).toEqual(done)
        expect(done).toMatchObject({ name: defaultKeys[name].split('+').at(-1) })
        expect(movedLabel(own, [name])?.toLowerCase()).toBe(chosen)
      }
    }),
  )
})
