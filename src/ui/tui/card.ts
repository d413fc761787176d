import { type TuiMessages, tui } from '../../messages/tui.ts'
import type { Choice, Decision, Json } from '../../protocol/index.ts'
import { showHidden } from '../../std/sanitise.ts'
import { expandTabs, truncate, wrapCells } from '../../std/text.ts'
import { type Editor, edit, editor, value } from './editor.ts'
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
  return { id: question.id, selected: choicesOf(question).indexOf('deny'), scroll: 0 }
}

/** The card was drawn for the first time: the pause begins. */
export function drawnCard(state: Card, now: number): Card {
  return state.armedAt === undefined ? { ...state, armedAt: now + settleMs } : state
}

/** What may be answered: deny is always among it. */
function choicesOf({ ask }: Question): Choice[] {
  return ask.choices.includes('deny') ? ask.choices : [...ask.choices, 'deny']
}

/** What a key did: the card as it stands now, a decision, or nothing (`passed`: the key was not meant for the card). */
export type Pressed = { card: Card; decision?: Decision; passed?: boolean }

/** One key on the card. */
export function pressCard(state: Card, question: Question, key: Key, now: number, columns: number): Pressed {
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
  // How many rows there are is the same in every language.
  const most = detailRows(question, columns, tui.ko).length - 1
  const scroll = (by: number): Pressed => ({ card: { ...state, scroll: Math.max(0, Math.min(most, state.scroll + by)) } })
  if (key.name === 'up') return move(-1)
  if (key.name === 'down') return move(1)
  if (key.name === 'pageup') return scroll(-pageRows)
  if (key.name === 'pagedown') return scroll(pageRows)
  if (key.name === 'enter') return { card: state, decision: { choice: choices[state.selected] ?? 'deny' } }
  if (key.name === 'escape') return { card: state, decision: { choice: 'deny' } }
  if (key.name === 'tab') return { card: { ...state, selected: choices.indexOf('deny'), reason: editor() } }
  return { card: state }
}

/** Letters on the card, the same with the Korean input method on. */
const hotkeys: Record<string, Choice> = { y: 'once', s: 'session', n: 'deny' }
const pageRows = 5

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

/** The card's rows, the row and column of its caret, and how far it can be scrolled. */
export interface CardRows {
  rows: Span[][]
  caret: { x: number; y: number }
}

/** Lays the card out in at most `height` rows: what does not fit of the arguments and effect is scrolled to, never dropped. */
export function cardRows(
  state: Card,
  question: Question,
  others: number,
  now: number,
  size: { columns: number; height: number },
  words: TuiMessages,
): CardRows {
  const { ask } = question
  const { columns } = size
  const line = (text: string, ...roles: Role[]): Span[][] => wrapped([span(text, ...roles)], columns)
  const head = line(`? ${words.ask.title(visible(ask.tool))}`, 'warn', 'strong')
  const foot = choiceRows(state, question, columns, words)
  const left = Math.max(0, Math.ceil((question.expiresAt - now) / 1000))
  const below = [
    ...(others > 0 ? line(words.ask.others(others), 'dim') : []),
    ...line(words.ask.countdown(left), 'dim'),
    ...line(words.ask.keys, 'dim'),
  ]
  const body = detailRows(question, columns, words)
  const fixed = head.length + foot.rows.length + below.length
  const room = Math.max(1, size.height - fixed)
  const shown = scrolled(body, state.scroll, room, columns, words)
  const above = head.length + shown.length
  return { rows: [...head, ...shown, ...foot.rows, ...below], caret: { x: foot.caret.x, y: above + foot.caret.y } }
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

/** As much of a long text as there is room for, from a row on, and how much there is. */
export function scrolled(body: Span[][], from: number, room: number, columns: number, words: TuiMessages): Span[][] {
  if (body.length <= room) return body
  const view = Math.max(1, room - 1)
  const start = Math.min(from, body.length - view)
  const shown = body.slice(start, start + view)
  return [...shown, [span(truncate(words.ask.scroll(start + 1, start + shown.length, body.length), columns), 'warn')]]
}

function choiceRows(state: Card, question: Question, columns: number, words: TuiMessages): CardRows {
  const rows: Span[][] = []
  let caret = { x: 0, y: 0 }
  for (const [index, choice] of choicesOf(question).entries()) {
    const chosen = index === state.selected
    if (chosen) caret = { x: 0, y: rows.length }
    const text = `${chosen ? '❯' : ' '} ${words.ask.choices[choice]} (${letterOf(choice)})`
    rows.push(...wrapped([chosen ? span(text, 'accent', 'strong') : span(text)], columns))
  }
  if (!state.reason) return { rows, caret }
  // The end of a long reason is what is being written.
  const label = `  ${words.ask.why}: `
  const all = wrapCells(label + visible(value(state.reason)), columns - 1)
  const last = all.at(-1)
  const text = label + visible(value(state.reason))
  rows.push(...all.map(({ from, to }) => [span(text.slice(from, to))]))
  return { rows, caret: { x: last?.columns ?? 0, y: rows.length - 1 } }
}

function letterOf(choice: Choice): string {
  return Object.keys(hotkeys).find((letter) => hotkeys[letter] === choice) ?? ''
}
