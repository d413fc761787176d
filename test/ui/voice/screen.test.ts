import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { initialVoiceState } from '../../../src/core/voice/state.ts'
import type { Event } from '../../../src/protocol/index.ts'
import { width } from '../../../src/std/text/text.ts'
import { keysOf } from '../../../src/ui/voice/keyboard.ts'
import { VoiceScreen } from '../../../src/ui/voice/screen.ts'

// Both are CommonJS whose names Node cannot see.
const require = createRequire(import.meta.url)
const headless = require('@xterm/headless') as typeof import('@xterm/headless')
const { Unicode11Addon } = require('@xterm/addon-unicode11') as typeof import('@xterm/addon-unicode11')

/** The rows of a terminal of so many columns after all that. */
async function shown(use: (screen: VoiceScreen) => void, columns = 60): Promise<string[]> {
  const term = new headless.Terminal({
    cols: columns,
    rows: 12,
    scrollback: 100,
    allowProposedApi: true,
    convertEol: true,
  })
  term.loadAddon(new Unicode11Addon())
  term.unicode.activeVersion = '11'
  let written = ''
  use(new VoiceScreen({ write: (text) => (written += text), live: true, columns, language: 'ko' }))
  await new Promise<void>((done) => term.write(written, done))
  const { active } = term.buffer
  const rows = Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? '')
  term.dispose()
  return rows.slice(0, Math.max(rows.findLastIndex(Boolean), active.baseY + active.cursorY) + 1)
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

test('an answer stands on the screen once, whether it came in pieces or whole as the question of a service does', async () => {
  const lines = await shown((screen) => {
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

test('of what is typed the end is seen where it is too long, on one row', async () => {
  const [line = ''] = await shown((screen) => screen.state(deaf, '아주 길게 쓴 문장의 끝은 여기예요'), 40)
  expect([line, width(line) < 40]).toEqual(['○ 비서 · 글로 대화 중 · … 끝은 여기예요', true])
  expect(width((await shown((screen) => screen.state(deaf, '길어요 길어요'), 12))[0] ?? '')).toBeLessThan(12)
})

test('whoever leaves leaves no line of the state behind', async () => {
  expect(
    await shown((screen) => {
      screen.state(deaf, '쓰다 만 말')
      screen.line('끝.')
      screen.close()
    }),
  ).toEqual(['끝.', ''])
})

test('keys: a line is typed and sent, a blank before it is push-to-talk, y and n answer only what is asked', async () => {
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
  expect(keysOf('\t\x1b[A\x1b[C\x1bOD\x1b[B', '', false)).toEqual({
    keys: [{ key: 'microphone' }, { key: 'again' }, { key: 'faster' }, { key: 'slower' }],
    typed: '',
  })
  expect(keysOf('\t\x1b[A', '글', false)).toEqual({ keys: [], typed: '글' })
  expect(keysOf('\x1b[B\x1bOP', '', false).keys).toEqual([])
  expect(keysOf('\x1b', '', false).keys).toEqual([{ key: 'stop' }])
  expect(keysOf('\x04', 'a', false).keys).toEqual([])
  expect([keysOf('\x04', '', false).keys, keysOf('\x03', 'a', false).keys]).toEqual([
    [{ key: 'leave' }],
    [{ key: 'leave' }],
  ])
})

test('the caption stands below an answer while it is being written, wherever the rows wrap, and takes nothing of it', async () => {
  const speaking = {
    ...initialVoiceState('비서'),
    phase: 'speaking',
    sounding: true,
    lines: [{ id: 1, text: '첫 문장이에요.' }],
  } as const
  const text = '첫 문장이에요. 둘째 문장은 줄이 넘어갈 만큼 아주 길어요. abc 다음 줄.\n셋째 줄 끝.'
  for (let columns = 16; columns < 44; columns++) {
    let caption: string[] = []
    const rows = await shown((screen) => {
      screen.line('나: 이야기해줘')
      screen.state(speaking, '')
      tell(screen, asked('이야기해줘'))
      let at = 0
      for (const letter of text) {
        tell(screen, { type: 'text.added', call: 1, at, text: letter })
        at += letter.length
        if (at % 3 === 0) screen.level('▁▃▅'[at % 9 === 0 ? 0 : at % 2] ?? '')
      }
    }, columns)
    caption = rows.splice(-1)
    expect([columns, rows.join('').replace(/\s/g, '')]).toEqual([
      columns,
      `나: 이야기해줘비서: ${text}`.replace(/\s/g, ''),
    ])
    expect(caption[0]).toMatch(/^♪ 비서/)
  }
})
