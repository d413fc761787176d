import { expect, test } from 'vitest'
import { commandNamed } from '../../../../src/ui/tui/commands/command-table.ts'
import { fittingNames } from '../../../../src/ui/tui/commands/typed-command.ts'

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
  expect(['도움말', 'clear', 'model', 'constructor'].map((name) => commandNamed(name)?.name)).toEqual([
    'help',
    'new',
    'model',
    undefined,
  ])
})
