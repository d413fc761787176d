import { afterEach, expect, test, vi } from 'vitest'
import { tuiMessages } from '../../../../src/messages/surfaces/tui.ts'
import type { Conversation, Envelope, Event } from '../../../../src/protocol/index.ts'
import { notifyDesktop } from '../../../../src/tools/desktop/notify.ts'
import { Attention } from '../../../../src/ui/tui/effects/attention.ts'
import { followConversation } from '../../../../src/ui/tui/effects/follow-conversation.ts'
import { Store } from '../../../../src/ui/tui/screen/store.ts'
import type { Key } from '../../../../src/ui/tui/terminal/key-decoder.ts'
import type { Terminal } from '../../../../src/ui/tui/terminal/terminal.ts'

const start = 1_000_000
const input = { id: 'i', text: '안녕', origin: 'tui' as const, by: 'owner' as const }
const begun: Event = { type: 'turn.started', input, agent: '비서' }
const over: Event = { type: 'turn.done', message: 'm', text: '네' }
const failed: Event = { type: 'turn.failed', failure: { code: 'timeout' }, retryable: true, partial: '' }
const choices = ['once', 'deny'] as const
const ask = {
  tool: 'shell',
  category: 'restricted' as const,
  args: {},
  reason: '',
  effect: '',
  risk: 'high' as const,
  choices: [...choices],
}
const asked: Event = { type: 'tool.asked', id: 'a', ask }

type Given = Pick<Terminal, 'notices' | 'progress' | 'hidesFocus'>

/** What is written while these events come, each at its second, to a terminal that has the focus or not. */
async function written(
  events: readonly [number, Event][],
  terminal: Given,
  focus: (key: (key: Key) => void) => void,
  bell = true,
) {
  const store = new Store()
  const bytes: string[] = []
  const desktop: string[] = []
  let now = start
  const notify = (text: string) => void desktop.push(text)
  const attention = new Attention({
    store,
    terminal,
    words: tuiMessages.ko,
    write: (text) => void bytes.push(text),
    now: () => now,
    bell,
    notify,
  })
  const press = (key: Key) => void store.dispatch({ type: 'key', key, now, columns: 60 })
  store.dispatch({ type: 'place', place: '~/proj main' })
  focus(press)
  const conversation = {
    async *follow(): AsyncGenerator<Envelope> {
      for (const [second, event] of events) {
        now = start + second * 1000
        yield { v: 1, epoch: 1, seq: 1, conversation: 'c', turn: 't', at: now, event }
      }
    },
  } as Pick<Conversation, 'follow'> as Conversation
  const host = { clock: () => start, initial: { agent: '비서', workspace: 'default' } }
  const onlooker = { host, store, words: tuiMessages.ko, call: (text: string) => attention.call(text), earlier() {} }
  await followConversation(conversation, onlooker, new AbortController().signal)
  return { bytes: () => bytes.join(''), desktop, press, close: () => attention.close() }
}

const away = (press: (key: Key) => void) => press({ type: 'focus', has: false })
const there = (press: (key: Key) => void) => press({ type: 'focus', has: true })
const everything: readonly [number, Event][] = [
  [0, begun],
  [11, asked],
  [12, over],
  [13, begun],
  [14, failed],
]

test('while the terminal has the focus, or never told of it, not a byte is written for anything that happens', async () => {
  for (const focus of [there, () => {}])
    for (const terminal of [{}, { notices: 'osc9' as const, progress: true }])
      expect((await written(everything, terminal, focus)).bytes()).toBe('')
})

afterEach(() => vi.useRealTimers())

test.each([
  ['a focus that is told', there],
  ['a focus that is never told', () => {}],
] as const)(
  'a question that nobody touches for ten seconds rings once, with %s; a key begins them anew',
  async (_, focus) => {
    vi.useFakeTimers()
    const untouched = await written(
      [
        [0, begun],
        [1, asked],
      ],
      {},
      focus,
    )
    vi.advanceTimersByTime(9_999)
    expect(untouched.bytes()).toBe('')
    vi.advanceTimersByTime(60_000)
    expect(untouched.bytes()).toBe('\x07')
    const touched = await written(
      [
        [0, begun],
        [1, asked],
      ],
      {},
      focus,
    )
    const press = () => touched.press({ type: 'key', name: 'pagedown', ctrl: false, alt: false, shift: false })
    vi.advanceTimersByTime(9_000)
    press()
    vi.advanceTimersByTime(9_999)
    expect(touched.bytes()).toBe('')
    vi.advanceTimersByTime(1)
    expect(touched.bytes()).toBe('\x07')
    press()
    vi.advanceTimersByTime(60_000)
    expect(touched.bytes()).toBe('\x07')
  },
)

const title = (text: string) => `\x1b]0;${text} · ~/proj main\x07`
const bar = (state: string) => `\x1b]9;4;${state}\x07`
const keep = '\x1b[22;0t'
const bells = {
  osc9: (text: string) => `\x07\x1b]9;${text}\x1b\\`,
  osc99: (text: string) => `\x07\x1b]99;;${text}\x1b\\`,
}

test.each([
  [
    'a question',
    [
      [0, begun],
      [1, asked],
    ],
    [keep + title('… 생각 중') + bar('3'), title('! 확인이 필요해요') + bar('4;100'), bells.osc9('확인이 필요해요')],
  ],
  [
    'a failure',
    [
      [0, begun],
      [1, failed],
    ],
    [keep + title('… 생각 중') + bar('3'), title('✕ 답하지 못했어요') + bar('2;100'), bells.osc9('답하지 못했어요')],
  ],
  [
    'the end of what took long',
    [
      [0, begun],
      [11, over],
    ],
    [keep + title('… 생각 중') + bar('3'), title('✓ 답이 끝났어요') + bar('0'), bells.osc9('답이 끝났어요')],
  ],
  [
    'the end of what was quick',
    [
      [0, begun],
      [9, over],
    ],
    [keep + title('… 생각 중') + bar('3'), title('✓ 답이 끝났어요') + bar('0')],
  ],
] as const)('elsewhere %s is called by exactly these bytes', async (_, events, bytes) => {
  const { bytes: written_ } = await written(events as never, { notices: 'osc9', progress: true }, away)
  expect(written_()).toBe(bytes.join(''))
})

test('without progress, with another notification, without a bell: only what the terminal and the person want', async () => {
  const events: readonly [number, Event][] = [
    [0, begun],
    [1, asked],
  ]
  const head = keep + title('… 생각 중') + title('! 확인이 필요해요')
  expect((await written(events, { notices: 'osc99' }, away)).bytes()).toBe(head + bells.osc99('확인이 필요해요'))
  expect((await written(events, { notices: 'osc99' }, away, false)).bytes()).toBe(head)
  const plain = await written(events, {}, away)
  expect([plain.bytes(), plain.desktop]).toEqual([`${head}\x07`, ['확인이 필요해요']])
})

test('whoever comes back finds the title of before, and no progress; so does whoever leaves the chat', async () => {
  for (const back of ['focus', 'close'] as const) {
    const { bytes, press, close } = await written([[0, begun]], { progress: true }, away)
    const before = bytes().length
    if (back === 'focus') there(press)
    else close()
    expect(bytes().slice(before)).toBe('\x1b]0;assistant\x07\x1b[23;0t\x1b]9;4;0\x07')
    close()
    expect(bytes().length).toBe(before + '\x1b]0;assistant\x07\x1b[23;0t\x1b]9;4;0\x07'.length)
  }
})

test('in a tmux that hides the focus whoever pressed no key for a moment is called', async () => {
  const inTmux = { notices: 'tmux' as const, hidesFocus: true }
  const typed = (press: (key: Key) => void) => press({ type: 'text', text: 'a' })
  const at = (second: number): readonly [number, Event][] => [
    [0, begun],
    [second, asked],
  ]
  expect((await written(at(2), inTmux, typed)).bytes()).toBe('')
  const { bytes, press } = await written(at(4), inTmux, typed)
  expect(bytes()).toContain('\x07\x1bPtmux;\x1b\x1b]9;확인이 필요해요\x07\x1b\\')
  press({ type: 'text', text: 'b' })
  expect(bytes().endsWith('\x1b[23;0t')).toBe(true)
})

test('a notification of the desktop is not tried where there is none', async () => {
  const { signal } = new AbortController()
  for (const env of [{ PATH: '/nowhere', DISPLAY: ':0' }, { DISPLAY: ':0', SSH_CONNECTION: '1' }, {}])
    expect(await notifyDesktop({ platform: 'linux', env }, '끝', signal)).toBeUndefined()
})
