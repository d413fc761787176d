import { expect, test } from 'vitest'
import { commandNamed } from '../../../../src/ui/tui/commands/command-table.ts'
import { fittingNames, nearestCommand } from '../../../../src/ui/tui/commands/typed-command.ts'

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

test.each([
  ['confg', 'config'],
  ['confgi', 'config'],
  ['setings', 'settings'],
  ['stauts', 'status'],
  ['lgin', 'login'],
  ['serach', 'search'],
  ['memroy', 'memory'],
  ['ext', 'exit'],
  ['mem', 'memory'],
  ['모댈', '모델'],
  ['환경설졍', '환경설정'],
  ['quitt', 'quit'],
])('/%s is led to /%s', (typed, name) => {
  expect(nearestCommand(typed)).toBe(name)
  expect(commandNamed(name)).toBeDefined()
})

test('what is near no command is led to none', () => {
  expect(['안녕', 'foo', 'kubernetes', 'usr', '점심'].map(nearestCommand)).toEqual(Array(5).fill(undefined))
})
