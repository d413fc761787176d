import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bareEnv, freshHome } from '../cli/assistant.ts'
import { say, scriptedServer } from '../fakes/model-server.ts'
import { start } from '../ui/tui/pty.ts'

test('a command of the person is found, filled in and answered by its model; a project has a word only when it is trusted', async () => {
  const home = freshHome()
  const project = join(home, 'project')
  for (const [folder, name, text] of [
    [join(home, 'commands'), '인사', '---\ndescription: 반갑게 인사해요\nmodel: model-2\n---\n$1에게 인사해 줘'],
    [join(project, '.claude/commands'), 'theirs', '남의 부탁'],
  ] as const) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${name}.md`), text)
  }
  const server = await scriptedServer([], { otherwise: say('만나서 반가워요!') })
  onTestFinished(() => server.close())
  const env = bareEnv(home, { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: server.openai })
  const screen = start(resolve('bin/assistant.js'), { env, cwd: project, columns: 100, rows: 30 })
  onTestFinished(() => screen.close())
  await screen.until(({ text }) => text().includes('준비됨'))
  screen.type('/ㅇㅅ')
  await screen.until(({ text }) => text().includes('반갑게 인사해요'))
  screen.type('\x15/인사 철수\r')
  await screen.until(({ text }) => text().includes('만나서 반가워요!'))
  // Facts may be looked for in what was said, by another model.
  const asked = server.requests.find(({ body }) => body.model === 'model-2')
  expect(JSON.stringify(asked?.body)).toContain('철수에게 인사해 줘')
  screen.type('/theirs\r')
  await screen.until(({ text }) => text().includes('/theirs 명령은 없어요'))
})
