import { setImmediate } from 'node:timers/promises'
import { editFields } from '../merge/fields.ts'
import { editLines } from '../merge/lines.ts'
import { markOf } from '../merge/position.ts'
import {
  type ChangeForm,
  type FileState,
  formOf,
  noState,
  packState,
  type SharedChange,
  unpackState,
} from '../replica/file-state.ts'
import { packSegment, type Segment } from '../replica/segment.ts'
import { fileMark, type SharedContent, type SharedFile } from '../shared-file.ts'
import type { RoundOptions } from './round.ts'

/** Files that are looked at in one go. */
const lookedAtOnce = 100
/** A segment holds about so much text; a file that is longer has one of its own. */
export const segmentTextBytes = 1 << 20

/**
 * Takes down what was changed in files of this device since the last time, also while the store is away. Returns how
 * many files.
 */
export async function collectEdits(options: RoundOptions): Promise<number> {
  const known = options.replica.marks()
  const writer = new SegmentWriter(options)
  let looked = 0
  for await (const file of options.files.all()) {
    // A process that also answers somebody does so in between.
    if (++looked % lookedAtOnce === 0) await setImmediate()
    const mark = fileMark(file.path)
    const isKnown = known.has(file.name) && known.get(file.name) === mark
    known.delete(file.name)
    const edited = isKnown ? undefined : await editOf(options, file, mark)
    if (edited) writer.add(file.name, edited)
  }
  await collectDeleted(options, known, writer)
  writer.write()
  return writer.count
}

/** `known`: what was not found any more, with the marks of before. */
async function collectDeleted(
  options: RoundOptions,
  known: ReadonlyMap<string, string | undefined>,
  writer: SegmentWriter,
) {
  for (const [name, mark] of known) {
    const file = mark === undefined ? undefined : options.files.named(name)
    if (!file || fileMark(file.path) !== undefined) continue
    const edited = await editOf(options, file, undefined)
    if (edited) writer.add(name, edited)
  }
}

interface Edited {
  mark: string | undefined
  state: FileState
  waits: boolean
  change: SharedChange
  size: number
}

/** Gathers changed files and writes them, with the segment that tells of them, in one transaction. */
class SegmentWriter {
  /** Files that were told of. */
  count = 0
  readonly #options: RoundOptions
  #changes: Record<string, ChangeForm> = {}
  #size = 0
  #kept: (() => void)[] = []

  constructor(options: RoundOptions) {
    this.#options = options
  }

  add(name: string, { mark, state, waits, change, size }: Edited): void {
    if (!isEmpty(change)) this.#changes[name] = formOf(change)
    const packed = packState(state)
    this.#kept.push(() => this.#options.replica.keep({ path: name, mark, waits, state: packed }))
    this.#size += size
    if (this.#size > segmentTextBytes) this.write()
  }

  write(): void {
    const { replica } = this.#options
    const count = Object.keys(this.#changes).length
    replica.together(() => {
      for (const keep of this.#kept) keep()
      if (count > 0) queueSegment(this.#options, this.#changes)
    })
    this.count += count
    this.#changes = {}
    this.#size = 0
    this.#kept = []
  }
}

/** Nobody has to be told of it. */
export const isEmpty = (change: SharedChange) =>
  change.as === 'lines' ? change.lines.there.size + change.lines.gone.size === 0 : change.fields.size === 0

/** Options of telling others. */
export type Telling = Pick<RoundOptions, 'replica' | 'device' | 'key' | 'now'>

/** Puts a segment in the outbox. Within a transaction. */
export function queueSegment({ replica, device, key, now }: Telling, files: Record<string, ChangeForm>): void {
  const number = replica.number('segment') + 1
  const count = replica.number('count')
  const segment: Segment = { v: 1, device: device.id, name: device.name, number, count, at: now(), files }
  const { path, bytes } = packSegment(segment, Math.max(1, replica.number('base')), key)
  replica.setNumber('segment', number)
  replica.addOwn(path, bytes)
}

/** Read what a person or the program did to a file; undefined where it cannot be read now, or is as it was. */
export async function editOf(
  options: RoundOptions,
  file: SharedFile,
  mark: string | undefined,
): Promise<Edited | undefined> {
  const { replica } = options
  const known = replica.file(file.name)
  const content = mark === undefined ? emptyOf(file) : await file.form.read(file.path)
  if (!content) return undefined
  const state = known ? unpackState(known.state, file.form.as, file.form.rules) : noState(file.form.as)
  const change = editState(state, content, options, file)
  if (!known && isEmpty(change) && mark === undefined) return undefined
  return { mark, state, waits: known?.waits ?? false, change, size: sizeOf(change) }
}

const emptyOf = ({ form }: SharedFile): SharedContent => (form.as === 'lines' ? [] : new Map())

function editState(
  state: FileState,
  content: SharedContent,
  { replica, device, now }: RoundOptions,
  file: SharedFile,
): SharedChange {
  if (state.as === 'lines') {
    const values = content as readonly string[]
    // A file that is gone was deleted; what is missing in one that is there may be a disk's doing.
    const rules = values.length === 0 ? { ...file.form.rules, grows: false } : file.form.rules
    return { as: 'lines', lines: editLines(state.lines, values, markOf(device.id, now()), rules) }
  }
  const at = { count: replica.number('count') + 1, device: device.id }
  const fields = editFields(state.fields, content as ReadonlyMap<string, unknown>, at)
  if (fields.size > 0) replica.setNumber('count', at.count)
  return { as: 'fields', fields }
}

/** About so many characters it takes to tell. */
export const sizeOf = (change: SharedChange): number =>
  change.as === 'lines'
    ? [...change.lines.there.values()].reduce((sum, { value }) => sum + value.length + 60, change.lines.gone.size * 24)
    : [...change.fields.values()].reduce((sum, { value }) => sum + JSON.stringify(value ?? null).length + 60, 0)
