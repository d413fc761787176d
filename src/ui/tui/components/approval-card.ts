import type { Choice, Decision } from '../../../protocol/index.ts'
import { type Key, type KeyPress, latinOf } from '../terminal/key-decoder.ts'
import type { Question } from '../transcript/chat-view.ts'
import { createEditor, type Editor, editByKey, editorValue } from './editor.ts'
import { type ScrollReach, scrollBy, unscrollable } from './scroll.ts'

/** Card of a question to the person. */
export interface Card {
  id: string
  /** Index among the choices of the ask; deny at first. */
  selected: number
  /** First row of the arguments that is shown. */
  scroll: number
  reach: ScrollReach
  /** Keys are meant for the card. Without the focus they are the editor's. */
  focused: boolean
  /** The letter that gave it the focus. If a key follows too soon, or another letter, it was typing. */
  letter?: { text: string; at: number }
  /** A choice that lasts, read back to the person, who confirms it with a key of its own. */
  grant?: { choice: LastingChoice; at: number }
  /** The reason for a deny, while it is being written. */
  reason?: Editor
  /** Enough of the question was on the screen to say yes to it. */
  wasRead?: true
  /** Time of its first drawing; absent until it was seen. */
  drawnAt?: number
  /** An answer was given; the card stays until the event comes that closes it. */
  answered?: true
}

/** A choice that allows more than the call that is asked about. */
export type LastingChoice = Extract<Choice, 'session' | 'always'>

/**
 * A card must have been seen for so long, and no text typed for so long, before a key may be meant for it (SPEC §3).
 */
const settleMs = 1000
/** A letter stands alone, and a grant was read, when no key came for so long (SPEC §3). */
const aloneMs = 500

/** Facts of the input line for the card: text typed there is never an answer. */
export interface InputLine {
  isEmpty: boolean
  /** Time of the last text that was typed or pasted. */
  typedAt: number
  /** Keys that the line takes before the card: all, for a menu, or Esc, which leaves what is being written there. */
  takes?: 'all' | 'escape'
}

/** The card of a question that has just come: deny is selected, and no key is an answer yet. */
export function createCard(question: Question): Card {
  return {
    id: question.id,
    selected: choicesOf(question).indexOf('deny'),
    scroll: 0,
    reach: unscrollable,
    focused: false,
  }
}

/** Rows of a question that must be seen at once; with fewer all of them must have been on the screen before a yes. */
export const leastRows = 6

/** The card was drawn: with the first time its pause begins. */
export function cardShown(state: Card, now: number, reach: ScrollReach): Card {
  const isRead = state.wasRead || reach.page >= leastRows || state.scroll >= reach.most
  return { ...state, reach, drawnAt: state.drawnAt ?? now, ...(isRead ? { wasRead: true } : {}) }
}

/** Return what may be answered: deny is always among it. */
export function choicesOf({ ask }: Question): Choice[] {
  return ask.choices.includes('deny') ? ask.choices : [...ask.choices, 'deny']
}

/** True where a choice allows more than one call, so that it is read back before it counts. */
export function isLasting(choice: Choice): choice is LastingChoice {
  return choice === 'session' || choice === 'always'
}

/** Keys that mean something to the card now; its hint is made of nothing else. */
export type CardKeys =
  | 'none'
  | 'settling'
  | 'letter'
  | 'grant'
  | 'reason'
  | 'focused'
  | 'unread'
  | 'empty'
  | 'typed'
  | 'draft'
  | 'editing'

/** Return which keys the card takes at this moment. */
export function cardKeys(state: Card, question: Question, now: number, line: InputLine): CardKeys {
  if (state.answered) return 'none'
  if (state.reason) return 'reason'
  if (!isSeen(state, now)) return 'settling'
  if (state.grant) return now - state.grant.at < aloneMs ? 'settling' : 'grant'
  if (state.letter && now - state.letter.at < aloneMs) return 'letter'
  if (state.focused) return isUnread(state, question) ? 'unread' : 'focused'
  if (line.takes) return line.takes === 'all' ? 'none' : 'editing'
  if (!line.isEmpty) return 'draft'
  return now - line.typedAt >= settleMs ? 'empty' : 'typed'
}

/** Return when other keys will mean something to the card with nothing happening; undefined where none will. */
export function nextCardChange(state: Card, now: number, { typedAt }: InputLine): number | undefined {
  const times = [
    state.drawnAt === undefined ? undefined : state.drawnAt + settleMs,
    state.letter && state.letter.at + aloneMs,
    state.grant && state.grant.at + aloneMs,
    typedAt + settleMs,
  ]
  return times.filter((time) => time !== undefined && time > now).sort((one, other) => Number(one) - Number(other))[0]
}

function isSeen({ drawnAt }: Card, now: number): boolean {
  return drawnAt !== undefined && now - drawnAt >= settleMs
}

/**
 * Outcome of a key: the card as it stands now, a decision, or nothing. `passed` is text that belongs into the editor,
 * before the key itself, which is the editor's, too.
 */
export type CardPressed = { card: Card; decision?: Decision; passed?: string }

/**
 * One key on the card. No letter is ever an answer: it selects a row, where the card was seen with an empty and quiet
 * input line, and Enter answers, when no key came in between for half a second. What goes on being typed goes to the
 * editor, with the letter that had been taken.
 */
export function pressCard(state: Card, question: Question, key: Key, now: number, line: InputLine): CardPressed {
  if (state.drawnAt === undefined) return { card: state, passed: '' }
  const page = pageOf(key)
  if (page) return { card: { ...state, scroll: scrollBy(state, page) } }
  if (state.answered || line.takes === 'all') return { card: state, passed: '' }
  if (state.reason) return inReason(state, state.reason, key)
  if (state.letter && now - state.letter.at < aloneMs) return passToEditor(state, question)
  if (state.grant) return inGrant(state, state.grant, question, key, now)
  const isReady = state.focused || (line.isEmpty && now - line.typedAt >= settleMs)
  const mayAnswer = isReady && isSeen(state, now)
  if (key.type === 'text') return onLetter(state, question, { text: key.text, at: now }, mayAnswer)
  if (key.type === 'key' && !key.ctrl && !key.alt) return onKey(state, question, key, { now, mayAnswer, line })
  return passToEditor(state, question)
}

function pageOf(key: Key): 1 | -1 | undefined {
  if (key.type !== 'key' || key.ctrl || key.alt) return undefined
  return key.name === 'pageup' ? -1 : key.name === 'pagedown' ? 1 : undefined
}

/** Letters that select a row, the same with the Korean input method on. */
export const letters: Record<string, Choice> = { y: 'once', s: 'session', a: 'always', n: 'deny' }

function onLetter(
  state: Card,
  question: Question,
  letter: { text: string; at: number },
  mayTake: boolean,
): CardPressed {
  const named = letters[latinOf(letter.text)]
  const at = named ? choicesOf(question).indexOf(named) : -1
  if (!mayTake || at < 0 || state.letter !== undefined) return passToEditor(state, question)
  return { card: { ...state, focused: true, selected: at, letter } }
}

/** The focus goes back to the editor, and with it a letter that had been taken for a choice. */
function passToEditor({ letter, grant: _, ...state }: Card, question: Question): CardPressed {
  const { selected } = createCard(question)
  return { card: { ...state, focused: false, ...(letter ? { selected } : {}) }, passed: letter?.text ?? '' }
}

function onKey(
  state: Card,
  question: Question,
  key: KeyPress,
  { now, mayAnswer, line }: { now: number; mayAnswer: boolean; line: InputLine },
): CardPressed {
  const count = choicesOf(question).length
  const { letter: _, ...calm } = state
  switch (key.name) {
    case 'up':
    case 'down': {
      if (!state.focused && !line.isEmpty) return { card: state, passed: '' }
      const by = key.name === 'up' ? -1 : 1
      return { card: { ...calm, focused: true, selected: (state.selected + by + count) % count } }
    }
    case 'enter': {
      const choice = choicesOf(question)[state.selected] ?? 'deny'
      if (mayAnswer && isUnread(state, question)) return { card: { ...calm, scroll: scrollBy(state, 1) } }
      if (mayAnswer || (state.focused && choice === 'deny')) return chooseOrReadBack(state, choice, now)
      return line.isEmpty || state.focused ? { card: state } : { card: state, passed: '' }
    }
    case 'escape':
      if (line.takes && !state.focused) return { card: state, passed: '' }
      return isSeen(state, now) ? { card: state, decision: { choice: 'deny' } } : { card: state }
    case 'tab': {
      if (!state.focused && !line.isEmpty) return { card: { ...calm, focused: true } }
      return { card: { ...calm, focused: true, selected: choicesOf(question).indexOf('deny'), reason: createEditor() } }
    }
    default:
      return passToEditor(state, question)
  }
}

/** True while a yes is selected and not all that it is about was on a screen that shows little at once. */
function isUnread(state: Card, question: Question): boolean {
  return !state.wasRead && choicesOf(question)[state.selected] !== 'deny'
}

/** Decide a choice for one call or none; read a lasting one back first. */
function chooseOrReadBack(state: Card, choice: Choice, now: number): CardPressed {
  return isLasting(choice) ? { card: { ...state, grant: { choice, at: now } } } : { card: state, decision: { choice } }
}

/** A grant that was read back: Enter gives it, Esc goes back to the choices, and whatever is typed is no yes. */
function inGrant(
  state: Card,
  grant: NonNullable<Card['grant']>,
  question: Question,
  key: Key,
  now: number,
): CardPressed {
  const { letter: _, grant: __, ...back } = state
  if (key.type !== 'key' || key.ctrl || key.alt) return passToEditor(state, question)
  switch (key.name) {
    case 'enter':
      return now - grant.at < aloneMs ? { card: state } : { card: state, decision: { choice: grant.choice } }
    case 'escape':
    case 'up':
    case 'down':
      return { card: back }
    default:
      return passToEditor(state, question)
  }
}

function inReason(state: Card, reason: Editor, key: Key): CardPressed {
  if (key.type === 'key' && key.name === 'escape') {
    const { reason: _, ...rest } = state
    return { card: rest }
  }
  if (key.type === 'key' && key.name === 'enter') {
    const text = editorValue(reason).trim()
    return { card: state, decision: { choice: 'deny', ...(text === '' ? {} : { reason: text }) } }
  }
  return { card: { ...state, reason: editByKey(reason, key, 1000) ?? reason } }
}
