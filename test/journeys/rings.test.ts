import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ReminderStore } from '../../src/core/reminders/store.ts'
import { bareEnv, freshHome, run, start as startProgram } from '../cli/assistant.ts'
import { chat, count } from './chat.ts'

const entries = (home: string, type: string) =>
  readFileSync(join(home, 'reminders.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes(`"type":"${type}"`))

test('beside a daemon and another screen a reminder rings once, is shown once on each screen, with the bell, and can be put off', async () => {
  const home = freshHome()
  const env = bareEnv(home)
  const daemon = startProgram(['daemon'], env)
  const started = new Promise<void>((done) =>
    daemon.stderr?.on('data', (text) => String(text).includes('맡았어요') && done()),
  )
  await started
  const [one, other] = [await chat(env), await chat(env)]
  // A fourth process asks for it: this one.
  const soon = { kind: 'reminder', title: '약 먹기', next: Date.now() + 1_500, createdAt: Date.now() } as const
  await new ReminderStore(join(home, 'reminders.jsonl')).create({
    ...soon,
    zone: 'Asia/Seoul',
    profile: 'me',
    by: 'owner',
  })
  for (const screen of [one, other]) await screen.until((seen) => count(seen, '⏰ 약 먹기') > 0, 60_000)
  expect(entries(home, 'rang')).toHaveLength(1)
  expect([one, other].map((screen) => [count(screen, '⏰ 약 먹기'), screen.output().includes('\x07')])).toEqual([
    [1, true],
    [1, true],
  ])
  one.type('\x13')
  await one.until(({ text }) => text().includes('다시 알려드릴게요: 약 먹기'))
  expect(entries(home, 'snoozed')).toHaveLength(1)
  daemon.kill('SIGTERM')
}, 180_000)

test('what rang while nobody was there is told on return, once, and says that it is late', async () => {
  const home = freshHome()
  const at = (iso: string) => bareEnv(home, { ASSISTANT_NOW: iso })
  await run(['reminders', 'add', '전화하기', '--at', '2026-01-02T09:00:00+09:00'], at('2026-01-01T12:00:00+09:00'))
  const back = await chat(at('2026-01-03T12:00:00+09:00'))
  await back.until(({ text }) => text().includes('그때는 알려드리지 못했어요'), 60_000)
  expect(back.text().replaceAll(/\s+/g, ' ')).toContain('⏰ 전화하기 (1월 2일 금요일 오전 9시 알림이었어요.')
  await expect.poll(() => entries(home, 'told')).toHaveLength(1)
  back.type('\x04')
  await back.exit
  const again = await chat(at('2026-01-03T12:30:00+09:00'))
  again.type('알림 목록\r')
  await again.until(({ text }) => text().includes('울렸어요'))
  expect(count(again, '그때는 알려드리지 못했어요')).toBe(0)
}, 180_000)
