import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Flow } from '../../../src/core/flow.ts'
import { isEnding } from '../../../src/protocol/index.ts'
import type { AccessFile } from '../../../src/ui/telegram/inbound/access.ts'
import { DeliveryLog } from '../../../src/ui/telegram/outbox.ts'
import { botRig, owner } from '../../ui/telegram/rig.ts'

const program = join(import.meta.dirname, '../../fixtures/telegram-bot.ts')

/** Begins to answer, and goes on when it is let go. */
function gate() {
  const open = Promise.withResolvers<void>()
  const flow: Flow = async function* (input, context) {
    yield { type: 'model.asked', call: 1, provider: 'test', model: 'slow', purpose: 'reply' }
    yield { type: 'text.added', call: 1, at: 0, text: `${input.text}에 대해 ` }
    await open.promise
    return { message: context.newId(), text: `${input.text}에 대해 답했어요.` }
  }
  return { flow, open: open.resolve }
}

test('one conversation in the terminal and in Telegram: one log, and each surface sees what the other does', async () => {
  const { server, start, conversation, inputs } = await botRig()
  const { bot, ledger } = await start()
  const terminal = await conversation('01SHARED00000000000000000B')
  const said = async (text: string) => {
    const { turn, seq } = await terminal.submit({ text, origin: 'tui', by: 'owner' }, 'queue')
    const stop = new AbortController()
    for await (const one of terminal.follow(seq, stop.signal))
      if (one.turn === turn && isEnding(one.event)) stop.abort()
  }
  await said('처음')
  await bot.adopt(owner, terminal.id, 'default//me', 5)
  await said('터미널에서')
  await server.until(() => server.texts(owner).some((text) => text.includes('터미널에서')))
  server.say(owner, '휴대폰에서')
  await server.until(() => server.texts(owner).includes('휴대폰에서'))
  await said('다시 터미널에서')
  await server.until(() => server.texts(owner).some((text) => text.includes('다시 터미널')))
  expect(server.texts(owner).filter((text) => !text.includes('처음'))).toEqual([
    '🖥 터미널에서\n\n터미널에서',
    '휴대폰에서',
    '🖥 다시 터미널에서\n\n다시 터미널에서',
  ])
  expect(inputs.map(({ text, origin }) => `${origin} ${text}`)).toEqual([
    'tui 처음',
    'tui 터미널에서',
    'telegram 휴대폰에서',
    'tui 다시 터미널에서',
  ])
  expect(ledger.chats.get(owner)?.conversation).toBe(terminal.id)
  await terminal.close()
})

test('what one surface does is seen on the other while it happens, and becomes one message; the chat goes on seeing it after a restart', async () => {
  let release = Promise.withResolvers<void>()
  const flow: Flow = async function* (input, context) {
    yield { type: 'model.asked', call: 1, provider: 'test', model: 'slow', purpose: 'reply' }
    yield { type: 'text.added', call: 1, at: 0, text: `${input.text}에 대해 ` }
    await release.promise
    return { message: context.newId(), text: `${input.text}에 대해 답했어요.` }
  }
  const { server, start, conversation } = await botRig({ flow })
  const first = await start()
  server.say(owner, '하나')
  await expect.poll(() => first.ledger.chats.get(owner)?.conversation).toBeDefined()
  const terminal = await conversation(first.ledger.chats.get(owner)?.conversation ?? '')
  const stop = new AbortController()
  const seen: string[] = []
  const following = (async () => {
    for await (const { event } of terminal.follow(0, stop.signal)) {
      if (event.type === 'text.added') seen.push(event.text)
      if (isEnding(event)) seen.push(event.type)
    }
  })()
  await expect.poll(() => seen).toEqual(['하나에 대해 '])
  release.resolve()
  await server.until(() => server.texts(owner).at(-1) === '하나에 대해 답했어요.')
  release = Promise.withResolvers<void>()
  await terminal.submit({ text: '둘', origin: 'tui', by: 'owner' }, 'queue')
  await server.until(() => server.texts(owner).at(-1)?.startsWith('🖥 둘\n둘에 대해') ?? false)
  const shown = server.sent.at(-1)
  release.resolve()
  await server.until(() => server.texts(owner).at(-1) === '🖥 둘\n\n둘에 대해 답했어요.')
  expect([server.sent.length, server.sent.at(-1)?.id]).toEqual([2, shown?.id])
  await first.end()
  await terminal.submit({ text: '셋', origin: 'tui', by: 'owner' }, 'queue')
  await expect.poll(() => seen.filter((one) => one === 'turn.done').length).toBe(3)
  await start()
  await server.until(() => server.texts(owner).length === 3)
  await terminal.submit({ text: '넷', origin: 'tui', by: 'owner' }, 'queue')
  await server.until(() => server.texts(owner).length === 4)
  expect(server.texts(owner).slice(2)).toEqual(['셋', '넷'].map((text) => `🖥 ${text}\n\n${text}에 대해 답했어요.`))
  stop.abort()
  await following
  await terminal.close()
}, 30_000)

test('killed in the middle of what another surface does: the message that had begun to show it becomes the answer, alone', async () => {
  const { flow, open } = gate()
  const { server, home, conversation } = await botRig({ flow })
  const terminal = await conversation('01SHARED00000000000000000K')
  const path = join(home, 'state', 'telegram.jsonl')
  const ledger = await DeliveryLog.open(path)
  await ledger.write({ type: 'chat', chat: owner, conversation: terminal.id, scope: 'default//me', mirror: 1 })
  await ledger.close()
  const begin = () => {
    const bot = spawn(process.execPath, [program, home, server.url, server.token, join(home, 'effects')], {
      stdio: 'ignore',
    })
    onTestFinished(() => void bot.kill('SIGKILL'))
    return bot
  }
  const first = begin()
  await terminal.submit({ text: '하나', origin: 'tui', by: 'owner' }, 'queue')
  await server.until(() => server.texts(owner)[0]?.endsWith('하나에 대해 ▍') ?? false)
  await expect.poll(() => readFileSync(path, 'utf8')).toContain('"type":"showing"')
  first.kill('SIGKILL')
  await once(first, 'exit')
  open()
  begin()
  await server.until(() => server.texts(owner).some((text) => text.includes('답했어요')))
  expect(server.texts(owner)).toEqual(['🖥 하나\n\n하나에 대해 답했어요.'])
  await terminal.close()
}, 60_000)

test('killed while it works, and told to stop before it is there again: the turn that goes on is stopped, and nothing is told as taken back', async () => {
  const { server, home } = await botRig()
  const effects = join(home, 'effects')
  const begin = () => {
    const bot = spawn(process.execPath, [program, home, server.url, server.token, effects], { stdio: 'ignore' })
    onTestFinished(() => void bot.kill('SIGKILL'))
    return bot
  }
  const first = begin()
  server.say(owner, '천천히 보내줘')
  await server.until(() => server.texts(owner)[0]?.startsWith('생각하는 중') ?? false)
  first.kill('SIGKILL')
  await once(first, 'exit')
  server.say(owner, '/stop')
  begin()
  await server.until(() => server.texts(owner).some((text) => text.includes('멈췄어요')) && server.unconfirmed === 0)
  expect(server.texts(owner).filter((text) => text.includes('멈출게요'))).toEqual(['멈출게요.'])
  expect(readFileSync(effects, 'utf8')).not.toContain('tool')
}, 60_000)

test.each([
  ['shut out', (access: AccessFile) => access.remove(owner)],
  ['mapped elsewhere', (access: AccessFile) => access.change(owner, (sender) => ({ ...sender, workspace: '회사' }))],
])(
  'whoever is %s hears no more of the conversation, also after a restart',
  async (_, change) => {
    const { server, start, conversation, access } = await botRig()
    const first = await start()
    const terminal = await conversation('01SHARED00000000000000000R')
    await first.bot.adopt(owner, terminal.id, 'default//me', 1)
    await terminal.submit({ text: '하나', origin: 'tui', by: 'owner' }, 'queue')
    await server.until(() => server.texts(owner).some((text) => text.includes('하나')))
    await change(access)
    await terminal.submit({ text: '비밀', origin: 'tui', by: 'owner' }, 'queue')
    await expect.poll(() => first.bot.chats(), { timeout: 15_000 }).toEqual([])
    await first.end()
    const { bot } = await start()
    await bot.post(owner, 'key', '끝')
    await server.until(() => server.texts(owner).includes('끝'))
    expect(server.texts(owner)).toEqual(['🖥 하나\n\n하나', '끝'])
    await terminal.close()
  },
  30_000,
)

test('what another surface says is behind the buttons of before: they answer nothing any more', async () => {
  const flow: Flow = async function* (input, context) {
    const buttons = ['확인', '취소']
    yield { type: 'service.moved', service: 'x', stage: 'READY', slots: {}, task: { index: 1, total: 1 }, buttons }
    return { message: context.newId(), text: `${input.text}?` }
  }
  const { server, start, conversation, inputs } = await botRig({ flow })
  const { ledger } = await start()
  server.say(owner, '1만원')
  await expect.poll(() => ledger.chats.get(owner)?.buttons).toBeDefined()
  const terminal = await conversation(ledger.chats.get(owner)?.conversation ?? '')
  await terminal.submit({ text: '5만원으로', origin: 'tui', by: 'owner' }, 'queue')
  await server.until(() => server.texts(owner).at(-1) === '🖥 5만원으로\n\n5만원으로?')
  const [question] = server.sent
  if (!question) throw new Error('no question')
  server.press(owner, question, 'b:0')
  await server.until(() => server.of('answerCallbackQuery').length === 1)
  expect(server.of('answerCallbackQuery')[0]?.params.text).toBe('이미 끝난 질문이에요.')
  expect(inputs.map(({ text }) => text)).toEqual(['1만원', '5만원으로'])
  await terminal.close()
}, 30_000)

test('a chat that goes to another conversation in the middle of what another surface does leaves no sign that more is coming', async () => {
  const { flow, open } = gate()
  const { server, start, conversation } = await botRig({ flow })
  const { bot } = await start()
  const [terminal, other] = [
    await conversation('01SHARED00000000000000000L'),
    await conversation('01SHARED00000000000000000M'),
  ]
  await bot.adopt(owner, terminal.id, 'default//me', 1)
  await terminal.submit({ text: '하나', origin: 'tui', by: 'owner' }, 'queue')
  await server.until(() => server.texts(owner)[0]?.endsWith('▍') ?? false)
  await bot.adopt(owner, other.id, 'default//me', 1)
  await server.until(() => server.texts(owner)[0] === '🖥 하나\n하나에 대해')
  open()
  await terminal.close()
  await other.close()
}, 60_000)

test('a reminder goes out once per key, also when the bot is started again', async () => {
  const { server, start } = await botRig()
  const first = await start()
  await first.bot.post(owner, 'reminder-1-100', '⏰ 약 먹기')
  await first.bot.post(owner, 'reminder-1-100', '⏰ 약 먹기')
  await server.until(() => server.sent.length === 1)
  await first.end()
  const second = await start()
  await second.bot.post(owner, 'reminder-1-100', '⏰ 약 먹기')
  await second.bot.post(owner, 'reminder-2-100', '⏰ 물')
  await server.until(() => server.texts(owner).includes('⏰ 물'))
  expect(server.texts(owner)).toEqual(['⏰ 약 먹기', '⏰ 물'])
})
