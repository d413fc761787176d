import { sanitise, sanitiseLine } from '../../../std/text/sanitise.ts'
import { pad, truncate, width } from '../../../std/text/text.ts'
import { nextCardChange } from '../components/approval-card.ts'
import { cardRows } from '../components/approval-card-rows.ts'
import { rowsAroundCaret } from '../components/editor-layout.ts'
import { formRows } from '../components/form.ts'
import { pickerRows } from '../components/picker.ts'
import type { ScrollReach } from '../components/scroll.ts'
import { type StyledSpan, span, wrapSpans } from '../terminal/style.ts'
import { type DrawOptions, liveCall } from '../transcript/blocks.ts'
import { inputLine, type Screen } from './screen-state.ts'
import { statusRow } from './status-line.ts'

/** The live part of the screen: its rows, and where the terminal's cursor stands. */
export interface Frame {
  rows: StyledSpan[][]
  caret: { x: number; y: number }
  /** Reach of a long question. */
  reach?: ScrollReach
}

/** Columns that the prompt and a caret behind a full row take. */
const promptColumns = 2

/** The room of an editor row in a terminal of this width. */
export function editorColumns(columns: number): number {
  return Math.max(4, columns - promptColumns - 1)
}

/**
 * Lays the live part out: the unfinished answer, calls, activity, waiting inputs, card or picker, editor,
 * completions, status. Never higher than the terminal less two rows: what is above it stays where it is, and the
 * first row of the screen is never its own. The answer's rows give way.
 */
export function layoutFrame(
  state: Screen,
  tail: readonly StyledSpan[][],
  look: DrawOptions,
  height: number,
  now: number,
): Frame {
  const room = Math.max(4, height - 2)
  const status = [statusRow(state, look, now)]
  // Of a low terminal a question takes everything but the editor's row and the status.
  const panel = panelRows(state, look, Math.max(4, room - (room > 14 ? 4 : 2)), now)
  const lower = editorRows(state, look, panel ? 1 : Math.max(1, Math.min(10, room >> 1)))
  const rest = Math.max(0, room - lower.rows.length - 2)
  const menu = panel ? [] : [...keyRows(state, look, Math.min(12, rest)), ...menuRows(state, look, Math.min(6, rest))]
  const taken = lower.rows.length + menu.length + status.length + (panel?.rows.length ?? 0)
  const air = room > 8 ? [[]] : []
  const above = [
    ...clipRows(
      [
        ...tail,
        ...shellRows(state, look),
        ...thinkingRows(state, look),
        ...activityRows(state, look, now),
        ...queueRows(state, look),
        ...liveLines(state, look),
      ],
      room - taken - air.length,
      look,
    ),
    ...air,
  ]
  const rows = [...above, ...(panel?.rows ?? []), ...lower.rows, ...menu, ...status]
  const isPanels = panel && (state.picker || !state.card || state.card.focused)
  const caret = isPanels
    ? { x: panel.caret.x, y: above.length + panel.caret.y }
    : { x: lower.caret.x, y: above.length + lower.caret.y }
  return { ...fitFrame({ rows, caret }, room), ...(panel?.reach ? { reach: panel.reach } : {}) }
}

/** A terminal of a few rows: what is around the caret stays. */
function fitFrame({ rows, caret }: Frame, room: number): Frame {
  if (rows.length <= room) return { rows, caret }
  const from = Math.min(rows.length - room, caret.y)
  return { rows: rows.slice(from, from + room), caret: { x: caret.x, y: caret.y - from } }
}

function clipRows(rows: StyledSpan[][], room: number, { words, columns }: DrawOptions): StyledSpan[][] {
  if (rows.length <= room) return rows
  if (room <= 0) return []
  const kept = rows.slice(rows.length - room + 1)
  return [[span(truncate(words.more(rows.length - kept.length), columns), 'dim')], ...kept]
}

function panelRows(state: Screen, look: DrawOptions, height: number, now: number): Frame | undefined {
  if (state.picker) return pickerRows(state.picker, look.columns, height, look.words)
  const question = state.view.questions[0]
  if (!question || !state.card) return state.form && formRows(state.form, { columns: look.columns, height }, look.words)
  return cardRows(
    state.card,
    question,
    { others: state.view.questions.length - 1, now, line: inputLine(state) },
    { columns: look.columns, height },
    look.words,
  )
}

const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
/** A step of the spinner: slow enough to cost nothing, fast enough to be alive. */
const spinMs = 125
/** Milliseconds between two tellings of a turn's seconds, for people who want nothing to move. */
const stillMs = 10_000

/** Rows of what the model thinks aloud. */
const thoughtRows = 4

/** The end of what the model thinks, as long as it has not begun to speak. */
function thinkingRows({ view, isThinkingShown }: Screen, { columns }: DrawOptions): StyledSpan[][] {
  if (!isThinkingShown || view.turn?.doing !== 'thinking') return []
  const text = sanitise(view.thoughts.get(view.turn.id) ?? '').slice(-columns * thoughtRows * 2)
  const rows = text.split('\n').flatMap((line) => wrapSpans([span(line, 'dim', 'em')], columns - 2))
  return rows.slice(-thoughtRows).map((row) => [span('  '), ...row])
}

function activityRows(
  { view, form, stopping, isStill }: Screen,
  { columns, words }: DrawOptions,
  now: number,
): StyledSpan[][] {
  if (!view.turn || form || view.questions.length > 0)
    return view.calls.flatMap((call) => liveCall(call, columns, words))
  const running = view.calls.find((call) => call.state === 'running')
  const doing = {
    thinking: words.thinking,
    writing: words.writing,
    tools: running ? words.running(sanitiseLine(words.tool.title(running.name))) : words.thinking,
  }
  const { retry } = view.turn
  const again = retry && words.retrying(retry.waitMs, retry.attempt)
  const label = stopping ? words.stopping : again || sanitiseLine(view.turn.label) || doing[view.turn.doing]
  const seconds = Math.max(0, Math.floor((now - view.turn.since) / 1000))
  const text = ` ${label} · ${seconds}s · ${words.stopHint}`
  const sign = isStill ? '•' : (spinner[Math.floor(now / spinMs) % spinner.length] as string)
  return [
    ...view.calls.flatMap((call) => liveCall(call, columns, words)),
    [span(sign, 'accent'), span(truncate(text, columns - 1), 'dim')],
  ]
}

function shellRows({ shell }: Screen, { columns, words }: DrawOptions): StyledSpan[][] {
  if (!shell) return []
  const text = `${sanitiseLine(shell.command)}  ${words.stopHint}`
  return [
    [span('$ ', 'accent'), span(truncate(text, columns - 2))],
    ...shell.lines.map((line) => [
      span('  ⎿ ', 'dim'),
      span(truncate(line.replaceAll('\t', '    '), columns - 4), 'dim'),
    ]),
  ]
}

/** So much of what waits is seen before keys are named behind it. */
const queuedColumns = 24

function queueRows({ view, card }: Screen, { columns, words }: DrawOptions): StyledSpan[][] {
  const shown = view.queue.slice(-3)
  const hidden = view.queue.length - shown.length
  const more = hidden > 0 ? [[span(`⏎ … +${hidden}`, 'dim')]] : []
  const rows = shown.map((input, index) => {
    const text = `${words.queued}: ${sanitiseLine(input.text)}`
    const told = ` (${view.turn ? words.queuedHint : words.heldHint})`
    // Words of the person take the room of the hint.
    const hasRoom = Math.min(width(text), queuedColumns) <= columns - 2 - width(told)
    const hint = index === shown.length - 1 && hasRoom && !card ? told : ''
    return [span('⏎ ', 'dim'), span(truncate(text, Math.max(1, columns - 2 - width(hint))), 'dim'), span(hint, 'dim')]
  })
  return [...more, ...rows]
}

/** Return how far something has come, and what the voice does. */
function liveLines({ progress, voice }: Screen, { columns, words }: DrawOptions): StyledSpan[][] {
  const lines = [progress === undefined ? undefined : `${progress}  ${words.stopHint}`, voice].filter(
    (line) => line !== undefined,
  )
  return lines.map((line) => [span(truncate(sanitiseLine(line), columns), 'accent')])
}

/** The editor: as many of its rows as there is room for, the caret's among them. */
function editorRows(state: Screen, { columns, words }: DrawOptions, room: number): Frame {
  const { rows, above, caret } = rowsAroundCaret(state.editor, editorColumns(columns), room, (number, content) =>
    words.pasted(number, content.replace(/\n$/, '').split('\n').length, [...content].length),
  )
  const empty = state.editor.text === ''
  return {
    rows: rows.map((row, index) => [
      span(above + index === 0 ? '› ' : '  ', 'accent'),
      empty ? span(truncate(words.placeholder, columns - promptColumns), 'dim') : span(row.text),
    ]),
    caret: { x: promptColumns + caret.x, y: caret.y },
  }
}

/**
 * Keys below a line that holds a question mark alone: with one more letter they are gone, and Enter prints them all.
 */
function keyRows({ editor }: Screen, { columns, words }: DrawOptions, room: number): StyledSpan[][] {
  if (editor.text !== '?') return []
  const rows = words.keys.map(([key, meaning]) => [span(truncate(`  ${pad(key, 24)}  ${meaning}`, columns), 'dim')])
  return [...rows.slice(0, Math.max(0, room - 1)), [span(truncate(words.keysHint, columns), 'accent')]].slice(0, room)
}

function menuRows({ menu, prompts = [] }: Screen, { columns, words }: DrawOptions, room: number): StyledSpan[][] {
  if (!menu || room === 0) return []
  const from = Math.max(0, Math.min(menu.selected - (room >> 1), menu.items.length - room))
  return menu.items.slice(from, from + room).map((item, index) => {
    const chosen = from + index === menu.selected
    const name = menu.kind === 'command' ? `/${sanitiseLine(item)}` : sanitiseLine(item)
    const offered = prompts.find((prompt) => prompt.name === item)?.description ?? ''
    const own = (words.commands as Record<string, string>)[item] ?? sanitiseLine(offered)
    const place = menu.items.length > room && index === room - 1 ? ` (${menu.selected + 1}/${menu.items.length})` : ''
    const about = menu.kind === 'command' ? own : ''
    const label = truncate(pad(name, 10), columns - 2)
    return [
      span(chosen ? '❯ ' : '  ', 'accent'),
      chosen ? span(label, 'strong') : span(label),
      // That there is more is never cut.
      span(`${truncate(`  ${about}`, Math.max(0, columns - 2 - width(label) - width(place)))}${place}`, 'dim'),
    ]
  })
}

/**
 * Return when the screen looks different with nothing happening: a second of a countdown, a turn of the spinner, a
 * hint's end.
 */
export function nextChange(state: Screen, now: number): number | undefined {
  const { view, hint, card, isStill } = state
  const expiresAt = view.questions[0]?.expiresAt
  const [everyMs, since] = isStill ? [stillMs, view.turn?.since ?? 0] : [spinMs, 0]
  const times = [
    hint && hint.until >= now ? hint.until + 1 : undefined,
    card && nextCardChange(card, now, inputLine(state)),
    expiresAt !== undefined && expiresAt > now ? now + (((expiresAt - now - 1) % 1000) + 1) : undefined,
    view.turn && view.questions.length === 0 ? now + everyMs - ((now - since) % everyMs) : undefined,
  ].filter((time) => time !== undefined)
  return times.length === 0 ? undefined : Math.min(...times)
}
