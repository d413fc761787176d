import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test as sample } from 'vitest'
import { bareEnv, end, freshHome, run, start } from '../cli/assistant.ts'
import { callTool, say } from '../fakes/model-server.ts'
import { longTest as test } from '../parts.ts'
import { fake } from '../tools/mcp/rig.ts'
import { owner, world } from './telegram-world.ts'

/** What the model was told by tools, call by call. */
const results = (requests: { body: { messages: { role: string; content: string }[] } }[]) =>
  requests
    .flatMap(({ body }) => body.messages.at(-1) ?? [])
    .flatMap(({ role, content }) => (role === 'tool' ? [content] : []))

sample(
  'a restricted tool never runs over Telegram, also when its grant was written into the file by hand',
  async () => {
    const restricted = ['shell', 'python_repl', 'delete_file', 'git_commit']
    const script = restricted.map((name) =>
      callTool(name, { command: 'touch made', code: 'open("made","x")', path: 'memory/me.md' }),
    )
    const { asked, letIn, home, model, server } = await world(script.flatMap((call) => [call, say('못 해요.')]))
    await letIn()
    const path = join(home, 'telegram.json')
    const access = JSON.parse(readFileSync(path, 'utf8'))
    access.senders[0].grants = restricted
    writeFileSync(path, JSON.stringify(access))
    for (const name of restricted) expect((await asked(`${name} 해줘`)).split('\n')[0]).toBe('못 해요.')
    const offered = model.requests.flatMap(({ body }) =>
      body.tools.map((one: { function: { name: string } }) => one.function.name),
    )
    expect(offered.filter((name: string) => restricted.includes(name))).toEqual([])
    const told = results(model.requests)
    expect(told.map((text) => text.includes('앱에서 직접 실행해주세요'))).toEqual(restricted.map(() => true))
    expect(server.sent.filter(({ markup }) => markup)).toEqual([])
  },
  60_000,
)

test('file tools see no folder until the owner grants one to that sender, and then only that one; no path leaves the machine', async () => {
  const home = freshHome()
  const [shared, other] = [join(home, 'shared'), join(home, 'other')]
  for (const folder of [shared, other]) mkdirSync(folder)
  writeFileSync(join(shared, '장보기.txt'), '우유 두 개')
  writeFileSync(join(other, '비밀.txt'), '금고 8391')
  const read = (path: string) => callTool('read_file', { path })
  const script = [
    ...[read(join(shared, '장보기.txt')), say('없어요.')],
    ...[
      read('장보기.txt'),
      (request: { body: { messages: { content: string }[] } }) => say(request.body.messages.at(-1)?.content ?? ''),
    ],
    ...[read(join(other, '비밀.txt')), say('안 돼요.')],
    ...[read('../other/비밀.txt'), say('안 돼요.')],
    ...[read(join(shared, '장보기.txt')), say('이제 없어요.')],
  ]
  const { asked, letIn, grant, env, model } = await world(script, { home: join(home, 'home'), env: { HOME: home } })
  await letIn()
  expect(await asked('장보기 읽어줘')).toBe('없어요.')
  expect([(await grant(join(home, 'nowhere'))).code, (await grant(shared)).code]).toEqual([1, 0])
  const shown = await asked('장보기 읽어줘')
  expect([shown.includes('우유 두 개'), shown.includes(home)]).toEqual([true, false])
  for (const text of ['비밀 읽어줘', '위로 가서 읽어줘']) expect(await asked(text)).toBe('안 돼요.')
  expect((await run(['telegram', 'revoke', String(owner), shared], env)).code).toBe(0)
  expect(await asked('다시 읽어줘')).toBe('이제 없어요.')
  expect(results(model.requests).filter((text) => text.includes('우유')).length).toBe(1)
  expect(JSON.stringify(model.requests.map(({ body }) => body)).includes('금고 8391')).toBe(false)
}, 60_000)

test('instructions of the folder the daemon was started in are not for people on Telegram', async () => {
  const home = freshHome()
  const project = join(home, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'AGENTS.md'), '내부 규칙 731')
  writeFileSync(join(home, 'config.json'), JSON.stringify({ trusted: [project] }))
  const { asked, letIn, model, env } = await world([say('네.'), say('여기서는 보여요.')], { home, cwd: project })
  await letIn()
  expect(await asked('안녕')).toBe('네.')
  const here = start(['안녕'], env, 'ignore', project)
  await end(here)
  expect(model.requests.map(({ body }) => JSON.stringify(body).includes('내부 규칙 731'))).toEqual([false, true])
}, 60_000)

test('a schedule is asked for by button, with its next three times, and its briefing comes into the chat without a model', async () => {
  const { asked, answered, letIn, server, env, card } = await world([], {
    env: { ASSISTANT_NOW: '2026-11-23T09:00:00+09:00', TZ: 'Asia/Seoul' },
  })
  await letIn()
  await asked('2026년 11월 23일 저녁 8시에 치과라고 알려줘')
  server.say(owner, '매일 아침 7시에 날씨랑 일정 요약해서 보내줘')
  const { card: shown, data } = await card()
  for (const time of ['11월 24일 화요일 오전 7시', '11월 25일 수요일 오전 7시', '11월 26일 목요일 오전 7시'])
    expect(shown.text).toContain(time)
  expect(await answered(() => server.press(owner, shown, data('허용')))).toContain(
    '예약했어요: 날씨랑 일정 요약해서 보내줘',
  )
  const before = server.texts(owner).length
  expect((await run(['schedule', 'run', '1'], env)).out).toContain('11월 23일 월요일 브리핑이에요.')
  await server.until(() =>
    server
      .texts(owner)
      .slice(before)
      .some((text) => text.includes('치과')),
  )
}, 60_000)

test('the owner makes a link that connects a phone; a token that Telegram refuses is told', async () => {
  const { asked, env, server } = await world()
  const invited = await run(['telegram', 'invite', '--json'], env)
  const { link } = JSON.parse(invited.out)
  expect(link).toMatch(/^https:\/\/t\.me\/\w+\?start=[A-Z0-9]{8}$/)
  expect(await asked(`/start ${link.slice(-8)}`)).toContain('안녕하세요')
  expect(await asked('1+1은?')).toBe('2예요.')
  expect(await asked('/model')).toContain('지금 모델: offline:rules')
  expect(await asked('/model 없는것')).toContain('고를 수 없어요')
  expect(await asked('/usage')).toMatch(/^쓴 토큰|호출|토큰/)
  expect(await asked('/compact')).toContain('요약할 앞 대화가 없어요')
  await asked('내 이름은 철수라고 기억해줘')
  expect(await asked('/memory')).toContain('철수')
  const wrong = await run(['telegram', 'invite'], { ...env, TELEGRAM_BOT_TOKEN: `${server.token}x` })
  expect([wrong.code, wrong.err.includes('받아들이지 않았어요')]).toEqual([1, true])
}, 60_000)

test('a transfer is confirmed in the chat only by whom the owner granted it, by button, and moves once', async () => {
  const { asked, answered, letIn, grant, server, env, card } = await world()
  await letIn()
  expect((await run(['transfer', 'ledger', 'deposit', '10만원'], env)).code).toBe(0)
  const balance = async () => JSON.parse((await run(['transfer', 'ledger', '--json'], env)).out)
  const before = await balance()
  expect(await asked('엄마한테 만원 보내줘')).toBe('이 작업은 앱에서 직접 실행해주세요')
  expect(await balance()).toEqual(before)
  expect((await grant('transfer')).code).toBe(0)
  const question = await asked('엄마한테 만원 보내줘')
  expect(question).toContain('엄마에게 1만원을 이체할까요?')
  const { card: shown, data } = await card()
  server.press(7777, shown, data('확인'))
  const receipt = await answered(() => {
    server.press(owner, shown, data('확인'))
    server.press(owner, shown, data('확인'))
  })
  expect(receipt).toContain('이체가 완료됐어요.')
  await server.until(() => server.of('answerCallbackQuery').length >= 2 && server.unconfirmed === 0)
  expect((await balance()).balance).toBe(before.balance - 10_000)
}, 60_000)

test('what an MCP server asks in the course of a request from Telegram is not answered there: the person is told who asked, and where to answer', async () => {
  const home = freshHome()
  writeFileSync(join(home, 'mcp.json'), JSON.stringify({ mcpServers: { 집: { ...fake(), safe: true } } }))
  const env = bareEnv(home)
  expect((await run(['mcp', 'connect', '집', '--yes'], env)).code).toBe(0)
  const named = JSON.parse((await run(['tools', 'list', '--json'], env)).out)
  const tool: string = named.find(({ name }: { name: string }) => name.endsWith('_ask')).name
  const { asked, letIn, model } = await world([callTool(tool, {}), say('못 물어봤어요.')], { home })
  await letIn()
  const [answer, note] = (await asked('누군지 물어봐')).split('\n\n')
  expect([answer, note]).toEqual([
    '못 물어봤어요.',
    expect.stringMatching(/^ℹ️ MCP 서버 ‘집’이 물어본 것이 있는데.*비서 앱/),
  ])
  expect(results(model.requests)[0]).toContain('decline')
}, 60_000)

test("a person's own service is done over Telegram once its owner grants it, and not before", async () => {
  const home = freshHome()
  mkdirSync(join(home, 'services', 'tea'), { recursive: true })
  const tea = {
    name: 'tea',
    version: '1.0.0',
    words: ['차 주문'],
    slots: { kind: { type: 'text', required: true, question: '어떤 차인가요?' } },
    confirm: '{kind:을/를} 주문할까요?',
    done: '{kind:을/를} 주문했어요.',
  }
  writeFileSync(join(home, 'services', 'tea', 'service.json'), JSON.stringify(tea))
  writeFileSync(
    join(home, 'services', 'tea', 'handler.ts'),
    `import { appendFileSync } from 'node:fs'
export const execute = ({ slots }) => (appendFileSync(${JSON.stringify(join(home, 'made'))}, slots.kind), { receipt: {} })`,
  )
  const { asked, letIn, grant, server } = await world([], { home })
  await letIn()
  const words = ['차 주문해줘', '보리차', '네']
  for (const text of words) expect(await asked(text)).not.toContain('주문했어요')
  expect(server.texts(owner).join('\n')).toContain('이 작업은 앱에서 직접 실행해주세요')
  expect(existsSync(join(home, 'made'))).toBe(false)
  expect((await grant('tea')).code).toBe(0)
  const answers: string[] = []
  for (const text of words) answers.push(await asked(text))
  expect(answers).toEqual(['어떤 차인가요?', '보리차를 주문할까요?', '보리차를 주문했어요.'])
  expect(readFileSync(join(home, 'made'), 'utf8')).toBe('보리차')
}, 60_000)
