import { setImmediate } from 'node:timers/promises'
import { unpackState } from '../replica/file-state.ts'
import { fileMark, type SharedFile } from '../shared-file.ts'
import { type Edited, readEdit } from './edit.ts'
import type { RoundOptions, RoundReport } from './round.ts'
import { EditWriter } from './segment-writer.ts'

/** Files that are looked at in one go. */
const lookedAtOnce = 100

/**
 * Takes down what was changed in files of this device since the last time. What removes much is held: nothing of it is
 * told before somebody says so. Returns how many files.
 */
export async function collectEdits(options: RoundOptions, report: RoundReport): Promise<number> {
  const { replica, files } = options
  const known = replica.marks()
  const writer = new EditWriter(options)
  const removals = new Removals(options)
  const take = (file: SharedFile, edited: Edited | undefined) => {
    if (edited) removals.see(edited)
    if (edited && !removals.add(file, edited)) writer.add(file.name, edited)
  }
  let looked = 0
  for await (const file of files.all()) {
    // A process that also answers somebody does so in between.
    if (++looked % lookedAtOnce === 0) await setImmediate()
    const isKnown = known.has(file.name) && known.get(file.name) === fileMark(file.path)
    known.delete(file.name)
    if (!isKnown) take(file, await readEdit(options, file, report))
  }
  for (const [name, mark] of known) {
    const file = mark === undefined && !options.merges ? undefined : files.named(name)
    if (file && fileMark(file.path) === undefined) take(file, await readEdit(options, file, report))
  }
  const held = removals.held()
  report.held = options.really ? [] : held
  for (const { name } of removals.files) {
    const file = files.named(name)
    if (!file || report.held.some((one) => one.path === name)) continue
    const edited = await readEdit(options, file, { refused: [], mended: [] })
    if (!edited) continue
    if (edited.removed.length > 0) await options.keepRemoved?.(file, edited.removed, 'person')
    writer.add(name, edited)
  }
  writer.write()
  for (const { path } of report.held) if (options.putBack) putBack(options, path)
  if (options.putBack) report.held = []
  return writer.count
}

/** Make the round write a file again as it is known. */
function putBack({ replica, files }: RoundOptions, name: string): void {
  const [known, file] = [replica.file(name), files.named(name)]
  if (known && file) replica.keep({ ...known, mark: fileMark(file.path), waits: true })
}

/** Lines that may go in one round, and the part of all that may, before somebody is asked. */
const mostLines = 10
const mostShare = 0.2
/** The same of files that are gone or emptied. */
const mostFiles = 5

/** What a round would remove: much of it at once is an accident until somebody says otherwise. */
class Removals {
  readonly files: {
    name: string
    removed: readonly string[]
    isGone: boolean
    isUnreachable: boolean
    isSingle: boolean
  }[] = []
  readonly #options: RoundOptions
  readonly #added = new Set<string>()

  constructor(options: RoundOptions) {
    this.#options = options
  }

  /** Take note of what an edit adds: a line that stands elsewhere now was moved. */
  see({ change }: Edited): void {
    if (change.as === 'lines') for (const { value } of change.lines.there.values()) this.#added.add(value)
  }

  /** False for an edit that removes nothing, or what the program itself removed at somebody's wish. */
  add(file: SharedFile, { removed, isEmptied }: Edited): boolean {
    if (removed.length === 0 && !isEmptied) return false
    const { files } = this.#options
    if (isEmptied && files.isRemoved?.(file.name)) return false
    const isSingle = file.form.rules.grows || file.form.isWhole === true
    const isUnreachable = files.isReachable?.(file.name) === false
    this.files.push({ name: file.name, removed, isGone: isEmptied, isUnreachable, isSingle })
    return true
  }

  /** What has to wait. */
  held(): RoundReport['held'] {
    const lost = this.files.flatMap((one) => {
      const lines = one.removed.filter((line) => !this.#added.has(line)).length
      return lines > 0 ? [{ ...one, lines }] : []
    })
    const lines = lost.reduce((sum, one) => sum + (one.isSingle ? 0 : one.lines), 0)
    const isMuch =
      lost.filter(({ isGone }) => isGone).length >= mostFiles ||
      (lines >= mostLines && lines > mostShare * this.#shownLines())
    const held = isMuch ? lost : lost.filter(({ isUnreachable }) => isUnreachable)
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
