import { expect, test } from 'vitest'
import { awake, said, story } from './story.ts'

const pill = { in: 'say', text: '⏰ 약 드실 시간이에요.' } as const
const shown = { do: 'show', what: 'own', text: pill.text }
const aloud = '알림이에요. 약 드실 시간이에요.'

test('a reminder rings aloud where nobody talks with the assistant, and begins no dialogue', () => {
  const it = story().give(pill)
  expect(it.done).toContainEqual(shown)
  expect([said(it.look()), it.plays().phases, it.state.session]).toEqual([[aloud], ['idle'], 'inactive'])
})

test('it waits until the person has finished, and until the answer to them was said', () => {
  const it = awake()
  it.look()
  it.hear({ type: 'voice.started' }).wait(300).hear({ type: 'partial', text: '오늘 날씨' }).give(pill)
  expect(it.done).toContainEqual(shown)
  it.wait(300).hear({ type: 'partial', text: '오늘 날씨 알려줘' }, { type: 'voice.ended', silentMs: 100 }).wait(1_500)
  it.hear({ type: 'final', text: '오늘 날씨 알려줘' }).starts().text('서울은 맑아요.').ends()
  expect(said(it.look())).toEqual(['서울은 맑아요.'])
  it.plays()
  expect([said(it.look()), it.state.phase, it.state.session]).toEqual([[aloud], 'listening', 'active'])
})

test('it is never said over somebody whom the microphone hears, called or not', () => {
  const it = story().hear({ type: 'voice.started' }).wait(300).give(pill)
  expect(said(it.look())).toEqual([])
  it.hear({ type: 'partial', text: '여보 밥 먹자' }).wait(300).hear({ type: 'voice.ended', silentMs: 200 }).wait(1_500)
  expect(said(it.look())).toEqual([])
  it.hear({ type: 'final', text: '여보 밥 먹자' })
  expect(said(it.look())).toEqual([aloud])
})

test('it waits while the person was asked whether to end', () => {
  const it = awake().says('오늘 날씨 알려줘').answers('맑아요.').wait(10_001).plays()
  expect(it.state.session).toBe('ending')
  it.look()
  it.give(pill)
  expect(said(it.look())).toEqual([])
  it.wait(10_001)
  expect([it.state.session, said(it.look())]).toEqual(['inactive', [aloud]])
})

test('several that came meanwhile are said together; without a loudspeaker they are read', () => {
  const busy = awake().says('오늘 날씨 알려줘').starts()
  busy.look()
  busy.give(pill, { in: 'say', text: '회의 시간이에요.' }).ends('').plays()
  expect(said(busy.look())).toEqual([`${aloud} 회의 시간이에요.`])
  const mute = story().give({ in: 'mute', why: 'no-speaker' }, pill)
  expect(mute.done).toContainEqual(shown)
  expect([said(mute.look()), mute.state.waiting]).toEqual([[], []])
})
