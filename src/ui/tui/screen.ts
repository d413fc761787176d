import type { Decision, Id } from '../../protocol/index.ts'
import type { Elicited } from '../../tools/mcp/ports.ts'
import { type Card, card, drawnCard, pressCard, unseen } from './card.ts'
import { type CommandName, commandNames, commandOf, completable, isCommand, isPrompt, mention, nearest } from './commands.ts'
import { type Editor, edit, editor, insert, sends, submitted, value, withText } from './editor.ts'
import { drawnForm, type Form, hiddenForm, pressForm } from './form.ts'
import type { Choosable, ExitReason, Prompt } from './host.ts'
import type { Key, Press } from './keys.ts'
import { type Picker, pressPicker } from './picker.ts'
import { type View, view } from './view-state.ts'

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
  hint?: { text: 'leave' | 'late'; until: number }
  /** The line of the voice, while it is on. */
  voice?: string
  /** The turn that was asked to stop. */
  stopping?: Id
}

/** Completions for what stands before the caret. */
export interface Menu {
  kind: 'command' | 'file'
  from: number
  query: string
  items: readonly string[]
  selected: number
}

/** What a key asks of the hands. */
export type Command =
  | { do: 'submit'; text: string }
  | { do: 'withdraw'; input: Id; text: string }
  | { do: 'cancel'; turn: Id }
  | { do: 'answer'; ask: Id; decision: Decision }
  | { do: 'reply'; id: number; answer: Elicited }
  | { do: 'run'; command: CommandName; rest: string }
  | { do: 'prompt'; name: string; rest: string; text: string }
  | { do: 'prompts' }
  | { do: 'unknown'; name: string; near?: CommandName }
  | { do: 'choose'; kind: Picker['kind']; item: Choosable }
  | { do: 'find'; query: string }
  | { do: 'hush' }
  | { do: 'leave'; reason: ExitReason }
  | { do: 'suspend' }
  | { do: 'write'; text: string }
  | { do: 'kitty' }

/** An empty screen; `history` are the inputs of earlier sessions, oldest first. */
export function screen(history: readonly string[]): Screen {
  return { view, editor: editor(history) }
}

/** Twice within this time Ctrl+C leaves (SPEC §10). */
const leaveMs = 2000

type Step = [Screen, Command[]]

/** One key. `columns` is the room of an editor row. */
export function press(state: Screen, key: Key, now: number, columns: number): Step {
  if (key.type === 'kitty') return [state, [{ do: 'kitty' }]]
  if (key.type === 'key' && key.ctrl && key.name === 'c')
    return isArmed(state, now) ? inForm(state, key, now, columns) : interrupt(state, now)
  if (key.type === 'key' && key.ctrl && key.name === 'z') return [state, [{ do: 'suspend' }]]
  if (key.type === 'key' && key.ctrl && key.name === 's') return [state, [{ do: 'run', command: 'snooze', rest: '' }]]
  if (key.type === 'key' && key.ctrl && key.name === 'g') return [state, [{ do: 'write', text: value(state.editor) }]]
  const { hint: _, ...calm } = state
  if (state.picker) return inPicker(calm, state.picker, key)
  const question = state.view.questions[0]
  if (question && state.card) {
    const { card: next, decision, passed } = pressCard(state.card, question, key, now)
    if (!passed) {
      // The card stays until the fact comes that closes it; further keys are not meant for it either.
      const waiting = { ...next, ...(decision ? { armedAt: Number.POSITIVE_INFINITY } : {}) }
      return [{ ...calm, card: waiting }, decision ? [{ do: 'answer', ask: question.id, decision }] : []]
    }
    // Too early to be an answer: what types goes on typing, what would send or stop does nothing.
    if (key.type === 'key' && (key.name === 'enter' || key.name === 'escape')) return [{ ...calm, card: next }, []]
    return inEditor({ ...calm, card: next }, key, columns)
  }
  return state.form ? inForm(calm, key, now, columns) : inEditor(calm, key, columns)
}

/** A form is seen when nothing else is in its place. */
function shownForm({ picker, card, form }: Screen): Form | undefined {
  return picker || card ? undefined : form
}

function isArmed(state: Screen, now: number): boolean {
  const armedAt = shownForm(state)?.armedAt
  return armedAt !== undefined && now >= armedAt
}

function inForm(state: Screen, key: Key, now: number, columns: number): Step {
  const { form, ...rest } = state
  if (!form) return [state, []]
  const { form: next, answer, passed } = pressForm(form, key, now)
  if (answer) return [rest, [{ do: 'reply', id: form.id, answer }]]
  const kept = { ...rest, form: next }
  if (!passed || (key.type === 'key' && (key.name === 'enter' || key.name === 'escape'))) return [kept, []]
  return inEditor(kept, key, columns)
}

function interrupt(state: Screen, now: number): Step {
  if (state.hint?.text === 'leave' && now <= state.hint.until) return [state, [{ do: 'leave', reason: 'interrupt' }]]
  const hint = { text: 'leave' as const, until: now + leaveMs }
  const { menu: _, picker: __, ...rest } = state
  if (state.view.turn || state.voice !== undefined) return stop({ ...rest, hint })
  // What was being written is not lost: ↑ brings it back.
  return [{ ...rest, hint, editor: submitted(state.editor) }, []]
}

/** Stops the turn, and whatever listens and speaks. */
function stop(state: Screen): Step {
  const { turn } = state.view
  const hush: Command[] = state.voice === undefined ? [] : [{ do: 'hush' }]
  return turn ? [{ ...state, stopping: turn.id }, [...hush, { do: 'cancel', turn: turn.id }]] : [state, hush]
}

function inPicker(state: Screen, picker: Picker, key: Key): Step {
  const { picker: next, chosen } = pressPicker(picker, key)
  const { picker: _, ...closed } = state
  if (chosen) return [closed, [{ do: 'choose', kind: picker.kind, item: chosen }]]
  return [next ? { ...state, picker: next } : closed, []]
}

function inEditor(state: Screen, key: Key, columns: number): Step {
  if (state.menu && key.type === 'key') {
    const taken = inMenu(state, state.menu, key)
    if (taken) return taken
  }
  if (sends(state.editor, key)) return send(state)
  const empty = state.editor.text === ''
  if (key.type === 'key') {
    if (key.name === 'escape') return stop(state)
    if (key.ctrl && key.name === 'd' && empty) return [state, [{ do: 'leave', reason: 'end-of-input' }]]
    const waiting = state.view.queue.findLast((input) => input.origin === 'tui')
    if (key.name === 'up' && empty && waiting) return [state, [{ do: 'withdraw', input: waiting.id, text: waiting.text }]]
    if (key.name === 'tab') return withMenu(state, true)
  }
  const edited = edit(state.editor, key, columns)
  return edited ? withMenu({ ...state, editor: edited }, false) : [state, []]
}

function send(state: Screen): Step {
  const text = value(state.editor)
  if (text.trim() === '') return [state, []]
  const { menu: _, ...rest } = state
  const next = { ...rest, editor: submitted(state.editor) }
  const command = commandOf(text)
  if (!command) return [next, [{ do: 'submit', text }]]
  if (isCommand(command.name)) return [next, [{ do: 'run', command: command.name, rest: command.rest }]]
  if (isPrompt(command.name)) return [next, [{ do: 'prompt', name: command.name, rest: command.rest, text }]]
  const near = nearest(command.name)
  return [next, [{ do: 'unknown', name: command.name, ...(near ? { near } : {}) }]]
}

function inMenu(state: Screen, menu: Menu, key: Press): Step | undefined {
  const { menu: _, ...rest } = state
  if (key.name === 'escape') return [rest, []]
  const item = menu.items[menu.selected]
  if (item === undefined) return undefined
  const move = (by: number): Step => [
    { ...state, menu: { ...menu, selected: (menu.selected + by + menu.items.length) % menu.items.length } },
    [],
  ]
  if (key.name === 'up') return move(-1)
  if (key.name === 'down') return move(1)
  if (key.name === 'tab') return [{ ...rest, editor: completed(state.editor, menu, item) }, []]
  // Enter runs a command that is chosen; a file, and a prompt that needs words, is only put in.
  if (!sends(state.editor, key)) return undefined
  const next = { ...rest, editor: completed(state.editor, menu, item) }
  const needs = state.prompts?.some(({ name, args }) => name === item && args.some(({ required }) => required))
  return menu.kind === 'command' && !needs ? send(next) : [next, []]
}

function completed(state: Editor, menu: Menu, item: string): Editor {
  const after = state.text.slice(state.at)
  const before = { ...state, text: state.text.slice(0, menu.from) + after, at: menu.from }
  return insert(before, `${menu.kind === 'command' ? `/${item}` : mention(item)}${after.startsWith(' ') ? '' : ' '}`)
}

/** The completions that fit now. Files and prompts are looked for by the hands; until they answer the old ones stay. */
function withMenu(state: Screen, asked: boolean): Step {
  const { menu, ...rest } = state
  const found = completable(state.editor.text, state.editor.at)
  if (!found) return [rest, []]
  if (found.kind === 'file') {
    const kept = menu?.kind === 'file' ? { menu: { ...menu, from: found.from, query: found.query } } : {}
    return [{ ...rest, ...kept }, [{ do: 'find', query: found.query }]]
  }
  const { prompts = [] } = state
  const wanted: Command[] = state.prompts ? [] : [{ do: 'prompts' }]
  const names = [...commandNames, ...prompts.map(({ name }) => name)]
  const items = names.filter((name) => name.startsWith(found.query))
  const whole = !asked && items.length === 1 && items[0] === found.query
  return [{ ...rest, prompts, ...(items.length === 0 || whole ? {} : { menu: { ...found, items, selected: 0 } }) }, wanted]
}

/** What was written elsewhere stands in the editor now. */
export function rewritten(state: Screen, text: string): Screen {
  const { menu: _, ...rest } = state
  return { ...rest, editor: withText(state.editor, text) }
}

/** Prompts were found; they stand behind the commands. */
export function promptsFound(state: Screen, prompts: readonly Prompt[]): Screen {
  const next = { ...state, prompts }
  if (completable(state.editor.text, state.editor.at)?.kind !== 'command') return next
  const [shown] = withMenu(next, false)
  return shown.menu ? { ...shown, menu: { ...shown.menu, selected: state.menu?.selected ?? 0 } } : shown
}

/** Files were found for a query; late answers to an older query change nothing. */
export function filesFound(state: Screen, query: string, items: readonly string[]): Screen {
  const found = completable(state.editor.text, state.editor.at)
  const { menu: _, ...rest } = state
  if (found?.kind !== 'file' || found.query !== query) return state
  return items.length === 0 ? rest : { ...rest, menu: { ...found, items, selected: 0 } }
}

/** A waiting input came back: it can be changed and sent again. What was typed meanwhile stays behind it. */
export function recalled(state: Screen, text: string): Screen {
  const typed = value(state.editor)
  return { ...state, editor: withText(state.editor, typed === '' ? text : `${text}\n${typed}`) }
}

/** The screen after new facts: the card follows the first question, a stopped turn is forgotten when it ended. */
export function seen(state: Screen, view: View): Screen {
  const { card: old, stopping, ...rest } = state
  const question = view.questions[0]
  const next = question ? { card: old?.id === question.id ? old : card(question) } : {}
  return { ...rest, ...next, ...(stopping && view.turn?.id === stopping ? { stopping } : {}), view }
}

/** The screen after it was drawn: from now on the person can know what it asks. `reach` is how far a long question goes. */
export function drawn(state: Screen, now: number, reach = unseen): Screen {
  const { card, form } = state
  if (!card && !form) return state
  const seenForm = form && (shownForm(state) ? drawnForm(form, now, reach) : hiddenForm(form))
  return { ...state, ...(card ? { card: drawnCard(card, now, reach) } : {}), ...(seenForm ? { form: seenForm } : {}) }
}

/** The screen with a question that has just come, or without the one that is over. */
export function asking(state: Screen, form: Form | undefined): Screen {
  const { form: _, ...rest } = state
  return form ? { ...rest, form } : rest
}
