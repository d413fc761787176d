import { expect, test } from 'vitest'
import { userMessage } from '../../../src/threads/user-message.ts'
import { botRig, owner } from '../../ui/telegram/rig.ts'

const group = -100_777
const [mother, stranger] = [5151, 9999]
const people = [
  { id: owner, workspace: 'default' },
  { id: mother, workspace: 'default' },
]
const family = [...people, { id: group, workspace: 'default' }]

/** A message in a topic of somebody's private chat. */
const inTopic = (topic: number) => ({ message_thread_id: topic, is_topic_message: true })

test('each topic is a conversation of its own: answers, drafts, questions and what is stopped stay in it', async () => {
  const { server, inputs, start } = await botRig({ host: { drafts: { isOn: true, count: 0 } } })
  server.shows = true
  server.topics.set(owner, new Set([7, 8]))
  const { ledger } = await start()
  server.say(owner, '일곱', inTopic(7))
  server.say(owner, '여덟', inTopic(8))
  server.say(owner, '밖')
  await server.until(() => server.sent.length === 3)
  expect([server.texts(owner, 7), server.texts(owner, 8)]).toEqual([['일곱'], ['여덟']])
  expect(server.sent.filter(({ thread }) => thread === undefined).map(({ text }) => text)).toEqual(['밖'])
  const conversations = [...ledger.chats].map(([chat, { conversation }]) => [chat, conversation])
  expect(new Set(conversations.map(([, id]) => id)).size).toBe(3)
  expect(inputs.map(({ by }) => by)).toEqual(inputs.map(() => `telegram:${owner}`))
  server.say(owner, '/new', inTopic(7))
  await server.until(() => server.texts(owner, 7).length === 2)
  expect([ledger.chats.get(`${owner}/7`)?.conversation, ledger.chats.get(`${owner}/8`)?.conversation]).toEqual([
    undefined,
    expect.any(String),
  ])
  expect(server.of('sendChatAction').some(({ params }) => params.message_thread_id === 7)).toBe(true)
})

test('an answer whose topic was deleted meanwhile arrives in the chat', async () => {
  const { server, start } = await botRig()
  await start()
  server.say(owner, '어디로', inTopic(7))
  await server.until(() => server.sent.length === 1)
  expect(server.sent).toMatchObject([{ text: '어디로', chat: owner }])
  expect(server.sent[0]?.thread).toBeUndefined()
})

test('in a group only who is let in is answered, only when they call, as an answer to their message, by name', async () => {
  const { server, inputs, start } = await botRig({ senders: family })
  await start()
  server.tell(group, owner, '저녁 뭐 먹지?')
  server.tell(group, stranger, '@test_bot 나도 끼워 줘')
  server.tell(group, stranger, '치킨!')
  server.tell(group, owner, '@other_bot 넌 뭐 먹을래')
  server.tell(group, owner, '/status')
  server.tell(group, mother, '@test_bot 뭐가 좋을까?')
  await server.until(() => server.sent.length === 1)
  const [sent] = server.sent
  expect(sent).toMatchObject({ chat: group, text: '뭐가 좋을까?', answers: expect.any(Number) })
  expect(inputs).toHaveLength(1)
  expect(inputs[0]).toMatchObject({ by: `telegram:${group}`, speaker: '철수', text: '뭐가 좋을까?' })
  const around = inputs[0]?.attachments?.find(({ untrusted }) => untrusted)
  expect(around).toMatchObject({
    beside: true,
    text: '철수: 저녁 뭐 먹지?\n철수: 치킨!\n철수: @other_bot 넌 뭐 먹을래\n철수: /status',
  })
  expect(userMessage(inputs[0] as never, 0).text).toMatch(/^<speaker>철수<\/speaker>\n뭐가 좋을까\?\n\n<beside name=/)
  // Answering the bot calls it, too; what was taken along before is not told again.
  const reply_to_message = {
    ...server.message(123456789),
    from: { id: 123456789, is_bot: true, first_name: '비서' },
    text: '뭐가',
  }
  server.tell(group, owner, '짜장면', { reply_to_message })
  server.tell(group, owner, '/status@test_bot')
  await server.until(() => server.sent.length === 3)
  expect(inputs[1]).toMatchObject({ text: '짜장면', attachments: [{ beside: true, text: '뭐가' }] })
  expect(server.sent.every(({ chat }) => chat === group)).toBe(true)
})

test('a group that was not let in hears nothing; who called there hears in their own chat how it is', async () => {
  const { server, access, inputs, start } = await botRig({ senders: people })
  await start()
  server.tell(group, stranger, '@test_bot 안녕')
  server.tell(group, owner, '@test_bot 안녕')
  await server.until(() => server.sent.length === 1)
  expect(server.sent[0]?.chat).toBe(owner)
  const [, code = ''] = /pair (\w{8})/.exec(server.sent[0]?.text ?? '') ?? []
  expect([inputs, server.texts(group)]).toEqual([[], []])
  // Whatever it is let in with, what one person told stays theirs.
  const sender = await access.pair(code, { profile: 'me', workspace: 'default' }, Date.now())
  expect(sender).toMatchObject({ id: group, profile: 'group-100777' })
  server.tell(group, owner, '@test_bot 다시')
  await server.until(() => server.texts(group).length === 1)
  expect(inputs).toMatchObject([{ text: '다시' }])
})

test('putting the bot into a group tells the code to whoever did it, if they are known, and nothing to anybody else', async () => {
  const { server, start } = await botRig({ senders: people })
  await start()
  const joined = (from: number) => ({
    my_chat_member: {
      ...{ chat: { id: group, type: 'group', title: '가족' }, date: 1 },
      from: { id: from, is_bot: false, first_name: '누구' },
      new_chat_member: { status: 'member', user: { id: 123456789, is_bot: true, first_name: '비서' } },
    },
  })
  server.push(joined(stranger) as never)
  server.push(joined(owner) as never)
  await server.until(() => server.sent.length === 1)
  expect(server.sent[0]).toMatchObject({ chat: owner, text: expect.stringContaining('‘가족’') })
})

test('a person who was shut out is not answered in a group either, nor may they press; a group that grew keeps its place', async () => {
  const { server, access, inputs, start } = await botRig({ senders: family })
  await start()
  await access.remove(mother)
  const larger = -100_888
  server.tell(group, mother, '@test_bot 나는?')
  server.push({ message: server.message(owner, { chat: { id: group, type: 'group' }, migrate_to_chat_id: larger }) })
  server.tell(larger, owner, '@test_bot 여기서도?')
  await server.until(() => server.sent.length === 1)
  expect(server.sent).toMatchObject([{ chat: larger, text: '여기서도?' }])
  expect(inputs).toHaveLength(1)
  expect(await access.sender(larger)).toMatchObject({ profile: `group-${-larger}` })
})

test('anonymous admins, channels, other bots and shapes that nobody knows are not heard in a group', async () => {
  const { server, inputs, start } = await botRig({ senders: family })
  await start()
  const called = (more: object) => server.tell(group, owner, '@test_bot 나야', more)
  called({ sender_chat: { id: group, type: 'supergroup' } })
  called({ from: { id: owner, is_bot: true, first_name: '봇' } })
  called({ from: undefined })
  called({ from: { id: 'x', is_bot: false } })
  called({ chat: { id: group, type: 'channel' } })
  called({ chat: { id: group } })
  called({ entities: 'x' })
  called({ entities: [{ type: 'mention', offset: 1, length: 9 }, null, 7] })
  server.tell(group, owner, '@test_bot 진짜')
  await server.until(() => server.sent.length === 1)
  expect(inputs).toMatchObject([{ text: '진짜' }])
})
