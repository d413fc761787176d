import { expect, test } from 'vitest'
import type { Choice } from '../../../../src/protocol/index.ts'
import { editorValue } from '../../../../src/ui/tui/components/editor.ts'
import { Random } from '../../../random.ts'
import { Chat } from './card-chat.ts'

/** Simulated people, without a terminal and without waiting. PEOPLE=2000 runs the great sweep. */
const people = Number(process.env.PEOPLE ?? 40)

const offered: readonly Choice[][] = [
  ['once', 'deny'],
  ['once', 'session', 'deny'],
  ['once', 'session', 'always', 'deny'],
]
const sizes = [
  [80, 24],
  [100, 40],
  [40, 12],
  [20, 8],
] as const
/** Messages that people send, single letters of every choice among them. */
const messages = [
  ...['y', 's', 'a', 'n', 'ㅛ', 'ㄴ', 'ㅁ', 'ㅜ', 'ㅇ', 'ㅋ', 'ok', 'no', 'yes', 'stop', 'next', 'say it again', '?'],
  ...[
    '네',
    '아니',
    'ㅇㅋ',
    'ㄴㄴ',
    'ㅛㅛ',
    '안녕하세요',
    '아니 그거 말고',
    '확인',
    '지금 몇 시야',
    'ㅁㅁ',
    'ㅜㅜ',
    'and then',
    'a b',
  ],
]

/** What a plain input line holds after these keys, and what it has sent: the card must change nothing of it. */
class PlainLine {
  text = ''
  readonly sent: string[] = []

  press(key: string): void {
    if (key === 'enter') {
      if (this.text.trim() !== '') this.sent.push(this.text)
      this.text = this.text.trim() === '' ? this.text : ''
    } else if (key === 'backspace') this.text = [...this.text].slice(0, -1).join('')
    else this.text += key
  }
}

/** Somebody who types messages on and on, with a person's pauses, and never looks at the card. */
function typist(seed: number): string[] {
  const random = new Random(seed)
  const upTo = (most: number) => random.below(most)
  const pick = <T>(from: readonly T[]) => from[upTo(from.length)] as T
  const line = new PlainLine()
  const draft = upTo(3) === 0 ? '쓰던 ' : ''
  const chat = new Chat(pick(offered), draft, pick([1, 8, 60]), pick(sizes))
  line.text = draft
  const type = (key: string, afterMs: number) => {
    chat.press(key, afterMs)
    line.press(key)
  }
  chat.now += upTo(4000)
  for (let message = 0; message < 1 + upTo(4); message++) {
    const letters = [...pick(messages)]
    const pauseAt = upTo(letters.length)
    for (const [at, letter] of letters.entries()) {
      type(letter, at === pauseAt && at > 0 ? upTo(6000) : 40 + upTo(220))
      if (upTo(25) === 0 && letters.length > 2) {
        type('x', 90 + upTo(100))
        type('backspace', 90 + upTo(100))
      }
    }
    // A letter that stands alone for half a second is an answer by intent: nobody sends one so slowly without it.
    type('enter', letters.length === 1 && line.text.trim().length === 1 ? 50 + upTo(400) : 50 + upTo(2500))
    if (upTo(6) === 0) type('enter', 40 + upTo(120))
    if (upTo(3) === 0) chat.now += upTo(5000)
  }
  type('.', 60)
  const sent = chat.effects.flatMap((effect) =>
    effect.do === 'submit' ? [effect.text] : effect.do === 'run' && effect.command === 'help' ? ['?'] : [],
  )
  const text = editorValue(chat.state.editor)
  return [
    ...(chat.decision === undefined ? [] : [`${seed}: decided ${chat.decision}`]),
    ...(chat.state.card?.grant ? [`${seed}: a grant is being read back`] : []),
    ...(JSON.stringify([sent, text]) === JSON.stringify([line.sent, line.text])
      ? []
      : [`${seed}: ${JSON.stringify([sent, text])} instead of ${JSON.stringify([line.sent, line.text])}`]),
  ]
}

/** Somebody who reads the card and answers it by its own hints. */
function decider(seed: number): string[] {
  const random = new Random(seed)
  const upTo = (most: number) => random.below(most)
  const pick = <T>(from: readonly T[]) => from[upTo(from.length)] as T
  const choices = pick(offered)
  const choice = pick(choices)
  const draft = upTo(2) === 0 ? '쓰던 글' : ''
  const chat = new Chat(choices, draft, pick([1, 8, 60]), pick(sizes))
  chat.now += 1000 + upTo(4000)
  let keys = 0
  const press = (key: string) => {
    chat.press(key, 500 + upTo(900))
    if (key !== 'enter') keys++
  }
  if (choice === 'deny' && upTo(2) === 0) press('escape')
  else {
    if (draft !== '') press('tab')
    press({ once: 'y', session: 's', always: 'a', deny: 'n' }[choice])
    for (let enter = 0; enter < 80 && chat.decision === undefined; enter++) press('enter')
  }
  return [
    ...(chat.decision === choice ? [] : [`${seed}: ${chat.decision} instead of ${choice}`]),
    ...(keys <= 2 ? [] : [`${seed}: ${keys} keys for ${choice}`]),
    ...(editorValue(chat.state.editor) === draft ? [] : [`${seed}: the draft is ${editorValue(chat.state.editor)}`]),
  ]
}

const seeds = Array.from({ length: people }, (_, index) => index + 1)

test(`of ${people} people who type on while a question is asked, none decides or grants anything, and no letter is lost`, () => {
  expect(seeds.flatMap(typist)).toEqual([])
})

test(`of ${people} people who answer a question, each is understood with two keys beside Enter, and keeps the draft`, () => {
  expect(seeds.flatMap(decider)).toEqual([])
})
