import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadThread } from '../../src/threads/journal.ts'
import { callTool, modelServer, type Seen, say } from '../fakes/model-server.ts'
import { always, assistantAt, endingOf, freshHome, of, said, systemOf, talk } from './home.ts'

const read = (home: string, page = 'memory/me.md') => readFileSync(join(home, page), 'utf8')
const put = (home: string, page: string, text: string) => {
  mkdirSync(dirname(join(home, page)), { recursive: true })
  writeFileSync(join(home, page), text)
}
const isSummary = (request: Seen) => systemOf(request).includes('50% 이하로')
const isReply = (request: Seen) => systemOf(request).includes('개인 비서')
const plain = (text: string) => text.replace(/ <!--.*?-->/g, '')

describe('a long conversation in profile graph', () => {
  test('remembers what was said in message 3 after the window slid more than three times, also in the next process', async () => {
    const home = freshHome()
    let summaries = 0
    const first = '- 사용자의 고양이 이름은 나비다\n- 인사를 나눔'
    await using server = await modelServer(
      ...always((request) =>
        isSummary(request)
          ? say(summaries++ === 0 ? first : `- 이야기를 나눔 (${'가나다라마바사'[summaries]})`)
          : say('네, 그렇군요.'),
      ),
    )
    const settings = { model: server.openai, flags: { 'window.profile': 'graph' } }
    const assistant = await assistantAt(home, settings)
    const { conversation, say: tell } = await talk(assistant)
    const told: string[] = []
    for (let n = 1; n <= 20; n++) {
      const events = await tell(n === 2 ? '우리 고양이 이름은 나비야' : `${n}번째 이야기를 해볼게`)
      told.push(...of(events, 'notice.given').map(({ code, data }) => `${code}: ${data.texts ?? ''}`))
      expect(endingOf(events).type).toBe('turn.done')
    }
    const thread = await loadThread(join(home, 'conversations'), conversation.id)
    expect({ told, page: plain(read(home)), kept: thread.summaries.length, slid: summaries > 3 }).toEqual({
      told: ['facts-kept: 고양이 이름은 나비'],
      page: '- 고양이 이름은 나비\n',
      kept: 3,
      slid: true,
    })
    expect(read(home)).toContain(`· ${conversation.id} · kept -->`)
    await conversation.close()

    // The next process: the same conversation goes on, and the fact is in its request.
    const again = await talk(await assistantAt(home, settings), { kind: 'id', id: conversation.id })
    await again.say('내 고양이 이름이 뭐였지?')
    const request = server.requests.findLast(isReply) as Seen
    expect(systemOf(request)).toContain('- 고양이 이름은 나비')
    expect(systemOf(request)).toContain('1. - 이야기를 나눔 (')
    await again.conversation.close()
    const offline = await talk(await assistantAt(home), { kind: 'id', id: conversation.id })
    expect(endingOf(await offline.say('내 고양이 이름이 뭐였지?'))).toMatchObject({
      text: expect.stringContaining('나비'),
    })
    await offline.conversation.close()
  }, 60_000)

  test('sends at most 12 % of what 50 messages of about a thousand tokens hold, once the window slid', async () => {
    const long = '회의에서 이야기한 내용을 길게 적어 둡니다. '.repeat(65)
    await using server = await modelServer(
      ...always((request) => (isSummary(request) ? say('- 회의 이야기') : say(long))),
    )
    const assistant = await assistantAt(freshHome(), { model: server.openai, flags: { 'window.profile': 'graph' } })
    const { conversation, say: tell } = await talk(assistant)
    // The 24th input slides the window for the last time before the 50th message.
    for (let n = 0; n < 24; n++) await tell(`${n} ${long}`)
    const last = server.requests.findLast(isReply) as Seen
    const sent = JSON.stringify(last.body.messages).length - systemOf(last).length
    expect(sent / (50 * long.length)).toBeLessThanOrEqual(0.12)
    await conversation.close()
  }, 60_000)
})

describe('facts are noticed behind the answer', () => {
  test('told in a line with what undoes it, once, and never out of what was attached', async () => {
    const home = freshHome()
    const assistant = await assistantAt(home)
    const { conversation, say: tell } = await talk(assistant)
    const [noticed] = of(await tell('내 생일은 3월 5일이야'), 'notice.given')
    expect(noticed).toMatchObject({ code: 'fact-noticed', data: { text: '생일은 3월 5일', place: 'memory/me.md:1' } })
    expect(of(await tell('참고로 제 생일은 3월 5일이에요'), 'notice.given')).toEqual([])
    await tell('내 이름은 철수라고 기억해줘')
    expect(of(await tell('내 이름은 철수야'), 'notice.given')).toEqual([])
    const { turn, seq } = await conversation.submit(
      {
        text: '요약해줘',
        origin: 'tui',
        by: 'owner',
        attachments: [{ name: 'a.md', text: '내 비밀번호는 1234야. 내 별명은 해커야.' }],
      },
      'queue',
    )
    for await (const each of conversation.follow(seq, AbortSignal.timeout(60_000)))
      if (each.turn === turn && each.event.type === 'turn.done') break
    expect(plain(read(home))).toBe('- 생일은 3월 5일\n- 이름은 철수\n')
    expect(await assistant.memory.undo(String(noticed?.data.undo))).toMatchObject({ taken: true })
    expect(plain(read(home))).toBe('- 이름은 철수\n')
    await conversation.close()
  })

  test('with a light model it is a job that outlives the process, done once, in its own time', async () => {
    const home = freshHome()
    const asked: string[] = []
    await using server = await modelServer(
      ...always((request) => {
        asked.push(request.body.model)
        if (systemOf(request).includes('오래 기억할 사실'))
          return say('{"title":"커피 이야기","facts":[{"text":"커피는 디카페인만 마심","scope":"personal"}]}')
        return say('네.')
      }),
    )
    const first = await assistantAt(home, { model: server.openai })
    const one = await talk(first)
    expect(of(await one.say('나 커피는 디카페인만 마셔'), 'turn.done')).toHaveLength(1)
    await one.conversation.close()
    expect(asked).toEqual(['m'])

    const next = await assistantAt(home, { model: server.openai })
    const stop = new AbortController()
    const running = next.jobs('surface', stop.signal)
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(2)
    await expect.poll(async () => (await next.conversations.list())[0]?.title, { timeout: 30_000 }).toBe('커피 이야기')
    await expect.poll(() => plain(read(home)), { timeout: 30_000 }).toBe('- 커피는 디카페인만 마심\n')
    stop.abort()
    await running
    expect(asked).toEqual(['m', 'm'])
    const thread = await loadThread(join(home, 'conversations'), one.conversation.id)
    expect([thread.usage.calls, thread.titledBy]).toEqual([2, 'model'])
  }, 60_000)

  test('a disk that refuses is told, and the conversation goes on', async () => {
    const home = freshHome()
    const assistant = await assistantAt(home)
    writeFileSync(join(home, 'memory'), 'a file where the folder should be')
    const { conversation, say: tell } = await talk(assistant)
    const events = await tell('내 생일은 3월 5일이야')
    expect(of(events, 'notice.given').map(({ code }) => code)).toEqual(['memory-failed'])
    expect(endingOf(events).type).toBe('turn.done')
    await conversation.close()
  })
})

describe('what does not fit is made to fit', () => {
  const line = (n: number) =>
    `- ${n}번 회의에서 예산을 ${n}만원으로 정함, 자세한 이야기는 길게 이어졌고 여러 사람이 의견을 냄`
  const page = (from: number) => `${Array.from({ length: 60 }, (_, n) => line(from + n)).join('\n')}\n`
  const pages = {
    workspace: 'workspaces/default/memory.md',
    agent: 'workspaces/default/agents/비서/memory.md',
    personal: 'memory/me.md',
  }

  test('in this order: messages, workspace and agent memory, personal memory; base and persona stay to the byte', async () => {
    const home = freshHome()
    await using server = await modelServer(
      ...always((request) => (isSummary(request) ? say('- 회의마다 예산을 정함') : say('네.'))),
    )
    for (const [scope, from] of [
      ['workspace', 100],
      ['agent', 200],
      ['personal', 300],
    ] as const)
      put(home, pages[scope], page(from))
    const assistant = await assistantAt(home, { model: server.openai, flags: { contextMaxSize: 14_000 } })
    const [base, persona] = [read(home, 'system_prompt.md'), read(home, 'workspaces/default/agents/비서/persona.md')]
    const { conversation, say: tell } = await talk(assistant)
    const events = await tell('예산이 얼마였지?')
    const request = server.requests.find(isReply) as Seen
    const carried = (from: number) =>
      Array.from({ length: 60 }, (_, n) => line(from + n)).filter((each) => systemOf(request).includes(each)).length
    // Personal memory goes whole, since workspace and agent memory have given enough.
    expect([carried(300), carried(100) < 60, carried(200) < 60]).toEqual([60, true, true])
    expect([of(events, 'context.compacted').length, endingOf(events).type]).toEqual([0, 'turn.done'])
    expect(systemOf(request).startsWith(base.trim())).toBe(true)
    expect([read(home, 'system_prompt.md'), read(home, 'workspaces/default/agents/비서/persona.md')]).toEqual([
      base,
      persona,
    ])
    // No page is touched, and no model is asked for a summary of one.
    expect([read(home, pages.workspace), read(home, pages.agent), read(home, pages.personal)]).toEqual([
      page(100),
      page(200),
      page(300),
    ])
    expect([server.requests.filter(isSummary), await assistant.memory.snapshots()]).toEqual([[], []])
    await conversation.close()
  }, 60_000)

  test('a page over its limit stays to the byte: pinned and newest lines go into the request, all are searched', async () => {
    const home = freshHome()
    const chatter = (from: number) =>
      Array.from(
        { length: 260 },
        (_, n) => `- ${from + n}번째 산책에서 친구와 걸으며 나눈 ${n % 3 ? '소소한' : '긴'} 이야기`,
      ).join('\n')
    put(
      home,
      pages.personal,
      `# 나\n- 혈액형은 AB형\n- 스케일링은 여섯 달마다 회사 건너편 건물 삼 층에 있는 한빛치과에서 받음\n${chatter(0)}\n- 생일은 3월 5일\n${chatter(1_000)}\n`,
    )
    const before = read(home)
    expect(before.length).toBeGreaterThan(2 * 8_000)
    await using server = await modelServer(...always(() => say('네.')))
    const assistant = await assistantAt(home, { model: server.openai })
    const { conversation, say: tell } = await talk(assistant)
    expect(of(await tell('안녕'), 'context.compacted')).toEqual([])
    expect(read(home)).toBe(before)
    const system = systemOf(server.requests.find(isReply) as Seen)
    expect(system.length).toBeLessThan(8_000 + 3_000)
    for (const kept of ['# 나', '- 혈액형은 AB형', '- 생일은 3월 5일', '- 1259번째']) expect(system).toContain(kept)
    expect(system).not.toContain('한빛치과')
    const found = await assistant.memory.search('치과 어디서 받았지', 3)
    expect(found.map(({ text }) => text)).toContain(
      '스케일링은 여섯 달마다 회사 건너편 건물 삼 층에 있는 한빛치과에서 받음',
    )
    await conversation.close()
  }, 60_000)

  test('with compaction off nothing is summarised, not even what is too long', async () => {
    const home = freshHome()
    put(home, pages.personal, page(300).repeat(3))
    await using server = await modelServer(...always(() => say('네.')))
    const assistant = await assistantAt(home, {
      model: server.openai,
      flags: { compaction: false, 'window.limit': 4, 'window.keep': 2 },
    })
    const { conversation, say: tell } = await talk(assistant)
    for (let n = 0; n < 6; n++) expect(of(await tell(`${n}번째`), 'context.compacted')).toEqual([])
    expect(
      server.requests.at(-1)?.body.messages.filter(({ role }: { role: string }) => role !== 'system'),
    ).toHaveLength(11)
    expect(read(home)).toBe(page(300).repeat(3))
    await conversation.close()
  }, 60_000)
})

test('a compaction by hand is one visible line and is taken back whole, and the window then stays as it is', async () => {
  const home = freshHome()
  await using server = await modelServer(...always((request) => (isSummary(request) ? say('- 앞 이야기') : say('네.'))))
  const assistant = await assistantAt(home, { model: server.openai, flags: { 'window.limit': 8, 'window.keep': 2 } })
  const { conversation, say: tell } = await talk(assistant)
  for (let n = 0; n < 3; n++) await tell(`${n}번째`)
  const whole = (await loadThread(join(home, 'conversations'), conversation.id)).messages
  expect(await assistant.compact(conversation.id, AbortSignal.timeout(30_000))).toBe(true)
  const short = await loadThread(join(home, 'conversations'), conversation.id)
  expect([short.messages.length, short.summaries]).toEqual([2, ['- 앞 이야기']])
  expect(await assistant.uncompact(conversation.id, short.slid?.upto ?? '')).toBe(true)
  const back = await loadThread(join(home, 'conversations'), conversation.id)
  expect([back.messages, back.summaries]).toEqual([whole, []])
  for (let n = 0; n < 3; n++) expect(of(await tell('또'), 'context.compacted')).toEqual([])
  expect(await assistant.compact(conversation.id, AbortSignal.timeout(30_000))).toBe(true)
  await conversation.close()
}, 60_000)

test('no tool runs twice across a compaction, and no call loses its result', async () => {
  const home = freshHome()
  let n = 0
  await using server = await modelServer(
    ...always((request) => {
      if (isSummary(request)) return say('- 더한 이야기')
      const roles = request.body.messages.map(({ role }: { role: string }) => role)
      return roles.at(-1) === 'tool'
        ? say('더했어요')
        : callTool('save_memory', { content: `${++n}번째로 기억할 별난 사실` })
    }),
  )
  const assistant = await assistantAt(home, { model: server.openai, flags: { 'window.limit': 6, 'window.keep': 3 } })
  const { conversation, say: tell } = await talk(assistant)
  const events = []
  for (let i = 0; i < 6; i++) events.push(...(await tell(`${i}번째 부탁`)))
  expect(of(events, 'context.compacted').length).toBeGreaterThan(1)
  expect([of(events, 'tool.started').length, plain(read(home)).trim().split('\n').length]).toEqual([6, 6])
  for (const { body } of server.requests) {
    const calls = body.messages.flatMap((each: { tool_calls?: { id: string }[] }) =>
      (each.tool_calls ?? []).map(({ id }) => id),
    )
    const results = body.messages.flatMap((each: { tool_call_id?: string }) =>
      each.tool_call_id ? [each.tool_call_id] : [],
    )
    expect(results).toEqual(calls)
  }
  await conversation.close()
}, 60_000)

test('why something is known is answered with the message and its day, without a model, too; people are known by name and role', async () => {
  const home = freshHome()
  const clock = () => Date.parse('2026-11-24T03:00:00Z')
  const first = await talk(await assistantAt(home, { clock }))
  const answer = async (to: typeof first, words: string) => (endingOf(await to.say(words)) as { text: string }).text
  await first.say('우리 딸 이름은 지은이야')
  await first.say('지은이 생일은 5월 5일이야')
  await first.conversation.close()
  const next = await talk(await assistantAt(home, { clock }))
  expect(await answer(next, '딸 생일 언제야?')).toBe('지은이 생일은 5월 5일이라고 알려주셨어요.')
  const why = `지은이 생일은 5월 5일: 2026-11-24에 “지은이 생일은 5월 5일이야”라고 하신 말씀에서 알게 됐어요. (대화 ${first.conversation.id}, memory/me.md:2)`
  expect(await answer(next, '왜 그렇게 알고 있어?')).toBe(why)
  expect(await answer(next, '내 딸 생일 어떻게 알았어?')).toBe(why)
  await next.conversation.close()
  const assistant = await assistantAt(home, { clock })
  // As `memory list` names it, and by its line alone.
  for (const place of ['memory/me.md:2', 'me.md:2', '2'])
    expect((await assistant.memory.why(place)).map(({ text }) => text)).toEqual(['지은이 생일은 5월 5일'])
  expect(await assistant.memory.why('memory/me.md:9')).toEqual([])
  await assistant.close()
})

test.each([
  ['딸 지은이 생일은 3월 5일이야', '지은이 생일 언제야?', '딸 지은이 생일은 3월 5일이라고 알려주셨어요.'],
  ['딸 지은이 생일은 3월 5일이야', '딸 이름이 뭐야', '딸 지은이 생일은 3월 5일이라고 알려주셨어요.'],
  [
    '딸 지은이 생일은 3월 5일이야',
    '지은이 몇 살이야',
    expect.stringMatching(/가까운 기억:\n- 딸 지은이 생일은 3월 5일/),
  ],
  ['이번 주는 재택이야', '이번 주 재택이야?', '기억하고 있어요: 이번 주는 재택 (2026-11-24 기준)'],
  ["Emma's birthday is March 5", "when is Emma's birthday?", "I have this noted: Emma's birthday is March 5"],
  [
    "I'm working from home this week",
    'am I working from home this week?',
    expect.stringContaining('working from home this week (as of 2026-11-24)'),
  ],
])(
  'what was told (%s) is known by whom it names, by what they are, and when it is asked whether it is so: %s',
  async (told, question, answer) => {
    const home = freshHome()
    const assistant = await assistantAt(home, { clock: () => Date.parse('2026-11-24T03:00:00Z') })
    const first = await talk(assistant)
    await first.say(told)
    await first.conversation.close()
    const next = await talk(assistant)
    expect(endingOf(await next.say(question))).toMatchObject({ text: answer })
    for (const other of ['남편 생일 언제야?', '아들 이름이 뭐야', '다음 주 출장이야?', "what is my son's name?"])
      expect(JSON.stringify(endingOf(await next.say(other)))).not.toContain(told.slice(0, 8))
    await next.conversation.close()
    await assistant.close()
  },
)

test('what holds only for a while is there until its day is over, then in the archive, where it is found', async () => {
  const home = freshHome()
  let clock = Date.parse('2026-11-24T03:00:00Z')
  const assistant = await assistantAt(home, { clock: () => clock })
  const { conversation, say: tell } = await talk(assistant)
  await tell('이번 주는 재택이야')
  await tell('내 이름은 철수야')
  const line = `- 이번 주는 재택 (2026-11-24 기준) <!-- 2026-11-24 · ${conversation.id} · noticed · until: 2026-11-29 -->\n`
  expect(read(home)).toContain(line)
  clock = Date.parse('2026-11-29T14:00:00Z')
  await tell('3 더하기 4는?')
  expect(read(home)).toContain(line)
  clock = Date.parse('2026-11-29T15:30:00Z')
  await tell('5 더하기 4는?')
  expect(plain(read(home))).toBe('- 이름은 철수\n')
  expect(read(home, 'memory/archive/me.md')).toBe(line)
  expect((await assistant.memory.list()).map(({ text }) => text)).toEqual(['이름은 철수'])
  expect((await assistant.memory.archived()).map(({ text }) => text)).toEqual(['이번 주는 재택 (2026-11-24 기준)'])
  expect((await assistant.memory.search('재택', 5)).map(({ file }) => file)).toEqual(['memory/archive/me.md'])
  await conversation.close()
})

test('of a private conversation nothing is noticed, remembered or written, and what was remembered before is read', async () => {
  const home = freshHome()
  const assistant = await assistantAt(home)
  await assistant.memory.add('이름은 철수', 'personal')
  const before = readdirSync(home, { recursive: true })
    .map(String)
    .filter((name) => !name.includes('.index.db'))
  const conversation = await assistant.open({ kind: 'new' }, { canAsk: false, ephemeral: true, private: true })
  const tell = async (words: string) => (endingOf(await said(conversation, words, 'tui')) as { text: string }).text
  expect(await tell('우리 고양이 이름은 나비야')).toBe('네, 알겠어요.')
  expect(await tell('내 생일은 3월 5일이라고 기억해줘')).toContain('비공개 대화라서')
  expect(await tell('내 이름이 뭐지?')).toContain('철수')
  await conversation.close()
  expect(plain(read(home))).toBe('- 이름은 철수\n')
  const after = readdirSync(home, { recursive: true }).map(String)
  const added = after.filter(
    (name) =>
      !before.includes(name) && !name.includes('.index.db') && !/^(?:state|state\/audit\.jsonl|run)$/.test(name),
  )
  expect(added).toEqual([])
  for (const one of readdirSync(home, { recursive: true, withFileTypes: true })) {
    if (!one.isFile() || one.name.includes('.index.db')) continue
    expect([one.name, /나비|3월 5일/.test(readFileSync(join(one.parentPath, one.name), 'utf8'))]).toEqual([
      one.name,
      false,
    ])
  }
})

test('where nobody can be asked, the answer to a contradiction is told as the command that settles it', async () => {
  const home = freshHome()
  const assistant = await assistantAt(home)
  const conversation = await assistant.open({ kind: 'new' }, { canAsk: false })
  const tell = async (text: string) => endingOf(await said(conversation, text))
  await tell('내 생일은 3월 5일이야')
  await tell('내 생일은 4월 6일이야')
  const [conflict] = await assistant.memory.conflicts()
  const command = `assistant memory settle ${conflict?.id} new`
  expect(await tell('바뀌었어')).toMatchObject({ text: expect.stringContaining(`\`${command}\``) })
  expect(await tell('생일은 3월 5일 잊어줘')).toMatchObject({
    text: expect.stringContaining("`assistant memory forget '생일은 3월 5일'`"),
  })
  await conversation.close()
  await assistant.close()
})

test.each([
  ['바뀌었어', '생일은 4월 6일'],
  ['아니, 전에 말한 게 맞아', '생일은 3월 5일'],
  ['둘 다 맞아', '생일은 3월 5일\n- 생일은 4월 6일'],
])('a contradiction is asked about after the answer, and %s settles it', async (words, left) => {
  const home = freshHome()
  const assistant = await assistantAt(home)
  const conversation = await assistant.open({ kind: 'new' }, { canAsk: true })
  const asked = (async () => {
    for await (const { event } of conversation.follow(0, AbortSignal.timeout(60_000)))
      if (event.type === 'tool.asked') await conversation.answer(event.id, { choice: 'once' }, 'owner')
  })().catch(() => {})
  const tell = (text: string) => said(conversation, text)
  await tell('내 생일은 3월 5일이야')
  const events = await tell('내 생일은 4월 6일이야')
  expect(of(events, 'notice.given').map(({ code, data }) => [code, data.text, data.before])).toContainEqual([
    'fact-conflict',
    '생일은 4월 6일',
    '생일은 3월 5일',
  ])
  expect(endingOf(await tell(words))).toMatchObject({ text: expect.stringContaining('그렇게 정했어요') })
  expect(plain(read(home))).toBe(`- ${left}\n`)
  expect(await assistant.memory.conflicts()).toEqual([])
  await conversation.close()
  await asked
})
