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
  expect(await validateArgs(calculator.schema, { expression: 3 }, 'en')).toEqual(['expression: must be a text. Got 3'])
  expect(await validateArgs(datetime.schema, { action: 'sing', amount: 'two' }, 'en')).toEqual([
    'action: must be one of now, convert, diff, add. Got "sing"',
    'amount: must be a number. Got "two"',
  ])
  expect(await validateArgs(files[0]!.schema, { path: 'a', from: 0.5 }, 'en')).toEqual([
    'from: must be a whole number. Got 0.5',
  ])
  expect(await validateArgs(calculator.schema, [], 'en')).toEqual(['the arguments: must be an object. Got []'])
})

test('a closed schema names the arguments that it knows, a nested one the place', async () => {
  const schema = {
    type: 'object',
    properties: { to: { type: 'array', items: { type: 'object', properties: { 'a/b': { type: 'string' } } } } },
    additionalProperties: false,
  }
  expect(await validateArgs(schema, { too: 1 }, 'en')).toEqual(['too: no such argument. Known: to'])
  expect(await validateArgs(schema, { to: [{ 'a/b': 'x' }, { 'a/b': null }] }, 'en')).toEqual([
    'to.1.a/b: must be a text. Got null',
  ])
})

test.each([
  [{ type: 'integer', minimum: 1 }, 0, '1 이상이어야 해요. 받은 값: 0', 'must be 1 or more. Got 0'],
  [{ type: ['string', 'null'] }, 3, '글 또는 null이 와야 해요. 받은 값: 3', 'must be a text or null. Got 3'],
  [{ type: 'string', maxLength: 2 }, 'abc', '2글자까지예요. 받은 값: "abc"', 'may have 2 characters. Got "abc"'],
  [{ enum: ['켜기', 1] }, 2, '켜기, 1 가운데 하나여야 해요. 받은 값: 2', 'must be one of 켜기, 1. Got 2'],
])('%j says in words what it wants', async (inner, given, ko, en) => {
  const schema = { type: 'object', properties: { value: inner } }
  expect(await validateArgs(schema, { value: given }, 'ko')).toEqual([`value: ${ko}`])
  expect(await validateArgs(schema, { value: given }, 'en')).toEqual([`value: ${en}`])
})
