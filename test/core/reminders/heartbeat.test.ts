import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { beatOnce, dueTasks } from '../../../src/core/reminders/heartbeat.ts'

const list = `# 할 일
- [ ] 매일 아침 8시 오늘 일정 알려줘
- [x] 매일 아침 8시 끝난 일
- [ ] 매주 월요일 9시 주간 보고 써줘
- [ ] 언젠가 할 일
매일 아침 8시 목록이 아닌 줄
`
const at = (time: string) => new Date(`2026-11-${time}+09:00`)

test('code alone decides what is due: open lines with a repeated time that has come', async () => {
  const due = (since: string, now: string) => dueTasks(list, at(since), at(now), 'Asia/Seoul')
  expect(await due('21T07:00', '21T07:59')).toEqual([])
  expect(await due('21T07:00', '21T08:00')).toEqual(['오늘 일정 알려줘'])
  expect(await due('21T08:00', '21T23:00')).toEqual([])
  expect(await due('22T12:00', '23T12:00')).toEqual(['오늘 일정 알려줘', '주간 보고 써줘'])
})

test('a model is asked only when something is due, once for each, and never beyond the tokens of the day', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'beat-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'heartbeat.md')
  await writeFile(path, list)
  const ran: string[] = []
  const told: string[] = []
  let now = at('21T06:00')
  const parts = {
    ...{ path, statePath: join(folder, 'state.json'), now: () => now, zone: 'Asia/Seoul', budget: 1_500 },
    run: async (task: string) => {
      ran.push(task)
      return { text: `${task} 했어요`, tokens: 1_000 }
    },
    tell: async (text: string) => void told.push(text),
    exhausted: (task: string) => `예산이 없어요: ${task}`,
  }
  // Three days, a look every half an hour.
  for (; now < at('24T06:00'); now = new Date(+now + 1_800_000)) await beatOnce(parts)
  expect(ran).toEqual(['오늘 일정 알려줘', '오늘 일정 알려줘', '오늘 일정 알려줘', '주간 보고 써줘'])
  now = at('30T12:00')
  parts.budget = 500
  await beatOnce(parts)
  expect(told.slice(4)).toEqual(['오늘 일정 알려줘 했어요', '예산이 없어요: 주간 보고 써줘'])
  // It is said once a day, however much is due.
  await writeFile(path, '- [ ] 매일 13시 하나\n- [ ] 매일 14시 둘\n- [ ] 매일 15시 셋')
  for (; now < at('30T18:00'); now = new Date(+now + 1_800_000)) await beatOnce(parts)
  expect([told.length, ran.length]).toEqual([6, 5])
})
