import { nextBorder, previousBorder, wordEnd, wordStart } from '../../../std/text/text.ts'
import type { Key, KeyPress } from '../terminal/key-decoder.ts'
import { caretAt, type Draft, layoutRows, pictureLabel } from './editor-layout.ts'
import type { Vim } from './vim-state.ts'

/**
 * The input line as a value. Text is kept exactly as it came (also decomposed Hangul); the caret always stands
 * between two graphemes. A big paste is one private-use character in `text` and its content in `pastes`, so that it
 * is shown, moved over and deleted as one thing, and submitted whole.
 */
export interface Editor extends Draft {
  /** Text that Ctrl+W, Ctrl+U or Ctrl+K took last; Ctrl+Y brings it back. */
  killed: string
  /** Earlier inputs, oldest first. */
  history: readonly string[]
  /** Earlier drafts, oldest first, and drafts that were taken back. */
  undo?: readonly Draft[]
  redo?: readonly Draft[]
  /** Earlier input that is shown, and the draft before it. */
  recalled?: { index: number; draft: Draft }
  /** The column that ↑ and ↓ aim for. */
  goal?: number
  /** Labels of the pictures that were pasted in this session: wherever one stands, it is one thing. */
  pictures?: readonly string[]
  /** The keys of Vim, where they are wanted, and what stood there before what is being typed with them. */
  vim?: Vim
  begun?: Draft
}

/** First of the 65,534 private-use characters (plane 15) that stand for pastes. */
const firstPaste = 0xf0000
const pasteMarks = /[\u{f0000}-\u{ffffd}]/gu
/** From here on a paste is shown as one label instead of its text. */
const collapsed = { lines: 6, units: 800 }

/** An empty editor with these earlier inputs, oldest first. */
export function createEditor(history: readonly string[] = []): Editor {
  return { text: '', at: 0, pastes: [], killed: '', history }
}

/** Number of the paste that this character stands for, counted from 0. */
function pasteIndex(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0
  return code >= firstPaste && code <= 0xffffd ? code - firstPaste : undefined
}

/** Return what would be submitted: the text with every paste in full. */
export function editorValue(state: Editor): string {
  return state.text.replace(pasteMarks, (mark) => state.pastes[pasteIndex(mark) ?? -1] ?? '')
}

/**
 * Return where in `value` long pastes stand, if there are words beside them: what stands alone is what the person wants
 * to say.
 */
export function pastedRanges(state: Editor): [from: number, to: number][] {
  if (state.text.replace(pasteMarks, '').trim() === '') return []
  let grown = 0
  return Array.from(state.text.matchAll(pasteMarks)).flatMap(({ 0: mark, index }): [number, number][] => {
    const content = state.pastes[pasteIndex(mark) ?? -1] ?? ''
    const from = index + grown
    grown += content.length - mark.length
    return isBig(content) ? [[from, from + content.length]] : []
  })
}

/** The same editor with `text` as its content and the caret at its end. */
export function withText(state: Editor, text: string): Editor {
  const empty = { ...cleanDraft(state), text: '', at: 0, pastes: [] }
  if (isBig(text)) return insertText(empty, text)
  const pieces = text.split(new RegExp(`(${pictureLabel.source})`, 'u'))
  return pieces.reduce(
    (next, piece) => (state.pictures?.includes(piece) ? putPaste(next, piece) : insertText(next, piece)),
    empty as Editor,
  )
}

/** A picture at the caret, by its label. */
export function withPicture(state: Editor, label: string): Editor {
  return putPaste({ ...state, pictures: [...(state.pictures ?? []), label] }, label)
}

/** The path of a picture at the caret, as one thing; `looked` says what it is. */
export function withPath(state: Editor, path: string): Editor {
  return putPaste(state, path)
}

/** Return what a path was: the picture of that label, or words like others. */
export function withPathRead(state: Editor, path: string, label: string | undefined): Editor {
  const index = state.pastes.indexOf(path)
  if (index < 0) return state
  if (label !== undefined)
    return { ...state, pastes: state.pastes.with(index, label), pictures: [...(state.pictures ?? []), label] }
  const mark = String.fromCodePoint(firstPaste + index)
  const at = state.text.indexOf(mark)
  if (at < 0) return state
  const text = state.text.replace(mark, () => path)
  return { ...state, text, at: state.at > at ? state.at + path.length - mark.length : state.at }
}

/** True when a part of the draft is shown as a label. */
export function hasPastes(state: Editor): boolean {
  return state.text.search(pasteMarks) >= 0
}

/** After a submit: empty, with the input remembered (once, when it repeats the one before). */
export function submitLine(state: Editor): Editor {
  const text = editorValue(state)
  const again = text.trim() === '' || state.history.at(-1) === text
  const { killed, pictures, vim } = state
  const empty = {
    ...createEditor(again ? state.history : [...state.history, text]),
    killed,
    ...(pictures ? { pictures } : {}),
  }
  return vim ? { ...empty, vim: { ...vim, mode: 'insert', pending: '', making: [] } } : empty
}

/** True when this key sends the input: Enter alone, not behind a backslash. */
export function isSendKey(state: Editor, key: Key): boolean {
  return (
    key.type === 'key' &&
    key.name === 'enter' &&
    !key.alt &&
    !key.shift &&
    !key.ctrl &&
    state.text[state.at - 1] !== '\\'
  )
}

/** Puts text at the caret; what is big, or would be mistaken for a paste mark, goes in as one paste. */
export function insertText(state: Editor, text: string): Editor {
  if (text === '') return state
  return isBig(text) || text.search(pasteMarks) >= 0 ? putPaste(state, text) : putText(state, text)
}

function isBig(text: string): boolean {
  return text.length > collapsed.units || text.split('\n').length >= collapsed.lines
}

/** One mark, and what it stands for. */
function putPaste(state: Editor, content: string): Editor {
  return putText(
    { ...state, pastes: [...state.pastes, content] },
    String.fromCodePoint(firstPaste + state.pastes.length),
  )
}

/**
 * One key. `columns` is the room of a row, for ↑ and ↓. Returns undefined for a key that is not the editor's.
 * Enter arrives here only as a line break (`sends` is asked first).
 */
export function editByKey(state: Editor, key: Key, columns: number): Editor | undefined {
  if (key.type === 'key' && key.name === '_' && (key.ctrl || key.alt))
    return key.alt ? redoEdit(state) : undoEdit(state)
  const next = applyKey(state, key, columns)
  return next && next.text !== state.text ? noteForUndo(state, next, key) : next
}

/** Steps that can be taken back. */
const undoSteps = 200

/** Keep the draft before a change for undo; a letter behind a letter adds no step. */
function noteForUndo(before: Editor, after: Editor, key: Key): Editor {
  const isTyping = key.type === 'text' && key.text !== ' ' && before.undo && /\S$/.test(before.text.slice(0, before.at))
  const step = { text: before.text, at: before.at, pastes: before.pastes }
  const { redo: _, ...rest } = after
  return { ...rest, undo: isTyping ? (before.undo ?? []) : [...(before.undo ?? []), step].slice(-undoSteps) }
}

/** Return what stood there before the last change. */
export function undoEdit(state: Editor): Editor {
  const step = state.undo?.at(-1)
  if (!step) return state
  const now = { text: state.text, at: state.at, pastes: state.pastes }
  return { ...state, ...step, undo: state.undo?.slice(0, -1) ?? [], redo: [...(state.redo ?? []), now] }
}

/** Return what was taken back. */
export function redoEdit(state: Editor): Editor {
  const step = state.redo?.at(-1)
  if (!step) return state
  const now = { text: state.text, at: state.at, pastes: state.pastes }
  return { ...state, ...step, redo: state.redo?.slice(0, -1) ?? [], undo: [...(state.undo ?? []), now] }
}

function applyKey(state: Editor, key: Key, columns: number): Editor | undefined {
  if (key.type === 'text' || key.type === 'paste') return insertText(state, key.text)
  if (key.type !== 'key') return undefined
  return (
    (key.ctrl && controls[key.name]?.(state, columns)) ||
    (key.alt && metas[key.name]?.(state, columns)) ||
    pressPlain(state, key, columns)
  )
}

type Motion = (state: Editor, columns: number) => Editor

const moveLeft: Motion = (state) => moveTo(state, previousBorder(state.text, state.at))
const moveRight: Motion = (state) => moveTo(state, nextBorder(state.text, state.at))
const wordLeft: Motion = (state) => moveTo(state, wordStart(state.text, state.at))
const wordRight: Motion = (state) => moveTo(state, wordEnd(state.text, state.at))
const moveHome: Motion = (state) => moveTo(state, lineStart(state))
const moveEnd: Motion = (state) => moveTo(state, lineEnd(state))
const deleteBack: Motion = (state) => cutRange(state, previousBorder(state.text, state.at), state.at)
const deleteForward: Motion = (state) => cutRange(state, state.at, nextBorder(state.text, state.at))
const killWordBack: Motion = (state) => killRange(state, wordStart(state.text, state.at), state.at)
const killWordForward: Motion = (state) => killRange(state, state.at, wordEnd(state.text, state.at))
const insertNewline: Motion = (state) => putText(state, '\n')

const controls: Record<string, Motion> = {
  a: moveHome,
  e: moveEnd,
  b: moveLeft,
  f: moveRight,
  h: deleteBack,
  d: deleteForward,
  j: insertNewline,
  w: killWordBack,
  u: (state) => killRange(state, lineStart(state), state.at),
  // At the end of a line Ctrl+K takes the line break.
  k: (state) =>
    killRange(state, state.at, lineEnd(state) === state.at ? nextBorder(state.text, state.at) : lineEnd(state)),
  y: (state) => putText(state, state.killed),
  p: (state, columns) => moveVertically(state, columns, -1),
  n: (state, columns) => moveVertically(state, columns, 1),
  left: wordLeft,
  right: wordRight,
  backspace: killWordBack,
  delete: killWordForward,
  home: (state) => moveTo(state, 0),
  end: (state) => moveTo(state, state.text.length),
  enter: insertNewline,
}

const metas: Record<string, Motion> = {
  b: wordLeft,
  f: wordRight,
  d: killWordForward,
  left: wordLeft,
  right: wordRight,
  backspace: killWordBack,
  enter: insertNewline,
}

function pressPlain(state: Editor, key: KeyPress, columns: number): Editor | undefined {
  if (key.ctrl || key.alt) return undefined
  if (key.name === 'left') return moveLeft(state, columns)
  if (key.name === 'right') return moveRight(state, columns)
  if (key.name === 'home') return moveHome(state, columns)
  if (key.name === 'end') return moveEnd(state, columns)
  if (key.name === 'backspace') return deleteBack(state, columns)
  if (key.name === 'delete') return deleteForward(state, columns)
  if (key.name === 'up') return moveVertically(state, columns, -1)
  if (key.name === 'down') return moveVertically(state, columns, 1)
  if (key.name === 'space') return putText(state, ' ')
  if (key.name !== 'enter') return undefined
  // A backslash before Enter asked for the line break and disappears.
  return putText(state.text[state.at - 1] === '\\' ? cutRange(state, state.at - 1, state.at) : state, '\n')
}

/** ↑ and ↓: by rows as they are shown, and past the first or last row through the history. */
function moveVertically(state: Editor, columns: number, by: -1 | 1): Editor {
  const rows = layoutRows(state, columns)
  const caret = caretAt(rows, state.at)
  const row = rows[caret.row + by]
  if (!row) return recallInput(state, by)
  const goal = state.goal ?? caret.column
  const stop = row.stops.findLast(({ column }) => column <= goal) ?? row.stops[0]
  return { ...moveTo(state, stop?.at ?? row.from), goal }
}

function recallInput(state: Editor, by: -1 | 1): Editor {
  const index = (state.recalled?.index ?? state.history.length) + by
  if (index < 0 || index > state.history.length || (by > 0 && !state.recalled)) return state
  const draft = state.recalled?.draft ?? { text: state.text, at: state.at, pastes: state.pastes }
  if (index === state.history.length) return { ...cleanDraft(state), ...draft }
  return { ...withText(state, state.history[index] as string), recalled: { index, draft } }
}

function lineStart(state: Editor): number {
  return state.at === 0 ? 0 : state.text.lastIndexOf('\n', state.at - 1) + 1
}

function lineEnd(state: Editor): number {
  const found = state.text.indexOf('\n', state.at)
  return found < 0 ? state.text.length : found
}

/** Without the memory of a vertical move and of the history walk. */
function cleanDraft({ goal: _, recalled: __, ...state }: Editor): Editor {
  return state
}

function moveTo(state: Editor, at: number): Editor {
  const { goal: _, ...rest } = state
  return { ...rest, at }
}

function putText(state: Editor, text: string): Editor {
  const whole = state.text.slice(0, state.at) + text + state.text.slice(state.at)
  return moveTo({ ...state, text: whole }, settleCaret(whole, state.at + text.length))
}

function cutRange(state: Editor, from: number, upto: number): Editor {
  const whole = state.text.slice(0, from) + state.text.slice(upto)
  return moveTo({ ...state, text: whole }, settleCaret(whole, from))
}

function killRange(state: Editor, from: number, upto: number): Editor {
  return from === upto ? state : { ...cutRange(state, from, upto), killed: state.text.slice(from, upto) }
}

/**
 * A mark that was typed or deleted can join its neighbours: the caret goes behind the grapheme that it would stand
 * in.
 */
function settleCaret(text: string, at: number): number {
  return at === 0 ? 0 : nextBorder(text, previousBorder(text, at))
}
