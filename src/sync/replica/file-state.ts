import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Fields, type FieldsChange, isCount, noFields, type SharedField, type Stamp } from '../merge/fields.ts'
import {
  type Lines,
  type LinesChange,
  type LinesRules,
  nameOf,
  noLines,
  orderedLines,
  type SharedLine,
} from '../merge/lines.ts'
import { isPosition } from '../merge/position.ts'
import type { FileForm } from '../shared-file.ts'

/** Knowledge of one file: as lines, or as settings. */
export type FileState = { as: 'lines'; lines: Lines } | { as: 'fields'; fields: Fields }

/** Change of one file as a device tells it to others. */
export type SharedChange = { as: 'lines'; lines: LinesChange } | { as: 'fields'; fields: FieldsChange }

/** Of a file that nobody has told of. */
export const noState = (as: FileState['as']): FileState =>
  as === 'lines' ? { as, lines: noLines() } : { as, fields: noFields() }

/** `[place, value, how often it was said before, the line it replaced]`. */
type LineForm = [string, string, number?, (string | null)?]
/** `[key, value or nothing, since when, what was seen]`. */
type FieldForm = [string, [unknown] | [], StampForm, StampForm?]
type StampForm = [number, string]

/** A change as it is written: plain JSON. */
export interface ChangeForm {
  lines?: LineForm[]
  gone?: string[]
  fields?: FieldForm[]
}

/** Everything that is known of a file, for a device that knows nothing of it. */
export function wholeChange(state: FileState): SharedChange {
  return state.as === 'lines'
    ? { as: 'lines', lines: { there: state.lines.there, gone: state.lines.gone } }
    : { as: 'fields', fields: state.fields.known }
}

/** A change as it is written. */
export function formOf(change: SharedChange): ChangeForm {
  if (change.as === 'fields') return { fields: [...change.fields].map(fieldForm) }
  const { there, gone } = change.lines
  return {
    lines: orderedLines({ there: new Map(there) }).map(lineForm),
    ...(gone.size > 0 ? { gone: [...gone].sort() } : {}),
  }
}

function lineForm([name, { place, value, was }]: [string, SharedLine]): LineForm {
  const count = Number(name.split('.')[1] ?? 0)
  return was === undefined ? (count === 0 ? [place, value] : [place, value, count]) : [place, value, count, was]
}

function fieldForm([key, { value, at, over }]: [string, SharedField]): FieldForm {
  const said: [unknown] | [] = value === undefined ? [] : [value]
  const since: StampForm = [at.count, at.device]
  return over ? [key, said, since, [over.count, over.device]] : [key, said, since]
}

/**
 * A change that was read. It comes from elsewhere: undefined for what is none, and entries that no file of its form
 * has are left out and counted.
 */
export function foreignChange(
  form: unknown,
  { as, rules, accepts }: FileForm,
): { change: SharedChange; refused: number } | undefined {
  const { lines = [], gone = [], fields = [] } = (form ?? {}) as { lines?: unknown; gone?: unknown; fields?: unknown }
  if (!Array.isArray(lines) || !Array.isArray(gone) || !Array.isArray(fields)) return undefined
  const is = {
    lines: lines.filter((one): one is LineForm => as === 'lines' && isLineForm(one) && accepts('', one[1])),
    gone: gone.filter((one): one is string => as === 'lines' && isName(one)),
    fields: fields.filter((one): one is FieldForm => as === 'fields' && isFieldForm(one) && accepts(one[0], one[1][0])),
  }
  const refused = lines.length + gone.length + fields.length - is.lines.length - is.gone.length - is.fields.length
  return { change: changeOf(is, as, rules), refused }
}

/** A change as it was written. */
function changeOf(
  { lines = [], gone = [], fields = [] }: ChangeForm,
  as: FileState['as'],
  rules: LinesRules,
): SharedChange {
  if (as === 'fields') return { as, fields: fieldsOf(fields) }
  const there = lines.map(([place, value, count = 0, was]): [string, SharedLine] => {
    const base = nameOf(rules.identity(value))
    return [count === 0 ? base : `${base}.${count}`, { place, value, ...(was == null ? {} : { was }) }]
  })
  return { as, lines: { there: new Map(there), gone: new Set(gone) } }
}

const isName = (name: unknown): name is string => typeof name === 'string' && /^[0-9a-f]{20}(?:\.\d{1,9})?$/.test(name)

function isLineForm(form: unknown): form is LineForm {
  if (!Array.isArray(form)) return false
  const [place, value, count = 0, was = null] = form
  return (
    isPosition(place) &&
    typeof value === 'string' &&
    !value.includes('\n') &&
    isCount(count) &&
    (was === null || isName(was))
  )
}

function isFieldForm(form: unknown): form is FieldForm {
  if (!Array.isArray(form)) return false
  const [key, value, at, over] = form
  const isValue = Array.isArray(value) && value.length < 2
  return typeof key === 'string' && isValue && isStamp(at) && (over === undefined || isStamp(over))
}

const isStamp = (form: unknown): form is StampForm =>
  Array.isArray(form) && isCount(form[0]) && typeof form[1] === 'string'

const stampOf = ([count, device]: StampForm): Stamp => ({ count, device })

function fieldsOf(forms: readonly FieldForm[]): Map<string, SharedField> {
  return new Map(
    forms.map(([key, [value], at, over]) => [key, { value, at: stampOf(at), over: over && stampOf(over) }]),
  )
}

/** Pack the state that this device keeps of a file. */
export function packState(state: FileState): Uint8Array {
  const form = formOf(wholeChange(state))
  const shown = state.as === 'lines' ? shownForm(state.lines) : Object.fromEntries(state.fields.shown)
  return deflateRawSync(JSON.stringify({ ...form, shown }), { level: 1 })
}

/** Nearly always a file shows what is known: then nothing more has to be kept. */
function shownForm(lines: Lines): readonly string[] | null {
  const names = orderedLines(lines).map(([name]) => name)
  return names.length === lines.shown.length && names.every((name, at) => name === lines.shown[at]) ? null : lines.shown
}

/** The state that `packState` kept. */
export function unpackState(bytes: Uint8Array, as: FileState['as'], rules: LinesRules): FileState {
  const { shown, ...form } = JSON.parse(inflateRawSync(bytes).toString())
  const change = changeOf(form, as, rules)
  if (change.as === 'fields')
    return { as: 'fields', fields: { known: new Map(change.fields), shown: new Map(Object.entries(shown)) } }
  const lines = { there: new Map(change.lines.there), gone: new Set(change.lines.gone), shown: [] as readonly string[] }
  lines.shown = shown ?? orderedLines(lines).map(([name]) => name)
  return { as: 'lines', lines }
}

/** About so many characters it takes to tell. */
export const sizeOfChange = (change: SharedChange): number =>
  change.as === 'lines'
    ? [...change.lines.there.values()].reduce((sum, { value }) => sum + value.length + 60, change.lines.gone.size * 24)
    : [...change.fields.values()].reduce((sum, { value }) => sum + JSON.stringify(value ?? null).length + 60, 0)
