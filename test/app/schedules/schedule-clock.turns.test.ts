import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createAssistant } from '../../../src/app/create-assistant.ts'
import { followRingsHere, runReminderClock } from '../../../src/app/reminders/reminder-clock.ts'
import { remindersOf } from '../../../src/app/reminders/reminder-store.ts'
import { runSchedulesHere, schedulesOf } from '../../../src/app/schedules/schedule-clock.ts'
import { toolContext } from '../../../src/app/tools/tool-context.ts'
import type { Schedule } from '../../../src/core/schedules/schedule.ts'
import type { ScheduleArgs } from '../../../src/core/schedules/schedule-args.ts'
import { performSchedule } from '../../../src/core/schedules/tools.ts'
import { isEnding, type JsonObject } from '../../../src/protocol/index.ts'
import { loadThread } from '../../../src/threads/journal.ts'
import { foreignSources } from '../../../src/threads/untrusted.ts'
import { callTool, modelServer, refuse, type Script, say, silent } from '../../fakes/model-server.ts'

/** The whole assistant of one home with a model that is scripted, and a clock that stands until it is moved. */
async function room(script: Script[], config: object = {}) {
  const home = await mkdtemp(join(tmpdir(), 'scheduled-'))
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }))
  await writeFile(join(home, 'config.json'), JSON.stringify(config))
  const model = await modelServer(...script)
  onTestFinished(() => model.close())
  const clock = { at: Date.parse('2026-11-23T06:59:59+09:00') }
  const env = { ASSISTANT_HOME: home, ASSISTANT_PROVIDER: 'compatible', ASSISTANT_COMPATIBLE_URL: model.openai }
  const place = {
    ...{
      cwd: home,
      pid: process.pid,
      platform: 'linux',
      machine: process.arch,
      node: process.execPath,
      zone: 'Asia/Seoul',
    },
    ...{ userHome: home, tempDir: tmpdir(), flags: {} },
  }
  const assistant = await createAssistant({ ...place, env, clock: () => clock.at })
  onTestFinished(() => assistant.close())
  const store = schedulesOf(assistant.parts)
  const context = {
    now: assistant.now,
    zone: 'Asia/Seoul',
    language: 'ko',
    profile: assistant.initial.profile,
    by: 'owner',
  } as const
  return {
    ...{ home, model, clock, assistant, store },
    asked: (args: ScheduleArgs, more: object = {}) => performSchedule(store, args, { ...context, ...more }),
    /** Runs schedules until so many have ended in all. */
    async until(ended: number) {
      const stop = new AbortController()
      const running = runSchedulesHere(assistant, 'daemon', stop.signal, {
        failed: (error) => expect.unreachable(String(error)),
      })
      const count = async () => [...(await store.all()).values()].flatMap(({ results }) => results).length
      await expect.poll(count).toBeGreaterThanOrEqual(ended)
      stop.abort()
      await running
    },
    one: async () => [...(await store.all()).values()][0],
  }
}

const asks = (requests: { body: { messages: { role: string; content: unknown }[] } }[]) =>
  requests.map(({ body }) =>
    body.messages
      .filter(({ role }) => role !== 'system')
      .map(({ role, content }) => `${role}: ${String(content).split('\n')[0]}`),
  )

test('the answer of a schedule is part of the conversation in which it was made: "그거 자세히" knows it', async () => {
  const { assistant, asked, clock, until, model, one } = await room([
    say('네.'),
    say('비가 와요.'),
    say('오후 세 시부터 와요.'),
  ])
  const conversation = await assistant.open({ kind: 'new' }, { canAsk: false })
  const said = async (text: string) => {
    const { turn, seq } = await conversation.submit({ text, origin: 'tui', by: 'owner' }, 'queue')
    for await (const { turn: of, event } of conversation.follow(seq, AbortSignal.timeout(20_000)))
      if (of === turn && isEnding(event)) return event.type === 'turn.done' ? event.text : event.type
  }
  await said('안녕')
  await asked({ action: 'create', prompt: '오늘 날씨 알려줘', repeat: '매일 7시' }, { conversation: conversation.id })
  clock.at += 1_000
  await until(1)
  expect(await said('그거 자세히')).toBe('오후 세 시부터 와요.')
  expect(asks(model.requests).at(-1)?.slice(-3)).toEqual([
    'user: 오늘 날씨 알려줘',
    'assistant: 비가 와요.',
    'user: 그거 자세히',
  ])
  expect((await one())?.results.map(({ outcome, text, conversation: where }) => [outcome, text, where])).toEqual([
    ['done', '비가 와요.', conversation.id],
  ])
  await conversation.close()
})

test('an answer that was told elsewhere is known in another conversation, once; one of text from outside is named only', async () => {
  const { assistant, asked, clock, until, model, store, one } = await room([
    say('비가 와요.'),
    say('네.'),
    say('네.'),
    say('새 글.'),
  ])
  await asked({ action: 'create', prompt: '날씨 알려줘', title: '아침 날씨', repeat: '매일 7시' })
  clock.at += 1_000
  await until(1)
  const chat = await assistant.open({ kind: 'new' }, { canAsk: false })
  const said = async (text: string) => {
    const { turn, seq } = await chat.submit({ text, origin: 'tui', by: 'owner' }, 'queue')
    for await (const { turn: of, event } of chat.follow(seq, AbortSignal.timeout(20_000)))
      if (of === turn && isEnding(event)) return JSON.stringify(model.requests.at(-1)?.body.messages)
  }
  // Nobody was told it yet.
  expect(await said('그거 자세히')).not.toContain('비가 와요.')
  await store.told('1', (await one())?.results[0]?.due ?? 0, 'telegram')
  const request = await said('그거 자세히')
  expect(request).toContain('아침 날씨')
  expect(request?.split('비가 와요.').length).toBe(2)
  await asked(
    { action: 'create', prompt: '새 글 알려줘', title: '소식', repeat: '매일 7시 10분' },
    { sources: ['https://example.org'] },
  )
  clock.at += 600_000
  await until(2)
  await store.told('2', [...(await store.all()).values()][1]?.results[0]?.due ?? 0, 'telegram')
  const third = await said('그거는?')
  expect(third?.split('비가 와요.').length).toBe(2)
  expect(third).toContain('소식')
  expect(third).not.toContain('새 글.')
  await chat.close()
})

test('one that nobody asked for in a conversation begins its own, goes on in it, and adds to its file', async () => {
  const { home, asked, clock, until, one, assistant } = await room([say('하나.'), say('둘.')])
  const file = join(home, '아침.md')
  await asked({ action: 'create', prompt: '요약해줘', title: '아침 요약', repeat: '매일 7시', file })
  clock.at += 1_000
  await until(1)
  clock.at += 24 * 3_600_000
  await until(2)
  expect(new Set((await one())?.results.map(({ conversation }) => conversation)).size).toBe(1)
  expect((await assistant.conversations.list()).length).toBe(1)
  expect((await readFile(file, 'utf8')).split('\n').filter((line) => line && !line.startsWith('#'))).toEqual([
    '하나.',
    '둘.',
  ])
})

test('a server that is away is tried again; what had to be given up is told by its name, with its next time', async () => {
  const { asked, clock, until, one, assistant } = await room(Array.from({ length: 40 }, () => refuse(503)))
  await asked({ action: 'create', prompt: '요약해줘', title: '아침 요약', repeat: '매일 7시' })
  clock.at += 1_000
  const stop = new AbortController()
  const running = runSchedulesHere(assistant, 'daemon', stop.signal)
  await expect.poll(async () => (await one())?.running?.again !== undefined, { timeout: 30_000 }).toBe(true)
  stop.abort()
  await running
  clock.at = Date.parse('2026-11-24T06:59:00+09:00')
  await until(1)
  const stop2 = new AbortController()
  for await (const { text, markShown } of followRingsHere(assistant.parts, 'tui', stop2.signal)) {
    expect(text).toContain('‘아침 요약’')
    expect(text).toContain('11월 24일 화요일 오전 7시')
    await markShown()
    break
  }
})

test('a turn that the end of the program stopped before it did anything is begun again by the next process, and answered once', async () => {
  const { asked, clock, until, one, assistant, model } = await room([silent(), say('답이에요.')])
  await asked({ action: 'create', prompt: '요약해줘', repeat: '매일 7시' })
  clock.at += 1_000
  const stop = new AbortController()
  const running = runSchedulesHere(assistant, 'daemon', stop.signal)
  await expect.poll(() => model.requests.length).toBe(1)
  stop.abort()
  await running
  expect((await one())?.running).toBeDefined()
  clock.at += 120_000
  await until(1)
  expect((await one())?.results.map(({ outcome, text }) => [outcome, text])).toEqual([['done', '답이에요.']])
})

test('its tokens stop it, and that is told; what text from outside had made marks its turn', async () => {
  const greedy = callTool('calculator', { expression: '1+1' }, { usage: { input: 900, output: 200 } })
  const { asked, clock, until, one, home } = await room([greedy, say('더')])
  await asked(
    { action: 'create', prompt: '셈해줘', repeat: '매일 7시', tokens: 1_000 },
    { sources: ['https://example.org'] },
  )
  clock.at += 1_000
  await until(1)
  expect((await one())?.results.map(({ outcome }) => outcome)).toEqual(['exhausted'])
  const thread = await loadThread(join(home, 'conversations'), (await one())?.conversation ?? '')
  expect(foreignSources(thread)).toEqual(['https://example.org'])
})

test('its minutes stop it, and that is told; what it had said is kept', async () => {
  const { asked, store, clock, until, one } = await room([silent()])
  await asked({ action: 'create', prompt: '오래 걸리는 일', repeat: '매일 7시', minutes: 1 })
  const { id: _, state: __, results: ___, ...plan } = (await one()) as Schedule
  await asked({ action: 'remove', id: '1' })
  // A minute for people is a second here.
  await store.create({ ...plan, minutes: 1 / 60 })
  clock.at += 1_000
  await until(1)
  const { results } = [...(await store.all()).values()].find(({ minutes }) => minutes < 1) as Schedule
  expect(results).toMatchObject([{ outcome: 'exhausted', text: expect.stringContaining('오래 걸리는 일') }])
})

test('an alarm that nobody answers rings again after the minutes of the setting', async () => {
  const { assistant, clock } = await room([], { reminders: { alarmAgainMinutes: 2 } })
  const reminders = remindersOf(assistant.parts)
  const next = clock.at + 1_000
  const { id } = await reminders.create({
    ...{ kind: 'alarm', title: '일어나기', next, zone: 'Asia/Seoul', profile: 'me', by: 'owner', createdAt: clock.at },
  })
  const stop = new AbortController()
  const ringing = runReminderClock(assistant.parts, 'daemon', stop.signal)
  const again = async () => (await reminders.all()).get(id)?.ring?.again ?? (await reminders.all()).get(id)?.ring?.due
  clock.at = next
  await expect.poll(again, { timeout: 20_000 }).toBe(next)
  clock.at += 2 * 60_000
  // The change of the file wakes whoever keeps the time.
  await reminders.told(id, next, 'tui')
  await expect.poll(again, { timeout: 20_000 }).toBe(1)
  stop.abort()
  await ringing
})

test('only safe tools and granted ones are offered; what needs a yes is asked, and the answer counts', async () => {
  const read = callTool('fetch_url', { url: 'https://example.org/' })
  const { asked, clock, one, assistant, model, store } = await room([read, say('읽지 못했어요.')])
  await asked({ action: 'create', prompt: '읽어줘', repeat: '매일 7시', tools: ['fetch_url'] })
  clock.at += 1_000
  const stop = new AbortController()
  const questions: string[] = []
  let press: (() => Promise<string>) | undefined
  const running = runSchedulesHere(assistant, 'daemon', stop.signal, {
    canAsk: async () => true,
    asked(_, conversation, { id, ask }) {
      questions.push(ask.tool)
      press = () => conversation.answer(id, { choice: 'deny' }, 'telegram:1')
    },
  })
  // Whoever hears of a question may answer before it waits.
  await expect.poll(async () => press?.()).toBe('taken')
  await expect.poll(async () => [...(await store.all()).values()][0]?.results.length).toBe(1)
  stop.abort()
  await running
  const offered = model.requests[0]?.body.tools.map(
    (tool: { function: { name: string } }) => tool.function.name,
  ) as string[]
  expect(offered).toContain('fetch_url')
  for (const name of ['shell', 'edit_file', 'write_file']) expect(offered).not.toContain(name)
  expect(questions).toEqual(['fetch_url'])
  expect((await one())?.results.map(({ outcome }) => outcome)).toEqual(['done'])
})

test('an answer that nothing is new stays in its conversation and is told nobody', async () => {
  const { asked, clock, until, one, assistant } = await room([say('[SILENT]'), say('비가 와요.')])
  await asked({ action: 'create', prompt: '비 오면 알려줘', repeat: '매일 7시', quiet: true })
  clock.at += 1_000
  await until(1)
  clock.at += 24 * 3_600_000
  await until(2)
  expect((await one())?.results.map(({ outcome }) => outcome)).toEqual(['silent', 'done'])
  for await (const { text } of followRingsHere(assistant.parts, 'tui', AbortSignal.timeout(20_000))) {
    expect(text).toContain('비가 와요.')
    break
  }
})

test('its model, folder, skills and money go with its turn; a skill that is gone is told by name, and money that is spent stops it', async () => {
  const answered = say('네.', { usage: { input: 900, output: 100 } })
  const dear = callTool('calculator', { expression: '1+1' }, { usage: { input: 900_000, output: 100_000 } })
  const { asked, clock, until, one, model, home } = await room([answered, dear, say('더')])
  const folder = join(home, 'skills', 'morning')
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'SKILL.md'),
    '---\nname: morning\ndescription: how mornings go\n---\nGreet with a haiku.\n',
  )
  const ways = { skills: ['morning'], model: 'gpt-4o-mini', folder: home, usd: 0.05, tokens: 9_000_000 }
  await asked({ action: 'create', prompt: '인사해줘', repeat: '매일 7시', ...ways })
  clock.at += 1_000
  await until(1)
  expect(model.requests[0]?.body.model).toBe('gpt-4o-mini')
  expect(model.requests[0]?.body.messages[0].content).toContain('Greet with a haiku.')
  const thread = await loadThread(join(home, 'conversations'), (await one())?.conversation ?? '')
  expect(thread.folder).toBe(home)
  clock.at += 24 * 3_600_000
  await until(2)
  expect((await one())?.results.at(-1)).toMatchObject({ outcome: 'exhausted', text: expect.stringContaining('$0.05') })
  expect(model.requests.length).toBe(2)
  await rm(folder, { recursive: true })
  clock.at += 24 * 3_600_000
  await until(3)
  expect((await one())?.results.at(-1)).toMatchObject({ outcome: 'failed', text: expect.stringContaining('morning') })
})

test('the card of the tool says the next times, what it may cost, and its tools; other skills than there are are refused', async () => {
  const { assistant } = await room([say('네.')], { model: 'gpt-4o-mini' })
  const tool = (await assistant.parts.tools.tools()).find(({ name }) => name === 'schedule')
  const context = { ...(await toolContext(assistant.parts, assistant.initial, { origin: 'tui', by: 'owner' })) }
  const rest = { signal: AbortSignal.timeout(20_000), turn: 't', conversation: 'c', sources: [] }
  const card = (args: JsonObject) =>
    tool?.explain?.({ action: 'create', prompt: '날씨', repeat: '매일 7시', ...args }, { ...context, ...rest })
  expect(await card({ tools: ['fetch_url'], usd: 0.1 })).toEqual({
    effect: expect.stringMatching(
      /‘날씨’.*\n매일 · [^,]*, [^,]*, [^,]*\n한 번에 최대 \$0\.10, 50,000토큰\(많아야 \$0\.03\), 10분\..*fetch_url/s,
    ),
    risk: 'medium',
  })
  expect(await card({ skills: ['nothing'] })).toEqual({ refused: expect.stringContaining('nothing') })
})
