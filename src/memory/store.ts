import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fail } from '../protocol/index.ts'
import { tellFaults, tellUnreadable } from '../std/fs/damage.ts'
import { FileCache } from '../std/fs/file-cache.ts'
import { ensureDir, isMissing, writeAtomic } from '../std/fs/files.ts'
import { withLock } from '../std/fs/lock.ts'
import { healText, textFaults, writeState } from '../std/fs/state-file.ts'
import { decodeText } from '../std/text/decode.ts'
import { compareFacts, type FactComparison } from './duplicates.ts'
import {
  type Fact,
  factLine,
  factsOf,
  insertFact,
  type Page,
  type Provenance,
  parsePage,
  plainPage,
  printPage,
  removeFact,
  replaceFact,
  restoreFact,
  tidyText,
} from './page.ts'
import { onDisk } from './storage-failure.ts'

/** A change of one fact of a page, with all that undo needs. Plain JSON. */
export interface Change {
  file: string
  /** Line number of the fact, from 1; of a removed fact, its former one. */
  line: number
  /** The fact's whole line before and after; null where there was none. */
  before: string | null
  after: string | null
}

/** The receipt of a fact that is on disk. */
export interface Receipt extends Change {
  status: 'added' | 'merged' | 'known'
  text: string
  /** Facts that may contradict it. Both are kept until the person decides. */
  conflicts: Pick<Fact, 'line' | 'text'>[]
}

/** Cache of parsed pages: each turn reads the same few, so they are parsed again only after a change. */
const pages = new FileCache<KnownPage>()

interface KnownPage {
  bytes: Buffer | undefined
  text: string
  plain: string
}

/**
 * The text of a page, '' where there is none. A page in a legacy encoding is read as it was meant. Throws `storage`.
 */
export async function readPage(file: string): Promise<string> {
  return (await knownPage(file)).text
}

/** The same as a model reads it: without provenance and without the byte order mark. */
export async function readPlain(file: string): Promise<string> {
  return (await knownPage(file)).plain
}

function knownPage(file: string): Promise<KnownPage> {
  return pages.get(file, async (before) => {
    const bytes = await readableBytes(file)
    if (before?.bytes?.length && bytes?.equals(before.bytes)) return before
    const faults = textFaults(bytes, file)
    if (faults.length > 0) await tellFaults(file, faults)
    const text = textIn(bytes)
    return { bytes, text, plain: plainPage(text) }
  })
}

/** A page that may not be read is told, and stops nothing else: nothing is written to it, either. */
async function readableBytes(file: string): Promise<Buffer | undefined> {
  try {
    return await bytesOf(file)
  } catch (error) {
    await onDisk(file, async () => tellUnreadable(file, error))
    return undefined
  }
}

const readNow = async (file: string): Promise<string> => textIn(await onDisk(file, () => bytesOf(file)))

/** The letters of a page as it was meant, with its byte order mark. */
function textIn(bytes: Buffer | undefined): string {
  const decoded = bytes && decodeText(bytes)
  return decoded && decoded.encoding !== 'utf-8-bom' ? decoded.text : (bytes?.toString('utf8') ?? '')
}

/**
 * Adds a fact, unless the page has it. Resolves when the line is on the disk, whatever other processes and editors do
 * meanwhile. Throws `storage` (the disk refused) or `bad-input` (an empty fact).
 */
export async function addFact(file: string, text: string, from: Provenance, now: Date): Promise<Receipt> {
  const wanted = tidyText(text)
  if (wanted === '') fail('bad-input', { detail: 'an empty fact' })
  return await editPage(file, now, (page) => {
    const facts = factsOf(page)
    const found = compareFacts(wanted, facts)
    if (found.status === 'known' && !addsProvenance(found)) return keepFact(page, file, found.fact)
    if (found.status !== 'new')
      return mergeFact(page, file, found.fact, factLine(wanted, { ...from, before: found.fact.text }))
    const line = factLine(wanted, from)
    const put = insertFact(page, line)
    // Insert behind the last fact, so that the line numbers of the others do not change.
    const conflicts = found.conflicts.map(({ line, text }) => ({ line, text }))
    return {
      page: put.page,
      result: { file, line: put.line, before: null, after: line, status: 'added', text: wanted, conflicts },
    }
  })
}

/** Replaces the fact that `old` names by its text. Undefined when there is no such fact. */
export async function updateFact(
  file: string,
  old: string,
  text: string,
  from: Provenance,
  now: Date,
): Promise<Change | undefined> {
  return await editPage(file, now, (page) => {
    const fact = namedFact(page, old)
    if (!fact) return { page, result: undefined }
    const line = factLine(text, tidyText(text) === fact.text ? from : { ...from, before: fact.text })
    return {
      page: replaceFact(page, fact, line),
      result: { file, line: fact.line, before: rawOf(page, fact), after: line },
    }
  })
}

/** Removes the fact with this text. Undefined when there is no such fact. */
export async function forgetFact(file: string, text: string, now: Date): Promise<Change | undefined> {
  return await editPage(file, now, (page) => {
    const fact = namedFact(page, text)
    if (!fact) return { page, result: undefined }
    return { page: removeFact(page, fact), result: { file, line: fact.line, before: rawOf(page, fact), after: null } }
  })
}

/** Takes a change back. False when the line has been edited since: a person's hand wins. */
export async function undoChange({ file, line, before, after }: Change, now: Date): Promise<boolean> {
  return await editPage(file, now, (page) => {
    if (after === null) return { page: before === null ? page : restoreFact(page, before, line), result: true }
    const fact = factsOf(page).find((each) => rawOf(page, each) === after)
    if (!fact) return { page, result: false }
    return { page: before === null ? removeFact(page, fact) : replaceFact(page, fact, before), result: true }
  })
}

/** The facts of a page as they stand now. */
export async function listFacts(file: string): Promise<readonly Fact[]> {
  return factsOf(parsePage(await readPage(file)))
}

/**
 * Changes a page as one step: alone among all processes, from what is on the disk now, atomically. A page that is no
 * UTF-8 is kept aside byte for byte before it is written anew.
 */
async function editPage<T>(file: string, now: Date, change: (page: Page) => { page: Page; result: T }): Promise<T> {
  return await withPageLock(file, async () => {
    // A write onto a damaged page would replace its only good copy.
    await healText(file, () => true)
    while (true) {
      const text = await readNow(file)
      const next = change(parsePage(text))
      const wanted = printPage(next.page)
      if (wanted === text) return next.result
      await keepForeign(file, now)
      // Editors ignore locks: read the file again in case one has saved it meanwhile.
      if ((await readNow(file)) !== text) continue
      await writeState(file, wanted)
      return next.result
    }
  })
}

/** Runs `work` alone among all processes that change this page. Throws `storage` or `busy`. */
export async function withPageLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  return await onDisk(file, async () => {
    await ensureDir(dirname(file))
    return await withLock(file, work)
  })
}

async function keepForeign(file: string, now: Date): Promise<void> {
  const bytes = await bytesOf(file)
  const encoding = bytes && decodeText(bytes)?.encoding
  if (!bytes || encoding === 'utf-8' || encoding === 'utf-8-bom') return
  // Copy, do not move: after a crash in between there must still be a page.
  await writeAtomic(`${file}.damaged-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`, bytes)
}

async function bytesOf(file: string): Promise<Buffer | undefined> {
  return await readFile(file).catch((error) => (isMissing(error) ? undefined : Promise.reject(error)))
}

/** The fact that is meant: the same words, or the only one that holds them. */
function namedFact(page: Page, text: string): Fact | undefined {
  const wanted = tidyText(text).toLowerCase()
  const facts = factsOf(page)
  const holding = facts.filter((fact) => fact.text.toLowerCase().includes(wanted))
  return (
    facts.find((fact) => fact.text.toLowerCase() === wanted) ??
    (wanted !== '' && holding.length === 1 ? holding[0] : undefined)
  )
}

const rawOf = (page: Page, fact: Fact) => page.lines[fact.line - 1]?.raw ?? ''

/**
 * True if a fact that was noticed, and now again in other words, is to be told by both. Once: no further wording
 * changes its line.
 */
const addsProvenance = ({ fact, anew }: Extract<FactComparison, { status: 'known' }>): boolean =>
  anew === true && fact.from?.by !== undefined && fact.from.before === undefined

function keepFact(page: Page, file: string, fact: Fact): { page: Page; result: Receipt } {
  const raw = rawOf(page, fact)
  return {
    page,
    result: { file, line: fact.line, before: raw, after: raw, status: 'known', text: fact.text, conflicts: [] },
  }
}

function mergeFact(page: Page, file: string, fact: Fact, line: string): { page: Page; result: Receipt } {
  const next = replaceFact(page, fact, line)
  const text = factsOf(next).find((each) => each.line === fact.line)?.text ?? ''
  return {
    page: next,
    result: { file, line: fact.line, before: rawOf(page, fact), after: line, status: 'merged', text, conflicts: [] },
  }
}
