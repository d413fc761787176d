import { expect, test } from 'vitest'
import { calculator } from '../../src/tools/calculator.ts'
import { datetime } from '../../src/tools/datetime.ts'
import { fileTools } from '../../src/tools/files/file-tools.ts'
import { validateArgs } from '../../src/tools/validate.ts'

const files = fileTools({ home: '/h', userHome: '/u', roots: () => [] })

test('arguments that fit pass in silence', async () => {
  expect(await validateArgs(calculator.schema, { expression: '1+1' }, 'ko')).toEqual([])
  expect(await validateArgs(datetime.schema, { action: 'add', amount: 1.5, unit: 'hours' }, 'ko')).toEqual([])
})

test('each wrong argument is one line that says what was expected and what came', async () => {
  expect(await validateArgs(calculator.schema, {}, 'ko')).toEqual(['expression: 꼭 필요한 값이 빠졌어요.'])
  expect(await validateArgs(calculator.schema, { expression: 3 }, 'en')).toEqual(['expression: expected type "string", got 3'])
  expect(await validateArgs(datetime.schema, { action: 'sing', amount: 'two' }, 'en')).toEqual([
    'action: expected enum ["now","convert","diff","add"], got "sing"',
    'amount: expected type "number", got "two"',
  ])
  expect(await validateArgs(files[0]!.schema, { path: 'a', from: 0.5 }, 'en')).toEqual(['from: expected type "integer", got 0.5'])
  expect(await validateArgs(calculator.schema, [], 'en')).toEqual(['the arguments: expected type "object", got []'])
})

test('a closed schema names the arguments that it knows, a nested one the place', async () => {
  const schema = {
    type: 'object',
    properties: { to: { type: 'array', items: { type: 'object', properties: { 'a/b': { type: 'string' } } } } },
    additionalProperties: false,
  }
  expect(await validateArgs(schema, { too: 1 }, 'en')).toEqual(['too: no such argument. Known: to'])
  expect(await validateArgs(schema, { to: [{ 'a/b': 'x' }, { 'a/b': null }] }, 'en')).toEqual([
    'to.1.a/b: expected type "string", got null',
  ])
})
