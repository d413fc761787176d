import { expect, test } from 'vitest'
import { createAssistant } from '../../src/library/index.ts'
import { freshHome } from './home.ts'

/** What is answered to each sentence of a conversation, without a model, on a Sunday from 18:30 on. */
async function answers(...said: string[]): Promise<string[]> {
  let now = Date.parse('2026-11-22T18:30:00+09:00')
  const assistant = await createAssistant({
    home: freshHome(),
    cwd: freshHome(),
    env: { OLLAMA_HOST: '127.0.0.1:9' },
    clock: () => now,
    settings: { provider: 'offline', language: 'ko', zone: 'Asia/Seoul' },
  })
  const told: string[] = []
  for (const text of said) {
    now += 1_000
    const end = (await Array.fromAsync(assistant.ask(text))).at(-1)
    told.push(end?.type === 'turn.done' ? end.text : JSON.stringify(end))
  }
  await assistant.close()
  return told
}

test('a reminder that was just set is moved and taken back in a word, and stays in its half of the day', async () => {
  const told = await answers(
    '저녁 7시에 회의 알려줘',
    '8시로',
    '아니 9시 반',
    '내일로',
    '한 시간 늦게',
    '아 취소',
    '알림 목록',
  )
  expect(told).toEqual([
    expect.stringContaining('11월 22일 일요일 오후 7시에 알려드릴게요: 회의'),
    expect.stringContaining('알림을 바꿨어요: 11월 22일 일요일 오후 8시, 회의'),
    expect.stringContaining('11월 22일 일요일 오후 9시 30분, 회의'),
    expect.stringContaining('11월 23일 월요일 오후 9시 30분, 회의'),
    expect.stringContaining('11월 23일 월요일 오후 10시 30분, 회의'),
    expect.stringContaining('알림을 취소했어요: 회의'),
    expect.stringContaining('맞춰 둔 알림이 없어요.'),
  ])
})

test('a reminder that was just set gets another name, whole or in part', async () => {
  const told = await answers(
    '내일 저녁 7시에 팀 회의 알려줘',
    '회의 말고 면접으로',
    '제목을 발표 준비로 바꿔줘',
    '제목 바꿔줘',
    '7시 말고 8시로',
  )
  expect(told.slice(1)).toEqual([
    expect.stringContaining('오후 7시, 팀 면접'),
    expect.stringContaining('오후 7시, 발표 준비'),
    expect.stringContaining('무엇으로 바꿀까요?'),
    expect.stringContaining('오후 8시, 발표 준비'),
  ])
})

test('in English, too', async () => {
  const told = await answers('remind me to call mom at 7pm', 'no, make it 8', 'tomorrow instead', 'cancel that')
  expect(told.slice(1)).toEqual([
    expect.stringContaining('11월 22일 일요일 오후 8시, call mom'),
    expect.stringContaining('11월 23일 월요일 오후 8시, call mom'),
    expect.stringContaining('알림을 취소했어요: call mom'),
  ])
})

test('"취소" means what was done last: a reminder after a transfer, not the transfer', async () => {
  const told = await answers('엄마한테 만원 보내줘', '네', '내일 3시에 약 먹으라고 알려줘', '취소', '4시로')
  expect(told[3]).toContain('알림을 취소했어요: 약 먹기')
  expect(told[4]).not.toContain('바꿨어요')
})

test('a day of the lunar year, and two times of the day, are kept whole', async () => {
  const told = await answers(
    '매년 음력 3월 5일에 할머니 생신 알려줘',
    '매일 9시와 저녁 6시 반에 약 먹으라고 알려줘',
    '할머니 음력 생신 매년 알려줘',
    '알림 목록',
  )
  expect(told[0]).toContain('첫 알림: 2027년 4월 11일 일요일 오전 9시')
  expect(told[2]).toContain('언제 알려드릴지')
  expect(told[3]).toMatch(
    /오전 9시 약 먹기 \(매일\)[\s\S]*오후 6시 30분 약 먹기 \(매일\)[\s\S]*할머니 생신 \(매년 음력 3월 5일\)/,
  )
})
