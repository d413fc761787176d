import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createAssistant } from '../../../src/app/create-assistant.ts'
import { lookAt } from '../../../src/app/schedules/check-watch.ts'
import { readHeartbeat } from '../../../src/app/schedules/heartbeat.ts'
import { runSchedulesHere, schedulesOf } from '../../../src/app/schedules/schedule-clock.ts'
import { performSchedule } from '../../../src/core/schedules/tools.ts'
import { loadThread } from '../../../src/threads/journal.ts'
import { modelServer, type Script, say } from '../../fakes/model-server.ts'

async function room(script: Script[], config: object = {}) {
  const home = await mkdtemp(join(tmpdir(), 'watching-'))
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }))
  await writeFile(join(home, 'config.json'), JSON.stringify(config))
  const model = await modelServer(...script)
  onTestFinished(() => model.close())
  const clock = { at: Date.parse('2026-11-21T07:00:00+09:00') }
  const env = {
    ASSISTANT_HOME: home,
    ASSISTANT_PROVIDER: 'compatible',
    ASSISTANT_COMPATIBLE_URL: model.openai,
    PATH: process.env.PATH ?? '',
  }
  const place = {
    ...{ cwd: home, pid: process.pid, platform: 'linux', machine: process.arch, zone: 'Asia/Seoul' },
    ...{ userHome: home, tempDir: tmpdir(), flags: {}, node: process.execPath },
  }
  const assistant = await createAssistant({ ...place, env, clock: () => clock.at })
  onTestFinished(() => assistant.close())
  const store = schedulesOf(assistant.parts)
  return {
    ...{ home, model, clock, assistant, store },
    all: async () => [...(await store.all()).values()],
    /** Runs schedules until it holds. */
    async until(holds: () => Promise<boolean>) {
      const stop = new AbortController()
      const running = runSchedulesHere(assistant, 'daemon', stop.signal, {
        failed: (error) => expect.unreachable(String(error)),
      })
      await expect.poll(holds, { timeout: 20_000 }).toBe(true)
      stop.abort()
      await running
    },
  }
}

test('a schedule that is taken away by hand is ticked off in the checklist, and does not come again', async () => {
  const { home, assistant, all, store } = await room([])
  const path = join(home, 'heartbeat.md')
  await writeFile(path, '# 할 일\n- [ ] 매일 아침 8시 오늘 일정 알려줘\n- [ ] 매주 월요일 9시 주간 보고 써줘\n')
  await readHeartbeat(assistant.parts)
  const { now, zone } = assistant.parts
  const asker = { now, zone, language: 'ko' as const, profile: 'me', by: 'owner' as const }
  await performSchedule(store, { action: 'remove', id: '1' }, asker)
  await readHeartbeat(assistant.parts)
  expect((await all()).map(({ prompt }) => prompt)).toEqual(['주간 보고 써줘'])
  expect(await readFile(path, 'utf8')).toBe(
    '# 할 일\n- [x] 매일 아침 8시 오늘 일정 알려줘\n- [ ] 매주 월요일 9시 주간 보고 써줘\n',
  )
})

test('the checklist is a view of schedules: a new line makes one, a line that is done or gone takes it away', async () => {
  const { home, assistant, all, clock, model, until } = await room([say('회의가 하나 있어요.')])
  const write = (text: string) => writeFile(join(home, 'heartbeat.md'), text)
  await readHeartbeat(assistant.parts)
  expect(await all()).toEqual([])
  await write('- [ ] 매일 아침 8시 오늘 일정 알려줘\n- [ ] 매주 월요일 9시 주간 보고 써줘\n- [ ] 언젠가 할 일')
  for (let look = 0; look < 2; look++) await readHeartbeat(assistant.parts)
  expect((await all()).map(({ prompt, tokens }) => [prompt, tokens])).toEqual([
    ['오늘 일정 알려줘', 50_000],
    ['주간 보고 써줘', 50_000],
  ])
  clock.at = Date.parse('2026-11-21T08:00:01+09:00')
  await until(async () => (await all()).some(({ results }) => results.length > 0))
  expect(model.requests.map(({ body }) => body.messages.at(-1).content.split('\n')[0])).toEqual(['오늘 일정 알려줘'])
  expect((await all())[0]?.results.map(({ text, outcome }) => [text, outcome])).toEqual([
    ['회의가 하나 있어요.', 'done'],
  ])
  await write('- [x] 매일 아침 8시 오늘 일정 알려줘\n- [ ] 매주 월요일 9시 주간 보고 써줘')
  await readHeartbeat(assistant.parts)
  expect((await all()).map(({ prompt }) => prompt)).toEqual(['주간 보고 써줘'])
  await rm(join(home, 'heartbeat.md'))
  await readHeartbeat(assistant.parts)
  expect(await all()).toEqual([])
})

test('a line for which another device has made a schedule as well keeps the older one', async () => {
  const { home, assistant, all, clock, store } = await room([])
  await writeFile(join(home, 'heartbeat.md'), '- [ ] 매일 아침 8시 오늘 일정 알려줘\n')
  await readHeartbeat(assistant.parts)
  const [mine] = await all()
  const { id: _, state: __, results: ___, ...plan } = mine as NonNullable<typeof mine>
  await store.create({ ...plan, title: 'older', createdAt: clock.at - 1 })
  await store.create({ ...plan, title: 'newer', createdAt: clock.at + 1 })
  for (let look = 0; look < 2; look++) await readHeartbeat(assistant.parts)
  expect((await all()).map(({ title }) => title)).toEqual(['older'])
})

test('what is watched is looked at by code: no model is asked without a change, and what is new comes with the request', async () => {
  const { home, assistant, store, clock, model, all, until } = await room([say('우유가 늘었어요.')])
  const target = join(home, '장보기.txt')
  await writeFile(target, '빵\n')
  const context = { now: assistant.now, zone: 'Asia/Seoul', language: 'ko', profile: 'me', by: 'owner' } as const
  const prompt = '무엇이 새로 생겼는지 짧게 알려줘'
  const made = await performSchedule(store, { action: 'create', prompt, watch: { kind: 'file', target } }, context)
  expect(made.text).toContain('15분')
  const looks = async (minutes: number) => {
    const before = (await all())[0]?.next
    clock.at += minutes * 60_000
    await until(async () => (await all())[0]?.next !== before && !(await all())[0]?.running)
  }
  await looks(1)
  await looks(15)
  expect(model.requests.length).toBe(0)
  await writeFile(target, '빵\n우유\n')
  await looks(15)
  const [one] = await all()
  expect(one?.results.map(({ text, outcome }) => [text, outcome])).toEqual([['우유가 늘었어요.', 'done']])
  const sent = model.requests[0]?.body.messages.at(-1).content as string
  expect([sent.split('\n')[0], sent.includes('우유'), sent.includes('빵')]).toEqual([
    '무엇이 새로 생겼는지 짧게 알려줘',
    true,
    false,
  ])
  expect((await loadThread(join(home, 'conversations'), one?.conversation ?? '')).messages.length).toBe(2)
  await looks(15)
  expect(model.requests.length).toBe(1)
  await rm(target)
  for (let look = 0; look < 4; look++) await looks(15)
  expect((await all())[0]?.results.slice(1).map(({ outcome, text }) => [outcome, text.includes('장보기.txt')])).toEqual(
    [['failed', true]],
  )
})

test('a page is looked at as text, a feed by its entries, a command by what it prints; what cannot be seen says why', async () => {
  let body = '<html><body><p>첫 소식</p><script>x()</script></body></html>'
  let type = 'text/html; charset=utf-8'
  const server = createServer((_, response) => response.setHeader('content-type', type).end(body)).listen(
    0,
    '127.0.0.1',
  )
  onTestFinished(() => void server.close())
  await new Promise((done) => server.once('listening', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const { assistant } = await room([], { fetchHosts: [host] })
  const { signal } = new AbortController()
  const page = { kind: 'page', target: `http://${host}/` } as const
  const look = async (watch: Parameters<typeof lookAt>[1], seen?: string) =>
    lookAt(assistant.parts, watch, { seen }, signal)
  const first = await look(page)
  body = '<html><body><p>첫 소식</p><p>둘째 소식</p></body></html>'
  expect(await look(page, 'seen' in first ? first.seen : '')).toMatchObject({ news: '+ 둘째 소식' })
  type = 'application/rss+xml'
  body = '<rss><channel><item><title>글</title><link>https://a.example/1</link></item></channel></rss>'
  expect(await look(page, '')).toMatchObject({ news: '+ 글 https://a.example/1' })
  expect(await look({ kind: 'command', target: 'echo 하나; echo 둘' }, '')).toMatchObject({ news: '+ 하나\n+ 둘' })
  for (const watch of [
    { kind: 'command', target: 'echo no >&2; exit 3' },
    { kind: 'file', target: '/nowhere/at/all' },
    { kind: 'page', target: 'http://10.0.0.1/' },
  ] as const)
    expect(await look(watch)).toMatchObject({ failed: expect.stringContaining(watch.target) })
})

test('a page that is gone, breaks off or takes no connection is told in words, and what changed meanwhile comes once', async () => {
  let state: 'there' | 'gone' | 'ill' | 'torn' = 'there'
  let lines = ['Flat A: 500', 'Flat B: 620']
  const server = createServer((_, response) => {
    const body = `<html><body>${lines.map((line) => `<p>${line}</p>`).join('')}</body></html>`
    response.setHeader('content-type', 'text/html')
    if (state === 'torn') {
      response.setHeader('content-length', 2 * body.length)
      return response.write(body, () => response.destroy())
    }
    response.statusCode = { there: 200, gone: 410, ill: 503 }[state]
    return response.end(body)
  })
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )
  onTestFinished(() => void server.close())
  const { assistant } = await room([], { fetchHosts: [`127.0.0.1:${port}`] })
  const page = { kind: 'page', target: `http://127.0.0.1:${port}/` } as const
  const look = (last: Parameters<typeof lookAt>[2]) => lookAt(assistant.parts, page, last, new AbortController().signal)
  const first = await look({})
  if (!('lines' in first)) throw new Error(first.failed)
  for (const bad of ['gone', 'ill', 'torn'] as const) {
    state = bad
    const told = await look({ seen: first.seen, before: first.lines })
    expect(told).toMatchObject({ failed: expect.stringContaining(page.target) })
    expect('failed' in told && told.failed).not.toMatch(/\w+Error\b|undefined|\[object/)
  }
  lines = ['Flat A: 500', 'Flat B: 590']
  state = 'there'
  const back = await look({ seen: first.seen, before: first.lines })
  expect(back).toMatchObject({ news: expect.stringMatching(/^− Flat B: 620\n\+ Flat B: 590/) })
  await new Promise((resolve) => server.close(resolve))
  const away = await look({ seen: first.seen, before: first.lines })
  expect('failed' in away && away.why).toMatch(new RegExp(`^127\\.0\\.0\\.1:${port} takes no connection|연결을 받지`))
})
