import { expect, test } from 'vitest'
import { tuiMessages } from '../../../../src/messages/surfaces/tui.ts'
import type { Choice } from '../../../../src/protocol/index.ts'
import { choicesOf } from '../../../../src/ui/tui/components/approval-card.ts'
import { Chat } from './card-chat.ts'

const sizes = [
  [80, 24],
  [40, 12],
  [20, 8],
] as const
const offered: readonly Choice[][] = [
  ['once', 'deny'],
  ['once', 'session', 'deny'],
  ['once', 'session', 'always', 'deny'],
]
const drafts = ['', '쓰던 글', '/mod', '첫 줄\n둘째 줄']

/** Ways into every state of a card, and none that decides. */
const states: Record<string, (chat: Chat) => Chat> = {
  'just drawn': (chat) => chat,
  'drawn a second ago': (chat) => wait(chat, 1000),
  'a letter of this moment': (chat) => wait(chat, 1000).press('y'),
  'a letter alone': (chat) => wait(wait(chat, 1000).press('y'), 500),
  'Tab at once': (chat) => chat.press('tab'),
  'Tab later': (chat) => wait(chat, 1000).press('tab'),
  'Tab twice': (chat) => wait(chat, 1000).press('tab').press('tab'),
  arrow: (chat) => wait(chat, 1000).press('up'),
  'read back': (chat) =>
    wait(wait(wait(chat, 1000).press('tab'), 500).press('s'), 500)
      .press('enter')
      .press('enter'),
  'read back, and read': (chat) => wait(states['read back']?.(chat) ?? chat, 500),
  answered: (chat) => wait(chat, 1000).press('escape'),
}

function wait(chat: Chat, ms: number): Chat {
  chat.now += ms
  return chat
}

/** Every hint, the key that it names, and what must come of it. */
const promises: [hint: RegExp, key: string, kept: (after: Chat, before: Chat) => boolean][] = [
  [
    /Esc 거절/,
    'escape',
    (after, { state }) => after.decision === 'deny' && after.state.editor.text === state.editor.text,
  ],
  [/Esc 돌아가기/, 'escape', ({ state, effects }) => effects.length === 0 && !state.card?.grant],
  [/Esc 이유 지우기/, 'escape', ({ state, effects }) => effects.length === 0 && !state.card?.reason],
  [/Tab 이유 쓰기/, 'tab', ({ state }) => state.card?.reason !== undefined],
  [/Tab 누르고 고르기/, 'tab', ({ state }) => state.card?.focused === true],
  [/↑↓/, 'up', ({ state }, before) => state.card?.selected !== before.state.card?.selected],
  [/↑↓/, 'down', ({ state }, before) => state.card?.selected !== before.state.card?.selected],
  [/글자로 고르기/, 'y', ({ state }) => state.card?.selected === 0 && state.editor.text === ''],
  [/Enter 확인/, 'enter', (after) => after.decision !== undefined || after.state.card?.grant !== undefined],
  [/Enter 허용/, 'enter', (after, { state }) => after.decision === state.card?.grant?.choice],
  [/Enter 거절/, 'enter', (after) => after.decision === 'deny'],
  [/Enter 더 보기/, 'enter', ({ state }, before) => (state.card?.scroll ?? 0) > (before.state.card?.scroll ?? 0)],
  [/PgUp\/PgDn/, 'pagedown', ({ state }, before) => state.card?.scroll !== before.state.card?.scroll || atEnd(before)],
  [/눌러서 고치기|↑ 고치기/, 'up', (after) => after.effects.some((effect) => effect.do === 'withdraw')],
]

const keysIn = (hints: string) =>
  hints.match(/Esc|Enter|Tab|↑↓|PgUp|글자|letter/g)?.map((key) => key.replace('글자', 'letter'))

test('each hint promises something that is tried here, and names the same keys in both languages', () => {
  const [korean, english] = [tuiMessages.ko.ask.keys, tuiMessages.en.ask.keys]
  for (const [state, hints] of Object.entries(korean)) {
    expect([state, keysIn(english[state as keyof typeof english])]).toEqual([state, keysIn(hints)])
    const untried = hints.split(' · ').filter((hint) => keysIn(hint) && !promises.some(([tried]) => tried.test(hint)))
    expect([state, untried]).toEqual([state, []])
  }
})

const atEnd = ({ state: { card } }: Chat) => card !== undefined && card.scroll >= card.reach.most

test.each(sizes)('at %i columns and %i rows every key that a card names does what its words say', (...size) => {
  const broken: string[] = []
  let shown = 0
  for (const choices of offered)
    for (const draft of drafts)
      for (const count of [1, 8, 60])
        for (const vim of [false, true])
          for (const [name, reach] of Object.entries(states)) {
            const before = reach(new Chat(choices, draft, count, size, vim))
            before.effects = []
            const text = before.draw().join('\n')
            for (const [hint, key, isKept] of promises) {
              if (!hint.test(text)) continue
              shown++
              const after = before.copy().press(key)
              if (!isKept(after, before))
                broken.push(
                  `${name}, ${choices.length} choices, "${draft}", ${count} lines, vim ${vim}: ${hint} ${key}`,
                )
            }
          }
  expect(shown).toBeGreaterThan(100)
  expect(broken).toEqual([])
})

test.each([
  [40, 12],
  [20, 8],
  [30, 9],
] as const)('at %i columns and %i rows nothing is allowed of which a row was never on the screen', (...size) => {
  for (const choices of offered)
    for (const choice of choices.filter((one) => one !== 'deny'))
      for (const count of [1, 3, 8, 40]) {
        const chat = wait(new Chat(choices, '', count, size), 1000)
        const seen = new Set<string>()
        const look = () => {
          for (const row of chat.draw()) seen.add(row)
        }
        look()
        chat.press({ once: 'y', session: 's', always: 'a', deny: 'n' }[choice])
        for (let enter = 0; enter < 60 && chat.decision === undefined; enter++) {
          look()
          chat.press('enter', 500)
        }
        expect([chat.decision, choicesOf(chat.state.view.questions[0] as never)]).toEqual([choice, choices])
        expect([...seen].filter((row) => row.includes('바뀐 줄')).length).toBe(count)
      }
})
