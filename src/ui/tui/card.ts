import type { TuiMessages } from '../../messages/tui.ts'
import type { Choice, Decision, Json } from '../../protocol/index.ts'
import { showHidden } from '../../std/sanitise.ts'
import { expandTabs, truncate, width, wrapCells } from '../../std/text.ts'
import { type Editor, edit, editor, value } from './editor.ts'
import { around } from './editor-rows.ts'
import { type Key, latinOf } from './keys.ts'
import { type Role, type Span, span, wrapped } from './style.ts'
import type { Question } from './view-state.ts'

/** How a question to the person stands on the screen. */
export interface Card {
  id: string
  /** Index among the choices of the ask; deny at first. */
  selected: number
  /** First row of the arguments that is shown. */
  scroll: number
  reach: Reach
  /** The reason for a deny, while it is being written. */
  reason?: Editor
  /**
   * From then on keys are answers: a pause of `settleMs` since the card was drawn, and since the last key before that.
   * Without it the card has not been seen yet.
   */
  armedAt?: number
}

/** Keys that were meant for something else must not answer (SPEC §11: the last 300 ms). */
const settleMs = 300

/** The card of a question that has just come: deny is selected, and no key is an answer yet. */
export function card(question: Question): Card {
  return { id: question.id, selected: choicesOf(question).indexOf('deny'), scroll: 0, reach: unseen }
}

/** The card was drawn: with the first time the pause begins. */
export function drawnCard(state: Card, now: number, reach: Reach): Card {
  return { ...state, reach, armedAt: state.armedAt ?? now + settleMs }
}

/** What may be answered: deny is always among it. */
function choicesOf({ ask }: Question): Choice[] {
  return ask.choices.includes('deny') ? ask.choices : [...ask.choices, 'deny']
}

/** What a key did: the card as it stands now, a decision, or nothing (`passed`: the key was not meant for the card). */
export type Pressed = { card: Card; decision?: Decision; passed?: boolean }

/** One key on the card. */
export function pressCard(state: Card, question: Question, key: Key, now: number): Pressed {
  if (state.armedAt === undefined) return { card: state, passed: true }
  if (now < state.armedAt) return { card: { ...state, armedAt: now + settleMs }, passed: true }
  if (state.reason) return inReason(state, state.reason, key)
  const choices = choicesOf(question)
  const named = hotkeys[key.type === 'text' ? latinOf(key.text) : '']
  if (named && choices.includes(named)) return { card: state, decision: { choice: named } }
  if (key.type !== 'key') return { card: state }
  const move = (by: number): Pressed => ({
    card: { ...state, selected: (state.selected + by + choices.length) % choices.length },
  })
  if (key.name === 'up') return move(-1)
  if (key.name === 'down') return move(1)
  if (key.name === 'pageup') return { card: { ...state, scroll: turned(state, -1) } }
  if (key.name === 'pagedown') return { card: { ...state, scroll: turned(state, 1) } }
  if (key.name === 'enter') return { card: state, decision: { choice: choices[state.selected] ?? 'deny' } }
  if (key.name === 'escape') return { card: state, decision: { choice: 'deny' } }
  if (key.name === 'tab') return { card: { ...state, selected: choices.indexOf('deny'), reason: editor() } }
  return { card: state }
}

/** Letters on the card, the same with the Korean input method on. */
const hotkeys: Record<string, Choice> = { y: 'once', s: 'session', n: 'deny' }

function inReason(state: Card, reason: Editor, key: Key): Pressed {
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

/** Of a long text, as it was drawn last: how many rows are seen at once, so that PgUp and PgDn leave none out, and its last beginning. */
export interface Reach {
  page: number
  most: number
}
export const unseen: Reach = { page: 1, most: 0 }

/** The row that a long text is shown from, a page up or down. */
export function turned({ scroll, reach: { page, most } }: { scroll: number; reach: Reach }, by: 1 | -1): number {
  return Math.max(0, Math.min(most, scroll + by * page))
}

/** The card's rows, the row and column of its caret, and how far its text can be scrolled. */
export interface CardRows {
  rows: Span[][]
  caret: { x: number; y: number }
  reach: Reach
}

/** Rows of what is asked about that are seen before anything else is. */
const leastRows = 6

/**
 * Lays the card out in at most `height` rows: what does not fit of the arguments and effect is scrolled to, never dropped. Where
 * there is little room the hints go first, then the choices that are not chosen: nobody may allow what they cannot see.
 */
export function cardRows(
  state: Card,
  question: Question,
  others: number,
  now: number,
  size: { columns: number; height: number },
  words: TuiMessages,
): CardRows {
  const { columns, height } = size
  const line = (text: string, ...roles: Role[]): Span[][] => wrapped([span(text, ...roles)], columns)
  const title = `? ${words.ask.title(visible(question.ask.tool))}`
  const foot = choiceRows(state, question, columns, words)
  const left = Math.max(0, Math.ceil((question.expiresAt - now) / 1000))
  const hints = [...(others > 0 ? [words.ask.others(others)] : []), words.ask.countdown(left), words.ask.keys]
  const body = detailRows(question, columns, words)
  const whole = { head: line(title, 'warn', 'strong'), foot, below: hints.flatMap((hint) => line(hint, 'dim')) }
  const least = Math.min(body.length, leastRows)
  const isTight = whole.head.length + foot.rows.length + whole.below.length + least > height
  const choices = isTight ? cropped(foot, Math.max(1, height - 1 - least)) : foot
  const head = isTight ? [[span(truncate(title, columns), 'warn', 'strong')]] : whole.head
  const free = Math.max(0, height - 1 - least - choices.rows.length)
  const below = isTight ? hints.slice(0, free).map((hint) => [span(truncate(hint, columns), 'dim')]) : whole.below
  const room = Math.max(1, height - head.length - choices.rows.length - below.length)
  const shown = scrolled(body, state.scroll, room, columns, words)
  const above = head.length + shown.length
  return {
    rows: [...head, ...shown, ...choices.rows, ...below],
    caret: { x: choices.caret.x, y: above + choices.caret.y },
    reach: reachOf(body.length, room),
  }
}

/** At most so many rows, the caret's among them. */
function cropped({ rows, caret }: Omit<CardRows, 'reach'>, most: number): Omit<CardRows, 'reach'> {
  const from = Math.max(0, Math.min(caret.y - most + 1, rows.length - most))
  return { rows: rows.slice(from, from + most), caret: { x: caret.x, y: caret.y - from } }
}

/** Foreign text with everything hidden made visible, in one line. */
function visible(text: string): string {
  return showHidden(text).replaceAll('\n', '␊')
}

/** Reason, arguments, effect and risk: whole. */
function detailRows({ ask }: Question, columns: number, words: TuiMessages): Span[][] {
  const labelled = (label: string, text: string): Span[][] => [
    [span(label, 'dim')],
    ...showHidden(text)
      .split('\n')
      .flatMap((row) => wrapped([span(expandTabs(row))], Math.max(1, columns - 2), wrapCells, false))
      .map((row) => [span('  '), ...row]),
  ]
  const args = Object.entries(ask.args).map(([name, value]) => `${name}: ${exact(value)}`)
  const risk = `${words.ask.risks[ask.risk]}${ask.category === 'restricted' ? ` · ${words.ask.restricted}` : ''}`
  return [
    ...labelled(words.ask.args, args.join('\n')),
    ...(ask.reason === '' ? [] : labelled(words.ask.reason, ask.reason)),
    ...(ask.effect === '' ? [] : labelled(words.ask.effect, ask.effect)),
    [span(`${words.ask.risk} `, 'dim'), span(risk, ask.risk === 'high' ? 'error' : ask.risk === 'medium' ? 'warn' : 'ok')],
  ]
}

function exact(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** How far a text of so many rows goes in so much room, of which its place takes one row. */
export function reachOf(rows: number, room: number): Reach {
  const page = Math.max(1, room - 1)
  return { page, most: rows <= room ? 0 : Math.max(0, rows - page) }
}

/** As much of a long text as there is room for, from a row on, and how much there is. */
export function scrolled(body: Span[][], from: number, room: number, columns: number, words: TuiMessages): Span[][] {
  if (body.length <= room) return body
  const view = Math.max(1, room - 1)
  const start = Math.min(from, body.length - view)
  const shown = body.slice(start, start + view)
  return [...shown, [span(truncate(words.ask.scroll(start + 1, start + shown.length, body.length), columns), 'warn')]]
}

function choiceRows(state: Card, question: Question, columns: number, words: TuiMessages): Omit<CardRows, 'reach'> {
  const rows: Span[][] = []
  let caret = { x: 0, y: 0 }
  for (const [index, choice] of choicesOf(question).entries()) {
    const chosen = index === state.selected
    if (chosen) caret = { x: 0, y: rows.length }
    const text = `${chosen ? '❯' : ' '} ${words.ask.choices[choice]} (${letterOf(choice)})`
    rows.push(...wrapped([chosen ? span(text, 'accent', 'strong') : span(text)], columns))
  }
  return state.reason ? withReason(rows, state.reason, columns, words) : { rows, caret }
}

/** Columns that a reason has beside its label; with fewer it stands below. */
const besideLabel = 20

function withReason(choices: Span[][], reason: Editor, columns: number, words: TuiMessages): Omit<CardRows, 'reach'> {
  const label = `  ${words.ask.why}: `
  const indent = columns - width(label) > besideLabel ? width(label) : 2
  const above = indent === 2 ? [...choices, ...wrapped([span(label)], columns)] : choices
  const { rows, caret } = around(reason, Math.max(1, columns - indent - 1), reasonRows)
  const written = rows.map(({ text }, row) => [span(row === 0 && indent > 2 ? label : ' '.repeat(indent)), span(text)])
  return { rows: [...above, ...written], caret: { x: indent + caret.x, y: above.length + caret.y } }
}

/** Rows of a long reason that are seen while it is written. */
const reasonRows = 3

function letterOf(choice: Choice): string {
  return Object.keys(hotkeys).find((letter) => hotkeys[letter] === choice) ?? ''
}
