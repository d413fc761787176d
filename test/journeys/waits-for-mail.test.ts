import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runSchedulesHere, schedulesOf } from '../../src/app/schedules/schedule-clock.ts'
import { setSecret } from '../../src/config/secrets.ts'
import { loadSettings } from '../../src/config/settings.ts'
import { dovecot } from '../fakes/dovecot.ts'
import { requires } from '../parts.ts'
import { assistantAt, freshHome } from './home.ts'

const mail = (from: string, subject: string) =>
  [`From: ${from}`, 'To: jiwoo@example.com', `Subject: ${subject}`, '', 'text', ''].join('\n')

requires('dovecot')('a schedule that waits for mail', () => {
  test('is told by the server when it comes, and tells its person without a model; other mail is no news', async () => {
    const server = await dovecot()
    server.put([mail('Kim <kim@example.com>', 'old')])
    const home = freshHome()
    const account = { host: server.host, port: server.port, user: server.user, address: 'jiwoo@example.com' }
    writeFileSync(join(home, 'config.json'), JSON.stringify({ mail: { work: account } }))
    const { paths } = await loadSettings({ env: { ASSISTANT_HOME: home }, cwd: home, userHome: home } as never)
    await setSecret(paths, 'MAIL_WORK_PASSWORD', server.password, new Date())
    const assistant = await assistantAt(home)
    const stop = new AbortController()
    const store = schedulesOf(assistant.parts)
    const { profile } = assistant.parts.loaded.settings
    const made = await store.create({
      ...{ title: 'Kim의 메일', prompt: '무엇이 새로 생겼는지 짧게 알려줘', zone: 'Asia/Seoul', profile, by: 'owner' },
      ...{ createdAt: Date.now(), missed: 'once', tokens: 1_000, minutes: 1, next: Date.now() },
      ...{ rule: `DTSTART:20261101T000000Z\nRRULE:FREQ=HOURLY`, watch: { kind: 'mail', target: 'Kim' } },
    } as never)
    const running = runSchedulesHere(assistant, 'daemon', stop.signal)
    onTestFinished(async () => {
      stop.abort()
      await running.catch(() => {})
      await assistant.close()
      await server.stop()
    })
    const now = async () => (await store.all()).get(made.id)
    await vi.waitFor(async () => expect((await now())?.seen !== undefined).toBe(true), {
      timeout: 30_000,
      interval: 100,
    })
    server.put([mail('Lee <lee@example.com>', 'not wanted')])
    await vi.waitFor(async () => expect((await now())?.looks?.some(({ found }) => found === 'same')).toBe(true), {
      timeout: 30_000,
      interval: 100,
    })
    server.put([mail('=?UTF-8?B?6rmA6rO87J6l?= <Kim@example.com>', '=?UTF-8?B?7KCQ7Ius?=')])
    await vi.waitFor(async () => expect(((await now())?.results.length ?? 0) > 0).toBe(true), {
      timeout: 30_000,
      interval: 100,
    })
    // The line dies with the server; what comes behind it is told all the same.
    await server.restart()
    server.put([mail('Kim <kim@example.com>', 'after the restart')])
    await vi.waitFor(
      async () => expect((await now())?.results.some(({ text }) => text.includes('restart'))).toBe(true),
      {
        timeout: 60_000,
        interval: 100,
      },
    )
    expect(
      (await now())?.results.slice(0, 1).map(({ outcome, text }) => [outcome, text.replace(/\d{4}-.*/, '')]),
    ).toEqual([['done', '📬 새 메일이 왔어요.\n- 김과장 <Kim@example.com> · 점심 · ']])
    // It goes on waiting by its rule, whatever came.
    expect(await now()).toMatchObject({ state: 'active', rule: expect.stringContaining('RRULE:FREQ=HOURLY') })
  }, 120_000)
})
