import type { FormMessages } from '../../../messages/surfaces/form.ts'
import type { TuiMessages } from '../../../messages/surfaces/tui.ts'
import { finder } from '../../../std/text/finder.ts'
import { showHidden } from '../../../std/text/sanitise.ts'
import { expandTabs, type TextSegment, truncate, width, wrap, wrapCells } from '../../../std/text/text.ts'
import type { Elicited } from '../../../tools/mcp/ports.ts'
import type { Key } from '../terminal/key-decoder.ts'
import { type Role, type StyledSpan, span, wrapSpans } from '../terminal/style.ts'
import { createEditor, type Editor, editByKey, editorValue, insertText } from './editor.ts'
import { rowsAroundCaret } from './editor-layout.ts'
import { type Content, type FormField, type Option, readTyped } from './form-fields.ts'
import { type PanelRows, reachOf, type ScrollReach, scrollBy, scrolledRows, unscrollable } from './scroll.ts'

/** A question that is not about a tool call: who asks, what, and one field after the other. */
export interface Form {
  id: number
  title: string
  message: string
  /** Stands below the message: whom not to trust with what. */
  warning: string
  words: FormMessages
  fields: readonly FormField[]
  at: number
  /** Answers so far. */
  content: Content
  editor: Editor
  /** Text in the field is an offer: typed text takes its place, other keys make it the person's own. */
  isOffer?: true
  selected: number
  chosen: ReadonlySet<number>
  /** First row of the message that is shown. */
  scroll: number
  reach: ScrollReach
  /** Reason for refusing the last answer. */
  problem?: string
  /** The person asked to be asked: nothing was meant for something else. */
  isStep?: boolean
  /** Keys are its own although the input line holds text. */
  focused?: true
  /** From when on keys count, once it was drawn; as on a card. */
  armedAt?: number
}

/**
 * Keys within so many milliseconds after a form appeared were meant for something else (SPEC §11). Shorter than for
 * an approval: a form shows what was typed before Enter gives it.
 */
const settleMs = 300

/** A form at its first field. */
export function createForm(
  asked: Pick<Form, 'id' | 'title' | 'message' | 'warning' | 'words' | 'fields' | 'isStep'>,
): Form {
  return beginField(
    {
      ...asked,
      at: 0,
      content: {},
      editor: createEditor(),
      selected: 0,
      chosen: new Set(),
      scroll: 0,
      reach: unscrollable,
    },
    0,
  )
}

/** The form at a field, with what stands there at first: what was answered before, or the default. */
function beginField(state: Form, at: number): Form {
  const { problem: _, isOffer: __, ...rest } = state
  const field = state.fields[at]
  const next = { ...rest, at, editor: createEditor(), selected: 0, chosen: new Set<number>() }
  if (!field) return next
  const before = Object.hasOwn(state.content, field.name) ? state.content[field.name] : undefined
  if (field.kind === 'text') {
    if (before !== undefined) return { ...next, editor: insertText(createEditor(), String(before)) }
    return {
      ...next,
      editor: insertText(createEditor(), field.initial),
      ...(field.initial === '' ? {} : { isOffer: true }),
    }
  }
  if (field.kind === 'many')
    return { ...next, chosen: new Set(before === undefined ? field.initial : chosenIn(field.options, before)) }
  const found = field.options.findIndex((option) => option.value === before)
  return { ...next, selected: before !== undefined && found >= 0 ? found : field.initial }
}

function chosenIn(options: readonly Option[], before: Content[string]): number[] {
  return options.flatMap((option, at) => (Array.isArray(before) && before.includes(String(option.value)) ? [at] : []))
}

/** The form was drawn: from now on the person can know what it asks. */
export function drawnForm(state: Form, now: number, reach: ScrollReach): Form {
  return { ...state, reach, armedAt: state.armedAt ?? now + (state.isStep ? 0 : settleMs) }
}

/** The form behind something else: when it is seen again, keys wait anew. */
export function hiddenForm({ armedAt: _, ...state }: Form): Form {
  return state
}

/**
 * Outcome of a key: the form as it stands now, its end, or nothing (`passed`: the key was meant for something else).
 */
export type FormPressed = { form: Form; answer?: Elicited; passed?: boolean }

/** One key on the form. Esc declines, Ctrl+C cancels, Enter goes on, Shift+Tab goes back. */
export function pressForm(state: Form, key: Key, now: number): FormPressed {
  if (state.armedAt === undefined) return { form: state, passed: true }
  if (now < state.armedAt) return { form: { ...state, armedAt: now + settleMs }, passed: true }
  const field = state.fields[state.at]
  if (key.type === 'key') {
    if (key.name === 'escape') return { form: state, answer: { action: 'decline' } }
    if (key.ctrl && key.name === 'c') return { form: state, answer: { action: 'cancel' } }
    if (key.name === 'tab') return { form: key.shift && state.at > 0 ? beginField(state, state.at - 1) : state }
    if (key.name === 'pageup') return { form: { ...state, scroll: scrollBy(state, -1) } }
    if (key.name === 'pagedown') return { form: { ...state, scroll: scrollBy(state, 1) } }
    if (key.name === 'enter')
      return field ? takeAnswer(state, field) : { form: state, answer: { action: 'accept', content: {} } }
  }
  if (!field) return { form: state }
  const { problem: _, isOffer, ...changed } = state
  if (field.kind === 'text') {
    const from = isOffer && (key.type === 'text' || key.type === 'paste') ? createEditor() : state.editor
    return { form: { ...changed, editor: editByKey(from, key, 1000) ?? from } }
  }
  return { form: chosenBy(changed, field, key) }
}

/** The options that fit what was typed over a list of one choice, best first; of several choices all. */
function fittingOptions(state: Form, field: Exclude<FormField, { kind: 'text' }>): readonly Option[] {
  return field.kind === 'one' ? finder(field.options, ({ label }) => [label])(editorValue(state.editor)) : field.options
}

function chosenBy(state: Form, field: Exclude<FormField, { kind: 'text' }>, key: Key): Form {
  const count = Math.max(1, fittingOptions(state, field).length)
  if (key.type === 'text' && key.text === ' ' && field.kind === 'many') {
    const chosen = new Set(state.chosen)
    if (!chosen.delete(state.selected)) chosen.add(state.selected)
    return { ...state, chosen }
  }
  if (key.type !== 'key' || (key.name !== 'up' && key.name !== 'down')) {
    // Narrow the list by typed text.
    const typed = field.kind === 'one' ? editByKey(state.editor, key, 1000) : undefined
    return typed && typed.text !== state.editor.text ? { ...state, editor: typed, selected: 0 } : state
  }
  return { ...state, selected: (state.selected + (key.name === 'up' ? -1 : 1) + count) % count }
}

/** Return what stands in the field, taken as its answer; the last one ends the form. */
function takeAnswer(state: Form, field: FormField): FormPressed {
  const read = answerOf(state, field)
  if (typeof read === 'string') return { form: { ...state, problem: read } }
  const { [field.name]: _, ...others } = state.content
  const content = read.value === undefined ? others : { ...others, [field.name]: read.value }
  const next = beginField({ ...state, content }, state.at + 1)
  return next.at < state.fields.length ? { form: next } : { form: state, answer: { action: 'accept', content } }
}

function answerOf(state: Form, field: FormField): { value?: Content[string] } | string {
  if (field.kind === 'text') return readTyped(field, editorValue(state.editor), state.words)
  if (field.kind === 'one') {
    const chosen = fittingOptions(state, field)[state.selected]
    if (!chosen) return state.words.nothing
    return chosen.value === undefined ? {} : { value: chosen.value }
  }
  const values = field.options.flatMap((option, at) => (state.chosen.has(at) ? [String(option.value)] : []))
  if (values.length === 0 && !field.required) return {}
  return values.length < field.least || values.length > field.most
    ? state.words.count(field.least, field.most)
    : { value: values }
}

/** Rows of a message that are seen before hints and descriptions are. */
const leastRows = 4

/**
 * Lays the form out in at most `height` rows; a long message is scrolled, never cut. All that a stranger wrote is
 * made visible. Where there is little room, hints and descriptions give way, and who asks and for what is told in one
 * row each.
 */
export function formRows(state: Form, size: { columns: number; height: number }, words: TuiMessages): PanelRows {
  const { columns, height } = size
  const say = state.words
  const field = state.fields[state.at]
  const step = state.fields.length > 1 ? ` (${state.at + 1}/${state.fields.length})` : ''
  const wrappedLine = (text: string, ...roles: Role[]) => wrapSpans([span(text, ...roles)], columns)
  const message = state.isStep
    ? state.message.split('\n').flatMap((row) => wrappedLine(row))
    : foreignRows(state.message, columns)
  const body = [...message, ...(state.warning ? wrappedLine(state.warning, 'dim') : [])]
  const problem = state.problem ? wrappedLine(state.problem, 'error') : []
  const input = field ? inputRows(state, field, columns, Math.max(3, height >> 1)) : { rows: [], caret: { x: 0, y: 0 } }
  const about = field?.about ? foreignRows(field.about, columns, 'dim').slice(0, 3) : []
  const keys = wrappedLine(field ? say.keys[field.kind] : say.keys.none, 'dim')
  const title = `? ${visibleText(state.title)}${step}`
  const name = field ? `${visibleText(field.title)}${field.required && field.kind !== 'one' ? ' *' : ''}` : ''
  const wide = {
    head: wrappedLine(title, 'warn', 'strong'),
    label: field ? wrappedLine(name, 'strong') : [],
    about,
    keys,
  }
  const free = height - problem.length - input.rows.length
  const taken = Object.values(wide).reduce((sum, rows) => sum + rows.length, 0)
  const shortLine = (text: string, ...roles: Role[]) => [[span(truncate(text, columns), ...roles)]]
  const tight = {
    head: shortLine(title, 'warn', 'strong'),
    label: field ? shortLine(name, 'strong') : [],
    about: [],
    keys: [],
  }
  const shape = taken + Math.min(body.length, leastRows) > free ? tight : wide
  const room = Math.max(1, free - Object.values(shape).reduce((sum, rows) => sum + rows.length, 0))
  const shown = scrolledRows(body, state.scroll, room, columns, words)
  const above = [...shape.head, ...shown, ...shape.label, ...shape.about]
  return {
    rows: [...above, ...input.rows, ...problem, ...shape.keys],
    caret: { x: input.caret.x, y: above.length + input.caret.y },
    reach: reachOf(body.length, room),
  }
}

function inputRows(state: Form, field: FormField, columns: number, room: number): Omit<PanelRows, 'reach'> {
  if (field.kind === 'text') {
    // A key is shown as dots.
    const shown =
      field.rules.format === 'password' ? { ...state.editor, text: '•'.repeat(state.editor.text.length) } : state.editor
    const { rows, above, caret } = rowsAroundCaret(shown, Math.max(1, columns - 3), 3)
    return {
      rows: rows.map(({ text }, row) => [
        span(above + row === 0 ? '› ' : '  '),
        state.isOffer ? span(text, 'dim') : span(text),
      ]),
      caret: { x: 2 + caret.x, y: caret.y },
    }
  }
  const options = fittingOptions(state, field)
  const { rows: filter, caret } = rowsAroundCaret(state.editor, Math.max(1, columns - 3), 1)
  const typed =
    field.kind === 'one' && state.editor.text !== '' ? [[span('› ', 'accent'), span(filter[0]?.text ?? '')]] : []
  const most = Math.max(1, room - typed.length)
  const from = Math.max(0, Math.min(state.selected - (most >> 1), options.length - most))
  const rows = options.slice(from, from + most).map((option, index) => {
    const at = from + index
    const mark = field.kind === 'many' ? (state.chosen.has(at) ? '[x] ' : '[ ] ') : ''
    const text = `${at === state.selected ? '❯' : ' '} ${mark}${visibleText(option.label)}`
    return wrapSpans([at === state.selected ? span(text, 'accent', 'strong') : span(text)], columns)[0] ?? []
  })
  if (typed.length > 0) return { rows: [...typed, ...rows], caret: { x: 2 + caret.x, y: 0 } }
  return { rows, caret: { x: 0, y: state.selected - from } }
}

/** A stranger's words: whole, hidden characters made visible. */
function foreignRows(text: string, columns: number, ...roles: Role[]): StyledSpan[][] {
  return showHidden(text)
    .split('\n')
    .flatMap((row) => wrapSpans([span(expandTabs(row), ...roles)], Math.max(1, columns), wrapWhole, false))
}

/**
 * Break a line between words; one blank goes at a break, more of them are shown, as nothing may be pushed out of sight.
 */
function wrapWhole(line: string, columns: number): TextSegment[] {
  return wrap(line, columns).flatMap(({ from, to, columns: wide }) => {
    const row = line.slice(from, to)
    if (width(row) <= columns) return [{ from, to, columns: wide }]
    if (width(row) === columns + 1 && row.endsWith(' ')) return [{ from, to: to - 1, columns }]
    return wrapCells(row, columns).map((part) => ({ ...part, from: from + part.from, to: from + part.to }))
  })
}

function visibleText(text: string): string {
  return showHidden(text).replaceAll('\n', '␊')
}
