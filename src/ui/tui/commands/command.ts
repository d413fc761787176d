import type { TuiMessages } from '../../../messages/surfaces/tui.ts'
import type { Conversation, PermissionMode } from '../../../protocol/index.ts'
import type { Choosable } from '../components/items.ts'
import type { Picker } from '../components/picker.ts'
import type { View } from '../transcript/chat-view.ts'
import type { Report } from '../transcript/report.ts'
import type { AskForm, TuiEngine, TuiHost } from '../tui-host.ts'

/** A `/command`. What it does in words stands in `messages/surfaces/tui-commands.ts` under its name. */
export interface SlashCommand {
  name: keyof TuiMessages['commands']
  /** Other names: what other programs call it, and Korean. */
  aliases: readonly string[]
  /** Words that another name stands for, where none follow it (`/vim`). */
  meant?: Readonly<Record<string, string>>
  /** Words that may follow it, for completion. */
  values?: readonly string[]
  run(hands: CommandContext, rest: string): Promise<unknown> | unknown
}

/** Powers of a command. */
export interface CommandContext {
  host: TuiHost
  words: TuiMessages
  engine(): Promise<TuiEngine>
  /** The conversation on the screen. */
  conversation(): Promise<Conversation>
  view(): View
  /** A sentence of ours above the live part. */
  say(sentence: string): void
  /** One row of the live part that says how far something has come; without a line it goes. */
  progress(line?: string): void
  /** Aborts when the person stops what comes. */
  stop: AbortSignal
  /** Show the model that the next words go to. */
  showNextModel(): Promise<void>
  report(report: Report): void
  /** Lets the person choose; `wanted` is what they named, taken at once where it is one of the list. */
  pick(kind: Picker['kind'], list: () => Promise<Choosable[]>, wanted: string): Promise<unknown>
  /** Goes on in another conversation, with a sentence about it. */
  change(next: Promise<Conversation>, sentence: string): Promise<unknown>
  /** Asks question by question; `cancel` once the chat is left. */
  ask(...question: Parameters<AskForm>): ReturnType<AskForm>
  /** The source of that number in the last answer, counted from 1. */
  openSource(number: number): Promise<unknown>
  /** The theme that is kept. */
  theme(): string
  /** Ears and a mouth, on or off; `words`: what of it is wanted while they are on (`mute`). */
  voice(words: string): unknown
  /** Shows a long text in the person's pager. */
  page(text: string): Promise<void>
  /** Shows what the model thinks aloud, or hides it; true when it is shown now. */
  toggleThinking(): boolean
  /** Lets the person choose what to take back. */
  rewind(): Promise<unknown>
  /** Return which tools of this conversation need no question. */
  setMode(mode: PermissionMode): Promise<void>
  /** Sends what the person wrote. */
  send(text: string): Promise<void>
  /** Hands text to the terminal's clipboard (OSC 52). */
  copy(text: string): void
  leave(): void
}
