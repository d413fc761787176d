import { type JobLimits, JobStopped, runIsolated } from '../../std/process/isolated.ts'
import type { IsolatedJob } from '../../std/process/isolated-protocol.ts'
import { formatOfName, isPictureName } from '../../std/text/document-formats.ts'
import type { TextLine } from '../ports.ts'
import type { DocumentInput, DocumentText } from './document-text.ts'
import type { ScanInput } from './pdf/scan.ts'
import { isText, readHere } from './read-here.ts'

/** Reads a document where it can be stopped. */
export const documentJob: IsolatedJob<DocumentInput, DocumentText> = { name: 'document', load: async () => readHere }

/** Finds the picture of a scanned page where it can be stopped. */
export const scanJob: IsolatedJob<ScanInput, Uint8Array | undefined> = {
  name: 'scan',
  load: async () => (await import('./pdf/scan.ts')).pageScan,
}

/** Reads the letters of a picture; undefined where it cannot. */
export type Recognise = (picture: Uint8Array, signal: AbortSignal) => Promise<string | undefined>

/** Pages of one document whose pictures are looked at: a page takes seconds. */
const mostScans = 200
/**
 * A damaged fax or JBIG2 page is white or noise to its decoder, without an error: where not two letters stand side by
 * side, nothing was read.
 */
const hasWord = /[\p{L}\p{N}]{2}/u
/** Letters of one document: what a text file may have. */
const mostLetters = 20 << 20

/**
 * The lines of a document, by what its bytes say, then by its name. Small plain text is read here, line by line;
 * formats with a parser are read in a process beside this one, and cost one file at most (`costly`). Pictures and
 * scanned pages are read by `recognise`; where there is none, they are told: `scanned`, or the numbers of such pages,
 * as are pages on which it finds no word. Throws the signal's reason.
 */
export async function readDocument(
  path: string,
  bytes: Uint8Array,
  signal: AbortSignal,
  recognise?: Recognise,
): Promise<DocumentText> {
  if (isPictureName(path)) {
    const text = await recognise?.(bytes, signal)
    return text === undefined ? { fault: 'scanned' } : { lines: linesOf(text) }
  }
  const read = await readStoppably(path, bytes, signal)
  if ('fault' in read || !read.scans) return read
  const lines = [...read.lines]
  const scans: number[] = []
  for (const [at, page] of read.scans.entries()) {
    const text = recognise && at < mostScans ? await recogniseScan({ bytes, page }, recognise, signal) : undefined
    if (text !== undefined && hasWord.test(text)) lines.push(...linesOf(text, page))
    else scans.push(page)
  }
  if (lines.length === 0) return { fault: 'scanned' }
  lines.sort((a, b) => (a.page ?? 0) - (b.page ?? 0))
  return { lines, ...(scans.length > 0 && { scans }) }
}

async function readStoppably(path: string, bytes: Uint8Array, signal: AbortSignal): Promise<DocumentText> {
  if (isText(path, bytes)) return readHere({ path, bytes })
  if (formatOfName(path)?.kind !== 'mail') return readIsolated({ path, bytes }, { signal })
  // An attachment may cost itself, and not the mail's own words. Both tries together have the time of one.
  const read = await readIsolated({ path, bytes }, { signal, timeMs: mailMs.whole })
  const isRead = !('fault' in read) || read.fault === 'empty'
  return isRead ? read : readIsolated({ path, bytes, isAlone: true }, { signal, timeMs: mailMs.alone })
}

/** Milliseconds for a mail with what it brings along, and for its own words if that fails. */
const mailMs = { whole: 12_000, alone: 8_000 }

async function readIsolated(input: DocumentInput, { signal, ...limits }: JobLimits): Promise<DocumentText> {
  try {
    const read = await runIsolated(documentJob, input, { signal, ...limits })
    const letters = 'lines' in read ? read.lines.reduce((sum, { text }) => sum + text.length, 0) : 0
    return letters > mostLetters ? { fault: 'large' } : read
  } catch (error) {
    signal.throwIfAborted()
    // Parsers of other people throw what they like at what they do not expect: that costs this file alone.
    return { fault: error instanceof JobStopped ? 'costly' : 'damaged' }
  }
}

async function recogniseScan(input: ScanInput, recognise: Recognise, signal: AbortSignal): Promise<string | undefined> {
  try {
    const picture = await runIsolated(scanJob, input, { signal })
    return picture && (await recognise(picture, signal))
  } catch (error) {
    if (error instanceof JobStopped) return undefined
    throw error
  }
}

const linesOf = (text: string, page?: number): TextLine[] =>
  text.split('\n').flatMap((line, at) => {
    const words = line.replace(/\f/g, '').trim()
    return words === '' ? [] : [{ text: words, line: at + 1, ...(page !== undefined && { page }) }]
  })
