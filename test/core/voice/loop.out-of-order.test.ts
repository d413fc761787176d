import { expect, test } from 'vitest'
import { voiceMessages } from '../../../src/messages/surfaces/voice.ts'
import { awake, type Given, said, story } from './story.ts'

const unplugged: Given = { in: 'mute', why: 'no-speaker' }
const told = (commands: readonly object[]) =>
  commands.filter((command) => 'what' in command && command.what === 'fault')

test('a loudspeaker that is gone is told once, tried again with the next request, and speaks when it is back', () => {
  const it = awake().says('오늘 날씨 알려줘').starts().text('서울은 맑아요. 부산은 흐려요.')
  it.give({ in: 'playing', line: 1 }, unplugged).ends()
  expect(told(it.done)).toEqual([{ do: 'show', what: 'fault', text: voiceMessages.ko.fault('no-speaker') }])
  expect([it.state.phase, it.state.mute]).toEqual(['listening', true])
  it.done = []

  it.says('지금 몇 시야').starts('t2')
  it.event({ type: 'text.added', call: 1, at: 0, text: '세 시예요.' }, 't2').give(unplugged)
  it.event({ type: 'turn.done', message: 'm', text: '세 시예요.' }, 't2')
  expect([told(it.done), it.state.phase]).toEqual([[], 'listening'])
  it.look()

  it.says('고마워').answers('천만에요.', 't3')
  expect([said(it.look()), it.state.mute, it.state.hoarse]).toEqual([['천만에요.'], false, false])
  it.give(unplugged)
  expect(it.state.hoarse).toBe(true)
})

test('a microphone that is turned off is told, and listened to all the same', () => {
  const it = story().hear({ type: 'silent' })
  expect(it.done).toEqual([{ do: 'show', what: 'fault', text: voiceMessages.ko.fault('microphone-silent') }])
  it.says('비서야')
  expect(it.state.phase).toBe('listening')
})
