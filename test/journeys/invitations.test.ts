import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { accountTools } from '../../src/app/tools/account-tools.ts'
import { loadSecrets, setSecret } from '../../src/config/secrets.ts'
import { loadSettings } from '../../src/config/settings.ts'
import type { Tool } from '../../src/protocol/index.ts'
import { dovecot } from '../fakes/dovecot.ts'
import { letters, mailWriters, writeMail } from '../fakes/mail-writers.ts'
import { radicale } from '../fakes/radicale.ts'
import { smtpServer } from '../fakes/smtp-server.ts'
import { requires } from '../parts.ts'
import { context, use } from '../tools/context.ts'
import { freshHome } from './home.ts'

const now = () => new Date('2026-11-22T23:00:00Z')
const at = { now, zone: 'Asia/Seoul' }

/** The tools of somebody with a mailbox that can send and a calendar. */
async function toolsOf(
  mail: { host: string; port: number; user: string; password: string },
  smtpPort: number,
  calendar: { url: string; user: string; password: string },
) {
  const home = freshHome()
  const config = {
    mail: {
      work: {
        host: mail.host,
        port: mail.port,
        user: mail.user,
        address: 'jiwoo@example.com',
        smtpHost: '127.0.0.1',
        smtpPort,
      },
    },
    calendars: { home: { kind: 'caldav', url: calendar.url, user: calendar.user } },
  }
  writeFileSync(join(home, 'config.json'), JSON.stringify(config))
  const loaded = await loadSettings({
    env: { ASSISTANT_HOME: home },
    cwd: home,
    userHome: home,
    zone: 'Asia/Seoul',
    flags: {},
    now: now(),
  } as never)
  await setSecret(loaded.paths, 'MAIL_WORK_PASSWORD', mail.password, now())
  await setSecret(loaded.paths, 'CALENDAR_HOME_PASSWORD', calendar.password, now())
  const secrets = await loadSecrets({}, loaded.paths, { cwd: home, now: now(), warn: () => {} })
  const tools = accountTools(loaded, secrets)
  return (name: string) => tools.find((one) => one.name === name) as Tool
}

/** What the lines of SMTP hold, their base64 read. */
const plain = (lines: readonly string[]) =>
  lines
    .join('\n')
    .replace(/(?:^[A-Za-z\d+/]{40,76}$\n?)+(?:^[A-Za-z\d+/=]+$)?/gm, (text) => Buffer.from(text, 'base64').toString())

requires('dovecot', 'radicale')('an invitation in a mail', () => {
  test('is told with its hour, answered by mail after a card, kept on the calendar, and answered anew from there', async () => {
    const [server, calendar] = await Promise.all([dovecot(), radicale()])
    const got: string[] = []
    const smtp = smtpServer(got)
    onTestFinished(async () => {
      smtp.close()
      await Promise.all([server.stop(), calendar.stop()])
    })
    await once(smtp, 'listening')
    await calendar.put('집', 'other', ['DTSTART:20261201T010000Z', 'SUMMARY:다른 것'])
    const letter = letters.find(({ invitation }) => invitation)
    const outlook = mailWriters[0]
    server.put([
      String(
        writeMail(letter as never, outlook as never)
          ?.toString('latin1')
          .replaceAll('\r', ''),
      ),
    ])
    const tool = await toolsOf(server, (smtp.address() as AddressInfo).port, calendar)

    const read = await use(tool('mail'), { action: 'read', id: 'work:1' }, at)
    expect(read.text).toContain(
      '📅 초대: 주간 회의\n2026년 11월 24일 화요일 10:00–11:00 (Asia/Seoul)\n주최 Kim · 참석자 jiwoo@example.com(답 없음) · 내 답: 답 없음',
    )
    const yes = { id: 'work:1', answer: 'yes', comment: '조금 늦어요' }
    expect(await tool('answer_invitation').explain?.(yes as never, context(at))).toEqual({
      effect: [
        '‘주간 회의’ 초대에 답해요: 수락',
        '2026년 11월 24일 화요일 10:00–11:00 (Asia/Seoul)',
        ...['조금 늦어요', 'Kim (kim@example.com)에게 메일로 알려요', '집 달력에 넣어요'],
      ].join('\n'),
      risk: 'medium',
    })
    expect(got).toEqual([])
    expect((await use(tool('answer_invitation'), yes, at)).text).toBe('‘주간 회의’ 초대에 답했어요: 수락')
    expect(got).toContain('RCPT TO:<kim@example.com>')
    expect(plain(got)).toMatch(
      /METHOD:REPLY[\s\S]*UID:invite@example\.com[\s\S]*PARTSTAT=ACCEPTED:mailto:jiwoo@example\.com[\s\S]*COMMENT:조금 늦어요/,
    )
    expect(await calendar.all('집')).toMatch(/PARTSTAT=ACCEPTED/)

    const listed = (await use(tool('list_events'), { from: '2026-11-24' }, at)).text
    expect(listed).toContain('내 답: 수락')
    const id = /\[([0-9a-f]{6})\]/.exec(listed)?.[1]
    got.length = 0
    expect((await use(tool('answer_invitation'), { id, answer: 'no' }, at)).text).toBe(
      '‘주간 회의’ 초대에 답했어요: 거절',
    )
    expect(plain(got)).toMatch(/METHOD:REPLY[\s\S]*PARTSTAT=DECLINED/)
    expect(await calendar.all('집')).toMatch(/PARTSTAT=DECLINED/)
    expect((await use(tool('list_events'), { from: '2026-11-24', free: true }, at)).text).toMatch(/비어 있어요/)
  }, 60_000)
})
