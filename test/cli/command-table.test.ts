import { expect, test } from 'vitest'
import { commandGroups, commandNames } from '../../src/cli/command-table.ts'

test('every subcommand stands in one group of the help, and no group names one that is not', () => {
  expect(Object.values(commandGroups).flat().sort()).toEqual([...commandNames].sort())
})
