import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { callTool, modelServer, say } from '../fakes/model-server.ts'
import { start } from '../ui/tui/pty.ts'
import { bareEnv, freshHome } from './assistant.ts'

test.each([
  ['a terminal that moves no cursor', 'TERM', 'dumb'],
  ['a screen reader', 'ASSISTANT_TUI_SCREEN_READER', 'true'],
])('%s: the chat is lines, no cursor moves, a tool is allowed by its number alone', async (_, name, value) => {
  await using server = await modelServer(
    callTool('write_file', { path: 'a.txt', content: '하나' }),
    say('**썼어요.**'),
    callTool('write_file', { path: 'b.txt', content: '둘' }),
    say('안 썼어요.'),
  )
  const home = freshHome()
  const work = join(home, 'work')
  mkdirSync(work)
  // A pseudo terminal names itself: the variable is set behind it.
  const program = join(home, 'start.mjs')
  const bin = pathToFileURL(resolve('bin/assistant.js')).href
  writeFileSync(program, `process.env.${name} = '${value}'\nawait import('${bin}')\n`)
  const env = bareEnv(join(home, 'own'), { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.openai, NO_COLOR: '1' })
  const screen = start(program, { env, cwd: work, args: ['-m', 'm'], columns: 100 })
  onTestFinished(() => screen.close())
  const seen = (words: string, times = 1) => screen.until(({ text }) => text().split(words).length > times)
  await seen('나> ')
  screen.type('써줘\r')
  await seen('1. 이번만 허용')
  screen.type('yes\r')
  await seen('번호를 쓰고', 2)
  expect(existsSync(join(work, 'a.txt'))).toBe(false)
  screen.type('1\r')
  await seen('썼어요.')
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('하나')
  await seen('나> ', 2)
  screen.type('하나 더\r')
  await seen('1. 이번만 허용', 2)
  screen.type('4\r')
  await seen('안 썼어요.')
  expect(existsSync(join(work, 'b.txt'))).toBe(false)
  await seen('나> ', 3)
  screen.type('/quit\r')
  expect(await screen.exit).toBe(0)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that there is none is the point
  expect(screen.output()).not.toMatch(/\x1b\[[\d;?]*[A-HJKSTfsu]/)
})
