import type { TuiMessages } from '../../../messages/surfaces/tui.ts'
import { argumentRows } from '../../../messages/tools/tool-words.ts'
import type { Ask, Choice } from '../../../protocol/index.ts'
import { showHidden } from '../../../std/text/sanitise.ts'
import { truncate, width } from '../../../std/text/text.ts'
import { frameRows, plainOf, type Role, type StyledSpan, span, wrapSpans } from '../terminal/style.ts'
import type { Question } from '../transcript/chat-view.ts'
import {
  type Card,
  cardKeys,
  choicesOf,
  type InputLine,
  type LastingChoice,
  leastRows,
  letters,
} from './approval-card.ts'
import { diffRows } from './diff-rows.ts'
import type { Editor } from './editor.ts'
import { rowsAroundCaret } from './editor-layout.ts'
import { type PanelRows, reachOf, scrolledRows } from './scroll.ts'

/** With less room the card has no border. */
const bordered = { columns: 40, height: 11 }

/**
 * Lays the card out in at most `height` rows: what does not fit of the arguments and effect is scrolled to, never
 * dropped. Where there is little room the choices fold to one row and the hints go: nobody may allow what they cannot
 * see.
 */
export function cardRows(
  state: Card,
  question: Question,
  { others, now, line }: CardSurroundings,
  size: { columns: number; height: number },
  words: TuiMessages,
): PanelRows {
  const risk = `${words.ask.risks[question.ask.risk]}${question.ask.category === 'restricted' ? ` · ${words.ask.restricted}` : ''}`
  const role = riskRoles[question.ask.risk]
  const hints = hintsOf(question, others, now, words)
  const keyHint = words.ask.keys[cardKeys(state, question, now, line)]
  if (size.columns < bordered.columns || size.height < bordered.height)
    return insideRows(state, question, [...hints, keyHint], size, words, [span(risk, role)])
  const inner = { columns: size.columns - 4, height: size.height - 2 }
  const rows = insideRows(state, question, hints, inner, words)
  const border: Role = state.focused ? 'accent' : 'dim'
  return {
    rows: frameRows(rows.rows, size.columns, border, { right: [span(risk, role)], below: [span(keyHint, 'dim')] }),
    caret: { x: rows.caret.x + 2, y: rows.caret.y + 1 },
    reach: rows.reach,
  }
}

const riskRoles: Record<Ask['risk'], Role> = { low: 'ok', medium: 'warn', high: 'error' }

/** Facts around a card: questions behind it, the time, and the input line. */
export interface CardSurroundings {
  others: number
  now: number
  line: InputLine
}

/** Return the rows below the choices, before the keys. */
function hintsOf({ expiresAt }: Question, others: number, now: number, words: TuiMessages): string[] {
  const left = expiresAt === undefined ? [] : [words.ask.countdown(Math.max(0, Math.ceil((expiresAt - now) / 1000)))]
  return [...(others > 0 ? [words.ask.others(others)] : []), ...left]
}

function insideRows(
  state: Card,
  question: Question,
  hints: readonly string[],
  { columns, height }: { columns: number; height: number },
  words: TuiMessages,
  risk?: StyledSpan[],
): PanelRows {
  const title = words.tool.question(question.ask, visibleText)
  const foot = state.grant
    ? grantRows(state.grant, question.ask, columns, words)
    : choiceRows(state, question, columns, words)
  const body = [...(risk ? [risk] : []), ...detailRows(question.ask, title, columns)]
  const head = wrapSpans([span(title, 'strong')], columns)
  const below = hints.flatMap((hint) => wrapSpans([span(hint, 'dim')], columns))
  const least = Math.min(body.length, leastRows)
  if (head.length + foot.rows.length + below.length + least <= height)
    return stackRows(state, { head, body, foot, below }, { columns, height }, words)
  const isOpen = state.grant !== undefined || state.reason !== undefined
  const folded = isOpen ? cropFoot(foot, Math.max(1, height - 2)) : foldedChoices(state, question, columns, words)
  const free = Math.max(0, height - 1 - folded.rows.length - least)
  const short = hints
    .toReversed()
    .slice(0, free)
    .map((hint) => [span(truncate(hint, columns), 'dim')])
  return stackRows(
    state,
    { head: [[span(truncate(title, columns), 'strong')]], body, foot: folded, below: short },
    { columns, height },
    words,
  )
}

type Foot = Omit<PanelRows, 'reach'>

function stackRows(
  state: Card,
  { head, body, foot, below }: { head: StyledSpan[][]; body: StyledSpan[][]; foot: Foot; below: StyledSpan[][] },
  { columns, height }: { columns: number; height: number },
  words: TuiMessages,
): PanelRows {
  const spare = height - head.length - foot.rows.length - below.length
  // An empty row holds the choices apart from what they are about.
  const air = body.length + 1 <= spare && body.length > 0 ? [[]] : []
  const room = Math.max(1, spare - air.length)
  const shown = scrolledRows(body, state.scroll, room, columns, words)
  const above = [...head, ...shown, ...air]
  return {
    rows: [...above, ...foot.rows, ...below],
    caret: { x: foot.caret.x, y: above.length + foot.caret.y },
    reach: reachOf(body.length, room),
  }
}

/** All choices in one row: the selected one with its words, of the others the letters where no more fits. */
function foldedChoices(state: Card, question: Question, columns: number, words: TuiMessages): Foot {
  const choices = choicesOf(question)
  const selected = choices[state.selected] ?? 'deny'
  const others = choices.filter((choice) => choice !== selected)
  const head = `❯ ${words.ask.choices[selected]} (${letterOf(selected)})`
  const whole = others.map((choice) => ` · ${letterOf(choice)} ${words.ask.short[choice]}`).join('')
  const rest = width(head + whole) <= columns ? whole : ` · ${others.map(letterOf).join(' ')}`
  const isWhole = width(head + rest) <= columns
  const first = isWhole ? head : `❯ ${words.ask.short[selected]} (${letterOf(selected)})`
  return {
    rows: [[span(first, ...chosen), span(truncate(rest, columns - width(first)), 'dim')]],
    caret: { x: 0, y: 0 },
  }
}

function letterOf(choice: Choice): string {
  return Object.keys(letters).find((known) => letters[known] === choice) ?? ''
}

/** At most so many rows, the caret's among them. */
function cropFoot({ rows, caret }: Foot, most: number): Foot {
  const from = Math.max(0, Math.min(caret.y - most + 1, rows.length - most))
  return { rows: rows.slice(from, from + most), caret: { x: caret.x, y: caret.y - from } }
}

/** Return what is asked, as lines of text: the title, the risk, and all that a card would show, whole. */
export function cardLines(ask: Ask, columns: number, words: TuiMessages): string[] {
  const title = words.tool.question(ask, visibleText)
  const risk = `${words.ask.risks[ask.risk]}${ask.category === 'restricted' ? ` · ${words.ask.restricted}` : ''}`
  return [title, risk, ...detailRows(ask, title, columns).map(plainOf)]
}

/** Foreign text with everything hidden made visible, in one line. */
function visibleText(text: string): string {
  return showHidden(text).replaceAll('\n', '␊')
}

/** The reason, the effect, and whatever of the arguments neither it nor the title shows: whole. */
function detailRows(ask: Ask, title: string, columns: number): StyledSpan[][] {
  const effect = showHidden(ask.effect)
  const rest = argumentRows(ask.args)
    .map(([name, value]) => ({ name, text: showHidden(value) }))
    .filter(({ text }) => !isShown(text, effect, title))
  const labelledRows = ({ name, text }: { name: string; text: string }): StyledSpan[][] => [
    ...wrapSpans([span(visibleText(name), 'dim'), span(text.includes('\n') ? '' : `: ${text}`)], columns),
    ...(text.includes('\n') ? diffRows(text, columns - 2).map((row) => [span('  '), ...row]) : []),
  ]
  return [
    ...(ask.reason === '' ? [] : wrapSpans([span(visibleText(ask.reason), 'dim')], columns)),
    ...rest.flatMap(labelledRows),
    ...effectRows(effect, ask.warning === undefined ? undefined : showHidden(ask.warning), columns),
  ]
}

/** The effect; its warning, which is its last line, strikes the eye. */
function effectRows(effect: string, warning: string | undefined, columns: number): StyledSpan[][] {
  const isLast = warning !== undefined && effect.endsWith(warning)
  const calm = isLast ? effect.slice(0, -warning.length).replace(/\n$/, '') : effect
  return [
    ...(calm === '' ? [] : diffRows(calm, columns)),
    ...(isLast ? wrapSpans([span(warning, 'error')], columns) : []),
  ]
}

/**
 * True when an argument is seen in the effect or the title already: each of its lines, as a line of a diff or between
 * borders.
 */
function isShown(text: string, effect: string, title: string): boolean {
  const lines = effect.split('\n')
  const inDiff = text
    .replace(/\n$/, '')
    .split('\n')
    .every((line) => lines.some((shown) => /^[+\- ] /.test(shown) && shown.slice(2) === line))
  const quoted = text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  const named = text.length > 1 && new RegExp(`(?:^|[\\s"'‘(:])${quoted}(?![\\w./-])`, 'u')
  return inDiff || (named && (named.test(effect) || named.test(title)))
}

/** Return what a lasting choice allows, in words of the person and, where it becomes a rule, as settings spell it. */
function scopeOf(choice: Choice, ask: Ask, words: TuiMessages): string | undefined {
  const scope = choice === 'always' ? ask.rule : choice === 'session' ? ask.scope : undefined
  return scope && visibleText(words.tool.scope(scope, { name: ask.tool, title: ask.title }))
}

/** Return a choice with what it allows. */
export function choiceText(choice: Choice, ask: Ask, words: TuiMessages): string {
  const scope = scopeOf(choice, ask, words)
  return `${words.ask.choices[choice]}${scope ? `: ${scope}` : ''}`
}

/** Return the question that reads a lasting choice back. */
export function grantText(choice: LastingChoice, ask: Ask, words: TuiMessages): string {
  return words.ask.grant[choice](scopeOf(choice, ask, words) ?? words.tool.title(ask.tool, ask.title))
}

function grantRows({ choice }: NonNullable<Card['grant']>, ask: Ask, columns: number, words: TuiMessages): Foot {
  return { rows: wrapSpans([span(`❯ ${grantText(choice, ask, words)}`, ...chosen)], columns), caret: { x: 0, y: 0 } }
}

function choiceRows(state: Card, question: Question, columns: number, words: TuiMessages): Foot {
  const rows: StyledSpan[][] = []
  let caret = { x: 0, y: 0 }
  for (const [index, choice] of choicesOf(question).entries()) {
    const isChosen = index === state.selected
    if (isChosen) caret = { x: 0, y: rows.length }
    const text = `${isChosen ? '❯' : ' '} ${choiceText(choice, question.ask, words)}`
    const mark = span(` (${letterOf(choice)})`, 'dim')
    rows.push(...wrapSpans([span(text, ...(isChosen ? chosen : [])), mark], columns))
  }
  return state.reason ? withReason(rows, state.reason, columns, words) : { rows, caret }
}

const chosen: Role[] = ['accent', 'strong']

/** Columns that a reason has beside its label; with fewer it stands below. */
const besideLabel = 20
/** Rows of a long reason that are seen while it is written. */
const reasonRows = 3

function withReason(choices: StyledSpan[][], reason: Editor, columns: number, words: TuiMessages): Foot {
  const label = `  ${words.ask.why}: `
  const indent = columns - width(label) > besideLabel ? width(label) : 2
  const above = indent === 2 ? [...choices, ...wrapSpans([span(label)], columns)] : choices
  const { rows, caret } = rowsAroundCaret(reason, Math.max(1, columns - indent - 1), reasonRows)
  const written = rows.map(({ text }, row) => [span(row === 0 && indent > 2 ? label : ' '.repeat(indent)), span(text)])
  return { rows: [...above, ...written], caret: { x: indent + caret.x, y: above.length + caret.y } }
}
