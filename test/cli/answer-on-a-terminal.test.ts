import { resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { modelServer, say } from '../fakes/model-server.ts'
import { start } from '../ui/tui/pty.ts'
import { bareEnv, freshHome, run } from './assistant.ts'

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
