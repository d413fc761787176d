import type { TuiMessages } from '../../../messages/surfaces/tui.ts'
import { finder } from '../../../std/text/finder.ts'
import { sanitiseLine } from '../../../std/text/sanitise.ts'
import { truncate, width } from '../../../std/text/text.ts'
import type { Key } from '../terminal/key-decoder.ts'
import { type StyledSpan, span } from '../terminal/style.ts'
import type { View } from '../transcript/chat-view.ts'
import { createEditor, type Editor, editByKey, editorValue } from './editor.ts'
import { rowsAroundCaret } from './editor-layout.ts'
import type { Choosable } from './items.ts'

/** A list to choose one thing from; what is typed narrows it. */
export interface Picker {
  kind:
    | 'resume'
    | 'attach'
    | 'open'
    | 'model'
    | 'agent'
    | 'workspace'
    | 'mcp'
    | 'history'
    | 'theme'
    | 'settings'
    | 'rewind'
    | 'rewind-what'
  /** Facts to be known before choosing, above the list. */
  about?: readonly string[]
  items: readonly Choosable[]
  filter: Editor
  selected: number
  /** Conversations in which these words were said. */
  said?: { query: string; items: readonly Choosable[] }
  /** Last words of one of the conversations. */
  last?: { id: string; lines: readonly string[] }
}

/** Rows that show what was said last in the selected conversation. */
export const previewLines = 2

/** A picker over these things, the current one selected. */
export function createPicker(kind: Picker['kind'], items: readonly Choosable[]): Picker {
  return {
    kind,
    items,
    filter: createEditor(),
    selected: Math.max(
      0,
      items.findIndex((item) => item.current),
    ),
  }
}

/**
 * Things to choose from, those marked that this conversation has now. Before its first answer the settings' model is
 * its model.
 */
export function markLetters(
  kind: Picker['kind'],
  items: readonly Choosable[],
  { conversation, agent, workspace, model }: View,
): Choosable[] {
  const has: Partial<Record<Picker['kind'], (item: Choosable) => boolean>> = {
    resume: ({ id }) => id === conversation,
    agent: ({ id }) => id === `${workspace}/${agent}`,
    workspace: ({ id }) => id.split('/')[0] === workspace,
    ...(model === '' ? {} : { model: ({ id, label }: Choosable) => id === model || label === model }),
  }
  const isNow = has[kind]
  return isNow ? items.map((item) => ({ ...item, current: isNow(item) })) : [...items]
}

/**
 * Return what fits the filter, best first, and behind it where its words were said; without a filter everything, in its
 * own order.
 */
function fittingItems({ items, filter, said }: Picker): Choosable[] {
  const query = editorValue(filter)
  const fits = finder(items, ({ label, note = '', id }) => [label, note, id])(query)
  const known = new Set(fits.map(({ id }) => id))
  return query === '' || said?.query !== query ? fits : [...fits, ...said.items.filter(({ id }) => !known.has(id))]
}

/**
 * The words whose place in conversations is worth looking for: those that were just typed over a list of
 * conversations.
 */
export function searchedBy(before: Picker, after: Picker): string | undefined {
  const query = editorValue(after.filter)
  return after.kind === 'resume' && query !== editorValue(before.filter) && [...query.trim()].length > 1
    ? query
    : undefined
}

/** The conversation whose last words are to be shown and are not known yet. */
export function previewedIn(state: Picker | undefined): string | undefined {
  const id = state?.kind === 'resume' ? selectedIn(state)?.id : undefined
  return id === state?.last?.id ? undefined : id
}

/** Return what is selected among what fits the filter. */
export function selectedIn(state: Picker): Choosable | undefined {
  const items = fittingItems(state)
  return items[Math.min(state.selected, Math.max(0, items.length - 1))]
}

/** One key. Without a picker in the answer it was closed. */
export function pressPicker(state: Picker, key: Key): { picker?: Picker; chosen?: Choosable } {
  const items = fittingItems(state)
  const at = Math.min(state.selected, Math.max(0, items.length - 1))
  const move = (by: number): { picker: Picker } => ({
    picker: { ...state, selected: Math.max(0, Math.min(items.length - 1, at + by)) },
  })
  if (key.type === 'key' && key.name === 'escape') return {}
  if (key.type === 'key' && key.name === 'enter') return items[at] ? { chosen: items[at] } : {}
  if (key.type === 'key' && key.name === 'up') return move(-1)
  if (key.type === 'key' && key.name === 'down') return move(1)
  if (key.type === 'key' && key.name === 'pageup') return move(-8)
  if (key.type === 'key' && key.name === 'pagedown') return move(8)
  const filter = editByKey(state.filter, key, 1000)
  return {
    picker: filter ? { ...state, filter, selected: editorValue(filter) === editorValue(state.filter) ? at : 0 } : state,
  }
}

/** The list in at most `height` rows, the chosen one always among them, and the caret behind the filter. */
export function pickerRows(
  state: Picker,
  columns: number,
  height: number,
  words: TuiMessages,
): { rows: StyledSpan[][]; caret: { x: number; y: number } } {
  const items = fittingItems(state)
  const at = Math.min(state.selected, Math.max(0, items.length - 1))
  const { rows: filter, caret } = rowsAroundCaret(state.filter, Math.max(1, columns - 3), 1)
  const about = aboutRows(state, columns, height - 3 - Math.min(items.length, leastItems))
  const last = lastRows(state, columns, height - 3 - about.length - Math.min(items.length, leastItems))
  const room = Math.max(1, height - 3 - about.length - last.length)
  const from = Math.max(0, Math.min(at - (room >> 1), items.length - room))
  const list = items.slice(from, from + room).map((item, index) => itemRow(item, from + index === at, columns, words))
  const rows = [
    [span(truncate(words.pick[state.kind], columns), 'heading')],
    ...about,
    filterRow(filter[0]?.text ?? '', items.length > room ? `${at + 1}/${items.length}` : '', columns),
    ...(list.length > 0 ? list : [[span(truncate(words.pick.none, columns), 'dim')]]),
    ...last,
    [span(truncate(hintOf(state.kind, columns, words), columns), 'dim')],
  ]
  return { rows, caret: { x: 2 + caret.x, y: 1 + about.length } }
}

/** The keys: where there is little room, only those that nobody would guess. */
function hintOf(kind: Picker['kind'], columns: number, { pick }: TuiMessages): string {
  if (kind !== 'resume') return pick.keys
  const all = `${pick.keys} · ${pick.manage}`
  return width(all) <= columns ? all : pick.manage
}

/** Return what was typed, and at the right which one of how many is chosen, where not all are seen. */
function filterRow(typed: string, place: string, columns: number): StyledSpan[] {
  const room = columns - 2 - width(typed) - width(place)
  return [
    span('› ', 'accent'),
    span(typed),
    ...(place === '' || room < 1 ? [] : [span(' '.repeat(room)), span(place, 'dim')]),
  ]
}

/** Rows of the list that are seen beside what is above it. */
const leastItems = 5

function aboutRows({ about = [] }: Picker, columns: number, room: number): StyledSpan[][] {
  const shown = about.slice(0, Math.max(0, about.length > room ? room - 1 : room))
  const rows = shown.map((line) => [span(truncate(sanitiseLine(line), columns))])
  const more = about.length - shown.length
  return more > 0 && room > 0 ? [...rows, [span(`… +${more}`, 'dim')]] : rows
}

/**
 * As many rows before the words are there as with them: nothing jumps while the arrow moves. Without room for all,
 * none.
 */
function lastRows(state: Picker, columns: number, room: number): StyledSpan[][] {
  const selected = state.kind === 'resume' ? selectedIn(state) : undefined
  if (!selected || room < previewLines) return []
  const lines = state.last?.id === selected.id ? state.last.lines : []
  return Array.from({ length: previewLines }, (_, at) => {
    const line = truncate(sanitiseLine(lines[at] ?? ''), Math.max(0, columns - 2))
    return line === '' ? [] : [span(`  ${line}`, 'dim')]
  })
}

function itemRow(item: Choosable, chosen: boolean, columns: number, words: TuiMessages): StyledSpan[] {
  const about = [item.current ? words.pick.current : '', sanitiseLine(item.note ?? '')]
    .filter((part) => part !== '')
    .join(' · ')
  const note = about === '' ? '' : `  ${about}`
  // A long label leaves half of the row to what tells it apart.
  const label = truncate(sanitiseLine(item.label), Math.max((columns - 2) >> 1, columns - 2 - width(note)))
  const rest = truncate(note, Math.max(0, columns - 2 - width(label)))
  return [span(chosen ? '❯ ' : '  ', 'accent'), chosen ? span(label, 'strong') : span(label), span(rest, 'dim')]
}
