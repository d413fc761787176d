import { expect, test } from 'vitest'
import { initialVoiceState } from '../../../src/core/voice/state.ts'
import type { Event } from '../../../src/protocol/index.ts'
import { width } from '../../../src/std/text/text.ts'
import { keysOf } from '../../../src/ui/voice/keyboard.ts'
import { VoiceScreen } from '../../../src/ui/voice/screen.ts'

/** What stands on a terminal of so many columns after all that: a line that was erased does not. */
function shown(use: (screen: VoiceScreen) => void, columns = 60): string[] {
  let written = ''
  use(new VoiceScreen({ write: (text) => (written += text), live: true, columns, language: 'ko' }))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as the terminal does
  return written.replace(/[^\n]*\r\x1b\[K/g, '').split('\n')
}

const asked = (text: string): Event => ({
  type: 'turn.started',
  agent: '비서',
  input: { id: 'i', text, origin: 'voice', by: 'owner' },
})
const added = (call: number, text: string): Event => ({ type: 'text.added', call, at: 0, text })
const done = (text: string): Event => ({ type: 'turn.done', message: 'm', text })
const tell = (screen: VoiceScreen, ...events: Event[]) => {
  for (const event of events) screen.event(event, '비서')
}
const deaf = { ...initialVoiceState('비서'), deaf: true }

test('an answer stands on the screen once, whether it came in pieces or whole as the question of a service does', () => {
  const lines = shown((screen) => {
    screen.state(deaf, '')
    tell(screen, asked('날씨'), added(1, '서울은 '), added(1, '맑아요.'), done('서울은 맑아요.'))
    tell(screen, asked('엄마한테 만원 보내줘'), done('엄마에게 1만원을 이체할까요?'))
    tell(
      screen,
      asked('뭐였지'),
      added(1, '볼게요.'),
      { type: 'tool.started', id: 't', idempotent: true },
      added(2, '만원.'),
      done('만원.'),
    )
  })
  expect(lines).toEqual([
    '비서: 서울은 맑아요.',
    '비서: 엄마에게 1만원을 이체할까요?',
    '비서: 볼게요.',
    '비서: 만원.',
    '○ 비서 · 글로 대화 중',
  ])
})

test('of what is typed the end is seen where it is too long, on one row', () => {
  const [line = ''] = shown((screen) => screen.state(deaf, '아주 길게 쓴 문장의 끝은 여기예요'), 40)
  expect([line, width(line) < 40]).toEqual(['○ 비서 · 글로 대화 중 · … 끝은 여기예요', true])
  expect(width(shown((screen) => screen.state(deaf, '길어요 길어요'), 12)[0] ?? '')).toBeLessThan(12)
})

test('whoever leaves leaves no line of the state behind', () => {
  expect(
    shown((screen) => {
      screen.state(deaf, '쓰다 만 말')
      screen.line('끝.')
      screen.close()
    }),
  ).toEqual(['끝.', ''])
})

test('keys: a line is typed and sent, a blank before it is push-to-talk, y and n answer only what is asked, arrows mean nothing', () => {
  expect(keysOf('안녕', '', false)).toEqual({ keys: [{ key: 'typing', text: '안녕' }], typed: '안녕' })
  expect(keysOf('하\x7f요\r', '안녕', false)).toEqual({
    keys: [
      { key: 'line', text: '안녕요' },
      { key: 'typing', text: '' },
    ],
    typed: '',
  })
  expect(keysOf(' ', '', false).keys).toEqual([{ key: 'talk' }])
  expect(keysOf(' ', 'a', false).typed).toBe('a ')
  expect(keysOf('y', '', true).keys).toEqual([{ key: 'answer', yes: true }])
  expect(keysOf('ㅜ', '', true).keys).toEqual([{ key: 'answer', yes: false }])
  expect(keysOf('y', '', false).typed).toBe('y')
  expect(keysOf('\x1b[A\x1bOP', '', false).keys).toEqual([])
  expect(keysOf('\x1b', '', false).keys).toEqual([{ key: 'stop' }])
  expect(keysOf('\x04', 'a', false).keys).toEqual([])
  expect([keysOf('\x04', '', false).keys, keysOf('\x03', 'a', false).keys]).toEqual([[{ key: 'leave' }], [{ key: 'leave' }]])
})
