import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modelServer, type Seen, say } from '../fakes/model-server.ts'
import { always, assistantAt, endingOf, freshHome, said, systemOf, talk } from './home.ts'

test('what was said in another conversation answers a question in other words, with its day, and search points to it', async () => {
  const home = freshHome()
  await using server = await modelServer(...always(() => say('네.')))
  const assistant = await assistantAt(home, { model: server.openai })
  const first = await talk(assistant)
  await first.say('제주도 숙소를 바다펜션으로 예약했어')
  await first.say('회사 근처 식당은 한빛국수가 제일 나아')
  await first.conversation.close()

  await expect.poll(() => assistant.conversations.search('제주도 숙소 어디로 예약했지')).toHaveLength(1)
  const [found] = await assistant.conversations.search('제주도 숙소 어디로 예약했지')
  expect(found).toMatchObject({
    conversation: { id: first.conversation.id },
    excerpt: '제주도 숙소를 바다펜션으로 예약했어',
  })

  const second = await talk(assistant)
  await second.say('제주도 숙소 어디로 예약했지?')
  const asked = server.requests.at(-1) as Seen
  expect(systemOf(asked)).toMatch(
    /\[지난 대화에서 찾은 말.*\]\n- \d{4}-\d\d-\d\d user: 제주도 숙소를 바다펜션으로 예약했어/,
  )
  expect(systemOf(asked)).not.toContain('한빛국수')
  await second.say('고마워')
  expect(systemOf(server.requests.at(-1) as Seen)).not.toContain('바다펜션')

  const report = await assistant.context(undefined, '제주도 숙소가 어디였더라')
  expect(report.recalled).toMatchObject([{ from: 'conversation', matched: ['제주도', '숙소가'] }])
  await second.conversation.close()

  // Somebody else's memory and a conversation that leaves nothing behind are not looked at.
  const other = await assistant.open({ kind: 'new' }, { canAsk: false, profile: '영희' })
  await other.close()
  await assistant.close()
}, 60_000)

test('without any model the same question is answered from the other conversation', async () => {
  const home = freshHome()
  const assistant = await assistantAt(home)
  const first = await talk(assistant)
  await first.say('제주도 숙소는 바다펜션이야')
  await first.conversation.close()
  const second = await talk(assistant)
  const ending = endingOf(await second.say('제주도 숙소가 어디였지?'))
  expect(ending.type === 'turn.done' && ending.text).toContain('바다펜션')
  await second.conversation.close()
  await assistant.close()
}, 60_000)

test('a conversation without a session makes no index, and a deleted one is found no more', async () => {
  const home = freshHome()
  const assistant = await assistantAt(home)
  const silent = await assistant.open({ kind: 'new' }, { canAsk: false, ephemeral: true })
  await said(silent, '제주도 숙소는 바다펜션이야')
  await silent.close()
  expect(existsSync(join(home, 'conversations', '.index.db'))).toBe(false)
  const { conversation, say: tell } = await talk(assistant)
  await tell('치과 예약은 한빛치과로 했어')
  await conversation.close()
  expect(await assistant.conversations.search('치과 예약')).toHaveLength(1)
  await assistant.conversations.remove(conversation.id)
  expect(await assistant.conversations.search('치과 예약')).toEqual([])
  await assistant.close()
}, 60_000)
