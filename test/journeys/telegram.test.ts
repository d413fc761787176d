import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test as sample } from 'vitest'
import { qrCode } from '../../src/std/text/qr-code.ts'
import { bareEnv, freshHome, run } from '../cli/assistant.ts'
import { callTool, say } from '../fakes/model-server.ts'
import { TelegramServer } from '../fakes/telegram-server.ts'
import { longTest as test } from '../parts.ts'
import { start } from '../ui/tui/pty.ts'
import { ends, owner, world } from './telegram-world.ts'

sample(
  'pairing, a turn, a timer that rings in the chat, status, and a stop that ends well',
  async () => {
    const { asked, letIn, server, env, daemon, log, home } = await world()
    expect((await letIn()).code).toBe(0)
    expect(await asked('12 곱하기 12는?')).toContain('144')
    expect(await asked('2초 타이머')).toContain('2초')
    await server.until(() => server.texts(owner).some((text) => text.includes('2초 타이머가 끝났어요')))
    const status = await run(['daemon', 'status', '--json'], env)
    expect(JSON.parse(status.out)).toMatchObject({
      pid: daemon.pid,
      telegram: 'running',
      busy: 0,
      chats: [{ chat: owner }],
    })
    const second = await run(['daemon'], env)
    expect([second.code, second.err]).toEqual([1, expect.stringContaining(`pid ${daemon.pid}`)])
    expect((await run(['daemon', 'stop'], env)).code).toBe(0)
    expect(await ends(daemon)).toBe(0)
    expect((await run(['daemon', 'status'], env)).code).toBe(1)
    const kept = readFileSync(join(home, 'state', 'daemon.log'), 'utf8')
    expect([log(), kept].join('\n')).not.toContain(server.token)
    expect(statSync(join(home, 'state', 'daemon.log')).mode & 0o777).toBe(0o600)
  },
  60_000,
)

test('a reminder and a schedule that were asked for in a topic, or in a group, are told there, also after /new', async () => {
  const { letIn, server, env, home } = await world([], {
    env: { ASSISTANT_NOW: '2026-11-23T09:00:00+09:00', TZ: 'Asia/Seoul' },
  })
  await letIn()
  const group = -100_777
  server.topics.set(owner, new Set([7, 8])).set(group, new Set([3]))
  server.tell(group, owner, '@test_bot 안녕')
  await server.until(() => server.texts(owner).some((text) => text.includes('‘가족’')))
  const code = /pair (\w{8})/.exec(server.texts(owner).findLast((text) => text.includes('‘가족’')) ?? '')?.[1] ?? ''
  await run(['telegram', 'pair', code, '-w', 'default'], env)
  const inTopic = (message_thread_id: number) => ({ message_thread_id, is_topic_message: true })
  const told = (chat: number, thread: number, words: string) =>
    server.until(() => server.texts(chat, thread).some((text) => text.includes(words)))
  server.say(owner, '4초 뒤에 빨래 꺼내라고 알려줘', inTopic(7))
  await told(owner, 7, '알려')
  server.say(owner, '/new', inTopic(7))
  server.tell(group, owner, '@test_bot 4초 뒤에 국 불 끄라고 알려줘', inTopic(3))
  await told(group, 3, '알려')
  server.say(owner, '매일 아침 7시에 오늘 일정 요약해서 보내줘', inTopic(8))
  await server.until(() => server.sent.some(({ markup }) => JSON.stringify(markup ?? '').includes('a:')))
  const card = server.sent.find(({ markup }) => JSON.stringify(markup ?? '').includes('a:'))
  expect(card).toMatchObject({ chat: owner, thread: 8 })
  const allow = card?.markup.inline_keyboard.flat().find(({ text }: { text: string }) => text === '허용')
  if (card) server.press(owner, card, allow.callback_data)
  await told(owner, 8, '예약했어요')
  server.say(owner, '/new', inTopic(8))
  await server.until(() => server.texts(owner, 8).length > 2)
  expect((await run(['schedule', 'run', '1'], env)).code).toBe(0)
  await told(owner, 8, '브리핑')
  await told(owner, 7, '⏰')
  await told(group, 3, '⏰')
  const rings = server.sent
    .filter(({ text }) => /⏰|브리핑이에요/.test(text))
    .map(({ chat, thread }) => `${chat}/${thread}`)
  expect(rings.toSorted()).toEqual([`${group}/3`, `${owner}/7`, `${owner}/8`].toSorted())
  // What rang in a group is answered there, by whoever is let in.
  const ring = server.sent.find(({ chat, text }) => chat === group && text.includes('⏰'))
  const done = ring?.markup.inline_keyboard.flat()[0]
  if (ring) server.press(owner, ring, done.callback_data)
  await told(group, 3, '✓')
  expect(readFileSync(join(home, 'reminders.jsonl'), 'utf8')).toContain('"completed"')
}, 60_000)

test('a model that tries everything over Telegram without a grant: nothing sensitive or restricted runs, the reason is told', async () => {
  const bare = freshHome()
  const listed = await run(['tools', 'list', '--json'], bareEnv(bare))
  const tools: { name: string; category: string }[] = JSON.parse(listed.out)
  // A schedule may be asked for by anybody who was let in: each is asked about by button.
  const risky = tools.filter(({ category, name }) => category !== 'safe' && name !== 'schedule')
  expect(risky.length).toBeGreaterThan(0)
  const script = risky.map(({ name }) =>
    callTool(name, { path: 'x.txt', content: 'x', command: 'touch x.txt', text: 'x', id: 'x' }),
  )
  const tried = script.flatMap((call) => [call, say('해 봤어요.')])
  const { asked, letIn, model, home } = await world(tried)
  await letIn()
  // Below the answer stands what was refused.
  for (const { name } of risky)
    expect([name, (await asked(`${name} 해줘`)).split('\n')[0]]).toEqual([name, '해 봤어요.'])
  const offered = model.requests.map(({ body }) =>
    (body.tools ?? []).map((one: { function: { name: string } }) => one.function.name),
  )
  expect(offered.flat().filter((name: string) => risky.some((tool) => tool.name === name))).toEqual([])
  const results = model.requests.flatMap(({ body }) =>
    body.messages.filter((one: { role: string }) => one.role === 'tool').slice(-1),
  )
  expect(results.length).toBeGreaterThanOrEqual(risky.length)
  // Those of calendars and mail are there only where an account is connected.
  const refused =
    /앱에서 직접 실행해주세요|^‘(?:change_event|answer_invitation|draft_mail|send_mail|mark_mail)’(?:이)?라는 도구는 없어요/
  expect(
    results.map(({ content }: { content: string }) => content).filter((content: string) => !refused.test(content)),
  ).toEqual([])
  const audit = join(home, 'state', 'audit.jsonl')
  expect(existsSync(audit) ? readFileSync(audit, 'utf8') : '').toBe('')
}, 120_000)

test('a granted tool asks by button in that chat: deny runs nothing, allow runs it; restricted ones cannot be granted', async () => {
  const { asked, letIn, grant, server, model, home } = await world([say('준비됐어요.')])
  await letIn()
  await asked('안녕')
  const page = join(home, 'memory', 'me.md')
  mkdirSync(join(home, 'memory'), { recursive: true })
  writeFileSync(page, '- 이름은 철수\n')
  expect([(await grant('shell')).code, (await grant('update_memory')).code]).toEqual([1, 0])
  const change = callTool('update_memory', {
    action: 'update',
    content: '이름은 철수',
    new: '이름은 영희',
    scope: 'personal',
  })
  for (const [choice, told, name] of [
    ['deny', '거절했어요.', '철수'],
    ['once', '허용했어요.', '영희'],
  ] as const) {
    model.add(change, say(`끝 ${choice}`))
    server.say(owner, '이름 바꿔줘')
    await server.until(() => server.sent.some((one) => one.markup?.inline_keyboard))
    const card = server.sent.findLast((one) => one.markup?.inline_keyboard)
    if (!card) throw new Error('no card')
    expect(card.text).toContain('new: 이름은 영희')
    const keys: { callback_data: string }[] = card.markup.inline_keyboard[0]
    const data = keys.find((one) => one.callback_data.endsWith(choice))?.callback_data ?? ''
    server.press(7777, card, data)
    server.press(owner, card, data)
    await server.until(
      () => server.texts(owner).some((text) => text.startsWith(`끝 ${choice}`)) && card.text.includes(told),
    )
    expect([readFileSync(page, 'utf8').includes(name), card.markup]).toEqual([true, undefined])
  }
}, 60_000)

test('what a turn left behind: rules notice a fact at once, the daemon asks the light model for title and facts', async () => {
  const answer = ({ body }: { body: { tools?: unknown } }) => {
    if (body.tools) return say('반가워요.')
    return say('{"title":"알레르기 이야기","facts":[{"text":"땅콩 알레르기가 있다","scope":"personal"}]}')
  }
  const { asked, letIn, model, home, env } = await world([answer, answer, answer], { light: true })
  await letIn()
  expect(await asked('나는 땅콩 알레르기가 있어')).toContain('반가워요.')
  await model.received(2)
  const page = join(home, 'memory', 'me.md')
  await expect
    .poll(() => (existsSync(page) ? readFileSync(page, 'utf8') : ''), { timeout: 20_000 })
    .toContain('땅콩 알레르기')
  await expect
    .poll(async () => (await run(['conversations', 'list', '--json'], env)).out, { timeout: 20_000 })
    .toContain('알레르기 이야기')
  // The title comes with the facts, in one request.
  expect(model.requests.length).toBe(2)
}, 60_000)

test('from a token to the first answer in one go: it is tried and kept, the daemon runs, link and QR code connect the phone', async () => {
  const server = await TelegramServer.open()
  onTestFinished(() => server.close())
  const home = freshHome()
  const env = bareEnv(home, { TELEGRAM_API_ROOT: server.url })
  onTestFinished(async () => void (await run(['daemon', 'stop'], env)))
  const wrong = await run(['telegram', 'setup', '--key-file', '-'], env, '123:wrong')
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('@BotFather에서 토큰을 다시 확인해')])
  const screen = start(resolve('bin/assistant.js'), { args: ['telegram', 'setup'], env, columns: 100, rows: 60 })
  onTestFinished(() => screen.close())
  await screen.until(
    ({ text }) => text().includes('@BotFather(https://t.me/BotFather)') && text().includes('봇 토큰'),
    30_000,
  )
  screen.type(`${server.token}\r`)
  await screen.until(({ text }) => text().includes('휴대전화에서 열 때까지'), 30_000)
  const [link = '', code = ''] = /https:\/\/t\.me\/test_bot\?start=(\w{8})/.exec(screen.text()) ?? []
  const seen = screen.text().split('\n')
  for (const row of (await qrCode(link)).trimEnd().split('\n'))
    expect(seen.map((line) => line.trimEnd())).toContain(row.trimEnd())
  expect(screen.text()).not.toContain(server.token)
  // A crowd of strangers is in nobody's way.
  for (let id = 1; id <= 30; id++) server.say(id, '나도')
  server.say(owner, `/start ${code}`)
  await screen.until(({ text }) => text().includes('휴대전화를 연결했어요(me)'), 30_000)
  expect(await screen.exit).toBe(0)
  await server.until(() => server.texts(owner).some((text) => text.startsWith('안녕하세요')))
  server.say(owner, '12 곱하기 12는?')
  await server.until(() => server.texts(owner).some((text) => text.includes('144')))
}, 120_000)

test('who is let in by the code of their first message hears so at once, and that message is answered', async () => {
  const { asked, server, env } = await world()
  const code = /pair (\w{8})/.exec(await asked('12 곱하기 12는?'))?.[1] ?? ''
  expect((await run(['telegram', 'pair', code], env)).code).toBe(0)
  await server.until(() => server.texts(owner).some((text) => text.includes('144')))
  expect(server.texts(owner).slice(1)).toEqual([expect.stringMatching(/^안녕하세요/), expect.stringContaining('144')])
}, 60_000)
