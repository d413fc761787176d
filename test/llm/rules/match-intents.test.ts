import { expect, test } from 'vitest'
import { collect, requestOf } from './world.ts'

const tools = 'reminders lists money save_memory list_events'

async function deedsOf(text: string): Promise<string[]> {
  const parts = await collect(requestOf({ text, setting: ['memory', `with ${tools}`] }))
  return parts.flatMap((part) => (part.type === 'call' ? [shown(part.call)] : []))
}

function shown({ name, args }: { name: string; args: Record<string, unknown> }): string {
  const { title, items, list, content, at } = args as Record<string, string>
  const booked =
    name === 'money'
      ? (args.items as { what: string; won: number }[]).map((one) => Object.values(one).slice(0, 2).join(' '))
      : items
  return [name, list, booked, content, title, at?.slice(5, 16)].filter(Boolean).join(' ')
}

test.each([
  ['내일 9시에 약 먹으라고 알려주고 장보기에 우유 넣어줘', ['reminders 약 먹기 11-22T09:00', 'lists 장보기 우유']],
  ['장보기에 두부 넣어줘 그리고 할 일에 세차 적어줘', ['lists 장보기 두부', 'lists 할 일 세차']],
  [
    '금요일 오후 7시에 약 먹으라고 알려주고 할 일에 선물 사기 적어줘',
    ['reminders 약 먹기 11-27T19:00', 'lists 할 일 선물 사기'],
  ],
  [
    '모레 10시에 면접 알려주고 12시에 점심 약속 알려줘',
    ['reminders 면접 11-23T10:00', 'reminders 점심 약속 11-23T12:00'],
  ],
  ['커피 4500원 썼어. 점심 9천원 썼어', ['money 커피 4500', 'money 점심 9000']],
  ['remember my size is 265. also wake me at 7am tomorrow', ['save_memory size is 265', 'reminders alarm 11-22T07:00']],
])('%s is several requests, and no value holds the words of another one', async (text, deeds) => {
  expect(await deedsOf(text)).toEqual(deeds)
})

test.each([
  ['저녁 7시에 우유 넣고 끓이라고 알려줘', ['reminders 우유 넣고 끓이기 11-21T19:00']],
  ['내일 우유 사고 빵 사라고 9시에 알려줘', ['reminders 우유 사고 빵 사기 11-22T09:00']],
  ['엄마 생일은 3월 14일이야. 꼭 기억해', ['save_memory 엄마 생일은 3월 14일']],
])('%s is one request', async (text, deeds) => {
  expect(await deedsOf(text)).toEqual(deeds)
})

test.each([
  ['내일 날씨 알려주고 8시에 깨워줘', ['reminders 알람 11-22T08:00']],
  [
    '내일 3시에 병원 가라고 알려주고 5시에 약 먹으라고 알려줘',
    ['reminders 병원 가기 11-22T15:00', 'reminders 약 먹기 11-22T17:00'],
  ],
])('%s: the day that was said holds for the times behind it', async (text, deeds) => {
  expect(await deedsOf(text)).toEqual(deeds)
})
