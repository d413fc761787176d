import { expect, test } from 'vitest'
import { checkSetting } from '../../src/config/check.ts'

test('a list is written with commas or as JSON, whose parts may hold commas', async () => {
  expect(await checkSetting('roots', '/a, /b', 'text')).toEqual({ value: ['/a', '/b'] })
  expect(await checkSetting('permissions.deny', '["shell(a, b)", "edit_file"]', 'text')).toEqual({
    value: ['shell(a, b)', 'edit_file'],
  })
  expect(await checkSetting('hooks', '[{"on":"after","command":"cat, x"}]', 'text')).toEqual({
    value: [{ on: 'after', command: 'cat, x' }],
  })
  expect(await checkSetting('hooks', '[{"on":"never","command":"x"}]', 'text')).toEqual({ expected: { kind: 'list' } })
  expect(await checkSetting('sandbox.hosts', 'http://a.kr', 'text')).toEqual({ expected: { kind: 'hosts' } })
  expect(await checkSetting('tui.status', 'model,price', 'text')).toMatchObject({
    expected: { kind: 'some', values: expect.arrayContaining(['model', 'cost']) },
  })
  expect(await checkSetting('roots', '[not json', 'text')).toEqual({ value: ['[not json'] })
})
