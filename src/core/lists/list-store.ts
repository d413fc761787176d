import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { onDisk } from '../../memory/storage-failure.ts'
import { tellFaults } from '../../std/fs/damage.ts'
import { FileCache } from '../../std/fs/file-cache.ts'
import { ensureDir, isMissing } from '../../std/fs/files.ts'
import { withLock } from '../../std/fs/lock.ts'
import { backupPath, bytesAt, healText, textFaults, writeState } from '../../std/fs/state-file.ts'
import { bareListName, isSameList } from '../../std/korean/search/list-names.ts'
import { decodeText } from '../../std/text/decode.ts'
import { type ListedItem, listedItems } from './list-page.ts'

/** The text of every page by the name of its list; '' where there is none. */
export type ListPages = ReadonlyMap<string, string>

/** The difference that a change made to one page. */
export interface PageChange {
  list: string
  /** The letter at which the two begin to differ, and the text there before and after. */
  from: number
  before: string
  after: string
  /** Fingerprint of the page after the change. */
  mark: string
  wasThere: boolean
}

/** The names in folders of lists: every turn asks. */
const listings = new FileCache<readonly string[]>()

/** Tries to write pages that somebody else changes at the same time. */
const mostTries = 5

const markOfText = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** The pages that a change is to leave; one that becomes undefined is removed. */
export type WantedPages = ReadonlyMap<string, string | undefined>

/**
 * The lists of one person: a Markdown page each, which they may edit by hand. A change is decided on the pages as they
 * stand under the lock, and is on the disk when it resolves.
 */
export class ListStore {
  readonly folder: string
  /** Names of files that are written otherwise than their lists (macOS takes letters apart). */
  readonly #files = new Map<string, string>()

  constructor(home: string, profile: string) {
    this.folder = join(home, 'lists', profile)
  }

  /** The path of a list's page. */
  pathOf(list: string): string {
    return join(this.folder, this.#files.get(list) ?? `${list}.md`)
  }

  /** Every page. One that is damaged counts as what is left of it, and is told. */
  async pages(): Promise<ListPages> {
    const names = await listings.get(this.folder, () => readdir(this.folder).catch(noneWhenMissing))
    const lists = names.filter((name) => /^[^.].*\.md$/.test(name))
    const pages = new Map<string, string>()
    for (const name of lists.sort()) {
      const list = name.slice(0, -3).normalize('NFC')
      this.#files.set(list, name)
      const page = await this.#read(list)
      if (page !== undefined) pages.set(list, page)
    }
    return pages
  }

  /** The things of all lists, list by list. */
  async items(): Promise<ListedItem[]> {
    return [...(await this.pages())].flatMap(([list, page]) => listedItems(list, page))
  }

  /** Decides on the pages as they are, and writes what is to become of them. Throws `storage`, `busy`. */
  async change<T>(decide: (pages: ListPages) => { wanted: WantedPages; result: T }): Promise<T & Changed> {
    return await this.#locked(async () => {
      for (let tries = 1; ; tries++) {
        const pages = await this.pages()
        const { wanted, result } = decide(pages)
        const changed = [...wanted].filter(([list, page]) => page !== pages.get(list))
        if (changed.length === 0) return { ...result, before: pages, after: pages, changes: [] }
        const isWritten = await this.#write(pages, changed)
        const changes = changed.map(([list, page]) => pageChange(list, pages.get(list), page))
        if (isWritten) return { ...result, before: pages, after: await this.pages(), changes }
        if (tries === mostTries) throw busyError()
      }
    })
  }

  /** Takes changes of pages back: to the byte, or, where a page was edited since, line by line. */
  async undo(changes: readonly PageChange[]): Promise<Changed> {
    return await this.#locked(async () => {
      for (let tries = 1; ; tries++) {
        const before = await this.pages()
        const wanted = changes.map((change) => [change.list, takeBack(change, before.get(change.list))] as const)
        const isWritten = await this.#write(
          before,
          wanted.filter(([list, page]) => page !== before.get(list)),
        )
        if (isWritten) return { before, after: await this.pages(), changes: [] }
        if (tries === mostTries) throw busyError()
      }
    })
  }

  /** The text of a page; undefined for bytes that are no text, which nothing is written over. */
  async #read(list: string): Promise<string | undefined> {
    const path = this.pathOf(list)
    const bytes = bytesAt(path)
    const faults = textFaults(bytes, path)
    if (faults.length > 0) await tellFaults(path, faults)
    return bytes ? textIn(bytes) : ''
  }

  async #locked<T>(work: () => Promise<T>): Promise<T> {
    return await onDisk(this.folder, async () => {
      await ensureDir(this.folder)
      return await withLock(join(this.folder, 'lists'), work)
    })
  }

  /** False where a page is no longer as it was read. */
  async #write(pages: ListPages, changed: readonly (readonly [string, string | undefined])[]): Promise<boolean> {
    for (const [list, page] of changed) {
      const path = this.pathOf(list)
      const isWritten = await withLock(path, async () => {
        if (textFaults(bytesAt(path), path).length > 0 && (await healText(path, () => true))) return false
        const now = bytesAt(path)
        const text = now && textIn(now)
        if (now && text === undefined) throw Object.assign(new Error('a page that is no text'), { code: 'EILSEQ' })
        if (text !== pages.get(list)) return false
        if (page === undefined) await removePage(path)
        else await writeState(path, page)
        return true
      })
      if (!isWritten) return false
    }
    return true
  }
}

const busyError = () => Object.assign(new Error('a list changes all the time'), { code: 'EBUSY' })

/** The copy goes first: beside a page that is gone it would bring it back. */
async function removePage(path: string): Promise<void> {
  await rm(backupPath(path), { force: true })
  await rm(path, { force: true })
}

/** The pages before a change and after it. */
export interface Changed {
  before: ListPages
  after: ListPages
  /** By which the change is taken back. */
  changes: readonly PageChange[]
}

function textIn(bytes: Buffer): string | undefined {
  const decoded = decodeText(bytes)
  return decoded?.encoding === 'utf-8-bom' ? bytes.toString('utf8') : decoded?.text
}

function pageChange(list: string, before: string | undefined, after: string | undefined): PageChange {
  const [a, b] = [before ?? '', after ?? '']
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  let end = 0
  while (end < Math.min(a.length, b.length) - from && a.at(-1 - end) === b.at(-1 - end)) end++
  const middleOf = (text: string) => text.slice(from, text.length - end)
  return { list, from, before: middleOf(a), after: middleOf(b), mark: markOfText(b), wasThere: before !== undefined }
}

/** The page without a change: as it was to the byte, or, where it was edited since, with its lines put back. */
function takeBack({ from, before, after, mark, wasThere }: PageChange, page: string | undefined): string | undefined {
  const now = page ?? ''
  if (markOfText(now) === mark) {
    const whole = now.slice(0, from) + before + now.slice(from + after.length)
    return whole === '' && !wasThere ? undefined : whole
  }
  const linesOf = (text: string) => text.split(/(?<=\n)/).filter((line) => line !== '')
  const [gone, come] = [linesOf(before), linesOf(after)]
  const kept = linesOf(now)
  for (const line of come.filter((one) => !gone.includes(one))) {
    const at = kept.indexOf(line)
    if (at >= 0) kept.splice(at, 1)
  }
  const last = kept.at(-1)
  if (last !== undefined && !last.endsWith('\n')) kept[kept.length - 1] = `${last}\n`
  return [...kept, ...gone.filter((line) => !come.includes(line) && !kept.includes(line))].join('')
}

/** The list that is meant by a name: its page as it is called, or the name that a new one gets. */
export function listNamed(pages: ListPages, said: string): string {
  const known = [...pages.keys()]
  const bare = bareListName(said)
  return known.find((name) => name === bare) ?? known.find((name) => isSameList(name, said)) ?? fileName(bare)
}

/** A name that every file system takes. */
const fileName = (name: string): string =>
  basename(name.replace(/[/\\:*?"<>|\p{Cc}\p{Cf}]/gu, ' ').replace(/\s+/g, ' '))
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 60)
    .trim()

function noneWhenMissing(error: unknown): string[] {
  if (isMissing(error)) return []
  throw error
}
