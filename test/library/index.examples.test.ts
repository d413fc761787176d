import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bareEnv, end, freshHome } from '../cli/assistant.ts'
import { spawnExample } from './spawn-example.ts'

/** What each example writes, in a home that is new and without a model. */
const outputs: Record<string, string> = {
  '01-ask': '21,250원이에요.\n',
  '02-tools': 'The light in the kitchen is on. {"kitchen":true,"hall":true}\nThere is no room cellar.\n',
  '03-provider': '· calculator {"expression":"6*7"}\nIt is 6*7 = 42\n',
  '04-service': [
    '나    내일 식당 예약해줘',
    '비서  몇 명인가요?',
    '나    네 명',
    '비서  11월 23일 월요일, 4명 예약할까요?',
    '나    네',
    '비서  예약했어요: 2026-11-23, 4명',
    '',
  ].join('\n'),
  '05-http': 'over HTTP: 18.\nby hand: 15.\n2 conversations are kept\n',
}

test('there is no example that is not run here', () => {
  expect(globSync('*.ts', { cwd: 'examples' }).sort()).toEqual(Object.keys(outputs).map((name) => `${name}.ts`))
})

test.each(Object.entries(outputs))('examples/%s.ts does what it says', async (name, out) => {
  const home = freshHome()
  const env = bareEnv(join(home, 'user'), { ASSISTANT_HOME: join(home, 'user', '.assistant') })
  expect(await end(spawnExample(join('examples', `${name}.ts`), env))).toEqual({ code: 0, signal: null, out, err: '' })
})
