import { expect, test } from 'vitest'
import { tuiMessages } from '../../../../src/messages/surfaces/tui.ts'
import { createVoice } from '../../../../src/ui/tui/effects/voice.ts'
import { pressKey } from '../../../../src/ui/tui/screen/reduce-key.ts'
import { createScreen, type Screen } from '../../../../src/ui/tui/screen/screen-state.ts'
import { Store } from '../../../../src/ui/tui/screen/store.ts'
import { plainOf } from '../../../../src/ui/tui/terminal/style.ts'
import type { Voice } from '../../../../src/ui/tui/tui-host.ts'
import { fakeHost } from '../memory-host.ts'

const look = {
  columns: 80,
  words: tuiMessages.ko,
  say: { failure: () => '', notice: () => '', path: (file: string) => file },
}

/** `/voice` over a voice in memory: what stands on the screen, what was printed, and what the voice was given. */
async function spoken(hears?: Promise<void>) {
  const store = new Store()
  const printed: string[] = []
  const given: string[] = []
  const begun = Promise.withResolvers<{
    tell: (line: string, notes: string[], dead: boolean) => void
    signal: AbortSignal
  }>()
  const still = Promise.withResolvers<void>()
  const host = fakeHost(async () => {}, {
    async voice(_, agent, tell, signal): Promise<Voice> {
      given.push(agent)
      begun.resolve({ tell, signal })
      signal.addEventListener('abort', () => still.resolve())
      return {
        call: '비서야',
        hears: hears ?? Promise.resolve(),
        done: still.promise,
        press: (button) => given.push(button),
        typed: (text) => given.push(`typed ${text}`),
        ring: (text) => given.push(`ring ${text}`),
      }
    },
  })
  store.subscribe((msg) => {
    if (msg.type !== 'print') return
    for (const item of msg.items) if (item.type === 'rows') printed.push(item.rows(look).map(plainOf).join('\n'))
  })
  const voice = createVoice(host, tuiMessages.ko, { store })
  const off = voice.toggle(host.open())
  const { tell, signal } = await begun.promise
  if (!hears) await expect.poll(() => printed).toHaveLength(1)
  return { voice, off, tell, signal, printed, given, line: () => store.state.voice, still }
}

test('/voice shows one line of what it does and hears, and says its own sentences above', async () => {
  const { tell, printed, line } = await spoken()
  expect([printed, line()]).toEqual([[`♪ ${tuiMessages.ko.voice.on('비서야')}`], tuiMessages.ko.voice.starting])
  tell('● 비서 · 듣는 중 · 오늘 날씨', ['잘 못 들었어요, 다시 말해주세요'], false)
  expect([printed[1], line()]).toEqual(['♪ 잘 못 들었어요, 다시 말해주세요', '● 비서 · 듣는 중 · 오늘 날씨'])
})

test('while it is on, what is typed and what rings goes to the voice; when it is off, neither', async () => {
  const { voice, off, given, signal, line, printed } = await spoken()
  voice.ring('약 드실 시간이에요.')
  expect(voice.typed('오늘 며칠이야')).toBe(true)
  await voice.toggle(
    Promise.reject(new Error('nobody asks for a conversation to turn it off')).catch(() => ({}) as never),
  )
  await off
  voice.ring('회의')
  expect(voice.typed('안녕')).toBe(false)
  expect(given.slice(1)).toEqual(['ring 약 드실 시간이에요.', 'typed 오늘 며칠이야'])
  expect([signal.aborted, line(), printed.at(-1)]).toEqual([true, undefined, `♪ ${tuiMessages.ko.voice.off}`])
})

test('a voice that can neither hear nor speak any more goes off by itself, and the chat goes on', async () => {
  const { tell, off, printed, line } = await spoken()
  tell('○ 비서 · 글로 대화 중', ['음성 출력을 사용할 수 없습니다.'], true)
  await off
  expect([printed.slice(1), line()]).toEqual([
    ['♪ 음성 출력을 사용할 수 없습니다.', `♪ ${tuiMessages.ko.voice.off}`],
    undefined,
  ])
})

test('a voice that ends by itself is off', async () => {
  const { off, line, still } = await spoken()
  still.resolve()
  await off
  expect(line()).toBeUndefined()
})

const pressed = { type: 'key', alt: false, shift: false } as const
test.each([
  ['Esc', { ...pressed, name: 'escape', ctrl: false }],
  ['Ctrl+C', { ...pressed, name: 'c', ctrl: true }],
] as const)('%s turns it off, with the turn that runs', (_, key) => {
  const on: Screen = { ...createScreen([]), voice: '● 비서 · 듣는 중' }
  const busy: Screen = { ...on, view: { ...on.view, turn: { id: 't1', doing: 'thinking', label: '', since: 0 } } }
  const commands = (state: Screen) => pressKey(state, key, 0, 80)[1]
  expect([commands(createScreen([])), commands(on), commands(busy)]).toEqual([
    [],
    [{ do: 'stop-voice' }],
    [{ do: 'stop-voice' }, { do: 'cancel', turn: 't1' }],
  ])
})

test('nobody is told to speak before it hears', async () => {
  const hears = Promise.withResolvers<void>()
  const { tell, printed } = await spoken(hears.promise)
  tell('○ 비서 · 글로 대화 중', ['음성 인식 모델이 없어요.'], false)
  expect(printed).toEqual(['♪ 음성 인식 모델이 없어요.'])
  hears.resolve()
  await expect.poll(() => printed[1]).toBe(`♪ ${tuiMessages.ko.voice.on('비서야')}`)
})
