import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bareEnv, freshHome } from '../cli/assistant.ts'
import { start } from '../ui/tui/pty.ts'

/** The chat in a terminal of a person who was never here. */
function newcomer(env: Record<string, string> = {}, home = freshHome()) {
  const project = join(home, 'project')
  mkdirSync(project, { recursive: true })
  const open = () => {
    const screen = start(resolve('bin/assistant.js'), { env: bareEnv(home, env), cwd: project, columns: 100, rows: 40 })
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
  expect(text).toContain('Ask me anything')
  expect(text.match(/^ {2}· /gm)).toHaveLength(3)
  expect(text).toMatch(/Assistant · default · no model|Assistant/)
  expect(text).not.toMatch(/[가-힣]/)
})

test('a folder with AGENTS.md asks once whether it is to be read', async () => {
  const { project, open } = newcomer()
  writeFileSync(join(project, 'AGENTS.md'), '# 안내\n')
  const first = open()
  await first.until(({ text }) => text().includes('[y/N]'))
  expect(first.text()).toContain(join(project, 'AGENTS.md'))
  first.type('n\r')
  await first.until(({ text }) => text().includes('준비됨'))
  await first.close()
  const again = open()
  await again.until(({ text }) => text().includes('준비됨'))
  expect(again.text()).not.toContain('[y/N]')
})
