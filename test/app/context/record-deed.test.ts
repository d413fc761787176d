import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { changeLists } from '../../../src/app/lists/lists-of.ts'
import { changeMoney } from '../../../src/app/money/money-of.ts'
import { answerReminders } from '../../../src/app/reminders/reminder-store.ts'
import { snoozeBy } from '../../../src/core/reminders/read-snooze.ts'
import { assistantAt, freshHome, talk } from '../../journeys/home.ts'

const now = Date.parse('2026-11-28T10:00:00+09:00')

/** Pages of lists, memory and the book by their names. */
function pagesOf(home: string): Record<string, string> {
  const names = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && /\.md$/.test(one.name))
    .map((one) => join(one.parentPath, one.name))
  return Object.fromEntries(names.map((path) => [path.slice(home.length), readFileSync(path, 'utf8')]))
}

test('what commands, touches and screens did is taken back by the sentence of the chat, newest first', async () => {
  const home = freshHome()
  const assistant = await assistantAt(home, { clock: () => now })
  onTestFinished(() => assistant.close())
  const { parts } = assistant
  const { say } = await talk(assistant)
  const context = {
    now: () => new Date(now),
    zone: 'Asia/Seoul',
    language: 'ko' as const,
    profile: 'me',
    by: 'owner' as const,
  }
  await assistant.memory.add('딸 이름은 지우', 'personal')
  await changeMoney(parts, { action: 'book', items: [{ what: '커피', won: 4500 }] })
  await changeLists(parts, { action: 'add', list: '할 일', items: ['견적서'], due: '금요일' })
  const deeds: (() => Promise<unknown>)[] = [
    () => assistant.memory.add('커피를 좋아한다', 'personal'),
    () => assistant.memory.forget('지우'),
    () => changeLists(parts, { action: 'add', list: '장보기', items: ['우유'] }),
    () => answerReminders(parts, context, (store, trace) => snoozeBy(store, '1번 완료', context, trace)),
  ]
  const before: Record<string, string>[] = []
  for (const deed of deeds) {
    before.push(pagesOf(home))
    await deed()
    expect(pagesOf(home)).not.toEqual(before.at(-1))
  }
  // Done with the reminder is done with the thing on the list.
  expect(pagesOf(home)['/lists/me/할 일.md']).toContain('- [x] 견적서')
  for (const was of before.reverse()) {
    await say('방금 그거 취소해')
    expect(pagesOf(home)).toEqual(was)
  }
})
