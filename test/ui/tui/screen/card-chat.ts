import { tuiMessages } from '../../../../src/messages/surfaces/tui.ts'
import type { Ask, Choice } from '../../../../src/protocol/index.ts'
import { layoutFrame } from '../../../../src/ui/tui/screen/frame.ts'
import { screenShown, withView } from '../../../../src/ui/tui/screen/reduce.ts'
import { pressKey } from '../../../../src/ui/tui/screen/reduce-key.ts'
import { createScreen, type KeyEffect, type Screen } from '../../../../src/ui/tui/screen/screen-state.ts'
import type { Key } from '../../../../src/ui/tui/terminal/key-decoder.ts'
import { plainOf } from '../../../../src/ui/tui/terminal/style.ts'
import { view } from '../../../../src/ui/tui/transcript/chat-view.ts'

const say = { failure: () => '', notice: () => '', path: (file: string) => file }
const lines = (count: number) => Array.from({ length: count }, (_, line) => `바뀐 줄 ${line + 1}`)

/** A chat with a card on it, and a clock: it is drawn after every key, as the renderer does. */
export class Chat {
  state: Screen
  now = 1000
  effects: KeyEffect[] = []
  readonly columns: number
  readonly height: number
  readonly language: 'ko' | 'en'

  constructor(choices: readonly Choice[], draft: string, count: number, size: readonly [number, number], vim = false) {
    ;[this.columns, this.height] = size
    this.language = 'ko'
    const ask: Ask = {
      tool: 'write_file',
      category: 'sensitive',
      args: { path: 'a.txt', content: lines(count).join('\n') },
      reason: '',
      effect: lines(count)
        .map((line) => `+ ${line}`)
        .join('\n'),
      risk: 'medium',
      choices: [...choices],
      scope: 'write_file(~/w/**)',
      rule: 'write_file(~/w/**)',
    }
    const turn = { id: 't', since: 0, doing: 'tools' as const, label: '' }
    const queue = [{ id: 'q', text: '다음 말', origin: 'tui' as const, by: 'owner' as const }]
    this.state = withView({ ...createScreen([], { vim }), prompts: [] }, { ...view, turn, queue })
    if (draft !== '') this.press({ type: 'paste', text: draft })
    if (draft.startsWith('/')) this.press({ type: 'text', text: 'e' })
    this.state = withView(this.state, { ...view, turn, queue, questions: [{ id: 'c', ask }] })
    this.draw()
  }

  draw(): string[] {
    const look = { words: tuiMessages[this.language], say, columns: this.columns }
    const { rows, reach } = layoutFrame(this.state, [], look, this.height, this.now)
    this.state = screenShown(this.state, this.now, reach)
    return rows.map(plainOf)
  }

  press(key: Key | string, afterMs = 0): this {
    this.now += afterMs
    const pressed =
      typeof key !== 'string'
        ? key
        : [...key].length === 1
          ? ({ type: 'text', text: key } as const)
          : ({ type: 'key', name: key, ctrl: false, alt: false, shift: false } as const)
    const [state, effects] = pressKey(this.state, pressed, this.now, this.columns)
    this.state = state
    this.effects.push(...effects)
    this.draw()
    return this
  }

  get decision(): Choice | undefined {
    return this.effects.flatMap((effect) => (effect.do === 'answer' ? [effect.decision.choice] : []))[0]
  }

  copy(): Chat {
    return Object.assign(Object.create(Chat.prototype) as Chat, this, { effects: [] })
  }
}
