import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createAssistant } from '../../src/library/index.ts'
import { isEnding } from '../../src/protocol/index.ts'
import { bareEnv, freshHome, run, start } from '../cli/assistant.ts'
import { chat } from '../ui/http/rig.ts'
import { hasTmux, pane } from '../ui/tui/tmux.ts'
import { owner, world } from './telegram-world.ts'

const noon = '2026-11-21T12:00:00+09:00'

/** Conversations that money, slots, reminders, notes and sums take part in; nothing in them is drawn by lot. */
const stories: readonly (readonly string[])[] = [
  ['엄마한테 3마넌 낼 보내줘', '아니다 5만원', '오늘 며칠이야?', '넹', '예약한 거 뭐 있어?', '아 취소'],
  ['내일 저녁 7시에 회의 알려줘', '8시로', '아니 9시 반', '취소'],
  ['형한테 만원, 누나한테 15 만원 보내줘', '네', '20만원으로 바꿔줘', '응', '네', '방금 보낸 거 취소해줘', '총 얼마 보냈어?'],
  ['엄마랑 아빠한테 10만원 나눠서 보내줘', '전부 취소'],
  ['철수한테 받은 만원 영수에게 보내줘', '취소'],
  ['돈 보내줘', '동생', '안 보내도 돼?', '3만원', '그만'],
  ['매일 9시와 6시 반에 약 먹으라고 알려줘', '추석마다 차례 준비하라고 알려줘', '알림 목록'],
  ['12만 5천원의 17%는?', '크리스마스까지 며칠 남았어?', '음력 8월 15일이 양력으로 언제야?', '20평은 몇 제곱미터'],
  ['send 30,000 won to mom', 'no, make it 20,000 won', 'yes', 'how much did I send to mom today?'],
  ['집주인 아주머니한테 월세 50만원 다음 달 1일에 보내줘', '엄', '어제 아빠가 3만원 보냈대', '네 아니 취소요'],
  ['엄마한테 만원 보내줘', '아 그리고 아빠한테는 5만원', '네', '싫어', '아까 그 이체 계속하자'],
  ['이모한테 -5000원 보내줘', '5천원', '메모는 생일 선물', '보내주세요'],
  ['소영이한테 만원 빼고 보내줘', '삼 만 오천 원', '6월 19일에', '아니 모레', 'ㅇㅇ', '오케이'],
  ['이번 주 금요일까지 보고서 내라고 알려줘', '매달 31일에 카드값 확인하라고 알려줘', '알림 목록'],
  ['메모해줘: 와이파이 비밀번호는 assistant7', '메모 보여줘', '내 이름은 지수야', '내 이름이 뭐야?'],
]
/** The part that `SAME_WORDS=all` has as well: a run of the program for each sentence takes its time. */
const inRun = process.env.SAME_WORDS === 'all' ? stories : stories.slice(0, 2)

/** What differs by design: Telegram's own bullets and notices, code without its marks, and the opening of a refusal, which varies. */
const plain = (text: string) =>
  text
    .replaceAll('`', '')
    .replaceAll('• ', '- ')
    .replace(/^.*(?= AI 모델을 연결하면)/m, '…')
    .replace(/\n\nℹ️ .*$/, '')
    .trimEnd()

/** Single runs come one after the other: each begins a minute later. */
const env = (home: string, minutes = 0) =>
  bareEnv(home, {
    ASSISTANT_NOW: new Date(Date.parse(noon) + minutes * 60_000).toISOString(),
    ASSISTANT_LANG: 'ko',
    ASSISTANT_PROVIDER: 'offline',
    ASSISTANT_ZONE: 'Asia/Seoul',
  })

/** The terminal's conversations: each sentence as its screen submits it. */
async function inTerminal(): Promise<string[][]> {
  const assistant = await createAssistant({
    home: freshHome(),
    cwd: freshHome(),
    env: { OLLAMA_HOST: '127.0.0.1:9' },
    clock: () => Date.parse(noon),
    settings: { provider: 'offline', language: 'ko', zone: 'Asia/Seoul' },
  })
  const all: string[][] = []
  for (const story of stories) {
    const conversation = await assistant.open('new')
    const heard: string[] = []
    for (const text of story) {
      const { turn, seq } = await conversation.submit({ text, origin: 'tui', by: 'owner' }, 'queue')
      for await (const { turn: of, event } of conversation.follow(seq, AbortSignal.timeout(60_000))) {
        if (of !== turn || !isEnding(event)) continue
        heard.push(event.type === 'turn.done' ? plain(event.text) : JSON.stringify(event))
        break
      }
    }
    await conversation.close()
    all.push(heard)
  }
  await assistant.close()
  return all
}

async function inRuns(): Promise<string[][]> {
  const home = freshHome()
  const all: string[][] = []
  let minutes = 0
  for (const story of inRun) {
    const heard: string[] = []
    for (const [at, text] of story.entries())
      heard.push(plain((await run(at === 0 ? [text] : ['-c', text], env(home, minutes++))).out))
    all.push(heard)
  }
  return all
}

async function overHttp(): Promise<string[][]> {
  const vars = env(freshHome())
  const child = start(['serve', '--port', '0'], vars)
  let said = ''
  await new Promise<void>((ready, failed) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        said += text
        if (/http:\/\/127\.0\.0\.1:\d+/.test(said) && /ast_[\w-]+/.test(said)) ready()
      })
    child.once('exit', (code) => failed(new Error(`${resolve('bin/assistant.js')} ended with ${code}: ${said}`)))
  })
  const [port, key] = [Number(/127\.0\.0\.1:(\d+)/.exec(said)?.[1]), /ast_[\w-]+/.exec(said)?.[0] ?? '']
  await run(['serve', 'token', 'grant', 'default', 'transfer'], vars)
  const all: string[][] = []
  for (const [at, story] of stories.entries()) {
    const heard: string[] = []
    for (const text of story) heard.push(plain((await chat(port, key, `story-${at}`, text)).json().interaction?.message ?? ''))
    all.push(heard)
  }
  return all
}

async function overTelegram(): Promise<string[][]> {
  const { asked, letIn, grant, server } = await world([], { env: env(freshHome()) })
  await letIn()
  await grant('transfer')
  const all: string[][] = []
  for (const [at, story] of stories.entries()) {
    if (at > 0) await asked('/new')
    const heard: string[] = []
    for (const text of story) heard.push(plain(await asked(text)))
    all.push(heard)
  }
  expect(server.texts(owner).length).toBeGreaterThan(stories.flat().length)
  return all
}

/** The first two stories as a person types them into the chat in a tmux: each answer, row by row, below the one before. */
async function inTmux(expected: string[][]): Promise<void> {
  const vars = Object.entries(env(freshHome())).map(([name, value]) => `${name}=${value}`)
  const screen = await pane(
    ['env', '-i', '-C', freshHome(), 'TERM=xterm-256color', ...vars, process.execPath, resolve('bin/assistant.js')],
    160,
    50,
  )
  try {
    await screen.until((lines) => lines.some((line) => line.includes('준비됨')), 60_000)
    let above = 0
    for (const [at, text] of stories.slice(0, 2).flat().entries()) {
      await screen.type(text)
      await screen.key('Enter')
      for (const row of (expected.flat()[at] as string).split('\n').filter(Boolean)) {
        const bare = (line: string) => line.replaceAll('• ', '- ')
        const lines = await screen.until((all) => all.findIndex((line, i) => i >= above && bare(line).includes(row)) >= 0)
        above = lines.findIndex((line, i) => i >= above && bare(line).includes(row)) + 1
      }
      await screen.until((lines) => lines.some((line) => line.includes('준비됨')))
    }
  } finally {
    await screen.close()
  }
}

test('the same words get the same answers in the terminal, in single runs, over HTTP and over Telegram', async () => {
  const expected = await inTerminal()
  expect(expected.flat().filter((text) => text === '' || text.startsWith('{'))).toEqual([])
  const [runs, http, telegram] = [await inRuns(), await overHttp(), await overTelegram()]
  expect(runs).toEqual(expected.slice(0, inRun.length))
  expect(http).toEqual(expected)
  expect(telegram).toEqual(expected)
}, 300_000)

test.skipIf(process.env.SAME_WORDS !== 'all' || !(await hasTmux()))(
  'typed into the chat in a tmux they are answered so, too',
  async () => inTmux(await inTerminal()),
  300_000,
)
