import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect } from 'vitest'
import { bareEnv } from '../../cli/assistant.ts'
import { longTest, longTestWith, runsAll } from '../../parts.ts'

/** Times as Debian's icalendar and dateutil read them, the first `count` of each event; whole days as days. */
const reader = `
import icalendar, json, sys
from dateutil.rrule import rruleset, rrulestr
from datetime import datetime
events = []
for event in icalendar.Calendar.from_ical(sys.stdin.buffer.read()).walk('vevent'):
    assert not event.errors, event.errors
    start = event.decoded('DTSTART')
    times = [start]
    if 'RRULE' in event:
        rules = rruleset()
        rules.rrule(rrulestr(event['RRULE'].to_ical().decode(), dtstart=start))
        gone = event.get('EXDATE', [])
        for one in gone if isinstance(gone, list) else [gone]:
            for date in one.dts: rules.exdate(date.dt)
        times = [at for at, _ in zip(rules, range(6))]
    events.append([str(event['SUMMARY']), [str(at) for at in times]])
print(json.dumps(events))
`

const config = (folder: string) => `[calendars]
[[feed]]
path = ${folder}/calendar
[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
local_timezone = Asia/Seoul
default_timezone = Asia/Seoul
[sqlite]
path = ${folder}/database
`

const said = [
  '매년 음력 4월 15일 어머니 생신 알려줘',
  '내일 9시에 은행 가라고 알려줘',
  '매달 30일 오전 8시에 월세 알려줘',
  '매달 마지막 평일 오후 5시에 정산 알려줘',
  '매주 월수금 7시에 운동 알려줘',
  '뉴욕 시간으로 모레 오전 9시에 전화하라고 알려줘',
  '금요일까지 견적서 할 일에 넣어 줘',
  '매시간 물 마시라고 알려줘',
  '5분 타이머',
]

let folder = ''
let served: ChildProcess | undefined
let address = ''
let env: NodeJS.ProcessEnv = {}

const assistant = async (...args: string[]) =>
  (await promisify(execFile)(process.execPath, [resolve('bin/assistant.js'), ...args], { env })).stdout

beforeAll(async () => {
  if (!runsAll) return
  folder = mkdtempSync(join(tmpdir(), 'feed-'))
  env = bareEnv(join(folder, 'home'), {
    ...{ ASSISTANT_LANG: 'ko', ASSISTANT_PROVIDER: 'offline', TZ: 'Asia/Seoul' },
    ASSISTANT_NOW: '2026-11-28T10:00:00+09:00',
  })
  for (const sentence of said) await assistant('-p', sentence)
  const made = await assistant('serve', 'token', 'add', 'phone', '--calendar')
  served = spawn(process.execPath, [resolve('bin/assistant.js'), 'serve', '--port', '0'], { env })
  let told = ''
  for await (const text of served.stderr ?? []) {
    told += text
    if (/127\.0\.0\.1:\d+/.test(told)) break
  }
  const [, path = ''] = /(\/calendar\/\S+)/.exec(made) ?? []
  address = `http://${/127\.0\.0\.1:\d+/.exec(told)?.[0]}${path}`
}, 60_000)

afterAll(async () => {
  served?.kill('SIGTERM')
  if (served) await once(served, 'exit')
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

longTest(
  'the address of a calendar needs no header, opens nothing else, and is gone when it is revoked',
  async () => {
    const first = await fetch(address)
    const text = await first.text()
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(text).toContain('SUMMARY:어머니 생신\r\nDESCRIPTION:매년 음력 4월 15일\r\n')
    expect(text).toContain('DTSTART;TZID=Asia/Seoul:20270520T090000\r\n')
    const again = await fetch(address, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const token = /ast_[\w-]+/.exec(address)?.[0] ?? ''
    const chat = await fetch(new URL('/v1/agent/chat', address), {
      ...{ method: 'POST', body: '{"session_id":"a","message":"3*4"}' },
      headers: { authorization: `Bearer ${token}` },
    })
    const other = (await assistant('serve', 'token', 'add', 'program')).match(/ast_[\w-]+/)?.[0] ?? ''
    const wrong = await Promise.all(
      [other, `${token}x`].map(async (one) => (await fetch(address.replace(token, one))).status),
    )
    expect([chat.status, ...wrong]).toEqual([401, 404, 404])
    await assistant('serve', 'token', 'revoke', 'phone')
    expect((await fetch(address)).status).toBe(404)
    const made = await assistant('serve', 'token', 'add', 'phone', '--calendar')
    address = address.replace(token, /ast_[\w-]+/.exec(made)?.[0] ?? '')
  },
  30_000,
)

longTestWith('khal')(
  'icalendar and khal show what was asked for at its times, and the lunar day on its day for ten years',
  async () => {
    const file = join(folder, 'feed.ics')
    writeFileSync(file, await (await fetch(address)).text())
    const reading = promisify(execFile)('/usr/bin/python3', ['-c', reader])
    reading.child.stdin?.end(await (await fetch(address)).text())
    const events = JSON.parse((await reading).stdout) as [string, string[]][]
    const isLunar = ([title]: [string, string[]]) => title === '어머니 생신'
    expect(Object.fromEntries(events.filter((one) => !isLunar(one)))).toEqual({
      '은행 가기': ['2026-11-29 09:00:00+09:00'],
      월세: ['2026-11-30', '2026-12-30', '2027-01-30', '2027-02-28', '2027-03-30', '2027-04-30'].map(
        (day) => `${day} 08:00:00+09:00`,
      ),
      정산: ['2026-11-30', '2026-12-31', '2027-01-29', '2027-02-26', '2027-03-31', '2027-04-30'].map(
        (day) => `${day} 17:00:00+09:00`,
      ),
      운동: ['11-30', '12-02', '12-04', '12-07', '12-09', '12-11'].map((day) => `2026-${day} 07:00:00+09:00`),
      전화하기: ['2026-11-30 23:00:00+09:00'],
      견적서: ['2026-12-04'],
    })
    // Of the tables of the Korea Astronomy and Space Science Institute: the 15th of the fourth month.
    const lunar = [
      ...['2027-05-20', '2028-05-09', '2029-05-27', '2030-05-16', '2031-06-04'],
      ...['2032-05-23', '2033-05-13', '2034-06-01', '2035-05-22', '2036-05-10'],
    ]
    expect(
      events
        .filter(isLunar)
        .map(([, [at = '']]) => at.slice(0, 10))
        .slice(0, 10),
    ).toEqual(lunar)

    mkdirSync(join(folder, 'calendar'))
    writeFileSync(join(folder, 'config'), config(folder))
    const khal = async (...args: string[]) =>
      (
        await promisify(execFile)('khal', ['-c', join(folder, 'config'), ...args], {
          env: { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' },
        })
      ).stdout
    await khal('import', '--batch', file)
    expect(existsSync(join(folder, 'calendar'))).toBe(true)
    const format = ['--day-format', '', '--format', '{start-date} {start-time} {title}']
    const shown = await khal('list', ...format, '2026-11-28', '4d')
    expect(shown.trim().split('\n')).toEqual([
      '2026-11-29 09:00 은행 가기',
      '2026-11-30 07:00 운동',
      '2026-11-30 08:00 월세',
      '2026-11-30 17:00 정산',
      '2026-11-30 23:00 전화하기',
    ])
    const births = (await khal('list', ...format, '2027-01-01', '3600d'))
      .split('\n')
      .filter((line) => /생신/.test(line))
    expect(births.map((line) => line.slice(0, 16))).toEqual(lunar.map((day) => `${day} 09:00`).slice(0, births.length))
    expect(births.length).toBeGreaterThanOrEqual(9)
  },
  120_000,
)
