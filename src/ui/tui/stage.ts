import type { ExitReason, Outside } from './host.ts'
import type { Item } from './printer.ts'
import type { Screen } from './screen.ts'

/** What the hands may touch: the screen, what is printed, and the way out. */
export interface Stage {
  get(): Screen
  set(screen: Screen): void
  print(...items: Item[]): void
  leave(reason: ExitReason): void
  suspend(): void
  kitty(): void
  /** Makes itself heard, where the person wants that. */
  alert(text: string): void
  outside: Outside
  /** A bug: the TUI ends with it. */
  crash(thrown: unknown): void
}
