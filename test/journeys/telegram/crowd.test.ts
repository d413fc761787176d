import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Update } from 'grammy/types'
import { expect, onTestFinished, test as sample } from 'vitest'
import type { Flow } from '../../../src/core/flow.ts'
import { partOf, longTest as test } from '../../parts.ts'
import { Random } from '../../random.ts'
import { botRig, echo, owner } from '../../ui/telegram/rig.ts'

const program = join(import.meta.dirname, '../../fixtures/telegram-bot.ts')

sample(
  'a thousand messages from one chat are answered in order, none lost, none doubled, in less than 200 MB',
  async () => {
    const { home, server } = await botRig()
    const effects = `${home}/effects`
    const bot = spawn(process.execPath, [program, home, server.url, server.token, effects], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    onTestFinished(() => void bot.kill('SIGKILL'))
    await server.until(() => server.of('getUpdates').length > 1)
    const texts = Array.from({ length: partOf(1_000, 150) }, (_, at) => `메시지 ${at}`)
    for (const text of texts) server.say(owner, text)
    await server.until(() => server.sent.length >= texts.length && server.unconfirmed === 0)
    expect(server.texts(owner)).toEqual(texts.map((text) => `끝: ${text}`))
    expect(
      readFileSync(effects, 'utf8')
        .split('\n')
        .filter((line) => line === 'turn'),
    ).toHaveLength(texts.length)
    const [, peakKb = ''] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${bot.pid}/status`, 'utf8')) ?? []
    expect(Number(peakKb) / 1024).toBeLessThan(200)
  },
  120_000,
)

test('a day without a message: a poll every thirty seconds, no turn, no other call, no growth', async () => {
  const { server, start, inputs } = await botRig()
  server.secondMs = 0.1
  await start()
  await server.until(() => server.of('getUpdates').length > 100)
  const before = process.memoryUsage().heapUsed
  const polls = (24 * 3_600) / 30
  await server.until(() => server.of('getUpdates').length > 100 + polls)
  expect(
    server
      .of('getUpdates')
      .slice(2)
      .every(({ params }) => params.timeout === 30),
  ).toBe(true)
  expect([
    inputs.length,
    server.calls.filter(({ method }) => method !== 'getUpdates').map(({ method }) => method),
  ]).toEqual([0, ['getMe', 'setMyCommands']])
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 << 20)
}, 120_000)

test('fifty chats are answered side by side: a slow one holds nobody', async () => {
  const open = Promise.withResolvers<void>()
  const flow: Flow = async function* (input, context) {
    if (input.by === 'telegram:1') await open.promise
    return yield* echo(input, context) as AsyncGenerator<never, { message: string; text: string }>
  }
  const chats = Array.from({ length: 50 }, (_, at) => at + 1)
  const { server, start } = await botRig({ flow, senders: chats.map((id) => ({ id, workspace: 'default' })) })
  await start()
  for (let n = 0; n < 20; n++) for (const id of chats) server.say(id, `${id}의 ${n}`)
  await server.until(() => server.sent.length === 49 * 20)
  expect(server.texts(1)).toEqual([])
  open.resolve()
  await server.until(() => server.sent.length === 50 * 20)
  for (const id of chats) expect(server.texts(id)).toEqual(Array.from({ length: 20 }, (_, n) => `${id}의 ${n}`))
}, 120_000)

test('a crowd of strangers is in nobody’s way: each gets one code, and whoever writes behind them is let in by theirs', async () => {
  const { server, start, inputs, lines, access } = await botRig()
  await start()
  const crowd = 150
  for (let n = 0; n < 3 * crowd; n++) server.say(100_000 + (n % crowd), `광고 ${n}`)
  const late = 300_000
  server.say(late, '저예요')
  server.say(owner, '안녕')
  await server.until(() => server.texts(owner).includes('안녕') && server.texts(late).length === 1)
  const [, code = ''] = /pair (\w{8})/.exec(server.texts(late)[0] ?? '') ?? []
  expect(await access.pair(code, { profile: 'late', workspace: 'default' }, Date.now())).toMatchObject({ id: late })
  server.say(late, '이제 돼요?')
  server.say(100_000, '나도')
  await server.until(() => server.texts(late).includes('이제 돼요?') && server.unconfirmed === 0)
  for (let id = 100_000; id < 100_000 + crowd; id++) expect([id, server.texts(id).length]).toEqual([id, 1])
  expect(inputs.map(({ text }) => text)).toEqual(['안녕', '이제 돼요?'])
  expect(lines.filter((line) => line.includes('stranger:'))).toEqual([])
}, 60_000)

test('a stranger whose code could not be sent gets it when the net is back, and the same one after a start', async () => {
  const { server, start, access } = await botRig({ senders: [] })
  const { end } = await start()
  server.faults.push({ method: 'sendMessage', status: 429, description: 'Too Many Requests', retryAfter: 1 })
  server.say(77, '저기요')
  await server.until(() => server.texts(77).length === 1)
  await end()
  await start()
  server.say(77, '다시 왔어요')
  await server.until(() => server.texts(77).length === 2)
  expect(new Set(server.texts(77)).size).toBe(1)
  expect((await access.read()).waiting.map(({ id }) => id)).toEqual([77])
})

test('ten thousand repeated, re-ordered, rewound and broken updates: each message once, nothing crashes', async () => {
  const { server, start, inputs } = await botRig()
  await start()
  const random = new Random(7)
  const next = (below: number) => random.below(below)
  const good = Array.from(
    { length: 40 },
    (_, at): Update => ({ update_id: 5_000 + at, message: server.message(owner, { text: `글 ${at}` }) as never }),
  )
  const broken = (update: Update): Update => {
    const copy = structuredClone(update) as unknown as Record<string, unknown>
    const message = copy.message as Record<string, unknown>
    const odd = [null, -1, 'x', {}, [], true][next(6)]
    const where = next(4)
    // Whatever is broken, it is not the owner's, and has an id of its own below the good ones.
    message.from = { id: 666, is_bot: next(2) === 0 }
    copy.update_id = where === 3 ? odd : 1_000 + next(3_000)
    if (where === 0) message[Object.keys(message)[next(5)] as string] = odd
    if (where === 1) copy.message = odd
    if (where === 2) copy.callback_query = odd
    return copy as unknown as Update
  }
  await server.until(() => server.of('getUpdates').length > 1)
  for (let round = 0; round < 100; round++) {
    const known = good.slice(0, round + 1)
    const fresh = good.slice(round, round + 1)
    const others = Array.from({ length: 100 - fresh.length }, () => {
      const update = known[next(known.length)] as Update
      return next(3) === 0 ? broken(update) : update
    })
    others.splice(next(others.length), 0, ...fresh)
    server.rewind(others)
    await server.until(() => server.unconfirmed === 0)
  }
  server.say(owner, '끝')
  await server.until(() => server.texts(owner).includes('끝'))
  expect(server.texts(owner)).toEqual([...good.map(({ message }) => message?.text), '끝'])
  expect(inputs.length).toBe(good.length + 1)
}, 120_000)
