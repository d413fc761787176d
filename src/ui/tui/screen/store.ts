import { drained } from '../transcript/chat-view.ts'
import type { Item } from '../transcript/scrollback.ts'
import { type Screen, screen } from './screen-state.ts'

/** What the TUI knows, and what is finished and waits to be printed. */
export class Store {
  state: Screen = screen([])
  items: readonly Item[] = []

  /** New facts or words: finished things move over to what is printed. */
  change(next: Screen, ...more: Item[]): void {
    const { done } = next.view
    if (done.length + more.length > 0) this.items = [...this.items, ...done, ...more]
    this.state = { ...next, view: drained(next.view) }
  }
}
