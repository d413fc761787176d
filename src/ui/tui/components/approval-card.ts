import type { Choice, Decision } from '../../../protocol/index.ts'
import { type Key, type KeyPress, latinOf } from '../terminal/key-decoder.ts'
import type { Question } from '../transcript/chat-view.ts'
import { type Editor, edit, editor, value } from './editor.ts'
import { type ScrollReach, scrollBy, unscrollable } from './scroll.ts'

/** How a question to the person stands on the screen. */
export interface Card {
  id: string
  /** Index among the choices of the ask; deny at first. */
  selected: number
  /** First row of the arguments that is shown. */
  scroll: number
  reach: ScrollReach
  /** Keys are meant for the card. Without the focus they are the editor's. */
  focused: boolean
  /** The letter that gave it the focus. If another one follows, both were typing and go to the editor. */
  letter?: string
  /** The reason for a deny, while it is being written. */
  reason?: Editor
  /** When it was drawn first; without it the card has not been seen yet. */
  drawnAt?: number
  /** An answer was given; the card stays until the event comes that closes it. */
  answered?: true
}

/**
 * A card must have been seen for so long, and no text typed for so long, before a key may be meant for it (SPEC §3).
 */
const settleMs = 1000

/** What the card has to know of the input line: what is typed there is never an answer. */
export interface InputLine {
  isEmpty: boolean
  /** When text was typed or pasted last. */
  typedAt: number
}

/** The card of a question that has just come: deny is selected, and no key is an answer yet. */
export function card(question: Question): Card {
  return {
    id: question.id,
    selected: choicesOf(question).indexOf('deny'),
    scroll: 0,
    reach: unscrollable,
    focused: false,
  }
}

/** The card was drawn: with the first time its pause begins. */
export function cardShown(state: Card, now: number, reach: ScrollReach): Card {
  return { ...state, reach, drawnAt: state.drawnAt ?? now }
}

/** What may be answered: deny is always among it. */
export function choicesOf({ ask }: Question): Choice[] {
  return ask.choices.includes('deny') ? ask.choices : [...ask.choices, 'deny']
}

/**
 * What a key did: the card as it stands now, a decision, or nothing: `passed` is text that belongs into the editor,
 * before the key itself, which is the editor's, too.
 */
export type CardPressed = { card: Card; decision?: Decision; passed?: string }

/**
 * One key on the card. No letter is ever an answer: it selects a row, where the card was seen with an empty and quiet
 * input line, and Enter answers. What goes on being typed goes to the editor, with the letter that had been taken.
 */
export function pressCard(state: Card, question: Question, key: Key, now: number, line: InputLine): CardPressed {
  if (state.drawnAt === undefined || state.answered) return { card: state, passed: '' }
  if (state.reason) return inReason(state, state.reason, key)
  const isReady = now - state.drawnAt >= settleMs && line.isEmpty && now - line.typedAt >= settleMs
  if (key.type === 'text') return onLetter(state, question, key.text, state.focused || isReady)
  if (key.type === 'key' && !key.ctrl && !key.alt) return onKey(state, question, key, isReady, line)
  return unfocused(state, question)
}

/** Letters that select a row, the same with the Korean input method on. */
export const letters: Record<string, Choice> = { y: 'once', s: 'session', a: 'always', n: 'deny' }

function onLetter(state: Card, question: Question, text: string, mayTake: boolean): CardPressed {
  const named = letters[latinOf(text)]
  const at = named ? choicesOf(question).indexOf(named) : -1
  if (!mayTake || at < 0 || state.letter !== undefined) return unfocused(state, question)
  return { card: { ...state, focused: true, selected: at, letter: text } }
}

/** The focus goes back to the editor, and with it a letter that had been taken for a choice. */
function unfocused({ letter = '', ...state }: Card, question: Question): CardPressed {
  const { selected } = card(question)
  return { card: { ...state, focused: false, ...(letter === '' ? {} : { selected }) }, passed: letter }
}

function onKey(state: Card, question: Question, key: KeyPress, isReady: boolean, { isEmpty }: InputLine): CardPressed {
  const count = choicesOf(question).length
  const { letter: _, ...calm } = state
  const mayAnswer = state.focused || isReady
  switch (key.name) {
    case 'up':
    case 'down': {
      if (!state.focused && !isEmpty) return { card: state, passed: '' }
      const by = key.name === 'up' ? -1 : 1
      return { card: { ...calm, focused: true, selected: (state.selected + by + count) % count } }
    }
    case 'pageup':
      return { card: { ...state, scroll: scrollBy(state, -1) } }
    case 'pagedown':
      return { card: { ...state, scroll: scrollBy(state, 1) } }
    case 'enter':
      if (mayAnswer) return { card: state, decision: { choice: choicesOf(question)[state.selected] ?? 'deny' } }
      return isEmpty ? { card: state } : { card: state, passed: '' }
    case 'escape':
      return mayAnswer ? { card: state, decision: { choice: 'deny' } } : { card: state }
    case 'tab': {
      if (!state.focused && !isEmpty) return { card: { ...calm, focused: true } }
      return { card: { ...calm, focused: true, selected: choicesOf(question).indexOf('deny'), reason: editor() } }
    }
    case 'backspace':
      // Takes the letter back that had been taken for a choice.
      return state.letter === undefined ? unfocused(state, question) : { card: { ...unfocused(state, question).card } }
    default:
      return unfocused(state, question)
  }
}

function inReason(state: Card, reason: Editor, key: Key): CardPressed {
  if (key.type === 'key' && key.name === 'escape') {
    const { reason: _, ...rest } = state
    return { card: rest }
  }
  if (key.type === 'key' && key.name === 'enter') {
    const text = value(reason).trim()
    return { card: state, decision: { choice: 'deny', ...(text === '' ? {} : { reason: text }) } }
  }
  return { card: { ...state, reason: edit(reason, key, 1000) ?? reason } }
}
