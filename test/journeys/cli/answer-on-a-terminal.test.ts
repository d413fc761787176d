import { resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bareEnv, freshHome, run } from '../../cli/assistant.ts'
import { modelServer, refuse, say } from '../../fakes/model-server.ts'
import { start } from '../../ui/tui/pty.ts'

const answer = '# 제목\n\n**굵게** &lt;b&gt;\n\n| 이름 | 값 |\n|---|---|\n| 철수 | 12 |\n- [x] 끝'

test('somebody at a terminal reads the answer as the chat shows it; a pipe gets every byte as the model wrote it', async () => {
  await using server = await modelServer(say(answer), say(answer))
  const env = bareEnv(freshHome(), { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.openai })
  const args = ['--no-session', '-m', 'm', '안녕']
  expect((await run(args, env)).out).toBe(`${answer}\n`)
  const screen = start(resolve('bin/assistant.js'), { env, args })
  onTestFinished(() => screen.close())
  expect(await screen.exit).toBe(0)
  await screen.until(({ text }) => text().includes('끝'))
  expect(screen.lines()).toEqual(['제목', '', '굵게 <b>', '', '이름 │ 값', '─────┼───', '철수 │ 12', '☑ 끝'])
})

test('at a terminal the tries of a failing model share one row, which is gone when the answer comes; a pipe has a line each', async () => {
  await using server = await modelServer(refuse(500), refuse(500), say('됐어요'), refuse(500), say('됐어요'))
  const env = bareEnv(freshHome(), { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.openai })
  const args = ['--no-session', '-m', 'm', '안녕']
  const screen = start(resolve('bin/assistant.js'), { env, args })
  onTestFinished(() => screen.close())
  expect(await screen.exit).toBe(0)
  await screen.until(({ text }) => text().includes('됐어요'))
  expect(screen.lines()).toEqual(['됐어요'])
  const tries = ['다시 시도하는 중 2/3, 0.3초 뒤', '다시 시도하는 중 3/3, 0.8초 뒤']
  expect(tries.map((row) => screen.output().split(row).length - 1)).toEqual([1, 1])
  expect(await run(args, env)).toMatchObject({
    out: '됐어요\n',
    err: expect.stringContaining('다시 시도하는 중 2/3, 0.3초 뒤\n'),
  })
})
