import { expect, test } from 'vitest'
import { isEnding } from '../../../src/protocol/index.ts'
import { botRig, owner } from './rig.ts'

test('one conversation in the terminal and in Telegram: one log, and each surface sees what the other does', async () => {
  const { server, start, conversation, inputs } = await botRig()
  const { bot, ledger } = await start()
  const terminal = await conversation('01SHARED00000000000000000B')
  const said = async (text: string) => {
    const { turn, seq } = await terminal.submit({ text, origin: 'tui', by: 'owner' }, 'queue')
    const stop = new AbortController()
    for await (const one of terminal.follow(seq, stop.signal)) if (one.turn === turn && isEnding(one.event)) stop.abort()
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
