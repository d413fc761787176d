import type { TuiMessages } from '../../../messages/surfaces/tui.ts'
import type { Store } from '../screen/store.ts'
import type { ExitReason, RunOutside, Terminal } from '../terminal/terminal.ts'
import type { ThemeName } from '../terminal/theme.ts'
import { noteRows } from '../transcript/blocks.ts'
import type { Item } from '../transcript/scrollback.ts'

/** Reach of the effects: the store, the terminal, and the way out. */
export interface EffectContext {
  store: Pick<Store, 'state' | 'dispatch' | 'subscribe'>
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
  outside: RunOutside
  /** A bug: the TUI ends with it. */
  crash(thrown: unknown): void
}

/** A sentence of the program itself among what is printed. */
export function sentenceItem(sign: string, text: string): Item {
  return { type: 'rows', rows: ({ columns }) => noteRows(sign, text, columns, 'dim') }
}

/** Tools that the effects share. */
export interface EffectTools {
  stage: EffectContext
  words: TuiMessages
  /** Runs something that may fail: a failure is told, a bug ends the TUI. */
  attempt(work: () => Promise<unknown>): void
  /** Says a sentence of the program's own. */
  say(text: string): void
}
