import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sendFile } from '../../../src/app/tools/send-telegram-file.ts'
import { sendMessage } from '../../../src/app/tools/send-telegram-message.ts'
import type { JsonObject, ToolContext } from '../../../src/protocol/index.ts'
import { pathPolicyFor } from '../../../src/tools/files/path-policy.ts'
import { createBot } from '../../../src/ui/telegram/bot.ts'
import { AccessFile } from '../../../src/ui/telegram/inbound/access.ts'
import { TelegramServer } from '../../fakes/telegram-server.ts'
import { context, use } from '../../tools/context.ts'
import { scratch } from '../../tools/mcp/rig.ts'

const person = { workspaces: [], grants: [], folders: [], pairedAt: 0 }
const mother = { ...person, id: 4242, profile: '엄마' }
const me = { ...person, id: 77, profile: 'me' }

/** The tool of an owner who let these people in, before a real server. */
async function post(server: TelegramServer, senders: object[], token = server.token) {
  const config = join(scratch(), 'config.json')
  writeFileSync(join(config, '../telegram.json'), JSON.stringify({ senders, waiting: [] }))
  const tool = sendMessage({
    bot: async () => createBot(server.url, token),
    senders: async () => (await new AccessFile(config).read()).senders,
    redact: (text) => text.replaceAll('sk-secret', '…'),
  })
  return {
    send: (args: Record<string, unknown>, more: Partial<ToolContext> = {}) => use(tool, args, more),
    card: (args: object) => tool.explain!(args as never, context()),
  }
}

test('a message goes to the person that was meant; the card shows whom and every letter; keys stay here', async () => {
  await using server = await TelegramServer.open()
  const { send, card } = await post(server, [mother, me])
  const args = { to: '엄마'.normalize('NFD'), text: '오늘 늦어요 sk-secret <b>' }
  expect(await card(args)).toEqual({ effect: `텔레그램으로 보내기: 엄마 (4242)\n${args.text}`, risk: 'medium' })
  expect(await send(args)).toEqual({ text: '텔레그램으로 보냈어요: 엄마', data: { to: 4242, messages: 1 } })
  await send({ to: '77', text: '가'.repeat(5_000) })
  expect(server.sent.map(({ chat, text }) => [chat, text.length])).toEqual([
    [4242, '오늘 늦어요 … <b>'.length],
    [77, 4096],
    [77, 904],
  ])
})

test('who names nobody means the only one there is, or themselves; else nothing is sent, and it says who could be meant', async () => {
  await using server = await TelegramServer.open()
  const both = await post(server, [mother, me])
  const unsure = await both.send({ text: '안녕' })
  expect([unsure.isError, unsure.text]).toEqual([true, '누구에게 보낼지 to로 알려주세요: 엄마 (4242) 또는 me (77)'])
  expect(await both.card({ text: '안녕', to: '아빠' })).toEqual({ refused: unsure.text })
  expect((await both.send({ text: '안녕' }, { origin: 'telegram', by: 'telegram:77' })).data).toEqual({
    to: 77,
    messages: 1,
  })
  expect((await (await post(server, [mother])).send({ text: '안녕' })).data).toEqual({ to: 4242, messages: 1 })
  const nobody = await post(server, [])
  expect((await nobody.send({ text: '안녕' })).text).toContain('assistant telegram pair')
  expect((await nobody.send({ text: ' ' })).text).toBe('보낼 글(text)이 비어 있어요.')
  expect(server.sent.map(({ chat }) => chat)).toEqual([77, 4242])
})

test('what Telegram refuses is told with its remedy, and how much had gone', async () => {
  await using server = await TelegramServer.open()
  const { send } = await post(server, [mother])
  server.faults.push({ method: 'sendMessage', status: 403, description: 'Forbidden: bot was blocked by the user' })
  expect((await send({ text: '안녕' })).text).toContain('받는 사람이 봇을 막았거나')
  server.faults.push({ method: 'sendMessage', status: 429, retryAfter: 3 })
  expect((await send({ text: '안녕' })).text).toContain('한꺼번에 너무 많이 보냈어요')
  const wrong = await post(server, [mother], '1:wrong')
  expect((await wrong.send({ text: '안녕' })).text).toContain('TELEGRAM_BOT_TOKEN')
  expect(server.sent).toEqual([])
})

test('a file goes through the outbox of the daemon, once for a call however often it is made; without a daemon nothing is left', async () => {
  const folder = scratch()
  writeFileSync(join(folder, '보고서.pdf'), '%PDF')
  const asked: JsonObject[] = []
  const answer = { now: { sent: true } as { sent: boolean } | undefined }
  const fence = {
    home: join(folder, 'home'),
    own: [],
    userHome: folder,
    roots: async () => [folder],
    foreign: { has: async () => undefined },
  }
  const tool = sendFile({
    fenceOf: (at) => pathPolicyFor(fence as never, at),
    outbox: join(folder, 'outbox'),
    senders: async () => [me],
    ask: async (request) => {
      asked.push(request)
      return answer.now
    },
  })
  const at = { cwd: folder }
  const args = { path: '보고서.pdf', caption: '어제 것' }
  expect(await tool.explain?.(args as never, context(at))).toEqual({
    effect: '텔레그램으로 보내기: me (77)\n보고서.pdf\n1 KB\n어제 것',
    risk: 'medium',
  })
  for (let time = 0; time < 2; time++)
    expect((await use(tool, args, at)).text).toBe('텔레그램으로 보내고 있어요: 보고서.pdf → me')
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
  expect(asked[0]).toMatchObject({ do: 'send-file', chat: 77, name: '보고서.pdf', caption: '어제 것' })
  expect(readdirSync(join(folder, 'outbox'))).toEqual([asked[0]?.key])
  rmSync(join(folder, 'outbox'), { recursive: true })
  answer.now = undefined
  expect(await use(tool, args, at)).toMatchObject({
    isError: true,
    text: expect.stringContaining('assistant daemon start'),
  })
  expect(readdirSync(join(folder, 'outbox'))).toEqual([])
})
