import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadThread } from '../../src/threads/journal.ts'
import { callTool, modelServer, type Seen, say } from '../fakes/model-server.ts'
import { always, assistantAt, endingOf, freshHome, of, systemOf, talk } from './home.ts'

const names = ({ body }: Seen): string[] =>
  (body.tools ?? []).map((tool: { function: { name: string } }) => tool.function.name)
const yes = async () => true
const soon = () => AbortSignal.timeout(30_000)

test('a task for another agent is its own turn, with its own permissions and no more than can be done without a question', async () => {
  const home = freshHome()
  const seen: { who: string; tools: string[] }[] = []
  await using server = await modelServer(
    ...always((request) => {
      const who = systemOf(request).includes('고슴도치') ? '도치' : '비서'
      seen.push({ who, tools: names(request) })
      const last = request.body.messages.at(-1)
      if (who === '도치')
        return last.role === 'tool'
          ? say(`도치가 봤어요: ${last.content}`)
          : callTool('calculator', { expression: '6*7' })
      return last.role === 'tool'
        ? say(`전달: ${last.content}`)
        : callTool('delegate_task', { agent: '도치', task: '6 곱하기 7' })
    }),
  )
  const assistant = await assistantAt(home, { model: server.openai })
  await assistant.tools.call('agent', { action: 'create', name: '도치', persona: '너는 고슴도치다.' }, yes, soon())
  const result = await assistant.tools.call('delegate_task', { agent: '도치', task: '6 곱하기 7' }, yes, soon())
  expect(result).toEqual({ text: '도치가 봤어요: 6*7 = 42' })
  // It may use what is safe, and was told of nothing else.
  const [first] = seen
  expect([
    first?.tools.includes('calculator'),
    first?.tools.includes('write_file'),
    first?.tools.includes('delegate_task'),
  ]).toEqual([true, false, false])
  expect((await assistant.conversations.list()).length).toBe(0)
  expect(await assistant.tools.call('delegate_task', { agent: '유령', task: 'x' }, yes, soon())).toMatchObject({
    isError: true,
  })

  // Where nobody can be asked it is refused before anything of it runs; over Telegram it is not even offered.
  const asked = seen.length
  const { conversation, say: tell } = await talk(assistant)
  const denied = of(await tell('도치에게 물어봐'), 'tool.ended')
  expect(denied).toMatchObject([{ name: 'delegate_task', outcome: 'denied' }])
  const remote = of(await tell('도치에게 물어봐', 'telegram'), 'tool.ended')
  expect(remote).toMatchObject([{ outcome: 'denied', text: '이 작업은 앱에서 직접 실행해주세요' }])
  expect(seen.slice(asked).every(({ who }) => who === '비서')).toBe(true)
  expect(seen.at(-1)?.tools).not.toContain('delegate_task')
  await conversation.close()
}, 60_000)

test('another agent chosen is the default from then on, and a conversation may go on with it', async () => {
  const home = freshHome()
  const assistant = await assistantAt(home)
  await assistant.tools.call('agent', { action: 'create', name: '도치', wakeWord: '도치야' }, yes, soon())
  await assistant.tools.call('agent', { action: 'set_active', name: '도치' }, yes, soon())
  expect(JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'))).toEqual({ agent: '도치' })
  const { conversation, say: tell } = await talk(await assistantAt(home))
  await tell('3 더하기 4는?')
  expect((await loadThread(join(home, 'conversations'), conversation.id)).agent).toBe('도치')
  await conversation.append({ type: 'conversation.tuned', agent: '비서' })
  await tell('짧게 대답하는 걸 기억해줘')
  const thread = await loadThread(join(home, 'conversations'), conversation.id)
  expect([thread.agent, thread.messages.length >= 4]).toEqual(['비서', true])
  await conversation.close()
})

test('profiles that become one bring their conversations along, forks and imports are conversations like others', async () => {
  const home = freshHome()
  const assistant = await assistantAt(home)
  await assistant.tools.call('profile', { action: 'create', name: '영희' }, yes, soon())
  const hers = await assistantAt(home, { flags: { profile: '영희' } })
  const { conversation, say: tell } = await talk(hers)
  await tell('내 생일은 5월 5일이야')
  await tell('3 더하기 4는?')
  await conversation.close()
  await assistant.tools.call('profile', { action: 'merge', name: '영희', into: '나' }, yes, soon())
  expect([
    (await assistant.memory.list()).map(({ text }) => text),
    await assistant.conversations.resolve('last'),
  ]).toEqual([['생일은 5월 5일'], conversation.id])
  const { messages } = await loadThread(join(home, 'conversations'), conversation.id)
  const sum = messages.find(({ text }) => text === '3 더하기 4는?')
  const fork = await assistant.conversations.fork(conversation.id, { message: sum?.id ?? '', before: true })
  await assistant.conversations.rename(fork.id, '갈라진 이야기')
  const again = await talk(assistant, { kind: 'id', id: fork.id })
  expect(endingOf(await again.say('내 생일이 언제지?'))).toMatchObject({ text: expect.stringContaining('5월 5일') })
  await again.conversation.close()
  const forked = (await assistant.conversations.list()).find(({ id }) => id === fork.id)
  expect(forked).toMatchObject({ title: '갈라진 이야기', folder: home })
  expect(await assistant.conversations.last(fork.id, 2)).toEqual([
    { role: 'user', text: '내 생일이 언제지?' },
    { role: 'assistant', text: expect.stringContaining('5월 5일') },
  ])
  const words = (await loadThread(join(home, 'conversations'), fork.id)).messages.map(({ text }) => text)
  expect([words[0], words.includes('내 생일이 언제지?'), words.includes('3 더하기 4는?')]).toEqual([
    '내 생일은 5월 5일이야',
    true,
    false,
  ])
  const taken = await assistant.conversations.import(await assistant.conversations.export(fork.id, 'json'))
  expect([taken.title, taken.messages, taken.id === fork.id]).toEqual(['갈라진 이야기', forked?.messages, false])
})

test('what a person writes into a page in an editor is in the very next request', async () => {
  const home = freshHome()
  await using server = await modelServer(...always(() => say('네.')))
  const assistant = await assistantAt(home, { model: server.openai })
  await assistant.memory.add('커피는 라떼', 'personal')
  const { conversation, say: tell } = await talk(assistant)
  await tell('하나')
  writeFileSync(join(home, 'memory/me.md'), '# 내가 고침\r\n- 커피는 디카페인\r\n')
  await tell('둘')
  expect(server.requests.map(systemOf).map((system) => /커피는 (\S+)/.exec(system)?.[1])).toEqual(['라떼', '디카페인'])
  await conversation.close()
})
