import type { PermissionMode } from '../../../protocol/index.ts'
import { onlyPictures } from '../../../std/text/mentions.ts'
import { commandNamed } from '../commands/command-table.ts'
import { commandOf, isPrompt, nearestCommand } from '../commands/typed-command.ts'
import { type Card, pressCard } from '../components/approval-card.ts'
import {
  type Editor,
  editorValue,
  hasPastes,
  insertText,
  isSendKey,
  pastedRanges,
  submitLine,
  withPath,
  withText,
} from '../components/editor.ts'
import { type Form, pressForm } from '../components/form.ts'
import { createPicker, type Picker, pressPicker, previewedIn, searchedBy, selectedIn } from '../components/picker.ts'
import { isNormal, pressVim } from '../components/vim.ts'
import { type Key, type KeyPress, latinOf } from '../terminal/key-decoder.ts'
import { completeItem, withMenu } from './reduce-menu.ts'
import { inputLine, type KeyEffect, type KeyOutcome, type Menu, type Screen } from './screen-state.ts'

/** Twice within this time Ctrl+C leaves (SPEC §10). */
const leaveMs = 2000

/** One key. `columns` is the room of an editor row. */
export function pressKey(state: Screen, key: Key, now: number, columns: number): KeyOutcome {
  if (key.type === 'kitty') return [state, [{ do: 'kitty' }]]
  if (key.type === 'background') return [state, [{ do: 'recolour', background: key.colour }]]
  if (key.type === 'focus') return [{ ...state, unfocused: !key.has }, []]
  if (key.type === 'key' && key.ctrl && key.name === 'c')
    return isArmed(state, now) ? inForm(state, key, now, columns) : interruptOrLeave(state, now)
  if (key.type === 'key' && key.ctrl && key.name === 'z') return [state, [{ do: 'suspend' }]]
  if (key.type === 'key' && key.ctrl && key.name === 's') return stashDraft(state)
  if (key.type === 'key' && key.ctrl && key.name === 'o') return [state, [showWhole(state)]]
  if (key.type === 'key' && key.ctrl && key.name === 'r' && state.picker?.kind !== 'resume' && !isRedo(state))
    return [withHistory(state), []]
  if (key.type === 'key' && key.ctrl && key.name === 'g')
    return [state, [{ do: 'open-editor', text: editorValue(state.editor) }]]
  const { hint: _, ...quiet } = state
  const calm = key.type === 'text' || key.type === 'paste' ? { ...quiet, typedAt: now } : quiet
  if (state.picker) return inPicker(calm, state.picker, key)
  if (state.card) return onCard(calm, state.card, key, { now, columns, typedAt: state.typedAt })
  return state.form ? inForm(calm, key, now, columns) : inEditor(calm, key, columns, now)
}

/** Everything that was said; or what is being written, where a part of it is shown as a label. */
function showWhole({ editor }: Screen): KeyEffect {
  return hasPastes(editor)
    ? { do: 'show-draft', text: editorValue(editor) }
    : { do: 'run', command: 'transcript', rest: '' }
}

/**
 * A key while a card is shown: the card takes what is meant for it, the editor all the rest, so that nothing typed is
 * lost.
 */
function onCard(
  state: Screen,
  card: Card,
  key: Key,
  { now, columns, typedAt }: { now: number; columns: number; typedAt: number },
): KeyOutcome {
  const question = state.view.questions[0]
  if (!question) return [state, []]
  const line = { ...inputLine(state), typedAt }
  const { card: next, decision, passed } = pressCard(card, question, key, now, line)
  // The card stays until the event comes that closes it.
  if (decision) return [{ ...state, card: { ...next, answered: true } }, [{ do: 'answer', ask: question.id, decision }]]
  if (passed === undefined) return [{ ...state, card: next }, []]
  const kept = passed === '' ? state.editor : insertText(state.editor, passed)
  return inEditor({ ...state, card: next, editor: kept, typedAt: now }, key, columns, now)
}

/** A form is seen when nothing else is in its place. */
export function visibleForm({ picker, card, form }: Screen): Form | undefined {
  return picker || card ? undefined : form
}

function isArmed(state: Screen, now: number): boolean {
  const armedAt = visibleForm(state)?.armedAt
  return armedAt !== undefined && now >= armedAt
}

function inForm(state: Screen, key: Key, now: number, columns: number): KeyOutcome {
  const { form, ...rest } = state
  if (!form) return [state, []]
  // As long as the input line holds text, what is typed is meant for it; Tab brings the form into focus.
  if (state.editor.text !== '' && !form.focused) {
    const isTab = key.type === 'key' && key.name === 'tab' && !state.menu
    return isTab ? [{ ...rest, form: { ...form, focused: true } }, []] : inEditor(state, key, columns, now)
  }
  const { form: next, answer, passed } = pressForm(form, key, now)
  if (answer) return [rest, [{ do: 'reply', id: form.id, answer }]]
  const kept = { ...rest, form: next }
  if (!passed || (key.type === 'key' && (key.name === 'enter' || key.name === 'escape'))) return [kept, []]
  return inEditor(kept, key, columns, now)
}

function interruptOrLeave(state: Screen, now: number): KeyOutcome {
  if (state.hint?.text === 'leave' && now <= state.hint.until) return [state, [{ do: 'exit', reason: 'interrupt' }]]
  const hint = { text: 'leave' as const, until: now + leaveMs }
  const { menu: _, picker: __, ...rest } = state
  if (isBusy(state)) return stopWork({ ...rest, hint })
  // Keep the draft: ↑ brings it back.
  return [{ ...rest, hint, editor: submitLine(state.editor) }, []]
}

/** Return true while something goes on that can be stopped. */
const isBusy = ({ view, shell, voice, progress }: Screen) =>
  view.turn !== undefined || shell !== undefined || voice !== undefined || progress !== undefined

/** Stops the turn, and whatever listens and speaks; else what comes. */
function stopWork(state: Screen): KeyOutcome {
  const { turn } = state.view
  if (state.shell) return [state, [{ do: 'stop-shell' }]]
  if (!turn && state.progress !== undefined) return [state, [{ do: 'stop-progress' }]]
  const hush: KeyEffect[] = state.voice === undefined ? [] : [{ do: 'stop-voice' }]
  return turn ? [{ ...state, stopping: turn.id }, [...hush, { do: 'cancel', turn: turn.id }]] : [state, hush]
}

/** Earlier inputs to search, the latest first, each once. */
function withHistory(state: Screen): Screen {
  const items = [...new Set(state.editor.history.toReversed())].map((text) => ({
    id: text,
    label: text.replace(/\s+/g, ' '),
  }))
  return { ...state, picker: createPicker('history', items) }
}

function inPicker(state: Screen, picker: Picker, key: Key): KeyOutcome {
  const { picker: next, chosen } = pressPicker(picker, key)
  const { picker: _, ...closed } = state
  if (chosen && picker.kind === 'history') return [withEditorText(closed, chosen.id), []]
  if (chosen) return [closed, [{ do: 'choose', kind: picker.kind, item: chosen }]]
  if (picker.kind === 'theme') return [next ? { ...state, picker: next } : closed, [previewOf(next)]]
  const managed = picker.kind === 'resume' && key.type === 'key' && key.ctrl ? managing[key.name] : undefined
  const item = managed && selectedIn(picker)
  if (managed && item) return [closed, [{ do: managed, item }]]
  const query = next && searchedBy(picker, next)
  const looked = previewedIn(next)
  return [
    next ? { ...state, picker: next } : closed,
    [
      ...(query === undefined ? [] : [{ do: 'search' as const, query }]),
      ...(looked ? [{ do: 'look-into' as const, id: looked }] : []),
    ],
  ]
}

/** Keys of the list of conversations, with Ctrl. */
const managing: Readonly<Record<string, 'rename' | 'remove'>> = { r: 'rename', x: 'remove' }

/** The theme under the arrow is seen at once; without a list the one that was there before. */
function previewOf(picker: Picker | undefined): KeyEffect {
  const theme = picker && selectedIn(picker)?.id
  return { do: 'preview', ...(theme === undefined ? {} : { theme }) }
}

function inEditor(state: Screen, key: Key, columns: number, now: number): KeyOutcome {
  if (state.menu && key.type === 'key' && !(key.name === 'tab' && key.shift)) {
    const taken = inMenu(state, state.menu, key)
    if (taken) return taken
  }
  if (isSendKey(state.editor, key)) return sendLine(state)
  if (state.view.turn && key.type === 'key' && key.name === 'enter' && key.alt && !isBlank(state.editor))
    return steerTurn(state)
  const empty = state.editor.text === ''
  if (key.type === 'key') {
    if (key.name === 'escape') return escapeVim(state, key, columns) ?? onEscape(state, now)
    if (key.alt && key.name === 's' && empty) return [state, [{ do: 'run', command: 'snooze', rest: 'done' }]]
    if (key.ctrl && key.name === 'd' && empty) return [state, [{ do: 'exit', reason: 'end-of-input' }]]
    const waiting = state.view.queue.findLast((input) => input.origin === 'tui')
    // A second time the one before it comes along, as long as nothing was changed.
    const isUntouched = empty || editorValue(state.editor) === state.takenBack
    if (key.name === 'up' && isUntouched && waiting)
      return [state, [{ do: 'withdraw', input: waiting.id, text: waiting.text }]]
    if (key.name === 'tab' && key.shift) return [state, [{ do: 'mode', mode: nextMode[state.view.mode] }]]
    if (key.name === 'tab') return withMenu(state, true)
  }
  const taken = pushToTalk(state, key) ?? takePicture(state, key)
  if (taken) return taken
  const edited = pressVim(state.editor, key, columns)
  return edited ? withMenu({ ...state, editor: edited }, false) : [state, []]
}

/** Blanks where nothing is written, while the voice is on, are push-to-talk. */
function pushToTalk(state: Screen, key: Key): KeyOutcome | undefined {
  if (state.voice === undefined || state.editor.text !== '' || key.type !== 'text' || !/^ +$/.test(key.text))
    return undefined
  return [state, [...key.text].map(() => ({ do: 'run', command: 'voice', rest: 'talk' }))]
}

/**
 * A picture from the clipboard (some terminals paste nothing where it holds one), or paths of pictures that were
 * dropped here.
 */
function takePicture(state: Screen, key: Key): KeyOutcome | undefined {
  if (key.type === 'key') return key.ctrl && key.name === 'v' ? [state, [{ do: 'paste-picture' }]] : undefined
  if (key.type !== 'paste') return undefined
  if (key.text === '') return [state, [{ do: 'paste-picture', quiet: true }]]
  const found = onlyPictures(key.text)
  if (found.length === 0) return undefined
  const editor = found.reduce(
    (next, { raw }, index) => withPath(index > 0 ? insertText(next, ' ') : next, raw),
    state.editor,
  )
  return [{ ...state, editor }, found.map(({ raw }) => ({ do: 'look', path: raw }))]
}

/** Shift+Tab goes round. */
const nextMode: Record<PermissionMode, PermissionMode> = { ask: 'plan', plan: 'accept', accept: 'ask' }

/**
 * Ctrl+S lays what is written aside and brings it back into an empty line; with nothing aside it puts off what rang.
 */
function stashDraft(state: Screen): KeyOutcome {
  const { stash, menu: _, ...rest } = state
  const text = editorValue(state.editor)
  if (text.trim() !== '') return [{ ...rest, editor: withText(state.editor, ''), stash: text }, []]
  if (stash !== undefined) return [withEditorText(rest, stash), []]
  return [state, [{ do: 'run', command: 'snooze', rest: '' }]]
}

/**
 * Esc where the keys of Vim are wanted: out of what is being written, or of a command that was begun; undefined where
 * it stops something.
 */
function escapeVim(state: Screen, key: Key, columns: number): KeyOutcome | undefined {
  const { editor, menu: _, ...rest } = state
  if (!editor.vim || (editor.text === '' && (isBusy(state) || isNormal(editor)))) return undefined
  const next = pressVim(editor, key, columns)
  return next && [{ ...rest, editor: next }, []]
}

/** Ctrl+R brings back what was undone where letters are commands; elsewhere it looks for earlier inputs. */
function isRedo({ editor, picker, card, form }: Screen): boolean {
  return isNormal(editor) && !picker && !card && !form
}

/** Esc stops what goes on; where nothing does, twice on an empty line asks where to go back to. */
function onEscape(state: Screen, now: number): KeyOutcome {
  if (isBusy(state) || state.editor.text !== '' || state.view.conversation === undefined) return stopWork(state)
  if (state.escapedAt !== undefined && now - state.escapedAt <= leaveMs) {
    const { escapedAt: _, ...rest } = state
    return [rest, [{ do: 'run', command: 'rewind', rest: '' }]]
  }
  return [{ ...state, escapedAt: now, hint: { text: 'rewind', until: now + leaveMs } }, []]
}

/** After a failure one letter and Enter: ask again, another model, settings. */
const remedies: Readonly<Record<string, (failed: string) => KeyEffect>> = {
  r: (failed) => ({ do: 'submit', text: failed }),
  m: () => ({ do: 'run', command: 'model', rest: '' }),
  s: () => ({ do: 'run', command: 'setup', rest: '' }),
}

function isBlank(editor: Editor): boolean {
  return editorValue(editor).trim() === ''
}

/** Says something to the turn that runs. A command is no word for it. */
function steerTurn(state: Screen): KeyOutcome {
  const [next, commands] = sendLine(state)
  return [next, commands.map((command) => (command.do === 'submit' ? { ...command, steer: true } : command))]
}

function sendLine(state: Screen): KeyOutcome {
  const text = editorValue(state.editor)
  const waiting = state.view.turn ? undefined : state.view.queue.find(({ origin }) => origin === 'tui')
  if (text.trim() === '') return [state, waiting ? [{ do: 'go-on', input: waiting }] : []]
  const { menu: _, ...rest } = state
  const next = { ...rest, editor: submitLine(state.editor) }
  const [, twice, line = ''] = /^!(!?)\s*(\S[^\n]*)$/.exec(text.trim()) ?? []
  if (line !== '') return [next, [{ do: 'shell', command: line, isShared: twice === '!' }]]
  const remedy = state.view.failed === undefined ? undefined : remedies[latinOf(text.trim())]
  if (remedy)
    return [{ ...next, editor: { ...next.editor, history: state.editor.history } }, [remedy(state.view.failed ?? '')]]
  if (text.trim() === '?') return [next, [{ do: 'run', command: 'help', rest: '' }]]
  const command = commandOf(text)
  const pasted = pastedRanges(state.editor)
  if (!command) return [next, [{ do: 'submit', text, ...(pasted.length > 0 ? { pasted } : {}) }]]
  const named = commandNamed(command.name)
  if (named)
    return [next, [{ do: 'run', command: named.name, rest: command.rest || (named.meant?.[command.name] ?? '') }]]
  const near = isPrompt(command.name) ? undefined : nearestCommand(command.name)
  return [next, [{ do: 'prompt', name: command.name, rest: command.rest, text, ...(near ? { near } : {}) }]]
}

function inMenu(state: Screen, menu: Menu, key: KeyPress): KeyOutcome | undefined {
  const { menu: _, ...rest } = state
  if (key.name === 'escape') return [rest, []]
  const item = menu.items[menu.selected]
  if (item === undefined) return undefined
  const move = (by: number): KeyOutcome => [
    { ...state, menu: { ...menu, selected: (menu.selected + by + menu.items.length) % menu.items.length } },
    [],
  ]
  if (key.name === 'up') return move(-1)
  if (key.name === 'down') return move(1)
  if (key.name === 'tab') return [{ ...rest, editor: completeItem(state.editor, menu, item) }, []]
  // Enter runs a command that is chosen; a file, and a prompt that needs words, is only put in.
  if (!isSendKey(state.editor, key)) return undefined
  // Another name may mean more than the command that it leads to.
  if (menu.kind === 'command' && commandNamed(menu.query)?.name === item) return sendLine(rest)
  const next = { ...rest, editor: completeItem(state.editor, menu, item) }
  const needs = state.prompts?.some(({ name, args }) => name === item && args.some(({ required }) => required))
  return menu.kind !== 'file' && !needs ? sendLine(next) : [next, []]
}

/** Return the screen with text that was written elsewhere in the editor. */
export function withEditorText(state: Screen, text: string): Screen {
  const { menu: _, ...rest } = state
  return { ...rest, editor: withText(state.editor, text) }
}
