import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRingPress, ringButtons } from '../../../../src/ui/telegram/outbound/ring-buttons.ts'
import { botRig, owner } from '../rig.ts'

test('a ring has buttons that answer it: the receipt stands under it, and what is over says so', async () => {
  const answered: unknown[] = []
  const answerRing = async (ref: unknown, choice: string) => {
    answered.push([ref, choice])
    return choice === 'done' ? '끝낸 일로 표시했어요: 약' : undefined
  }
  const { server, start } = await botRig({ host: { answerRing } })
  const { bot, ledger } = await start()
  await bot.post(owner, 'ring-1', '⏰ 약 먹기', { ids: ['3', '12'], at: 1_795_000_000_000 })
  await server.until(() => server.sent.some(({ markup }) => markup))
  const card = server.sent.find(({ markup }) => markup)
  const keys = card?.markup?.inline_keyboard.flat() as { text: string; callback_data: string }[]
  expect(keys.map(({ text }) => text)).toEqual(['완료', '10분 뒤', '내일'])
  if (!card) return
  server.press(7777, card, keys[0]?.callback_data ?? '')
  server.press(owner, card, keys[2]?.callback_data ?? '')
  server.press(owner, card, keys[0]?.callback_data ?? '')
  await server.until(() => server.texts(owner).some((text) => text.includes('✓')))
  const ref = { ids: ['3', '12'], at: 1_795_000_000_000 }
  expect(answered).toEqual([
    [ref, 'tomorrow'],
    [ref, 'done'],
  ])
  expect(server.texts(owner)).toEqual(['⏰ 약 먹기\n\n✓ 끝낸 일로 표시했어요: 약'])
  await expect.poll(() => ledger.pending.size).toBe(0)
})

test('a ring does not wait for a turn that runs, or for a question in it; each is sent once', async () => {
  const asked = Promise.withResolvers<void>()
  const { server, start } = await botRig({
    async *flow(_, context) {
      yield { type: 'model.asked', call: 1, provider: 'test', model: 'slow', purpose: 'reply' }
      await asked.promise
      return { message: context.newId(), text: '다 했어요' }
    },
  })
  const { bot, ledger } = await start()
  server.say(owner, '오래 걸리는 일')
  await server.until(() => server.of('sendChatAction').length > 0)
  server.faults.push({ method: 'sendMessage', status: 502 })
  await Promise.all([
    bot.post(owner, 'ring-1', '⏰ 약'),
    bot.post(owner, 'ring-1', '⏰ 약'),
    bot.post(owner, 'ring-2', '⏰ 물'),
  ])
  await server.until(() => server.texts(owner).length === 2)
  asked.resolve()
  await server.until(() => server.texts(owner).includes('다 했어요'))
  expect(server.texts(owner)).toEqual(['⏰ 약', '⏰ 물', '다 했어요'])
  await expect.poll(() => ledger.outs.size).toBe(0)
})

test('buttons hold what fits; what is no such button is none', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index + 100))
  expect(ringButtons({ ids: ids(30), at: 1 }, 'en')).toEqual([])
  for (const { data } of ringButtons({ ids: ids(8), at: 1_795_000_000_000 }, 'en'))
    expect(readRingPress(data)?.ref).toEqual({ ids: ids(8), at: 1_795_000_000_000 })
  for (const data of ['', 'b:0', 'r:never:1:abc', 'r:done::abc', 'a:x:once'])
    expect(readRingPress(data)).toBeUndefined()
})

test('a file that lies in the outbox is sent once per key, as it is and under its name, and is gone then', async () => {
  const { home, server, start } = await botRig()
  const { bot } = await start()
  const path = join(home, 'state', 'kept')
  await writeFile(path, '%PDF-1')
  server.faults.push({ method: 'sendDocument', status: 502 })
  for (let time = 0; time < 2; time++)
    await bot.send(owner, 'file-1', { document: path, name: '보고서 "3".pdf', plain: '어제 것' })
  await server.until(() => server.sent.length > 0)
  await expect.poll(() => existsSync(path)).toBe(false)
  await bot.send(owner, 'file-1', { document: path, name: '보고서.pdf', plain: '' })
  expect(server.sent.map(({ text, document }) => [text, String(document)])).toEqual([['어제 것', '%PDF-1']])
})
