import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { bareEnv, freshHome } from '../../cli/assistant.ts'
import { callTool, modelServer, type Seen, say } from '../../fakes/model-server.ts'
import { start } from '../../ui/tui/pty.ts'

test.each([
  ['a terminal that moves no cursor', 'TERM', 'dumb'],
  ['a screen reader', 'ASSISTANT_TUI_SCREEN_READER', 'true'],
])(
  '%s: the chat is lines, no cursor moves, a tool by a number or a yes, a lasting yes read back',
  async (_, name, value) => {
    const replies = [
      callTool('write_file', { path: 'a.txt', content: '하나' }),
      say('**썼어요.**'),
      callTool('write_file', { path: 'b.txt', content: '둘' }),
      say('안 썼어요.'),
    ]
    // A title may be asked for in between.
    const reply = ({ body }: Seen) =>
      JSON.stringify(body).includes('제목을') ? say('제목') : (replies.shift() ?? say('?'))
    await using server = await modelServer(...Array.from({ length: 8 }, () => reply))
    const home = freshHome()
    const work = join(home, 'work')
    mkdirSync(work)
    // A pseudo terminal names itself: the variable is set behind it.
    const program = join(home, 'start.mjs')
    const bin = resolve('bin/assistant.js')
    writeFileSync(
      program,
      `process.env.${name} = '${value}'\nprocess.argv[1] = '${bin}'\nawait import('${pathToFileURL(bin).href}')\n`,
    )
    const env = bareEnv(join(home, 'own'), { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.openai, NO_COLOR: '1' })
    const screen = start(program, { env, cwd: work, args: ['-m', 'm'], columns: 100 })
    onTestFinished(() => screen.close())
    const seen = (words: string, times = 1) => screen.until(({ text }) => text().split(words).length > times)
    await seen('나> ')
    screen.type('써줘\r')
    await seen('1. 이번만 허용')
    screen.type('글쎄\r')
    await seen('번호나 y(네)', 2)
    expect(existsSync(join(work, 'a.txt'))).toBe(false)
    screen.type('네\r')
    await seen('썼어요.')
    expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('하나')
    screen.type('하나 더\r')
    await seen('1. 이번만 허용', 2)
    screen.type('3\r')
    await seen('앞으로 늘 허용할까요?')
    screen.type('\r')
    await seen('1. 이번만 허용', 3)
    screen.type('아니요\r')
    await seen('안 썼어요.')
    expect(existsSync(join(work, 'b.txt'))).toBe(false)
    screen.type('/help\r')
    await seen('/rewind  ')
    screen.type('/theme\r')
    await seen('3. light')
    screen.type('9\r')
    await seen('1에서 5까지', 2)
    screen.type('\r/modle\r')
    await seen('혹시 /model')
    screen.type('!echo 8$((4+4))8\r')
    await seen('888')
    screen.type('/resume\r')
    await seen('이어갈까요')
    screen.type('\r/quit\r')
    expect(await screen.exit).toBe(0)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that there is none is the point
    expect(screen.output()).not.toMatch(/\x1b\[[\d;?]*[A-HJKSTfsu]/)
  },
)
