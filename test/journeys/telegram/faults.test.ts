import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as sample } from 'vitest'
import { createBot } from '../../../src/ui/telegram/bot.ts'
import { longTest as test } from '../../parts.ts'
import { botRig, owner } from '../../ui/telegram/rig.ts'

sample(
  'floods, broken nets, pages of a proxy and a server that is away are waited for; each reply arrives once and in order',
  async () => {
    const { server, start } = await botRig()
    const method = 'sendMessage'
    server.faults.push(
      { method, status: 429, retryAfter: 1, description: 'Too Many Requests: retry after 1' },
      { method, status: 502, html: '<html>Bad Gateway</html>' },
      { method: 'getUpdates', status: 502, html: '<html>' },
    )
    await start()
    const began = performance.now()
    for (const text of ['하나', '둘', '셋']) server.say(owner, text)
    await server.until(() => server.sent.length === 3)
    expect(server.texts(owner)).toEqual(['하나', '둘', '셋'])
    expect(performance.now() - began).toBeGreaterThan(1_000)
    const [flooded, away] = server.of(method)
    expect((away?.at ?? 0) - (flooded?.at ?? 0)).toBeGreaterThanOrEqual(990)
  },
)

test('HTML that is refused goes out as plain text; what is refused altogether is said, and what follows still comes', async () => {
  const { server, start } = await botRig()
  const refused = { method: 'sendMessage', status: 400, description: "Bad Request: can't parse entities: x" }
  server.faults.push(refused, refused)
  await start()
  server.say(owner, '**하나**')
  server.say(owner, '둘')
  await server.until(() => server.texts(owner).includes('둘'))
  const told = "(Telegram: refused: Bad Request: can't parse entities: x)"
  expect(server.texts(owner)).toEqual([told, '둘'])
  expect(server.of('sendMessage').map(({ params }) => [params.text, params.parse_mode])).toEqual([
    ['<b>하나</b>', 'HTML'],
    ['하나', undefined],
    [told, undefined],
    ['둘', 'HTML'],
  ])
})

test('a chat that blocked the bot or is gone costs nothing but its replies; when it writes again it is answered', async () => {
  const { server, start } = await botRig({ senders: [owner, 7].map((id) => ({ id, workspace: 'default' })) })
  const description = 'Forbidden: bot was blocked by the user'
  server.closed.set(7, { status: 403, body: { ok: false, error_code: 403, description } })
  const { ledger } = await start()
  server.say(7, '하나')
  server.say(owner, '나')
  await server.until(() => server.texts(owner).length === 1)
  await expect.poll(() => ledger.outs.size).toBe(0)
  server.closed.clear()
  server.say(7, '다시')
  await server.until(() => server.texts(7).length === 1)
  expect(server.texts(7)).toEqual(['다시'])
})

test('pictures for a chat that is gone do not stay behind', async () => {
  const images = [{ mediaType: 'image/png' as const, data: Buffer.from('png').toString('base64') }]
  const { server, start, home } = await botRig({
    flow: async function* (_, context) {
      yield { type: 'tool.called', id: 'c', name: 'draw', args: {} }
      yield { type: 'tool.started', id: 'c', idempotent: false }
      const ended = {
        id: 'c',
        name: 'draw',
        message: context.newId(),
        outcome: 'ok',
        text: '',
        untrusted: false,
      } as const
      yield { type: 'tool.ended', ...ended, images }
      return { message: context.newId(), text: '그렸어요.' }
    },
  })
  const description = 'Forbidden: bot was blocked by the user'
  server.closed.set(owner, { status: 403, body: { ok: false, error_code: 403, description } })
  const { ledger } = await start()
  server.say(owner, '그려줘')
  await expect.poll(() => [ledger.keys.size, ledger.outs.size], { timeout: 15_000 }).toEqual([1, 0])
  await expect.poll(() => readdir(join(home, 'state', 'outbox')), { timeout: 15_000 }).toEqual([])
})

test('a rival poller is told of once, in one clear line, and not outrun', async () => {
  const { server, start, lines } = await botRig()
  const conflict = {
    method: 'getUpdates',
    status: 409,
    description: 'Conflict: terminated by other getUpdates request',
  }
  server.faults.push(conflict, conflict)
  await start()
  const began = performance.now()
  server.say(owner, '안녕')
  await server.until(() => server.of('getUpdates').length >= 2)
  expect(performance.now() - began).toBeGreaterThan(4_000)
  expect(lines.filter((line) => line.includes('다른 프로그램이 같은 봇'))).toHaveLength(1)
})

test('a refused token ends the bot with what to do; the token stands in no line', async () => {
  const { server, start, lines } = await botRig()
  server.faults.push({ method: 'getUpdates', status: 401, description: 'Unauthorized' })
  const { bot } = await start()
  expect(await bot.ended).toBe('token')
  expect(lines.at(-1)).toContain('TELEGRAM_BOT_TOKEN')
  expect(lines.join('\n')).not.toContain(server.token)
})

test('a backlog: of what came before the start the newest twenty of the last fifteen minutes run, the rest is counted', async () => {
  const { server, start, inputs } = await botRig()
  const now = Math.floor(Date.now() / 1000)
  for (let n = 0; n < 230; n++)
    server.push({ message: { ...server.message(owner, { text: `옛 ${n}` }), date: now - 600 + n } as never })
  for (let n = 0; n < 3; n++)
    server.push({ message: { ...server.message(owner, { text: `아주 옛 ${n}` }), date: now - 3_600 } as never })
  await start()
  server.say(owner, '지금')
  await server.until(() => server.texts(owner).includes('지금'))
  expect(inputs.map(({ text }) => text)).toEqual([...Array.from({ length: 20 }, (_, at) => `옛 ${210 + at}`), '지금'])
  expect(server.texts(owner)[0]).toBe(
    '꺼져 있는 동안 온 메시지 213건은 오래되어 처리하지 않았어요. 필요하면 다시 보내 주세요.',
  )
})

test('a message that was taken but not answered before a stop is answered after the next start, once', async () => {
  const { server, start, inputs } = await botRig()
  server.faults.push(
    ...Array.from({ length: 50 }, () => ({ method: 'sendMessage', status: 500, description: 'Internal' })),
  )
  const first = await start()
  server.say(owner, '안녕')
  await server.until(() => server.of('sendMessage').length >= 1)
  await first.end()
  server.faults.length = 0
  await start()
  await server.until(() => server.texts(owner).length >= 1)
  expect([server.texts(owner), inputs.length]).toEqual([['안녕'], 1])
}, 30_000)

test('progress is one message that is edited, never faster than every 0.4 s, and becomes the reply', async () => {
  const { server, start } = await botRig({
    flow: async function* (_, context) {
      yield { type: 'model.asked', call: 1, provider: 'test', model: 'slow', purpose: 'reply' }
      let text = ''
      for (let n = 0; n < 60; n++) {
        yield { type: 'text.added', call: 1, at: text.length, text: `낱말${n} ` }
        text += `낱말${n} `
        await new Promise((resolve) => setTimeout(resolve, 40))
      }
      return { message: context.newId(), text: text.trim() }
    },
  })
  await start()
  server.say(owner, '길게')
  await server.until(() => server.texts(owner)[0]?.endsWith('낱말59') ?? false)
  expect(server.texts(owner)).toHaveLength(1)
  const edits = server.calls.filter(({ method }) => method === 'editMessageText' || method === 'sendMessage')
  const gaps = edits.slice(1, -1).map(({ at }, index) => at - (edits[index]?.at ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(395)
  expect(edits.filter(({ status }) => status !== 200)).toEqual([])
  expect(edits.length).toBeGreaterThan(2)
  expect(server.of('sendChatAction').length).toBeGreaterThan(0)
})

test('pages that are no answer, with any status, are waited for; a server that wants a year of silence gets a day', async () => {
  const { server, start } = await botRig()
  const garbage = [200, 200, 403, 500].map((status) => ({ method: 'sendMessage', status, html: '<html>안녕</html>' }))
  server.faults.push(...garbage.slice(0, 2), { method: 'getUpdates', status: 200, html: 'null' })
  await start()
  server.say(owner, '하나')
  await server.until(() => server.texts(owner).length === 1)
  expect(server.texts(owner)).toEqual(['하나'])
  const bot = createBot(server.url, server.token)
  server.faults.push({ method: 'getMe', status: 429, retryAfter: 31_536_000, description: 'Too Many Requests' })
  await expect(bot.call('getMe', {}, AbortSignal.timeout(5_000))).rejects.toMatchObject({
    fault: 'flood',
    retryAfterMs: 86_400_000,
  })
  server.faults.push({ method: 'getMe', status: 429, retryAfter: 'soon' as never, description: 'Too Many Requests' })
  await expect(bot.call('getMe', {}, AbortSignal.timeout(5_000))).rejects.toMatchObject({
    fault: 'flood',
    retryAfterMs: undefined,
  })
}, 30_000)

test('a token that is revoked in the middle of a turn ends the bot at once; the reply is kept and sent after a start with a good one', async () => {
  const { server, start, lines } = await botRig()
  const first = await start()
  server.faults.push({ method: 'sendMessage', status: 401, description: 'Unauthorized' })
  server.say(owner, '안녕')
  expect(await first.bot.ended).toBe('token')
  expect(lines.filter((line) => line.includes('TELEGRAM_BOT_TOKEN')).length).toBe(1)
  await start()
  await server.until(() => server.texts(owner).length === 1)
  expect(server.texts(owner)).toEqual(['안녕'])
}, 30_000)

test('a clock that jumps a week ahead or a day back loses no message and repeats none', async () => {
  let shift = 0
  const { server, start } = await botRig({ host: { now: () => new Date(Date.now() + shift) } })
  await start()
  for (const [text, jump] of [
    ['하나', 0],
    ['둘', 7 * 86_400_000],
    ['셋', -86_400_000],
    ['넷', 3_600_000],
  ] as const) {
    shift = jump
    server.say(owner, text)
    await server.until(() => server.texts(owner).includes(text) && server.unconfirmed === 0)
  }
  expect(server.texts(owner)).toEqual(['하나', '둘', '셋', '넷'])
}, 30_000)

test('a poll that hangs on a network that is no more is given up when the machine has other addresses, or has slept', async () => {
  const state = { network: 'home', at: Date.now() }
  const { server, start } = await botRig({ host: { network: () => state.network, now: () => new Date(state.at) } })
  await start()
  const polls = () => server.of('getUpdates').filter(({ params }) => params.timeout > 0).length
  await server.until(() => polls() === 1)
  state.network = 'train'
  await server.until(() => polls() === 2)
  state.at += 3_600_000
  await server.until(() => polls() === 3)
  server.say(owner, '들려요?', { date: Math.floor(state.at / 1000) })
  await server.until(() => server.texts(owner).length === 1)
  expect(server.texts(owner)).toEqual(['들려요?'])
})
