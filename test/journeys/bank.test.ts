import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test as sample } from 'vitest'
import { followRingsHere } from '../../src/app/reminders/reminder-clock.ts'
import { openLedgerFile, runScheduledTransfers } from '../../src/app/services/scheduled-transfers.ts'
import { longTest as test } from '../parts.ts'
import { assistantAt, endingOf, freshHome, talk } from './home.ts'

const flags = {
  'bank.server': 'bank',
  'bank.transfer': 'pay',
  'bank.balance': 'balance',
  'bank.history': 'history',
  'bank.arguments': ['target=to', 'amount=won'],
}

/** An assistant whose transfers are made by a bank that behaves in one way, and what that bank was asked and did. */
async function withBank(
  how: string,
  { home = freshHome(), approve = true, clock = () => Date.now(), timeout = 1_000 } = {},
) {
  const file = join(home, 'bank')
  const server = { command: process.execPath, args: [resolve('test/fakes/bank-server.ts'), file, how], timeout }
  writeFileSync(join(home, 'mcp.json'), JSON.stringify({ mcpServers: { bank: server } }))
  const assistant = await assistantAt(home, { flags, clock })
  onTestFinished(() => assistant.close())
  if (approve) await (await assistant.mcp())!.approve('bank')
  const lines = () =>
    (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []).map((line) => JSON.parse(line))
  return {
    home,
    assistant,
    asked: () => lines().filter(({ name }) => name === 'pay'),
    moved: () => lines().filter(({ moved }) => moved).length,
  }
}

/** What is said in one conversation, answered in order. */
async function said(assistant: Awaited<ReturnType<typeof assistantAt>>, ...texts: string[]): Promise<string[]> {
  const { conversation, say } = await talk(assistant)
  const answers: string[] = []
  for (const text of texts)
    answers.push(endingOf(await say(text)).type === 'turn.done' ? '' : 'failed', await lastText(conversation.id))
  await conversation.close()
  return answers.filter(Boolean)

  async function lastText(id: string) {
    const { messages } = await (await import('../../src/threads/journal.ts')).loadThread(
      join(assistant.home, 'conversations'),
      id,
    )
    return String(messages.findLast(({ role }) => role === 'assistant')?.text)
  }
}
const yes = ['엄마한테 만원 보내줘', '네']
const unknown = '이체 결과를 확인하지 못했어요. 다시 보내지 않았으니 은행 내역을 확인해 주세요.'

sample(
  'a bank behind an MCP server is asked once, under the names that its tool has, and its own words answer for balance and history',
  async () => {
    const { assistant, asked, moved } = await withBank('good')
    const answers = await said(assistant, ...yes, '내 잔액 얼마야?', '이체 내역 보여줘', '총 얼마 보냈어?')
    expect(answers.slice(1)).toEqual([
      '이체가 완료됐어요.\n엄마에게 1만원',
      '은행 잔액 7,000원',
      '은행 거래 내역 2건',
      '이번에 총 1만원을 보내셨어요. 엄마에게 1만원이었어요.',
    ])
    expect(asked()).toEqual([
      { name: 'pay', to: '엄마', won: 10_000, idempotency_key: expect.stringMatching(/^\w+\/\w+\/0$/) },
    ])
    expect(moved()).toBe(1)
    expect(existsSync(join(assistant.home, 'ledger.jsonl'))).toBe(false)
  },
  60_000,
)

describe('a bank that', () => {
  test.each([
    ['refuses', '이체에 실패했어요. 은행이 받아들이지 않았어요 (오늘 한도를 넘었습니다).', 1, 0],
    ['invalid', expect.stringMatching(/^이체에 실패했어요. 은행이 받아들이지 않았어요 \(.*no such account.*\)/), 1, 0],
    ['broken', unknown, 1, 1],
    ['before', unknown, 1, 0],
    ['after', unknown, 1, 1],
    ['mute', unknown, 1, 0],
    ['silent', unknown, 1, 1],
  ])(
    '%s: is told as exactly that, and never asked again on its own',
    async (how, expected, asks, moves) => {
      const { assistant, asked, moved } = await withBank(how)
      const [, answer, after] = await said(assistant, ...yes, '네')
      expect(answer).toEqual(expected)
      expect(after).not.toBe(answer)
      expect(asked().length).toBe(asks)
      expect(moved()).toBe(how === 'broken' ? 0 : moves)
    },
    60_000,
  )

  test('was not agreed to is not started; nothing was sent, and it is said what to do', async () => {
    const { assistant, asked } = await withBank('good', { approve: false })
    expect((await said(assistant, ...yes))[1]).toContain('assistant mcp connect bank')
    expect(asked()).toEqual([])
  }, 60_000)
})

test('by voice no bank outside moves money', async () => {
  const { assistant, asked } = await withBank('good')
  const { conversation, say } = await talk(assistant)
  expect(endingOf(await say(yes[0]!, 'voice'))).toMatchObject({ text: '이 작업은 앱에서 직접 실행해주세요' })
  // A question that was put on the screen is not answered aloud, either.
  await say(yes[0]!)
  expect(endingOf(await say('네', 'voice'))).toMatchObject({ text: '이 작업은 앱에서 직접 실행해주세요' })
  expect(asked()).toEqual([])
  expect(endingOf(await say('네'))).toMatchObject({ text: '이체가 완료됐어요.\n엄마에게 1만원' })
  await conversation.close()
}, 60_000)

test('a booking at a bank outside goes on its day; where the bank gives no answer the owner is told so, and it is not sent again', async () => {
  let now = Date.parse('2026-11-21T12:00:00+09:00')
  const { home, assistant, asked } = await withBank('silent', { clock: () => now })
  await said(assistant, '다음 주 금요일에 엄마한테 만원 보내줘', '네')
  expect(asked()).toEqual([])
  now = Date.parse('2026-11-27T09:00:00+09:00')
  const stop = new AbortController()
  const keeping = runScheduledTransfers(assistant.parts, stop.signal)
  for await (const { text, markShown: told } of followRingsHere(assistant.parts, 'tui', stop.signal)) {
    expect(text).toBe(
      '예약한 이체의 결과를 확인하지 못했어요: 엄마에게 1만원. 다시 보내지 않았으니 은행 내역을 확인해 주세요.',
    )
    await told()
    break
  }
  stop.abort()
  await keeping
  const { assistant: later } = await withBank('good', { home, clock: () => now + 86_400_000 })
  const once = new AbortController()
  await runScheduledTransfers(later.parts, once.signal, async () => once.abort())
  expect(asked().length).toBe(1)
}, 60_000)

test('who leaves while a bank is asked about a booking is not held up; what became of it is told as not known', async () => {
  let now = Date.parse('2026-11-21T12:00:00+09:00')
  const { home, assistant, asked } = await withBank('mute', { clock: () => now, timeout: 60_000 })
  await said(assistant, '다음 주 금요일에 엄마한테 만원 보내줘', '네')
  now = Date.parse('2026-11-27T09:00:00+09:00')
  const stop = new AbortController()
  const keeping = runScheduledTransfers(assistant.parts, stop.signal)
  await expect.poll(asked).toHaveLength(1)
  const began = performance.now()
  stop.abort()
  await keeping
  expect(performance.now() - began).toBeLessThan(20_000)
  const later = await withBank('good', { home, clock: () => now + 86_400_000 })
  const ran = await (await openLedgerFile(later.assistant.parts)).ran()
  expect(ran).toMatchObject([{ booking: { target: '엄마' }, end: { type: 'lost' }, told: false }])
}, 60_000)
