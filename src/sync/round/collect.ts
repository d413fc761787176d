import { setImmediate } from 'node:timers/promises'
import { unpackState } from '../replica/file-state.ts'
import { fileMark, type SharedFile } from '../shared-file.ts'
import { type Edited, readEdit, shownTexts } from './edit.ts'
import type { StartedRound } from './folders.ts'
import type { RoundReport } from './round.ts'
import { EditWriter } from './segment-writer.ts'

/** Files that are looked at in one go. */
const lookedAtOnce = 100

/**
 * Takes down what was changed in files of this device since the last time. What removes much is held: nothing of it is
 * told before somebody says so. Returns how many files.
 */
export async function collectEdits(options: StartedRound, report: RoundReport): Promise<number> {
  const { replica, files } = options
  const known = replica.marks()
  const writer = new EditWriter(options)
  const removals = new Removals(options)
  const reading = { ...options, absent: new Set<string>(JSON.parse(replica.text('absent') ?? '[]')) }
  const take = (file: SharedFile, edited: Edited | undefined) => {
    if (!edited && fileMark(file.path) !== undefined) options.folders.noteUnread(file)
    if (edited) removals.see(edited)
    if (edited && !removals.add(file, edited)) writer.add(file.name, edited)
  }
  let looked = 0
  for await (const file of files.all()) {
    // A process that also answers somebody does so in between.
    if (++looked % lookedAtOnce === 0) await setImmediate()
    const isKnown = known.has(file.name) && known.get(file.name) === fileMark(file.path)
    known.delete(file.name)
    if (!isKnown) take(file, await readEdit(reading, file, report))
  }
  for (const [name, mark] of known) {
    const file = files.named(name)
    const isMerged = file !== undefined && options.merged?.has(file.kind) === true
    if (!file || (mark === undefined && !isMerged) || fileMark(file.path) !== undefined) continue
    // A drive that is not connected stays as it was known, until it is back or somebody decides.
    if (mark !== undefined && !isMerged && isAway(options, file)) removals.addAway(file)
    else take(file, await readEdit(reading, file, report))
  }
  const held = removals.held()
  report.held = options.really ? [] : held
  for (const { name } of removals.files) {
    const file = files.named(name)
    if (!file || report.held.some((one) => one.path === name)) continue
    const edited = await readEdit(reading, file, { refused: [], mended: [] })
    if (!edited) continue
    if (edited.removed.length > 0) await options.keepRemoved?.(file, edited.removed, 'person')
    writer.add(name, edited)
  }
  writer.write()
  for (const { path } of report.held) if (options.putBack) putBack(options, path)
  if (options.putBack) report.held = []
  const absent = report.held.filter(({ path }) => removals.isLost(path, reading.absent))
  replica.setText('absent', JSON.stringify(absent.map(({ path }) => path)))
  return writer.count
}

/** True for a file that nobody removed, and whose folder is gone or empty, or another one is in its place. */
const isAway = ({ files, folders }: StartedRound, file: SharedFile): boolean =>
  (files.isReachable?.(file.name) === false || folders.isOther(file)) && !files.isRemoved?.(file.name)

/** Make the round write a file again as it is known. */
function putBack({ replica, files }: StartedRound, name: string): void {
  const [known, file] = [replica.file(name), files.named(name)]
  if (known && file) replica.keep({ ...known, mark: fileMark(file.path), waits: true })
}

/** Lines that may go in one round, and the part of all that may, before somebody is asked. */
const mostLines = 10
const mostShare = 0.2
/** The same of files that are gone or emptied. */
const mostFiles = 5

/** True for a file that counts as one thing. */
const isSingle = ({ form }: SharedFile): boolean => form.rules.grows || form.isWhole === true

/** Removals of a round: many at once are an accident until somebody says otherwise. */
class Removals {
  readonly files: {
    name: string
    removed: readonly string[]
    isGone: boolean
    /** The file is not there, and nobody said that it was removed: that is asked, be it ever so little. */
    isAbsent: boolean
    /** Its folder is gone or empty. */
    isAway: boolean
    isSingle: boolean
  }[] = []
  readonly #options: StartedRound
  readonly #added = new Set<string>()

  constructor(options: StartedRound) {
    this.#options = options
  }

  /** Take note of what an edit adds: a line that stands elsewhere now was moved. */
  see({ change }: Edited): void {
    if (change.as === 'lines') for (const { value } of change.lines.there.values()) this.#added.add(value)
  }

  /** False for an edit that removes nothing, or what the program itself removed at somebody's wish. */
  add(file: SharedFile, { removed, isEmptied, mark }: Edited): boolean {
    if (removed.length === 0 && !isEmptied) return false
    if (isEmptied && this.#options.files.isRemoved?.(file.name)) return false
    const isAbsent = mark === undefined && file.form.isWhole !== true
    this.files.push({ name: file.name, removed, isGone: isEmptied, isAbsent, isAway: false, isSingle: isSingle(file) })
    return true
  }

  /** Take note of a file whose folder is gone or empty. */
  addAway(file: SharedFile): void {
    const removed = shownTexts(this.#options, file)
    this.files.push({ name: file.name, removed, isGone: true, isAbsent: true, isAway: true, isSingle: isSingle(file) })
  }

  /**
   * True for a file that is gone by itself. One whose folder is away comes back with it: another text in it is an edit
   * from before, if the folder has a name to be known by.
   */
  isLost(name: string, before: ReadonlySet<string>): boolean {
    const found = this.files.find((one) => one.name === name && one.isAbsent)
    return found !== undefined && (!found.isAway || before.has(name) || !this.#options.folders.isNamed(name))
  }

  /** Return the removals that have to wait. */
  held(): RoundReport['held'] {
    const lost = this.files.flatMap((one) => {
      const lines = one.removed.filter((line) => !this.#added.has(line)).length
      // A line that stands elsewhere now was moved.
      return lines > 0 || (one.isAway && one.removed.length === 0) ? [{ ...one, lines }] : []
    })
    const lines = lost.reduce((sum, one) => sum + (one.isSingle ? 0 : one.lines), 0)
    const isMuch =
      lost.filter(({ isGone }) => isGone).length >= mostFiles ||
      (lines >= mostLines && lines > mostShare * this.#shownLines())
    const held = isMuch ? lost : lost.filter(({ isAbsent }) => isAbsent)
    return held.map(({ name, lines }) => ({ path: name, lines }))
  }

  /** Lines and settings of all files but conversations. */
  #shownLines(): number {
    const { replica, files } = this.#options
    let sum = 0
    for (const name of replica.marks().keys()) {
      const [known, file] = [replica.file(name), files.named(name)]
      if (!known || !file || file.form.rules.grows) continue
      const state = unpackState(known.state, file.form.as, file.form.rules)
      sum += state.as === 'fields' ? state.fields.shown.size : state.lines.shown.length
    }
    return sum
  }
}
