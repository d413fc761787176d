import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readKeys } from '../../../src/app/environment/key-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'assistant-keys-'))
const config = join(folder, 'config.json')

test.each([
  ['{"transcrip": "ctrl+t"}', '‘transcrip’ 동작은 없어요. 혹시 transcript?'],
  ['{"send": "x"}', 'send의 ‘x’ 키를 알 수 없어요.'],
  ['{"send": "ctrl+c"}', 'ctrl+c 키는 바꿀 수 없어요.'],
  ['{"send": "f2", "mode": "f2"}', 'f2 키를 두 번 썼어요 (send, mode).'],
  ['send: f2', '{"이름": "키"} 모양의 JSON이 아니에요.'],
])('%s is told with its file, and the usual keys count', async (text, words) => {
  writeFileSync(join(folder, 'keybindings.json'), text)
  const { keys, problem } = await readKeys(config, 'ko')
  expect(problem).toContain(words)
  expect([keys, problem?.startsWith(folder), problem?.endsWith('원래 키를 써요.')]).toEqual([undefined, true, true])
})

test('without a file, and with a good one, there is nothing to tell', async () => {
  expect(await readKeys(join(folder, 'none', 'config.json'), 'en')).not.toHaveProperty('problem')
  writeFileSync(join(folder, 'keybindings.json'), '\ufeff{"transcript": ["ctrl+t", "f5"]}')
  expect((await readKeys(config, 'en')).keys?.chosen).toEqual({ transcript: ['ctrl+t', 'f5'] })
})
