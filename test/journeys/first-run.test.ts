import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bareEnv, freshHome } from '../cli/assistant.ts'
import { say, scriptedServer } from '../fakes/model-server.ts'
import { type Screen, start } from '../ui/tui/pty.ts'

/** The chat in a terminal of a person who was never here. */
function newcomer(env: Record<string, string> = {}, home = freshHome()) {
  const project = join(home, 'project')
  mkdirSync(project, { recursive: true })
  const open = (...args: string[]) => {
    const screen = start(resolve('bin/assistant.js'), {
      args,
      env: bareEnv(home, env),
      cwd: project,
      columns: 100,
      rows: 40,
    })
    onTestFinished(() => screen.close())
    return screen
  }
  return { home, project, open }
}

test('whoever comes for the first time is greeted in the language of the system, with version, folder, three things to try and what answers', async () => {
  const screen = newcomer({ LANG: 'en_US.UTF-8' }).open()
  await screen.until(({ text }) => text().includes('No model is connected yet'))
  const text = screen.text()
  expect(text).toMatch(/assistant \d+\.\d+\.\d+ · .*project/)
  expect(text).toContain('What can I do for you')
  expect(text.match(/^ {2}· /gm)).toHaveLength(3)
  expect(text).toMatch(/Assistant · default · no model|Assistant/)
  expect(text).not.toMatch(/[가-힣]/)
})

test('a folder with AGENTS.md asks once whether it is to be read', async () => {
  const { project, open } = newcomer()
  writeFileSync(join(project, 'AGENTS.md'), '# 안내\n')
  const first = open()
  await first.until(({ text }) => text().includes('Enter:'))
  expect(first.text()).toContain(join(project, 'AGENTS.md'))
  first.type('n\r')
  await first.until(({ text }) => text().includes('준비됨'))
  await first.close()
  const again = open()
  await again.until(({ text }) => text().includes('준비됨'))
  expect(again.text()).not.toContain('Enter:')
})

/** Waits for a question, and types. */
async function answer(screen: Screen, after: string, keys: string): Promise<void> {
  await screen.until(({ text }) => text().includes(after))
  screen.type(keys)
}

const chosen = (screen: Screen): string => screen.lines().findLast((line) => line.startsWith('❯')) ?? ''

test('a newcomer with arrow keys, an address without a scheme and a wrong key reaches a model without leaving', async () => {
  const key = 'sk-right-0123456789'
  const server = await scriptedServer([], { otherwise: say('저는 연결됐어요.'), models: ['alpha', 'beta'], key })
  onTestFinished(() => server.close())
  const { home, open } = newcomer()
  const screen = open('setup')
  await answer(screen, '언어 · Language', '\r')
  await answer(screen, '어떤 모델을 연결할까요?', '')
  for (let row = chosen(screen); !row.includes('OpenAI 호환'); row = chosen(screen)) {
    screen.type('\x1b[B')
    await screen.until((now) => chosen(now) !== row)
  }
  screen.type('\r')
  // A slip: back to the list and on again, and what was chosen is still chosen.
  await answer(screen, '서버가 있는 주소예요', '\x1b')
  await screen.until((now) => chosen(now).includes('OpenAI 호환'))
  await answer(screen, '어떤 모델을 연결할까요?', '\r')
  await answer(screen, '서버가 있는 주소예요', '')
  screen.type(`\x15${new URL(server.url).host}\r`)
  await answer(screen, '점으로만 보여요', 'sk-wrong-0123456789')
  await screen.until(({ text }) => text().includes('••••••'))
  expect(screen.output()).not.toContain('sk-wrong')
  screen.type('\r')
  await answer(screen, '이 키로는 들어갈 수 없다고 해요.', `\x15${key}\r`)
  await answer(screen, '어느 모델을 쓸까요?', '\x1b[B\r')
  await answer(screen, '더 연결해 볼까요?', '\r')
  await screen.until(({ text }) => text().includes('바로 이야기해 보세요'))
  screen.type('안녕\r')
  await screen.until(({ text }) => text().includes('저는 연결됐어요.'))
  expect(server.requests[0]?.body.model).toBe('beta')
  expect(screen.output()).not.toContain(key)
  expect(JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'))).toEqual({
    provider: 'compatible',
    providers: { compatible: { baseUrl: `${server.url}/v1`, model: 'beta' } },
  })
  expect(statSync(join(home, 'secrets.json')).mode & 0o777).toBe(0o600)
})

test('setting up is left with Ctrl+C without a trace, and the chat goes on', async () => {
  const { open } = newcomer()
  const screen = open()
  await screen.until(({ text }) => text().includes('준비됨'))
  screen.type('/모델연결\r')
  await answer(screen, '언어 · Language', '\r')
  await answer(screen, '어떤 모델을 연결할까요?', '\x03')
  await screen.until(({ text }) => text().includes('설정을 바꾸지 않고 나왔어요.'))
  screen.type('12*12는?\r')
  await screen.until(({ text }) => text().includes('144'))
})
