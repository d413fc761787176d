import { expect, test } from 'vitest'
import { commandNamed, fittingNames } from '../../../../src/ui/tui/components/slash-commands.ts'

test.each([
  ['모델', 'model'],
  ['ㅁㄷ', 'model'],
  ['종', 'quit'],
  ['clear', 'new'],
  ['exit', 'quit'],
  ['cost', 'usage'],
  ['usg', 'usage'],
  ['cmp', 'compact'],
  ['re', 'resume'],
  ['ㅌㅁ', 'theme'],
])('/%s finds /%s first', (typed, name) => {
  expect(fittingNames(typed, [])[0]).toBe(name)
})

test('another name runs its command; no name is none', () => {
  expect([commandNamed('도움말'), commandNamed('clear'), commandNamed('model'), commandNamed('constructor')]).toEqual([
    'help',
    'new',
    'model',
    undefined,
  ])
})
