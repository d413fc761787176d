import type { StatusPartName } from '../../../config/schema.ts'
import type { Decision, Id, Input, PermissionMode } from '../../../protocol/index.ts'
import type { Elicited } from '../../../tools/mcp/ports.ts'
import type { CommandName } from '../commands/command-table.ts'
import type { Card, InputLine } from '../components/approval-card.ts'
import { createEditor, type Editor } from '../components/editor.ts'
import type { Form } from '../components/form.ts'
import type { Choosable, Prompt } from '../components/items.ts'
import type { Picker } from '../components/picker.ts'
import { isNormal, withVim } from '../components/vim.ts'
import type { ExitReason } from '../terminal/terminal.ts'
import { type View, view } from '../transcript/chat-view.ts'
import type { ScreenOptions } from '../tui-host.ts'

/** Everything the TUI knows. Changed by pure functions only: facts by `view.fold`, keys by `press`, time by nothing. */
export interface Screen {
  view: View
  editor: Editor
  card?: Card
  /** A question of an MCP server, or about one. Cards go before. */
  form?: Form
  menu?: Menu
  picker?: Picker
  /** Prompts of MCP servers; asked for when a command is first begun. */
  prompts?: readonly Prompt[]
  /** A sentence that stands in the status line for a moment. */
  hint?: { text: 'leave' | 'late' | 'rewind'; until: number }
  /** Waiting input that was taken back: more of it may follow. */
  takenBack?: string
  /** Nothing moves by itself. */
  isStill?: true
  /** Draft that was laid aside. */
  stash?: string
  /** Time of an Esc on an empty line, with nothing to stop. */
  escapedAt?: number
  /** Model that will get the first words of a conversation. */
  nextModel?: string
  /** Folder and branch. */
  place?: string
  /** The parts of the status line, in order; all where the settings were not asked. */
  statusParts?: readonly StatusPartName[]
  /** Words of the person's own command in place of the parts. */
  ownStatus?: string
  /** A command line of the person's that runs, and the end of its output. */
  shell?: { command: string; lines: readonly string[] }
  /** Progress of work that takes a while. */
  progress?: string
  /** The line of the voice, while it is on. */
  voice?: string
  /** Time of the last text that was typed or pasted: it is no answer to a card. */
  typedAt: number
  /** True to show the model's thoughts while it thinks. */
  isThinkingShown?: true
  /** The terminal's window has not the focus: the person may have to be called. */
  unfocused?: boolean
  /** The turn that was asked to stop. */
  stopping?: Id
}

/** Completions for what stands before the caret. */
export interface Menu {
  kind: 'command' | 'value' | 'file'
  from: number
  query: string
  items: readonly string[]
  selected: number
}

/** Effect that a key asks for. */
export type KeyEffect =
  /** `steer`: the running turn hears it at its next step. */
  | { do: 'submit'; text: string; pasted?: [from: number, to: number][]; steer?: true }
  | { do: 'withdraw'; input: Id; text: string }
  /** Waiting inputs go on after a stop, this one first. */
  | { do: 'go-on'; input: Input }
  | { do: 'cancel'; turn: Id }
  | { do: 'answer'; ask: Id; decision: Decision }
  | { do: 'reply'; id: number; answer: Elicited }
  | { do: 'run'; command: CommandName; rest: string }
  /** A command of the person's, of a project or of a server; `near`: the one of ours that may have been meant. */
  | { do: 'prompt'; name: string; rest: string; text: string; near?: string }
  | { do: 'prompts' }
  | { do: 'choose'; kind: Picker['kind']; item: Choosable }
  | { do: 'find'; query: string }
  /** Looks for conversations in which these words were said. */
  | { do: 'search'; query: string }
  /** Shows what was said last in a conversation of the list. */
  | { do: 'look-into'; id: string }
  | { do: 'mode'; mode: PermissionMode }
  | { do: 'stop-voice' }
  | { do: 'exit'; reason: ExitReason }
  | { do: 'suspend' }
  | { do: 'open-editor'; text: string }
  /** A picture from the clipboard; quiet: without a word where there is none. */
  | { do: 'paste-picture'; quiet?: true }
  /** Look if a pasted path is a picture. */
  | { do: 'look'; path: string }
  /** The draft, with every paste in full. */
  | { do: 'show-draft'; text: string }
  | { do: 'kitty' }
  | { do: 'stop-shell' | 'stop-progress' }
  | { do: 'shell'; command: string; isShared: boolean }
  | { do: 'recolour'; background: string }
  /** Shows a theme without keeping it; without one the theme that is kept. */
  | { do: 'preview'; theme?: string }
  | { do: 'rename' | 'remove'; item: Choosable }

/** The screen after something happened, and what that asks of the hands. */
export type KeyOutcome = [Screen, KeyEffect[]]

/** An empty screen; `history` are the inputs of earlier sessions, oldest first. */
export function createScreen(history: readonly string[], { vim, reducedMotion }: ScreenOptions = {}): Screen {
  const empty = createEditor(history)
  const line = vim ? withVim(empty) : empty
  return { view, editor: line, typedAt: Number.NEGATIVE_INFINITY, ...(reducedMotion ? { isStill: true } : {}) }
}

/** Return what a card has to know of the input line. A menu and the keys of Vim take Esc for themselves. */
export function inputLine({ editor, menu, card, typedAt }: Screen): InputLine {
  const isWriting = editor.text !== ''
  const isInserting = editor.vim !== undefined && !isNormal(editor) && isWriting
  const takes = menu !== undefined && !card?.focused ? 'all' : isInserting ? 'escape' : undefined
  return { isEmpty: !isWriting && takes !== 'all', typedAt, ...(takes ? { takes } : {}) }
}
