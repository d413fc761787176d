import { toLatinKeys } from '../../../std/korean/spelling/keyboard.ts'
import { nextBorder, previousBorder } from '../../../std/text/text.ts'
import type { Key } from '../terminal/key-decoder.ts'
import { type Editor, editByKey, redoEdit, undoEdit } from './editor.ts'
import {
  columnOf,
  firstInk,
  lineEnd,
  lineStart,
  type MotionPurpose,
  motionRange,
  moveBy,
  onLine,
} from './vim-motions.ts'
import type { Vim } from './vim-state.ts'

/** The editor with the keys of Vim, ready to be typed into. */
export function withVim(state: Editor): Editor {
  return { ...state, vim: { mode: 'insert', pending: '', isLines: false, last: [], making: [] } }
}

/** True while letters are commands. */
export function isNormal(state: Editor): boolean {
  return state.vim?.mode === 'normal'
}

/**
 * One key where the keys of Vim are wanted; undefined for one that is not the editor's. Esc on an empty line, and in
 * normal mode with nothing begun, is for whoever asked.
 */
export function pressVim(state: Editor, key: Key, columns: number): Editor | undefined {
  const { vim } = state
  if (!vim) return editByKey(state, key, columns)
  return vim.mode === 'insert' ? pressInsert(state, vim, key, columns) : pressNormal(state, vim, key, columns)
}

function isEscape(key: Key): boolean {
  return key.type === 'key' && (key.name === 'escape' || (key.ctrl && key.name === '['))
}

/** All that is typed until Esc is one step of undo. */
function pressInsert(state: Editor, vim: Vim, key: Key, columns: number): Editor | undefined {
  if (isEscape(key)) return endInsert(state, vim)
  const next = editByKey(state, key, columns)
  if (!next || next.recalled !== state.recalled || isUndo(key)) return next
  const { undo: _, redo: __, ...rest } = next
  const steps = { ...(state.undo ? { undo: state.undo } : {}), ...(state.redo ? { redo: state.redo } : {}) }
  const begun = state.begun ?? draftOf(state)
  return { ...rest, ...steps, begun, vim: { ...vim, making: [...vim.making, key].slice(-mostKeys) } }
}

/** Keys of one change that are remembered for `.`. */
const mostKeys = 2000

const isUndo = (key: Key): boolean => key.type === 'key' && key.name === '_' && (key.ctrl || key.alt)
const draftOf = ({ text, at, pastes }: Editor) => ({ text, at, pastes })

function endInsert(typed: Editor, { again: _, ...vim }: Vim): Editor {
  const state = { ...multiplyInsert(typed, typed.vim as Vim), undo: typed.undo ?? [] }
  const { begun, redo, ...rest } = state
  const isChanged = begun !== undefined && begun.text !== state.text
  const undo = isChanged ? [...(state.undo ?? []), begun].slice(-200) : state.undo
  const at = state.at > lineStart(state.text, state.at) ? previousBorder(state.text, state.at) : state.at
  const last = vim.making.length > 0 ? vim.making : vim.last
  return {
    ...rest,
    at,
    ...(undo ? { undo } : {}),
    ...(redo && !isChanged ? { redo } : {}),
    vim: { ...vim, mode: 'normal', pending: '', last, making: [] },
  }
}

/** Keys with names that do what a letter does. */
const letters: Readonly<Record<string, string>> = {
  left: 'h',
  right: 'l',
  up: 'k',
  down: 'j',
  home: '0',
  end: '$',
  backspace: 'h',
  delete: 'x',
  space: 'l',
}

function pressNormal(state: Editor, vim: Vim, key: Key, columns: number): Editor | undefined {
  if (isEscape(key)) return vim.pending === '' ? undefined : settleVim(state, { ...vim, pending: '' })
  if (key.type === 'paste') return onCaret(editByKey(state, key, columns))
  if (key.type === 'key' && key.ctrl && key.name === 'r') return onCaret(redoEdit(state))
  const letter = key.type === 'key' && !key.ctrl && !key.alt && !key.shift ? letters[key.name] : undefined
  if (key.type !== 'text' && !letter) return onCaret(editByKey(state, key, columns))
  return [...(letter ?? (key as Extract<Key, { type: 'text' }>).text)].reduce(
    (next, one) => typeCommand(next, one, columns),
    state,
  )
}

/**
 * One character where letters are commands: with Hangul, the keys that it was typed with. What follows a command that
 * begins to write is text.
 */
function typeCommand(state: Editor, character: string, columns: number): Editor {
  const asText = (text: string, now: Editor): Editor => pressVim(now, { type: 'text', text }, columns) ?? now
  if (state.vim?.mode === 'insert') return asText(character, state)
  const keys = character === ' ' ? 'l' : toLatinKeys(character)
  return [...keys].reduce(
    (next, one) => (next.vim?.mode === 'normal' ? runVimCommand(next, next.vim, one, columns) : asText(one, next)),
    state,
  )
}

/** The same with the caret on a grapheme, where normal mode has it. */
function onCaret(state: Editor | undefined): Editor | undefined {
  return state && { ...state, at: onLine(state.text, state.at) }
}

function settleVim(state: Editor, vim: Vim): Editor {
  const { begun: _, ...rest } = state
  return { ...rest, vim }
}

/** A count, an operator with its own count, a motion or another command; anything less is not whole yet. */
const whole = /^([1-9]\d*)?(?:([dcy])([1-9]\d*)?(gg|[^dcyg1-9]|\2)|(gg|[^dcyg1-9]))$/u
const begun = /^(?:[1-9]\d*)?(?:[dcy](?:[1-9]\d*)?)?g?$/u
/** Commands that stand for longer ones. */
const short: Readonly<Record<string, string>> = { x: 'dl', X: 'dh', D: 'd$', C: 'c$', s: 'cl', S: 'cc', Y: 'yy' }
/** More than there can be to count. */
const mostTimes = 10_000

function runVimCommand(state: Editor, vim: Vim, typed: string, columns: number): Editor {
  const pending = vim.pending + typed
  const calm = settleVim(state, { ...vim, pending: '' })
  const [, first, operator, second, target, alone] = whole.exec(pending) ?? []
  const name = target ?? alone ?? ''
  if (name === '') return begun.test(pending) ? settleVim(state, { ...vim, pending }) : calm
  // A zero that continues a number.
  if (name === '0' && /[1-9]\d*0$/.test(pending)) return settleVim(state, { ...vim, pending })
  const long = operator === undefined ? short[name] : undefined
  const count = first || second ? Math.min(mostTimes, Number(first ?? 1) * Number(second ?? 1)) : undefined
  const keys = [...pending].map((text): Key => ({ type: 'text', text }))
  if (long) return applyOperator(calm, long[0] as MotionPurpose, long.slice(1), count, keys)
  if (operator) return applyOperator(calm, operator as MotionPurpose, name, count, keys)
  if (name === '.') return repeatChange(calm, vim, count, columns)
  if (name === 'u') return (onCaret(undoEdit(calm)) as Editor) ?? calm
  if (name === 'p' || name === 'P') return noteChange(calm, pasteText(calm, vim, name, count ?? 1), keys)
  return openLine(calm, name, count ?? 1, keys) ?? applyMotion(calm, name, count, columns)
}

function applyMotion(state: Editor, name: string, count: number | undefined, columns: number): Editor {
  const goal = state.vim?.goal ?? columnOf(state.text, state.at)
  const to = moveBy(state, name, count, 'move', goal)
  const isVertical = name === 'j' || name === 'k'
  // Past the first and the last line are earlier inputs.
  if (!to) return isVertical && !count ? movePast(state, name, columns) : state
  const { goal: _, ...vim } = state.vim as Vim
  return {
    ...state,
    at: onLine(state.text, to.at),
    vim: isVertical ? { ...vim, goal } : name === '$' ? { ...vim, goal: Number.MAX_SAFE_INTEGER } : vim,
  }
}

function movePast(state: Editor, name: 'j' | 'k', columns: number): Editor {
  const edge = name === 'k' ? 0 : state.text.length
  const key: Key = { type: 'key', name: name === 'k' ? 'up' : 'down', ctrl: false, alt: false, shift: false }
  const next = editByKey({ ...state, at: edge }, key, columns)
  return next && next.text !== state.text ? { ...next, at: onLine(next.text, next.text.length) } : state
}

/** d, c and y over a motion, or over lines where the operator is doubled. */
function applyOperator(
  state: Editor,
  operator: MotionPurpose,
  name: string,
  count: number | undefined,
  keys: readonly Key[],
): Editor {
  const { text, at } = state
  const isDoubled = name === operator
  const times = count ?? 1
  const to = isDoubled
    ? times === 1
      ? { at, takes: 'lines' as const }
      : moveBy(state, 'j', times - 1, operator, 0)
    : moveBy(state, name, count, operator, columnOf(text, at))
  // An empty place has nothing to delete, but can be written into.
  const range = to
    ? motionRange(state, to, operator)
    : 'hl'.includes(name)
      ? { from: at, upto: at, isLines: false }
      : undefined
  if (!range) return state
  const { from, upto, isLines } = range
  const content = text.slice(from, upto)
  const isNothing = operator !== 'y' && content === '' && (text === '' || !isLines)
  const kept = isNothing ? state : { ...state, killed: content, vim: { ...(state.vim as Vim), isLines } }
  if (operator === 'y') return { ...kept, at: isLines ? Math.min(at, to?.at ?? at) : from }
  if (operator === 'c') return writeText(kept, { text: text.slice(0, from) + text.slice(upto), at: from }, keys)
  if (!isLines) return noteChange(state, putAt(kept, text.slice(0, from) + text.slice(upto), from), keys)
  // A line goes with its break; the last one with the break before it.
  const [begin, end] = upto < text.length ? [from, upto + 1] : [Math.max(0, from - 1), upto]
  const left = text.slice(0, begin) + text.slice(end)
  return noteChange(
    state,
    putAt(kept, left, firstInk(left, Math.min(begin === from ? begin : left.length, left.length))),
    keys,
  )
}

function putAt(state: Editor, text: string, at: number): Editor {
  return { ...state, text, at: onLine(text, at) }
}

/** A change that is whole: a step of undo, and what `.` does again. */
function noteChange(before: Editor, after: Editor, keys: readonly Key[]): Editor {
  const { redo: _, ...rest } = after
  const undo = after.text === before.text ? before.undo : [...(before.undo ?? []), draftOf(before)].slice(-200)
  return { ...rest, ...(undo ? { undo } : {}), vim: { ...(after.vim as Vim), last: keys } }
}

/** From here on what is typed is text, until Esc; `times`: so often in all. */
function writeText(
  state: Editor,
  to: { text: string; at: number },
  keys: readonly Key[],
  times = 1,
  isOpened = false,
): Editor {
  const again = times > 1 ? { again: { times: times - 1, from: keys.length, isOpened } } : {}
  const vim: Vim = { ...(state.vim as Vim), mode: 'insert', pending: '', making: keys, ...again }
  return { ...state, ...to, begun: draftOf(state), vim }
}

/** i, I, a, A, o and O. */
function openLine(state: Editor, name: string, times: number, keys: readonly Key[]): Editor | undefined {
  const { text, at } = state
  const [start, end] = [lineStart(text, at), lineEnd(text, at)]
  const ink = start + text.slice(start, end).search(/[^ \t]|$/)
  const places: Record<string, number> = { i: at, a: at < end ? nextBorder(text, at) : at, I: ink, A: end }
  if (Object.hasOwn(places, name)) return writeText(state, { text, at: places[name] as number }, keys, times)
  if (name === 'o') return writeText(state, { text: broken(text, end), at: end + 1 }, keys, times, true)
  return name === 'O' ? writeText(state, { text: broken(text, start), at: start }, keys, times, true) : undefined
}

const broken = (text: string, at: number): string => `${text.slice(0, at)}\n${text.slice(at)}`

/** Return what was typed once more, as often as its count says. */
function multiplyInsert(state: Editor, { again, making }: Vim): Editor {
  let next = state
  for (let left = again?.times ?? 0; again && left > 0; left--) {
    const end = lineEnd(next.text, next.at)
    if (again.isOpened) next = { ...next, text: broken(next.text, end), at: end + 1 }
    for (const key of making.slice(again.from)) next = editByKey(next, key, 1000) ?? next
  }
  return next
}

/** Return what was taken last, behind the caret or before it, so many times. */
function pasteText(state: Editor, { isLines }: Vim, name: 'p' | 'P', count: number): Editor {
  const { text, at, killed } = state
  if (killed === '' && !isLines) return state
  if (isLines) {
    const block = Array.from({ length: count }, () => killed).join('\n')
    const place = name === 'P' ? lineStart(text, at) : lineEnd(text, at)
    const next =
      name === 'P'
        ? `${text.slice(0, place)}${block}\n${text.slice(place)}`
        : `${text.slice(0, place)}\n${block}${text.slice(place)}`
    return { ...state, text: next, at: firstInk(next, name === 'P' ? place : place + 1) }
  }
  const place = name === 'p' && at < lineEnd(text, at) ? nextBorder(text, at) : at
  const block = killed.repeat(count)
  const next = text.slice(0, place) + block + text.slice(place)
  return putAt(state, next, killed.includes('\n') ? place : previousBorder(next, place + block.length))
}

/** The last change once more; a count takes the place of the one that it had. */
function repeatChange(state: Editor, { last }: Vim, count: number | undefined, columns: number): Editor {
  const isOld = (key: Key, index: number): boolean =>
    key.type === 'text' &&
    /^[1-9]$/.test(key.text) &&
    index < last.findIndex((one) => one.type !== 'text' || !/^\d$/.test(one.text))
  const keys =
    count === undefined
      ? last
      : [
          ...[...String(count)].map((text): Key => ({ type: 'text', text })),
          ...last.filter((key, index) => !isOld(key, index)),
        ]
  const next = keys.reduce((one, key) => pressVim(one, key, columns) ?? one, state)
  const done = next.vim?.mode === 'insert' ? endInsert(next, next.vim) : next
  return { ...done, vim: { ...(done.vim as Vim), last: keys } }
}
