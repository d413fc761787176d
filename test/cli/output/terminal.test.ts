import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type IPty, spawn } from '@lydell/node-pty'
import { describe, expect, onTestFinished, test as sample } from 'vitest'
import { hasColours } from '../../../src/cli/output/terminal.ts'
import { graceMs } from '../../../src/ui/oneshot/approval-prompt.ts'
import { callTool, type ModelServer, modelServer, say } from '../../fakes/model-server.ts'
import { longTest as test } from '../../parts.ts'
import { bareEnv, freshHome } from '../assistant.ts'

// A person at a real (pseudo) terminal.
interface Sitting {
  pty: IPty
  seen(): string
  /** Resolves when this was written; fails with what was after 5 s. */
  until(text: string): Promise<void>
  exit: Promise<number>
}

function sit(args: string[], env: NodeJS.ProcessEnv): Sitting {
  const pty = spawn(process.execPath, [resolve('bin/assistant.js'), ...args], {
    name: env.TERM ?? 'xterm-256color',
    cols: 100,
    rows: 30,
    env,
    ...(env.HOME ? { cwd: env.HOME } : {}),
  })
  let seen = ''
  const lookers = new Set<() => void>()
  pty.onData((data) => {
    seen += data
    for (const look of lookers) look()
  })
  const exit = new Promise<number>((resolve) => pty.onExit(({ exitCode }) => resolve(exitCode)))
  onTestFinished(() => pty.kill())
  const until = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`never saw ${text} in:\n${seen}`)), 20_000)
      const look = () => {
        if (!seen.includes(text)) return
        clearTimeout(late)
        lookers.delete(look)
        resolve()
      }
      lookers.add(look)
      look()
    })
  return { pty, seen: () => seen, until, exit }
}

const envFor = (home: string, server: ModelServer, more: NodeJS.ProcessEnv = {}) =>
  bareEnv(home, {
    OPENAI_API_KEY: 'sk-test-0123456789abcdef',
    OPENAI_BASE_URL: server.openai,
    TERM: 'xterm-256color',
    ...more,
  })

/** From the card on, until a key is heard: its clock starts a moment after it is seen, on a busy machine a long one. */
const hearsMs = graceMs + 1_000

describe('a question about a tool', () => {
  const request = (folder: string) =>
    callTool('write_file', { path: join(folder, 'x.txt'), content: 'a\u202eb\u200bc\n둘째 줄' })

  sample('shows the exact arguments, hidden characters too, and runs it on y', async () => {
    const folder = freshHome()
    await using server = await modelServer(request(folder), say('썼어요.'))
    const at = sit(['-p', '써줘'], envFor(freshHome(), server, { ASSISTANT_ROOTS: folder }))
    await at.until('Enter 거절')
    for (const part of ['파일을 새로 만들까요?', 'a⟨U+202E⟩b⟨U+200B⟩c', '둘째 줄']) expect(at.seen()).toContain(part)
    expect(at.seen()).not.toContain('\u202e')
    await sleep(hearsMs)
    at.pty.write('y')
    expect(await at.exit).toBe(0)
    expect(readFileSync(join(folder, 'x.txt'), 'utf8')).toBe('a\u202eb\u200bc\n둘째 줄')
    expect(at.seen()).toContain('썼어요.')
  })

  test.each([
    ['Enter', '\r'],
    ['any other key', 'x'],
  ])('%s denies', async (_, key) => {
    const folder = freshHome()
    await using server = await modelServer(request(folder), say('안 썼어요.'))
    const at = sit(['-p', '써줘'], envFor(freshHome(), server, { ASSISTANT_ROOTS: folder }))
    await at.until('Enter 거절')
    await sleep(hearsMs)
    at.pty.write(key)
    await at.until('안 썼어요.')
    expect(await at.exit).toBe(0)
    expect(existsSync(join(folder, 'x.txt'))).toBe(false)
  })

  test('s is read back, and any key but Enter denies', async () => {
    const folder = freshHome()
    await using server = await modelServer(request(folder), say('안 썼어요.'))
    const at = sit(['-p', '써줘'], envFor(freshHome(), server, { ASSISTANT_ROOTS: folder }))
    await at.until('Enter 거절')
    await sleep(hearsMs)
    at.pty.write('s')
    await at.until('계속 허용할까요?')
    await sleep(hearsMs)
    at.pty.write('s')
    await at.until('안 썼어요.')
    expect(await at.exit).toBe(0)
    expect(existsSync(join(folder, 'x.txt'))).toBe(false)
  })

  test('what was typed before it could be read is no answer; silence denies', async () => {
    const folder = freshHome()
    await using server = await modelServer(request(folder), say('안 썼어요.'))
    const at = sit(
      ['-p', '써줘'],
      envFor(freshHome(), server, { ASSISTANT_ROOTS: folder, ASSISTANT_LIMITS_ASK_MS: '1200' }),
    )
    at.pty.write('y')
    await at.until('Enter 거절')
    at.pty.write('y')
    await at.until('안 썼어요.')
    expect(await at.exit).toBe(55)
    expect(existsSync(join(folder, 'x.txt'))).toBe(false)
  })

  test('Ctrl+C cancels the turn: 130', async () => {
    const folder = freshHome()
    await using server = await modelServer(request(folder))
    const at = sit(['-p', '써줘'], envFor(freshHome(), server, { ASSISTANT_ROOTS: folder }))
    await at.until('Enter 거절')
    at.pty.write('\x03')
    expect(await at.exit).toBe(130)
    expect(existsSync(join(folder, 'x.txt'))).toBe(false)
  })

  test('is not put under CI', async () => {
    const folder = freshHome()
    await using server = await modelServer(request(folder), say('안 썼어요.'))
    const at = sit(['-p', '써줘'], envFor(freshHome(), server, { ASSISTANT_ROOTS: folder, CI: 'true' }))
    expect(await at.exit).toBe(55)
    expect(at.seen()).not.toContain('Enter 거절')
    expect(at.seen()).toContain('안 썼어요.')
  })
})

describe('without a question, at a terminal', () => {
  const env = () => bareEnv(freshHome(), { TERM: 'xterm-256color' })

  test('the chat opens, answers, and leaves by Ctrl+D: 0', async () => {
    const at = sit([], env())
    await at.until('/help')
    at.pty.write('3*(2+4)는?\r')
    await at.until('18이에요.')
    at.pty.write('\x04')
    expect(await at.exit).toBe(0)
  })

  test('Ctrl+C twice leaves: 130', async () => {
    const at = sit([], env())
    await at.until('/help')
    at.pty.write('\x03')
    await at.until('Ctrl+C')
    at.pty.write('\x03')
    expect(await at.exit).toBe(130)
  })

  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])('%s ends it: %i', async (signal, code) => {
    const at = sit([], env())
    await at.until('/help')
    at.pty.kill(signal)
    expect(await at.exit).toBe(code)
  })

  test('what is typed for the chat while trust in a folder is asked for decides nothing and stands in the input line', async () => {
    const home = freshHome()
    writeFileSync(join(home, 'AGENTS.md'), '짧게 답해.')
    const settings = bareEnv(home, { TERM: 'xterm-256color' })
    const at = sit([], settings)
    await at.until('Enter:')
    at.pty.write('3*(2+4)는?\r')
    await at.until('쓰신 글은 입력줄에 두었어요.')
    // Once as it was typed, once in the chat.
    await expect.poll(() => at.seen().split('3*(2+4)').length).toBeGreaterThan(2)
    at.pty.write('\r')
    await at.until('18이에요.')
    at.pty.write('\x04')
    expect(await at.exit).toBe(0)
    const again = sit([], settings)
    await again.until('Enter:')
    again.pty.write('n\r')
    await again.until('마음이 바뀌면')
  })

  test('a terminal that moves no cursor has the chat in lines, and /quit leaves: 0', async () => {
    const at = sit([], bareEnv(freshHome(), { TERM: 'dumb' }))
    at.pty.write('3*(2+4)는?\r')
    await at.until('18이에요.')
    at.pty.write('/quit\r')
    expect(await at.exit).toBe(0)
  })
})

describe('setup at a terminal', () => {
  test('asks for the key of the provider that was named, shows no letter of the key, tests it, saves it', async () => {
    const home = freshHome()
    await using server = await modelServer(say('네.'))
    const env = bareEnv(home, { OPENAI_BASE_URL: server.openai, TERM: 'xterm-256color' })
    const at = sit(['setup', '--provider', 'openai'], env)
    await at.until('OPENAI_API_KEY (화면에 보이지 않아요): ')
    at.pty.write('sk-test-0123456789abcdef\r')
    expect(await at.exit).toBe(0)
    expect(at.seen()).toContain('잘 연결됐어요.')
    expect(at.seen()).not.toContain('sk-test')
    expect(JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8'))).toEqual({
      OPENAI_API_KEY: 'sk-test-0123456789abcdef',
    })
    expect(server.visits[0]?.headers.authorization).toBe('Bearer sk-test-0123456789abcdef')
  })

  test('Ctrl+C leaves without a trace: 130', async () => {
    const home = freshHome()
    const at = sit(['setup', '--provider', 'openai'], bareEnv(home, { TERM: 'xterm-256color' }))
    await at.until('OPENAI_API_KEY')
    at.pty.write('\x03')
    expect(await at.exit).toBe(130)
    expect(existsSync(join(home, 'config.json'))).toBe(false)
  })
})

test('memory is reviewed by keys: another key or no day decides nothing, the old words stand there to be changed, Escape leaves the rest', async () => {
  const home = freshHome()
  mkdirSync(join(home, 'memory'))
  const page = join(home, 'memory', 'me.md')
  writeFileSync(page, '- 차는 흰색\n- 운동은 화요일\n- 재택 중\n- 커피를 좋아함\n')
  const at = sit(['memory', 'review'], bareEnv(home, { TERM: 'xterm-256color' }))
  // Keys count from the question on.
  const asked = (times: number) => expect.poll(() => at.seen().split('그만: ').length - 1).toBe(times)
  await asked(1)
  at.pty.write('z')
  await asked(2)
  at.pty.write('ㄷ')
  await expect.poll(() => at.seen().split('차는 흰색').length - 1).toBe(2)
  at.pty.write('\x7f\x7f검정\r')
  await asked(3)
  at.pty.write('s')
  await asked(4)
  at.pty.write('x')
  await at.until('언제까지인가요?')
  at.pty.write('언젠가\r')
  await asked(5)
  expect(at.seen()).toContain('언제까지인지 알 수 없어요: 언젠가')
  at.pty.write('f')
  await asked(6)
  at.pty.write('\x1b')
  await at.until('여기까지 2줄을 정했어요.')
  expect(await at.exit).toBe(0)
  expect(readFileSync(page, 'utf8').replace(/ <!--.*-->/g, '')).toBe('- 차는 검정\n- 운동은 화요일\n- 커피를 좋아함\n')
})

describe('escape codes', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape codes are what this is about
  const escapeCode = /\x1b/

  test('colour the lines about a run on a terminal, and never with NO_COLOR', async () => {
    await using server = await modelServer(
      callTool('calculator', { expression: '1+1' }),
      say('2'),
      callTool('calculator', { expression: '1+1' }),
      say('2'),
    )
    const plain = sit(['-p', '1+1'], envFor(freshHome(), server, { NO_COLOR: '1' }))
    await plain.exit
    const coloured = sit(['-p', '1+1'], envFor(freshHome(), server))
    await coloured.exit
    expect(plain.seen()).not.toMatch(escapeCode)
    expect(coloured.seen()).toMatch(escapeCode)
  })

  test.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ TERM: 'dumb' }, true, false],
    [{ CI: 'true' }, true, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
  ])('%j on a terminal: %s → %s', (env, isTerminal, expected) => {
    expect(hasColours(env, isTerminal)).toBe(expected)
  })
})
