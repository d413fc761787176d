import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { encode } from 'fast-png'
import { expect, onTestFinished, test as sample } from 'vitest'
import { bareEnv, freshHome, run } from '../cli/assistant.ts'
import { mcpLocked } from '../fakes/mcp-locked.ts'
import { callTool, modelServer, type Seen, say } from '../fakes/model-server.ts'
import { longTest as test } from '../parts.ts'
import { alive, fake, scratch } from '../tools/mcp/rig.ts'
import { type Screen, start } from '../ui/tui/pty.ts'
import { always } from './home.ts'

/** Runs the tool that the last words name, `tool {arguments}`, and then says what came of it. */
const obedient = always(({ body }: Seen) => {
  const last = body.messages.at(-1)
  if (last.role === 'tool') return say(`결과: ${last.content}`)
  const [, name = '', args = '{}'] = /^(mcp_\w+) ?(\{.*\})?/m.exec(String(last.content)) ?? []
  return name ? callTool(name, JSON.parse(args)) : say('네.')
})

/** The real program in a terminal, with a server of ours in its list. */
async function chat(mode = 'good', ...more: string[]) {
  const pids = join(scratch(), 'pids')
  return { pids, ...(await chatWith({ ...fake(mode, ...more), env: { MCP_PIDS: pids }, safe: true })) }
}

/**
 * The real program in a terminal, with a server in its list that nobody has allowed yet, all of whose tools run
 * unasked.
 */
async function chatWith(entry: object) {
  const { home, env } = await homeWith(entry)
  const screen = start(resolve('bin/assistant.js'), { env, columns: 100, rows: 40 })
  onTestFinished(() => screen.close())
  await screen.until(({ text }) => text().includes('준비됨'), 30_000)
  return { home, screen }
}

async function homeWith(entry: object) {
  const home = freshHome()
  const server = await modelServer(...obedient)
  onTestFinished(() => server[Symbol.asyncDispose]())
  writeFileSync(join(home, 'mcp.json'), JSON.stringify({ mcpServers: { good: entry } }))
  const env = bareEnv(home, {
    OPENAI_API_KEY: 'sk-test-0123456789abcdef',
    OPENAI_BASE_URL: server.openai,
    ASSISTANT_MODEL: 'm',
  })
  return { home, env: { ...env, COLORTERM: '', TMUX: '' } }
}

/** How often each text was on a screen when it was last waited for: what is waited for again is another one. */
const counts = new WeakMap<Screen, Map<string, number>>()

/** Waits until the screen says so once more than before. */
async function seen(screen: Screen, words: string): Promise<void> {
  const before = counts.get(screen) ?? new Map<string, number>()
  counts.set(screen, before)
  const times = () => screen.text().split(words).length - 1
  await screen.until(() => times() > (before.get(words) ?? 0), 30_000)
  before.set(words, times())
}

/**
 * A question that has just appeared takes no key for a second, lest one that was meant for something else answers it.
 */
async function asked(screen: Screen, words: string): Promise<void> {
  await screen.until(({ text }) => text().includes(words), 30_000)
  await new Promise((done) => setTimeout(done, 1200))
}

/** Allows the server through /mcp. */
async function allowed(screen: Screen): Promise<void> {
  await seen(screen, '아직 허용하지 않은 MCP 서버가 있어요: good')
  screen.type('/mcp\r')
  await seen(screen, 'good · 허용하기')
  screen.type('\r')
  await asked(screen, '실행하거나 불러도 될까요?')
  screen.type('\x1b[A\r')
  await seen(screen, '연결됐어요.')
}

sample(
  'a server that nobody allowed is told at the start; /mcp shows its whole command, begins at no, and lets it be refused or allowed',
  async () => {
    const { screen, pids, home } = await chat()
    await seen(screen, '아직 허용하지 않은 MCP 서버가 있어요: good')
    screen.type('/mcp\r')
    await seen(screen, 'good · 거절하기')
    screen.type('\r')
    await asked(screen, '실행하거나 불러도 될까요?')
    expect(screen.text().replaceAll(/\s/g, '')).toContain(resolve('test/fakes/mcp-server.ts'))
    screen.type('\r')
    await seen(screen, '그대로 두었어요.')
    expect(alive(pids)).toEqual([])
    screen.type('/mcp\r')
    await screen.until(({ text }) => text().split('good · 거절하기').length > 1)
    await new Promise((done) => setTimeout(done, 1200))
    screen.type('\x1b[B\r')
    await seen(screen, '거절했어요.')
    expect(readFileSync(join(home, 'state/mcp-approved.json'), 'utf8')).toContain('refused')
    screen.type('/mcp\r')
    await seen(screen, '거절함')
    screen.type('\r')
    await asked(screen, '실행하거나 불러도 될까요?')
    screen.type('\x1b[A\r')
    await seen(screen, '연결됐어요.')
    expect(alive(pids).length).toBe(1)
    screen.type('mcp_good_echo {"text":"hello"}\r')
    await seen(screen, '결과:')
    expect(screen.text()).toContain('hello')
  },
  120_000,
)

test('what a server asks is answered field by field: defaults offered, formats and ranges checked, nothing of it obeyed', async () => {
  const { screen } = await chat()
  await allowed(screen)
  screen.type('mcp_good_survey\r')
  await asked(screen, '‘good’의 질문 (1/6)')
  expect(screen.text()).toContain('모르는 서버에는 비밀번호나 API 키를 알려주지 마세요.')
  expect([screen.output().includes('\x1b]52'), screen.text().includes('Mail\u202e')]).toEqual([false, false])
  screen.type('nobody\r')
  await seen(screen, '이런 모양으로 써 주세요: name@example.com')
  screen.type('\x15me@example.com\r')
  await seen(screen, '(2/6)')
  screen.type('\x1579\r')
  await seen(screen, '값이 범위를 벗어났어요 (1–5).')
  screen.type('\x153\r')
  await seen(screen, '(3/6)')
  screen.type('\x1b[A\r')
  await seen(screen, '(4/6)')
  screen.type('\r')
  await seen(screen, '(5/6)')
  screen.type('\r')
  await seen(screen, '고른 개수가 맞지 않아요')
  screen.type(' \x1b[B\x1b[B \r')
  await seen(screen, '(6/6)')
  screen.type('\r')
  await seen(screen, '결과:')
  expect(screen.text().replaceAll(/\s/g, '')).toContain(
    '{"action":"accept","content":{"mail":"me@example.com","count":3,"sure":true,"colour":"g","days":["mon","wed"]}}',
  )
}, 120_000)

/** What a server said is foreign text: what goes out after it is asked about, and a chosen row answers. */
async function agreed(screen: Screen): Promise<void> {
  await asked(screen, '❯ 거절')
  screen.type('\x1b[A')
  await screen.until(({ text }) => text().includes('❯ 이번만 허용'), 30_000)
  screen.type('\r')
  await screen.until(({ text }) => !text().includes('이번만 허용'), 30_000)
}

test('Esc declines, Ctrl+C cancels and stops nothing else; of a hundred questions at once a person sees one', async () => {
  const { screen } = await chat()
  await allowed(screen)
  screen.type('mcp_good_ask\r')
  await asked(screen, '‘good’의 질문')
  screen.type('\x1b')
  await seen(screen, '"action":"decline"')
  screen.type('mcp_good_ask\r')
  await agreed(screen)
  await asked(screen, '‘good’의 질문')
  screen.type('\x03')
  await seen(screen, '"action":"cancel"')
  screen.type('mcp_good_ask_much\r')
  await agreed(screen)
  await asked(screen, '‘good’의 질문')
  screen.type('엄마\r')
  await seen(screen, '(2/2)')
  screen.type('\r')
  await screen.until(({ text }) => text().includes('"name":"엄마"'), 30_000)
  expect(screen.text()).not.toContain('(1/2)')
}, 120_000)

test('a server that dies while it is asked for an answer takes its question with it; the chat goes on', async () => {
  const { screen, pids } = await chat()
  await allowed(screen)
  screen.type('mcp_good_ask_and_die {"afterMs":4000}\r')
  await asked(screen, '‘good’의 질문')
  await screen.until(({ text }) => text().includes('도중에 끝났어요'), 30_000)
  await screen.until(({ text }) => !text().includes('Esc 답하지 않기'), 30_000)
  screen.type('/mcp\r')
  await seen(screen, '문제 있음')
  screen.type('\r')
  await screen.until(({ text }) => text().split('연결됐어요.').length > 2, 30_000)
  screen.type('mcp_good_echo {"text":"again"}\r')
  await seen(screen, '결과: ')
  await screen.until(({ text }) => text().includes('again'), 30_000)
  expect(alive(pids).length).toBe(1)
}, 120_000)

test('in a single answer a server may ask, too: the person answers line by line, and Ctrl+C there stops the turn', async () => {
  const { home, env } = await homeWith({ ...fake(), safe: true })
  expect((await run(['mcp', 'connect', 'good', '--yes'], env)).code).toBe(0)
  const once = () => {
    const screen = start(resolve('bin/assistant.js'), { env, args: ['-p', 'mcp_good_ask'], columns: 100, rows: 40 })
    onTestFinished(() => screen.close())
    return screen
  }
  const first = once()
  await first.until(({ text }) => text().includes('name:'), 30_000)
  first.type('엄마\r')
  await first.until(({ text }) => text().includes('age (30):'), 30_000)
  first.type('\r')
  await first.until(({ text }) => text().includes('답할까요?'), 30_000)
  first.type('y\r')
  expect(await first.exit).toBe(0)
  expect(first.text().replaceAll(/\s/g, '')).toContain('{"action":"accept","content":{"name":"엄마","age":30}}')
  const second = once()
  await second.until(({ text }) => text().includes('name:'), 30_000)
  second.type('\x03')
  expect(await second.exit).toBe(130)
  expect(readdirSync(home)).toContain('mcp.json')
}, 120_000)

test('/mcp logs in at a server; when a tool wants more rights the person is asked, logs in again, and it runs', async () => {
  await using locked = await mcpLocked()
  const { screen } = await chatWith({ url: locked.url, safe: true })
  screen.type('/mcp\r')
  await seen(screen, 'good · 허용하기')
  screen.type('\r')
  await asked(screen, '실행하거나 불러도 될까요?')
  screen.type('\x1b[A\r')
  await browse(screen, 1)
  await seen(screen, '연결됐어요.')
  screen.type('mcp_good_write\r')
  await asked(screen, '로그인이 필요한 일이에요. 로그인할까요?')
  expect(screen.text()).toContain('서버가 요청한 권한: read write')
  screen.type('\x1b[A\r')
  await browse(screen, 2)
  await screen.until(({ text }) => text().includes('did write'), 30_000)
  expect(locked.story).toEqual(['login read', 'token read', 'login read write', 'token read write', 'run write'])
}, 120_000)

/** The person's browser: follows the newest address on the screen, once there are so many. */
async function browse(screen: Screen, many: number): Promise<void> {
  const addresses = (): string[] =>
    screen
      .text()
      .replaceAll(/\n\s*/g, '')
      .match(/http:\/\/127\.0\.0\.1:\d+\/authorize\?\S+?code_challenge_method=S256[^›·]*?resource=[\w%.]+/g) ?? []
  await screen.until(() => addresses().length >= many, 30_000)
  await fetch(addresses().at(-1) as string)
}

test('a picture of a tool is painted on the screen, lies beside the conversation, and is named when that is resumed', async () => {
  const data = Buffer.from(
    encode({ width: 4, height: 4, channels: 3, depth: 8, data: new Uint8Array(48).fill(200) }),
  ).toString('base64')
  const { screen, home } = await chat('good', data)
  await allowed(screen)
  screen.type('mcp_good_picture\r')
  await seen(screen, '결과:')
  expect(screen.text()).toContain('▀▀▀▀\n▀▀▀▀')
  const folder = join(home, 'conversations')
  const [pictures = ''] = readdirSync(folder).filter((name) => name.endsWith('.pictures'))
  const [file = ''] = readdirSync(join(folder, pictures))
  screen.type('/resume\r')
  await seen(screen, '어느 대화를 이어갈까요?')
  screen.type('\r')
  await seen(screen, '그림: ')
  expect(screen.text().replaceAll(/\s/g, '')).toContain(file)
}, 120_000)
