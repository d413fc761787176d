import { rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { addCalendar, removeCalendar } from '../../src/app/accounts/calendar-admin.ts'
import { SetupWizard } from '../../src/app/admin/setup-wizard.ts'
import { SetupWork } from '../../src/app/admin/setup-work.ts'
import { accountTools, wantsAccount } from '../../src/app/tools/account-tools.ts'
import { loadSecrets } from '../../src/config/secrets.ts'
import { loadSettings } from '../../src/config/settings.ts'
import type { Json, Tool, ToolContext } from '../../src/protocol/index.ts'
import { bareEnv, run } from '../cli/assistant.ts'
import { ics } from '../fakes/ics.ts'
import { type Radicale, radicale } from '../fakes/radicale.ts'
import { requires } from '../parts.ts'
import { context, use } from '../tools/context.ts'
import { assistantAt, freshHome, talk } from './home.ts'

/** Monday 2026-11-23, 08:00 in Seoul. */
const now = () => new Date('2026-11-22T23:00:00Z')
const env = (home: string) => ({
  env: { ASSISTANT_HOME: home },
  cwd: home,
  userHome: home,
  zone: 'Asia/Seoul',
  flags: {},
  now: now(),
})
const settingsAt = (home: string) => loadSettings(env(home) as never)
const asking = (home: string, signal = new AbortController().signal) => ({ cwd: home, now, signal })
const nobody = { password: async () => '', askUser: async () => '' }

/** The calendar tools of a home. */
async function toolsAt(home: string): Promise<Tool[]> {
  const loaded = await settingsAt(home)
  const secrets = await loadSecrets({}, loaded.paths, { cwd: home, now: now(), warn: () => {} })
  return accountTools(loaded, secrets).filter((tool) => wantsAccount(loaded, tool) === undefined)
}
const listAt = async (home: string) => (await toolsAt(home)).find(({ name }) => name === 'list_events') as Tool
const at = { now, zone: 'Asia/Seoul' }

async function sentence(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('it worked'),
    (reason) => reason,
  )
  return String(error.failure?.data?.sentence ?? error)
}

requires('radicale')('calendars on a CalDAV server', () => {
  let server: Radicale
  beforeAll(async () => {
    server = await radicale()
    const meeting = [
      'DTSTART;TZID=Asia/Seoul:20261123T090000',
      'DTEND;TZID=Asia/Seoul:20261123T100000',
      'SUMMARY:회의',
      'LOCATION:3층',
    ]
    await server.put('업무', 'meeting', meeting)
    await server.put('집', 'leave', ['DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261126', 'SUMMARY:휴가'])
    await server.put('집', 'call', [
      'DTSTART:20261127T130000Z',
      'DTEND:20261127T133000Z',
      'RRULE:FREQ=WEEKLY',
      'SUMMARY:통화',
    ])
  }, 60_000)
  afterAll(() => server.stop())

  const connected = async (home: string) => {
    const wish = {
      where: server.url,
      name: 'mine',
      user: server.user,
      password: async () => server.password,
      askUser: nobody.askUser,
    }
    return addCalendar(await settingsAt(home), wish, asking(home))
  }

  test('one is connected once it works; its password is kept as every secret and shown nowhere', async () => {
    const home = freshHome()
    const wrong = { where: server.url, user: server.user, ...nobody, password: async () => 'geheim-43-falsch' }
    expect(await sentence(addCalendar(await settingsAt(home), wrong, asking(home)))).toContain('앱 비밀번호')
    expect(await toolsAt(home)).toEqual([])
    expect(await connected(home)).toEqual({ name: 'mine', calendars: expect.arrayContaining(['업무', '집']) })
    const { settings, paths } = await settingsAt(home)
    expect(settings.calendars).toEqual({ mine: { kind: 'caldav', url: server.url, user: server.user } })
    expect(statSync(paths.secrets).mode & 0o777).toBe(0o600)
    expect(await removeCalendar(await settingsAt(home), 'mine', now())).toBe(true)
    expect((await settingsAt(home)).settings.calendars).toEqual({})
  })

  test('questions about days are answered from it without a model, and what it says counts as text from outside', async () => {
    const home = freshHome()
    await connected(home)
    const assistant = await assistantAt(home, { clock: () => +now() })
    onTestFinished(() => assistant.close())
    const { say } = await talk(assistant)
    const answer = async (words: string) => {
      const seen = await say(words)
      const ended = seen.flatMap(({ event }) =>
        event.type === 'tool.ended' && event.name === 'list_events' ? [event] : [],
      )
      const text = seen.flatMap(({ event }) => (event.type === 'text.added' ? [event.text] : [])).join('')
      return { text, untrusted: ended[0]?.untrusted }
    }
    const today = await answer('오늘 일정 알려줘')
    expect(today.text).toMatch(/^11월 23일 월요일\n- 09:00–10:00 회의 · 3층$/)
    expect(today.untrusted).toBe(true)
    expect((await answer('이번 주 일정')).text).toMatch(/회의[\s\S]*휴가[\s\S]*22:00–22:30 통화/)
    expect((await answer('다음 주 화요일 비어 있어?')).text).toBe('네, 12월 1일 화요일은 비어 있어요.')
    expect((await answer('오늘 9시 반에 시간 돼?')).text).toMatch(/^11월 23일 월요일 09:30에는 일정이 있어요/)
    expect((await answer('오늘 오후 3시에 비어 있어?')).text).toBe('네, 11월 23일 월요일 15:00에는 비어 있어요.')
    expect((await answer('내일 바빠?')).text).toMatch(/9시부터 18시까지는 비어 있는 시간이 없어요/)
    const wanted = async (words: string) =>
      (await say(words)).flatMap(({ event }) => (event.type === 'tool.ended' ? [[event.name, event.outcome]] : []))
    expect(await wanted('내일 3시에 치과 일정 추가해줘')).toEqual([['change_event', 'denied']])
    expect(await wanted('add lunch to my calendar on friday at noon')).toEqual([['change_event', 'denied']])
    expect(await wanted('매주 월요일 3시 회의 일정 추가해줘')).toEqual([['change_event', 'denied']])
    expect((await answer('날씨랑 일정 알려줘')).text).toMatch(/브리핑[\s\S]*달력: [\s\S]*회의/)
    expect((await answer("what's on my calendar next week?")).text).toMatch(/12월 4일 금요일\n- 22:00–22:30 통화/)
  })

  test('while the server is away the copy is shown with its age; without one, why and what to do', async () => {
    const home = freshHome()
    await connected(home)
    const list = await listAt(home)
    await use(list, { from: '2026-11-23' }, at)
    await server.stop()
    try {
      const later = { ...at, now: () => new Date(+now() + 3 * 3_600_000) }
      expect((await use(list, { from: '2026-11-23' }, later)).text).toMatch(
        /회의[\s\S]*연결을 받지 않아요[\s\S]*3시간 전에 받아 둔 내용/,
      )
      const far = await use(list, { from: '2027-11-23' }, later)
      expect(far).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^⚠ mine: .*연결을 받지 않아요. 주소와 포트를/),
      })
    } finally {
      await server.start()
    }
  })

  test('an event is made, moved and deleted as its card says, with the whole date and the zone; one time of what repeats is changed alone', async () => {
    const home = freshHome()
    await connected(home)
    const tools = await toolsAt(home)
    const [list, change] = ['list_events', 'change_event'].map((wanted) =>
      tools.find(({ name }) => name === wanted),
    ) as [Tool, Tool]
    const card = async (args: object) => change.explain?.(args as never, context(at))
    const does = async (args: object) => (await use(change, args as Record<string, unknown>, at)).text
    const events = async (from: string) => (await use(list, { from }, at)).text
    const idOf = async (from: string) => /\[([0-9a-f]{6})\]/.exec(await events(from))?.[1] ?? ''
    const wanted = { action: 'create', title: '치과', start: '2026-12-08T15:00+09:00', location: '2층', calendar: '집' }
    expect(await card(wanted)).toEqual({
      effect: '‘치과’ 일정을 만들어요\n2026년 12월 8일 화요일 15:00–16:00 (Asia/Seoul)\n2층\n달력: 집',
      risk: 'low',
    })
    expect(change.category).toBe('sensitive')
    expect(await does(wanted)).toBe('‘치과’ 일정을 넣었어요: 2026년 12월 8일 화요일 15:00–16:00 (Asia/Seoul)')
    const id = await idOf('2026-12-08')
    const moved = { action: 'change', id, start: '2026-12-09' }
    expect(await card(moved)).toMatchObject({
      effect: expect.stringContaining(
        '2026년 12월 8일 화요일 15:00–16:00 (Asia/Seoul) → 2026년 12월 9일 수요일 15:00–16:00 (Asia/Seoul)',
      ),
    })
    await does(moved)
    expect(await events('2026-12-09')).toMatch(/15:00–16:00 치과 · 2층/)
    expect(await does({ action: 'delete', id: await idOf('2026-12-09') })).toMatch(/지웠어요/)
    expect(await events('2026-12-09')).toBe('12월 9일 수요일에는 일정이 없어요.')

    const call = await idOf('2026-12-04')
    expect(await card({ action: 'delete', id: call })).toMatchObject({
      effect: expect.stringContaining('(이번 일정만)'),
      risk: 'medium',
    })
    await does({ action: 'delete', id: call })
    await does({ action: 'change', id: await idOf('2026-12-11'), start: '2026-12-12T09:00+09:00', title: '긴 통화' })
    expect([await events('2026-12-04'), await events('2026-12-11')].map((text) => text.includes('통화'))).toEqual([
      false,
      false,
    ])
    expect(await events('2026-12-12')).toMatch(/09:00–09:30 긴 통화/)
    expect(await events('2026-12-18')).toMatch(/22:00–22:30 통화/)
    expect(
      await card({ action: 'change', id: await idOf('2026-12-18'), start: '2026-12-19', scope: 'following' }),
    ).toMatchObject({
      effect: expect.stringMatching(/이번 일정부터 모두/),
    })
  })

  test('what was made, moved or deleted is taken back: the server holds what it held, unless somebody changed it since', async () => {
    const home = freshHome()
    await connected(home)
    const tools = await toolsAt(home)
    const [list, change] = ['list_events', 'change_event'].map((wanted) =>
      tools.find(({ name }) => name === wanted),
    ) as [Tool, Tool]
    const { undo } = change.deeds as { undo: (kept: Json, context: ToolContext) => Promise<string> }
    const idOf = async (from: string) => /\[([0-9a-f]{6})\]/.exec((await use(list, { from }, at)).text)?.[1] ?? ''
    const held = async () => await Promise.all(['업무', '집'].map((name) => server.all(name)))
    await server.put('집', 'yoga', [
      ...['DTSTART;TZID=Asia/Seoul:20270104T070000', 'DTEND;TZID=Asia/Seoul:20270104T080000'],
      ...['RRULE:FREQ=WEEKLY', 'SUMMARY:요가', 'X-OWN:한글 값'],
    ])
    const deeds: (() => Promise<Record<string, unknown>>)[] = [
      async () => ({ action: 'create', title: '치과', start: '2027-01-05T15:00+09:00', calendar: '집' }),
      async () => ({ action: 'change', id: await idOf('2027-01-05'), start: '2027-01-06', title: '치과 예약' }),
      async () => ({ action: 'delete', id: await idOf('2027-01-06') }),
      async () => ({ action: 'change', id: await idOf('2027-01-11'), start: '2027-01-12T09:00+09:00' }),
      async () => ({ action: 'delete', id: await idOf('2027-01-18') }),
      async () => ({ action: 'change', id: await idOf('2027-01-25'), start: '2027-01-26', scope: 'following' }),
      async () => ({ action: 'delete', id: await idOf('2027-01-04'), scope: 'all' }),
    ]
    const [before, kept]: [string[][], Json[]] = [[], []]
    for (const deed of deeds) {
      before.push(await held())
      const result = await use(change, await deed(), at)
      expect(result.isError, result.text).toBeFalsy()
      kept.push(JSON.parse(JSON.stringify(result.deed?.undo ?? null)))
      expect(await held()).not.toEqual(before.at(-1))
    }
    for (const was of before.reverse()) {
      expect(await undo(kept.pop() ?? null, context(at))).toBe('undone')
      expect(await held()).toEqual(was)
    }
    const { deed } = await use(change, (await deeds[0]?.()) ?? {}, at)
    await use(change, { action: 'change', id: await idOf('2027-01-05'), title: '다른 것' }, at)
    const now = await held()
    expect(await undo(deed?.undo ?? null, context(at))).toBe('changed')
    expect(await held()).toEqual(now)
  })

  test('what was changed elsewhere after its card is left alone; nothing waits for a server that is away', async () => {
    const home = freshHome()
    await connected(home)
    const tools = await toolsAt(home)
    const [list, change] = ['list_events', 'change_event'].map((wanted) =>
      tools.find(({ name }) => name === wanted),
    ) as [Tool, Tool]
    const start = ['DTSTART:20261215T010000Z', 'DTEND:20261215T020000Z']
    await server.put('집', 'shared', [...start, 'SUMMARY:나'])
    const id = /\[([0-9a-f]{6})\]/.exec((await use(list, { from: '2026-12-15' }, at)).text)?.[1]
    const moved = { action: 'change', id, title: '나의 것' }
    await change.explain?.(moved as never, context(at))
    await server.put('집', 'shared', [...start, 'SUMMARY:남의 것'])
    expect(await use(change, moved, at)).toMatchObject({
      isError: true,
      text: expect.stringContaining('다른 곳에서 바뀌어서'),
    })
    expect(await server.all('집')).toContain('SUMMARY:남의 것')
    await server.stop()
    try {
      const made = { action: 'create', title: '나중', start: '2026-12-16' }
      expect(await change.explain?.(made as never, context(at))).toEqual({
        refused: expect.stringContaining('연결을 받지 않아요'),
      })
      expect(await use(change, made, at)).toMatchObject({ isError: true })
    } finally {
      await server.start()
    }
    expect(await server.all('집')).not.toContain('나중')
  })

  test('setting up connects calendars one after the other, and says what was wrong with an answer', async () => {
    const home = freshHome()
    const place = { env: { ASSISTANT_HOME: home, OLLAMA_HOST: '127.0.0.1:9' }, cwd: home, userHome: home }
    const work = await SetupWork.begin(
      await loadSettings(place as never),
      place as never,
      now,
      AbortSignal.timeout(60_000),
    )
    const answers = [
      'ko',
      'offline',
      'calendar',
      server.url,
      server.user,
      'falsch-geraten',
      server.url,
      server.user,
      server.password,
    ]
    answers.push('calendar', server.url, server.user, server.password, 'later')
    const asked: string[] = []
    const told: string[] = []
    const wizard = new SetupWizard(work, {
      tell: (text) => told.push(text),
      progress: () => {},
      async ask({ title, message, hidden }) {
        asked.push(`${title}${hidden ? ' (hidden)' : ''} ${message}`)
        return { answer: answers.shift() ?? '' }
      },
    })
    expect(await wizard.run()).toBe(true)
    expect(asked.filter((one) => one.includes('거절됐어요'))).toHaveLength(1)
    expect(asked.filter((one) => one.includes('(hidden)'))).toHaveLength(3)
    expect(told.filter((one) => one.includes('달력을 연결했어요'))).toHaveLength(2)
    expect(Object.keys((await settingsAt(home)).settings.calendars)).toHaveLength(2)
  })

  test('the built program connects one and lists its events', async () => {
    const home = freshHome()
    writeFileSync(join(home, 'password'), server.password)
    const added = await run(
      ['calendar', 'add', server.url, '--user', server.user, '--password-file', join(home, 'password')],
      bareEnv(home),
    )
    expect({ code: added.code, err: added.err }).toEqual({ code: 0, err: expect.stringContaining('달력을 연결했어요') })
    const listed = await run(
      ['tools', 'call', 'list_events', '{"from":"2026-11-23"}'],
      bareEnv(home, { ASSISTANT_NOW: now().toISOString() }),
    )
    expect(listed.out).toMatch(/09:00–10:00 회의 · 3층/)
    const looked = await run(['doctor', '--json'], bareEnv(home))
    expect(JSON.parse(looked.out).checks).toContainEqual(expect.objectContaining({ name: 'calendar', ok: true }))
  })

  test('an account is its person’s alone', async () => {
    const home = freshHome()
    await connected(home)
    const other = await use(await listAt(home), { from: '2026-11-23' }, { ...at, profile: 'mina' })
    expect(other.text).toBe('11월 23일 월요일에는 일정이 없어요.')
  })
})

describe('calendar files and subscriptions', () => {
  test('a file of this machine is read as it stands; a wrong one is told', async () => {
    const home = freshHome()
    writeFileSync(join(home, 'work.ics'), ics('w', ['DTSTART:20261123T010000Z', 'SUMMARY:발표']))
    expect(await addCalendar(await settingsAt(home), { where: 'work.ics', ...nobody }, asking(home))).toEqual({
      name: 'work',
      calendars: [],
    })
    const list = await listAt(home)
    expect((await use(list, { from: '2026-11-23' }, at)).text).toMatch(/10:00 발표/)
    rmSync(join(home, 'work.ics'))
    expect((await use(list, { from: '2026-11-23' }, at)).text).toMatch(/찾을 수 없어요\(.*work\.ics\)/)
    writeFileSync(join(home, 'photo.ics'), 'no calendar')
    expect(
      await sentence(addCalendar(await settingsAt(home), { where: 'photo.ics', ...nobody }, asking(home))),
    ).toMatch(/읽을 수 있는 내용이/)
  })

  test('a subscription is fetched by its secret address, redirects into the own network are not followed', async () => {
    const home = freshHome()
    const body = ics('h', ['DTSTART;VALUE=DATE:20261125', 'SUMMARY:공휴일'])
    const web = createServer(({ url }, response) => {
      if (url?.startsWith('/away')) return response.writeHead(302, { location: 'http://127.0.0.2:9/' }).end()
      if (url?.startsWith('/page')) return response.end('<html>')
      return response.end(body)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void web.close())
    const base = await new Promise<string>((resolve) =>
      web.on('listening', () => resolve(`127.0.0.1:${(web.address() as AddressInfo).port}`)),
    )
    const add = async (where: string) => addCalendar(await settingsAt(home), { where, ...nobody }, asking(home))
    expect((await add(`http://${base}/private-0123456789abcdef/holidays.ics`)).name).toBe('holidays')
    const { settings, paths } = await settingsAt(home)
    expect(JSON.stringify(settings.calendars)).toBe('{"holidays":{"kind":"feed"}}')
    const secrets = await loadSecrets({}, paths, { cwd: home, now: now(), warn: () => {} })
    expect(secrets.redact(`GET http://${base}/private-0123456789abcdef/holidays.ics`)).not.toContain('0123456789abcdef')
    expect((await use(await listAt(home), { from: '2026-11-25' }, at)).text).toMatch(/하루 종일 공휴일/)
    expect(await sentence(add(`http://${base}/away.ics`))).toMatch(/다른 주소/)
    expect(await sentence(add(`http://${base}/page`))).toMatch(/--user/)
    expect(await sentence(add('me@gmail.com'))).toMatch(/비공개 주소/)
    expect(await sentence(add('nowhere'))).toMatch(/달력이 있는 곳을 읽을 수 없어요/)
  })
})
