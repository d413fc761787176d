import { statSync } from 'node:fs'
import { tellUnreadable } from '../../std/fs/damage.ts'
import { backupPath, bytesAt } from '../../std/fs/state-file.ts'
import { editFields } from '../merge/fields.ts'
import { baseOf } from '../merge/in-order.ts'
import { editLines, nameOf } from '../merge/lines.ts'
import { markOf } from '../merge/position.ts'
import { type FileState, noState, type SharedChange, sizeOfChange, unpackState } from '../replica/file-state.ts'
import type { KnownFile } from '../replica/replica.ts'
import { fileMark, type SharedContent, type SharedFile } from '../shared-file.ts'
import type { StartedRound } from './folders.ts'
import type { RoundReport } from './round.ts'

/** An edit of a file since the last round, by a person, the program or an accident. */
export interface Edited {
  mark: string | undefined
  state: FileState
  /** The file does not show all that is known of it: it is written in this round. */
  waits: boolean
  change: SharedChange
  size: number
  /** Lines or settings that went without others in their place. */
  removed: readonly string[]
  /** Nothing is left of what the file showed. */
  isEmptied: boolean
}

/** A line that is longer is shared by no device: no segment could hold it. */
const mostLineLength = 8 << 20

interface ReadFile {
  content: SharedContent
  mark: string | undefined
  /** True if missing text was not removed: the file was damaged, healed, or is an older copy. */
  isPartial: boolean
  /** It says the same as last time. */
  isCurrent: boolean
}

/**
 * Read what was done to a file; undefined if it cannot be read now. A damaged one is healed first, and what it lacks
 * then is damage as well: it comes back from what is known.
 */
export async function readEdit(
  options: StartedRound,
  file: SharedFile,
  report: Pick<RoundReport, 'refused' | 'mended'>,
): Promise<Edited | undefined> {
  const known = options.replica.file(file.name)
  const read = await readFile(options, file, known, report).catch((error) => refuseClosed(file, error, report))
  if (!read) return undefined
  const { content, mark, isPartial } = read
  const state = known ? stateBefore(options, file, known, read) : noState(file.form.as)
  const before = namedTexts(state)
  const restoreShown = keepShown(state)
  const change = editState(state, options, file, read)
  if (!known && isEmptyChange(change) && mark === undefined) return undefined
  const after = new Set(shownNames(state))
  const gone = [...before].filter(([name]) => !after.has(name)).map(([, text]) => text)
  const added = [...shownNames(state)].filter((name) => !before.has(name)).length
  const said = { state, change, size: sizeOfChange(change) }
  // Its folder is known as it was, for when it is back.
  if (options.folders.isAway(file)) {
    restoreShown()
    return { ...said, mark: known?.mark, waits: true, removed: [], isEmptied: false }
  }
  return {
    ...{ ...said, mark },
    waits: (known?.waits ?? false) || isPartial || hidesEntries(state, file),
    removed: isPartial ? [] : gone.slice(0, Math.max(0, gone.length - added)),
    isEmptied: !isPartial && before.size > 0 && isEmptyContent(content),
  }
}

/** Return a function that puts back what a state shows now. */
function keepShown(state: FileState): () => void {
  const kept = state.as === 'lines' ? { ...state.lines } : { ...state.fields }
  return () => void Object.assign(state.as === 'lines' ? state.lines : state.fields, { shown: kept.shown })
}

/** A file that may not be read, or is told as such, stops no other one. Throws any other error. */
export function refuseClosed(
  { path, name }: SharedFile,
  error: unknown,
  report: Pick<RoundReport, 'refused'>,
): undefined {
  tellUnreadable(path, error)
  report.refused.push({ path: name, fault: 'closed' })
}

async function readFile(
  options: StartedRound,
  file: SharedFile,
  known: KnownFile | undefined,
  report: Pick<RoundReport, 'refused' | 'mended'>,
): Promise<ReadFile | undefined> {
  const { form, path, name } = file
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const refuse = () => void report.refused.push({ path: name, fault: 'large' })
  if (size > (form.mostBytes ?? Number.POSITIVE_INFINITY)) return refuse()
  const isHealed = (await form.heal?.(path)) ?? false
  const mark = fileMark(path)
  const read = mark === undefined ? emptyContent(file) : await form.read(path)
  const whole = read && known && isCutOff(read, file, known) ? undefined : read
  const content = read ?? (await form.readPartial?.(path))
  if (!content) return undefined
  if (Array.isArray(content) && content.some((line) => line.length > mostLineLength)) return refuse()
  if (isHealed || !whole) report.mended.push(name)
  const isLost = mark === undefined && form.isKeptLonger === true && !options.files.isRemoved?.(name)
  if (isLost && known?.mark) report.mended.push(name)
  const isBackAgain = mark !== undefined && options.absent?.has(name) === true && isAnother(content, options, file)
  const isOlderFile = isOlderCopy(known?.mark, path)
  const isOlder = options.merged?.has(file.kind) === true || isOlderFile
  const isOther = mark !== undefined && options.folders.isOther(file)
  // Heard of from others while it could not be read here: its lines may be of a time before somebody removed them. One
  // that a killed round was about to show has been edited since.
  const isMet = mark === undefined || options.replica.intended(name) !== undefined
  const isUnmet = known?.waits === true && known.mark === undefined && !isMet
  const isPartial = isHealed || !whole || isLost || isBackAgain || isOlder || isOther || isUnmet
  // What the program wrote before the last round, and somebody has removed since, is in its copy only.
  const isOwnCopy =
    isOlderFile && !isOther && bytesAt(backupPath(path))?.equals(bytesAt(path) ?? Buffer.alloc(0)) === true
  if (isOwnCopy) return { content: emptyContent(file), mark, isPartial, isCurrent: false }
  return { content, mark, isPartial, isCurrent: !isPartial || (isHealed && form.hasWholeCopy === true) }
}

/** True for a file that shows nothing of what it showed before: it was written anew. */
function isAnother(content: SharedContent, options: StartedRound, file: SharedFile): boolean {
  const before = new Set(shownTexts(options, file))
  return before.size > 0 && !textsOf(content).some((text) => before.has(text))
}

/** Lines and settings as texts. */
const textsOf = (content: SharedContent): readonly string[] =>
  content instanceof Map ? settingTexts(content).map(([, text]) => text) : (content as readonly string[])

const settingTexts = (settings: ReadonlyMap<string, unknown>): [string, string][] =>
  [...settings].map(([key, value]) => [key, `${key} ${JSON.stringify(value)}`])

/**
 * True for a page that ends in the middle of a line and lacks others: a full disk or a killed editor cut it off. One
 * that ends with a line that was there before was cut only if all of it was there, and more.
 */
function isCutOff(content: SharedContent, { path, form }: SharedFile, known: KnownFile): boolean {
  const state = unpackState(known.state, form.as, form.rules)
  if (state.as === 'fields' || form.rules.grows || content instanceof Map || bytesAt(path)?.at(-1) === lineEnd)
    return false
  const [lines, { shown, there }] = [content as readonly string[], state.lines]
  const before = shown.map((name) => there.get(name)?.value ?? '')
  const isPrefix = lines.length < before.length && before.join('\n').startsWith(lines.join('\n'))
  const hasNewEnd = !before.includes(lines.at(-1) ?? '') && before.some((line) => !lines.includes(line))
  return lines.length > 0 && (isPrefix || hasNewEnd)
}

const lineEnd = 10

/** Times of a file that differ by more than this were set by a copying program. */
const copiedMs = 2_000

/**
 * True for a copy of earlier days that is in a file's place: another file that was written before, or one that was put
 * there later than it was written. Whoever edits a file writes it later than it was.
 */
function isOlderCopy(mark: string | undefined, path: string): boolean {
  const found = mark === undefined ? undefined : statSync(path, { throwIfNoEntry: false })
  if (!mark || !found) return false
  const [, written = '0', inode] = mark.split(' ')
  const isEarlier = found.mtimeMs < Number(BigInt(written) / 1_000_000n) - 1
  return isEarlier && (String(found.ino) !== inode || found.ctimeMs - found.mtimeMs > copiedMs)
}

/**
 * The state that the file showed: what a process that died was about to show counts if it has written it, as far as it
 * could note that, or if the file looks like it.
 */
function stateBefore({ replica }: StartedRound, file: SharedFile, known: KnownFile, read: ReadFile): FileState {
  const { as, rules } = file.form
  const state = unpackState(known.state, as, rules)
  const intended = read.mark === known.mark ? undefined : replica.intended(file.name)
  if (!intended) return state
  const next = unpackState(intended, as, rules)
  const isWritten = replica.isWritten(file.name)
  if (state.as === 'lines' && next.as === 'lines') {
    const names = new Set((read.content as readonly string[]).map((line) => nameOf(rules.identity(line))))
    if (isWritten || isNearer(next.lines.shown, state.lines.shown, (name) => names.has(baseOf(name) ?? '')))
      state.lines.shown = next.lines.shown
  } else if (state.as === 'fields' && next.as === 'fields') {
    const said = (shown: ReadonlyMap<string, unknown>) => [...shown].map((one) => JSON.stringify(one))
    const now = new Set(said(read.content as ReadonlyMap<string, unknown>))
    if (isWritten || isNearer(said(next.fields.shown), said(state.fields.shown), (one) => now.has(one)))
      state.fields.shown = next.fields.shown
  }
  return state
}

/** True if a file agrees with `next` in more of what tells the two apart. */
function isNearer(next: readonly string[], before: readonly string[], isThere: (one: string) => boolean): boolean {
  const [a, b] = [new Set(next), new Set(before)]
  const [added, removed] = [next.filter((one) => !b.has(one)), before.filter((one) => !a.has(one))]
  const agreeing = added.filter(isThere).length + removed.filter((one) => !isThere(one)).length
  return agreeing * 2 > added.length + removed.length
}

const emptyContent = ({ form }: SharedFile): SharedContent => (form.as === 'lines' ? [] : new Map())

const isEmptyContent = (content: SharedContent): boolean =>
  content instanceof Map ? content.size === 0 : !(content as readonly string[]).some((line) => line.trim() !== '')

/** Nobody has to be told of it. */
export const isEmptyChange = (change: SharedChange): boolean =>
  change.as === 'lines' ? change.lines.there.size + change.lines.gone.size === 0 : change.fields.size === 0

const shownNames = (state: FileState): readonly string[] =>
  state.as === 'lines' ? state.lines.shown : [...state.fields.shown.keys()]

/** Lines with words and settings that a file shows, by name. */
function namedTexts(state: FileState): Map<string, string> {
  if (state.as === 'fields') return new Map(settingTexts(state.fields.shown))
  const { shown, there } = state.lines
  const texts = shown.map((name): [string, string] => [name, there.get(name)?.value ?? ''])
  return new Map(texts.filter(([, text]) => text.trim() !== ''))
}

/** The lines with words and the settings that a file showed when it was last read or written. */
export function shownTexts({ replica }: Pick<StartedRound, 'replica'>, { name, form }: SharedFile): string[] {
  const known = replica.file(name)
  return known ? [...namedTexts(unpackState(known.state, form.as, form.rules)).values()] : []
}

/** True if a file that is only added to lacks entries that are known. */
const hidesEntries = (state: FileState, { form }: SharedFile): boolean =>
  state.as === 'lines' && form.rules.grows && state.lines.shown.length < state.lines.there.size

/** Take an edit into the state; returns what others have to know. */
function editState(
  state: FileState,
  { replica, device, now, merged }: StartedRound,
  file: SharedFile,
  { content, mark, isPartial, isCurrent }: ReadFile,
): SharedChange {
  if (state.as === 'lines') {
    // An entry that is missing in a journal that is there may be a disk's doing.
    const grows = isPartial || (mark !== undefined && file.form.rules.grows)
    const rules = { ...file.form.rules, grows }
    const lines = content as readonly string[]
    // A copy may be of a time before somebody removed a line: that is not written anew by being healed.
    const values = isPartial && !merged?.has(file.kind) ? withoutRemoved(state, lines, rules.identity) : lines
    return { as: 'lines', lines: editLines(state.lines, values, markOf(device.id, now()), rules) }
  }
  const at = { count: replica.number('count') + 1, device: device.id }
  const { fields } = state
  const read = content as ReadonlyMap<string, unknown>
  // Of an older copy only what nobody has decided since counts.
  const said = [...read].filter(([key]) => isCurrent || fields.known.get(key)?.value === undefined)
  const change = editFields(fields, isPartial ? new Map([...fields.shown, ...said]) : read, at)
  if (isPartial) fields.shown = read
  if (change.size > 0) replica.setNumber('count', at.count)
  return { as: 'fields', fields: change }
}

/** Return the lines without those that are known and stand nowhere any more. */
export function withoutRemoved(state: FileState, lines: readonly string[], identity: (line: string) => string) {
  if (state.as === 'fields') return lines
  const basesOf = (names: Iterable<string>) => new Set([...names].map((name) => baseOf(name)))
  const [gone, there] = [basesOf(state.lines.gone), basesOf(state.lines.there.keys())]
  return lines.filter((line) => !gone.has(nameOf(identity(line))) || there.has(nameOf(identity(line))))
}
