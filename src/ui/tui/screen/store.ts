import { withoutPrinted } from '../transcript/chat-view.ts'
import type { Item } from '../transcript/scrollback.ts'
import type { ScreenOptions } from '../tui-host.ts'
import { type Msg, reduce } from './reduce.ts'
import { createScreen, type KeyEffect, type Screen } from './screen-state.ts'

/** State of the TUI, and finished items that wait to be printed. */
export class Store {
  #state: Screen
  #items: readonly Item[] = []
  readonly #listeners: ((msg: Msg) => void)[] = []

  constructor(options: ScreenOptions = {}) {
    this.#state = createScreen([], options)
  }

  get state(): Screen {
    return this.#state
  }

  /** Something happened. The answer is what it asks of the hands. */
  dispatch(msg: Msg): KeyEffect[] {
    const [next, commands] = reduce(this.#state, msg)
    const { done } = next.view
    const more = msg.type === 'print' ? msg.items : []
    if (done.length + more.length > 0) this.#items = [...this.#items, ...done, ...more]
    this.#state = { ...next, view: withoutPrinted(next.view) }
    for (const listener of this.#listeners) listener(msg)
    return commands
  }

  /** Tells a listener of everything that happened, after it did. */
  subscribe(listener: (msg: Msg) => void): void {
    this.#listeners.push(listener)
  }

  /**
   * Gives what is finished to whoever prints it; what cannot be printed yet is given back and comes first the next
   * time.
   */
  take(print: (items: readonly Item[]) => readonly Item[]): void {
    this.#items = print(this.#items)
  }
}
