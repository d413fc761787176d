import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { mapLimit } from '../../std/map-limit.ts'
import { fieldValues } from '../merge/fields.ts'
import { editLines, orderedLines } from '../merge/lines.ts'
import { markOf } from '../merge/position.ts'
import { type FileState, formOf, packState, type SharedChange, unpackState } from '../replica/file-state.ts'
import { fileMark, type SharedContent, type SharedFile } from '../shared-file.ts'
import { isEmptyChange, readEdit, refuseClosed } from './edit.ts'
import type { StartedRound } from './folders.ts'
import type { RoundReport } from './round.ts'
import { queueSegment } from './segment-writer.ts'

/** Files that are written at once: what each waits for is the disk. */
const writtenAtOnce = 8
/** Files that are taken down as written in one go. */
const keptAtOnce = 100

/** Writes what came to the files of this device. */
export async function applyReceived(options: StartedRound, report: RoundReport): Promise<void> {
  const held = new Set(report.held.map(({ path }) => path))
  // Nothing is written to a folder that may come back with everything in it.
  const isHeld = (file: SharedFile) =>
    held.has(file.name) ||
    options.folders.isAway(file) ||
    (held.size > 0 && options.files.isReachable?.(file.name) === false)
  const waiting = options.replica.waiting().flatMap((name) => options.files.named(name) ?? [])
  const all = waiting.filter((file) => !isHeld(file))
  await options.folders.claim(all)
  if (all.length > 0) await options.beforeWriting?.()
  for (let at = 0; at < all.length; at += keptAtOnce) {
    const files = all.slice(at, at + keptAtOnce)
    // A process that dies while it writes finds here what the files were about to show.
    options.replica.together(() => files.forEach((file) => void intend(options, file)))
    const keeping: (() => void)[] = []
    await mapLimit(files, writtenAtOnce, async (file) => {
      const done = await applyTo(options, file, (keep) => keeping.push(keep)).catch((error) =>
        refuseClosed(file, error, report),
      )
      if (done === 'written') report.received.files.push(file.name)
      if (done === 'busy') report.waiting.push(file.name)
    })
    options.replica.together(() => keeping.forEach((keep) => void keep()))
  }
}

/** Note what a file is about to show. */
function intend({ replica }: StartedRound, file: SharedFile): void {
  const known = replica.file(file.name)
  if (!known || known.mark !== fileMark(file.path)) return
  const state = unpackState(known.state, file.form.as, file.form.rules)
  markShown(state, contentOf(state, file))
  replica.intend(file.name, packState(state))
}

/** Tries for a file that somebody writes to at the same time. */
const applyTries = 5

async function applyTo(
  options: StartedRound,
  file: SharedFile,
  later: (keep: () => void) => void,
  tries = applyTries,
): Promise<'written' | 'busy' | 'same'> {
  const { replica, now } = options
  const mark = fileMark(file.path)
  const known = replica.file(file.name)
  if (!known) return 'same'
  if (mark !== known.mark) {
    if (tries === 0 || !(await takeLocalEdit(options, file))) return 'busy'
    return applyTo(options, file, later, tries - 1)
  }
  const state = unpackState(known.state, file.form.as, file.form.rules)
  if (await reviveDeleted(options, file, state, mark))
    return tries === 0 ? 'busy' : applyTo(options, file, later, tries - 1)
  const content = contentOf(state, file)
  const isThere = (mark === undefined) === (content === undefined)
  const isSame = isThere && canonicalText(shownOf(state)) === canonicalText(content)
  const before = await bytesOf(file)
  if (!isSame) {
    await keepReplaced(options, file, content)
    const done = await file.form.write(file.path, content, mark)
    if (done === 'changed' && tries > 0) return applyTo(options, file, later, tries - 1)
    if (done !== 'written') return 'busy'
    replica.noteWritten(file.name)
  }
  markShown(state, content)
  const after = await bytesOf(file)
  const kept = { path: file.name, mark: await markAfter(file, content), waits: false, state: packState(state) }
  later(() => {
    replica.keep(kept)
    replica.intend(file.name, undefined)
    if (!isSame) replica.note({ at: now(), path: file.name, from: '', before, after })
  })
  return isSame ? 'same' : 'written'
}

/** Keep the lines and settings that another device removed, before the file is written without them. */
async function keepReplaced({ keepRemoved }: StartedRound, file: SharedFile, content: SharedContent | undefined) {
  if (!keepRemoved || file.form.rules.grows || file.form.isWhole || fileMark(file.path) === undefined) return
  const before = await file.form.read(file.path)
  const stays = new Set(partsOf(content))
  const gone = partsOf(before).filter((part) => !stays.has(part))
  const added = stays.size - partsOf(before).filter((part) => stays.has(part)).length
  if (gone.length > added) await keepRemoved(file, gone, 'sync')
}

const partsOf = (content: SharedContent | undefined): string[] =>
  content instanceof Map
    ? [...content].map(([key, value]) => `${key} ${JSON.stringify(value)}`)
    : ((content ?? []) as readonly string[]).filter((line) => line.trim() !== '')

/**
 * The mark of what was written; undefined where a person has written to the page since: then it is looked at in the
 * next round.
 */
async function markAfter({ path, form }: SharedFile, content: SharedContent | undefined): Promise<string | undefined> {
  const mark = fileMark(path)
  if (form.as !== 'lines' || form.rules.grows || mark === undefined) return mark
  return content && canonicalText(await form.read(path)) === canonicalText(content) ? mark : undefined
}

/**
 * Takes down what somebody changed in the file meanwhile. False where it cannot be read now, or where something is
 * removed: that is weighed in the next round, together with everything else.
 */
async function takeLocalEdit(options: StartedRound, file: SharedFile): Promise<boolean> {
  const edited = await readEdit(options, file, { refused: [], mended: [] })
  if (!edited || edited.removed.length > 0 || edited.isEmptied) return false
  const { change, state, mark } = edited
  options.replica.together(() => {
    options.replica.keep({ path: file.name, mark, waits: true, state: packState(state) })
    options.replica.intend(file.name, undefined)
    if (!isEmptyChange(change)) queueSegment(options, { [file.name]: formOf(change) })
  })
  return true
}

/**
 * A conversation that was deleted on one device and gone on with on another stays: whoever still has what was deleted
 * tells it again.
 */
async function reviveDeleted(
  options: StartedRound,
  file: SharedFile,
  state: FileState,
  mark: string | undefined,
): Promise<boolean> {
  if (state.as !== 'lines' || !file.form.rules.grows || mark === undefined || state.lines.there.size === 0) return false
  const { lines } = state
  if (!lines.shown.some((name) => lines.gone.has(name))) return false
  const read = (await file.form.read(file.path)) ?? (await file.form.readPartial?.(file.path))
  const values = read as readonly string[] | undefined
  if (!values || values.length === 0) return false
  lines.shown = lines.shown.filter((name) => lines.there.has(name))
  const change: SharedChange = {
    as: 'lines',
    lines: editLines(lines, values, markOf(options.device.id, options.now()), file.form.rules),
  }
  options.replica.together(() => {
    options.replica.keep({ path: file.name, mark, waits: true, state: packState(state) })
    if (!isEmptyChange(change)) queueSegment(options, { [file.name]: formOf(change) })
  })
  return true
}

/** Bytes of a file that are kept for `undo`: conversations are only added to, and long files are not kept twice. */
async function bytesOf({ path, form }: SharedFile): Promise<Uint8Array | undefined> {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return form.rules.grows || size > mostUndoBytes ? undefined : readFile(path).catch(() => undefined)
}

const mostUndoBytes = 1 << 20

/** Content that a file is to have; undefined where it is not to be there. */
function contentOf(state: FileState, { form }: SharedFile): SharedContent | undefined {
  if (state.as === 'lines') {
    const lines = orderedLines(state.lines)
    return lines.length === 0 ? undefined : lines.map(([, { value }]) => value)
  }
  const values = form.complete?.(fieldValues(state.fields)) ?? fieldValues(state.fields)
  return values.size === 0 ? undefined : values
}

function shownOf(state: FileState): SharedContent | undefined {
  if (state.as === 'fields') return state.fields.shown.size === 0 ? undefined : state.fields.shown
  const { there, shown } = state.lines
  const values = shown.map((name) => there.get(name)?.value ?? `\0${name}`)
  return values.length === 0 ? undefined : values
}

function markShown(state: FileState, content: SharedContent | undefined): void {
  if (state.as === 'lines') state.lines.shown = orderedLines(state.lines).map(([name]) => name)
  else state.fields.shown = content instanceof Map ? content : new Map()
}

/** The text by which contents are compared. */
function canonicalText(content: SharedContent | undefined): string {
  if (!content) return ''
  return JSON.stringify(content instanceof Map ? [...content].sort(([a], [b]) => (a < b ? -1 : 1)) : content)
}
