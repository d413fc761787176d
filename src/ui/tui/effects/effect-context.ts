import type { Screen } from '../screen/screen-state.ts'
import type { ExitReason, Outside, Terminal } from '../terminal/terminal.ts'
import type { ThemeName } from '../terminal/theme.ts'
import type { Item } from '../transcript/scrollback.ts'

/** What the hands may touch: the screen, what is printed, and the way out. */
export interface EffectContext {
  get(): Screen
  set(screen: Screen): void
  print(...items: Item[]): void
  leave(reason: ExitReason): void
  suspend(): void
  kitty(): void
  recolour(to: { theme?: ThemeName; background?: 'dark' | 'light' }): void
  /** Makes itself heard, where the person wants that. */
  alert(text: string): void
  /** Calls the person back to the terminal, where its window has not the focus. */
  call(text: string): void
  /** Bytes of ours for the terminal itself: the clipboard, a title. */
  write(bytes: string): void
  /** Runs a command line of the person's, where there is a shell. */
  run?: NonNullable<Terminal['run']>
  outside: Outside
  /** A bug: the TUI ends with it. */
  crash(thrown: unknown): void
}
