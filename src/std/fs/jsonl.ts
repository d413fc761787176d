import { createReadStream, statSync, writeSync } from 'node:fs'
import { open, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type FileFault, tellFaults } from './damage.ts'
import { forgetLooks } from './file-cache.ts'
import { fileMode, giveToOwner, unlessSystem } from './files.ts'
import { format, guardNewerFile, newerError, refuseNewer } from './format.ts'
import { formatOf, LogScan, lastSealOf, sealLine } from './line-digest.ts'
import { noteChange, sharedPlace } from './shared-folder.ts'

/** An append-only file of JSON objects, one per line. */
export interface Log {
  /** Bytes written so far: where the next line will begin. */
  readonly size: number
  /** Writes lines in one call; with `durable`, they are on the disk when it resolves. */
  append(values: readonly object[], durable: boolean): Promise<void>
  /** Resolves when every line that was written so far is on the disk. */
  sync(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a log for appending. Each line carries the digest of itself and of the line before it, so that a reader sees
 * what a disk made of them. A tail without a line end (the writer died) gets one: a whole value is saved by it, half
 * a value stays where it is, byte for byte, as a line that readers pass over. Nothing is ever cut off. Throws behind
 * a line of a newer version, and where this process has read one. `version`: what the lines of this log say of their
 * own form at most.
 */
export async function openLog(path: string, version = format): Promise<Log> {
  refuseNewer(path)
  const file = await open(path, 'a+', fileMode)
  let size = (await file.stat()).size
  if (size === 0) await giveToOwner(file, dirname(path))
  const tail = await tailOf(file, size)
  if (endsNewer(tail, version)) throw await file.close().then(() => newerError(path))
  // True when the last byte may not be a line end: at the start, and after a write that failed half-way.
  let torn = size > 0 && tail.at(-1) !== 0x0a
  let last = torn ? 'torn' : lastSealOf(tail)
  // Earlier lines may not be on the disk yet: whoever wrote it was killed.
  let synced = -1
  const isCopy = sharedPlace(path) !== undefined
  const sync = async () => {
    if (synced === size || isCopy) return
    const release = await takeSyncSlot()
    try {
      const upTo = size
      // Lines that came while the disk was busy with others may have gone along with an earlier one.
      if (synced === upTo) return
      await file.datasync()
      synced = Math.max(synced, upTo)
    } finally {
      release()
    }
  }
  return {
    get size() {
      return size
    },
    async append(values, durable) {
      const written = sealedLines(values, last)
      last = written.last
      const bytes = Buffer.from(`${torn ? '\n' : ''}${written.text}`)
      try {
        torn = true
        if (bytes.length > atOnce) await file.appendFile(bytes)
        else writeAll(file.fd, bytes)
        torn = false
        size += bytes.length
      } catch (error) {
        last = 'torn'
        size = (await file.stat()).size
        throw error
      }
      if (isCopy) await noteChange(path, { added: bytes })
      if (durable) await sync()
    },
    sync,
    close: () => file.close(),
  }
}

/**
 * So many logs of this process are brought to the disk at once. It works on one request at a time, and while a log
 * waits for its turn more lines come that go along: under load a turn needs fewer of them.
 */
const mostSyncs = 2
let syncs = 0
const waiting: (() => void)[] = []

/** A place among those that are brought to the disk now; call the result to give it back. */
async function takeSyncSlot(): Promise<() => void> {
  if (syncs < mostSyncs) syncs++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  return () => {
    const next = waiting.shift()
    if (next) next()
    else syncs--
  }
}

/** The text of a log that is written anew as a whole. */
export const logText = (values: readonly object[]): string => sealedLines(values, 'start').text

/** The same in pieces, for one that is too long to be held. */
export async function* logChunks(values: AsyncIterable<object>): AsyncGenerator<string> {
  let [text, last] = ['', 'start']
  for await (const value of values) {
    const sealed = sealedLines([value], last)
    last = sealed.last
    text += sealed.text
    if (text.length < chunkLength) continue
    yield text
    text = ''
  }
  yield text
}

const chunkLength = 64 << 10

/** Lines behind one that carries `last`, and what the last of them carries. */
function sealedLines(values: readonly object[], last: string): { text: string; last: string } {
  let text = ''
  let own = last
  for (const value of values) {
    const sealed = sealLine(JSON.stringify(value), own)
    own = sealed.own
    text += `${sealed.line}\n`
  }
  return { text, last: own }
}

/**
 * Up to this many bytes the system takes at once, within microseconds; waiting for a thread of the pool would cost
 * fifty times that.
 */
const atOnce = 64 << 10

function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
  forgetLooks()
}

/** The end of a file, with its whole last line. */
async function tailOf(file: Awaited<ReturnType<typeof open>>, size: number, most = 1 << 10): Promise<Buffer> {
  const length = Math.min(size, most)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
  const tail = buffer.subarray(0, bytesRead)
  return length === size || tail.subarray(0, -1).includes(0x0a) ? tail : tailOf(file, size, most << 4)
}

/**
 * Half a line at the end of a log. Nobody was told that it is on the disk and the next writer goes on behind it, so
 * that no reader in use tells it; whoever examines a home does. A last line that lacks nothing but its end is none.
 */
export async function tornTail(path: string): Promise<FileFault[]> {
  const file = await open(path, 'r').catch(unlessSystem)
  if (!file) return []
  try {
    const { size } = await file.stat()
    const tail = await tailOf(file, size)
    const half = tail.subarray(tail.lastIndexOf(0x0a) + 1)
    const isWhole = half.length === 0 || new LogScan(true).line(half, 0) !== undefined
    return isWhole || half.includes(0) ? [] : [{ kind: 'torn', at: size - half.length, of: half }]
  } finally {
    await file.close()
  }
}

/** Takes half a line away from the end of a log. The caller holds its lock, and has kept the file as it was. */
export async function cutTornTail(path: string): Promise<void> {
  const [torn] = await tornTail(path)
  if (!torn) return
  await truncate(path, torn.at)
  await noteChange(path, 'written')
}

/** True if the last line was written by a newer version. */
function endsNewer(tail: Buffer, version: number): boolean {
  const scan = new LogScan(true, version)
  scan.line(tail.subarray(tail.subarray(0, -1).lastIndexOf(0x0a) + 1), 0)
  return formatOf(tail) > format || scan.end().some(({ kind }) => kind === 'newer')
}

export interface LogLine {
  value: object
  /** Begin of the line and of the next one, in bytes. */
  from: number
  to: number
}

/**
 * The values of a log from byte `from` on, in order; nothing where there is no file. What is not as it was written
 * goes to `onFaults` at the end, by default to the person, once; lines that hold no object and lines that stand there
 * twice are passed over. A last line without an end counts when it is whole. A log with lines of a newer version is
 * only read from then on; `version` as for `openLog`.
 */
export async function* readLog(
  path: string,
  from = 0,
  onFaults: (faults: readonly FileFault[]) => Promise<void> | void = (faults) => tellFaults(path, faults),
  version = format,
): AsyncGenerator<LogLine> {
  const there = statSync(path, { throwIfNoEntry: false })
  if (!there || there.size <= from) return
  const scan = new LogScan(from > 0, version)
  let rest: Buffer[] = []
  let start = from
  for await (const chunk of createReadStream(path, { start: from, highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    let begin = 0
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, begin)) {
      const bytes = Buffer.concat([...rest, chunk.subarray(begin, end)])
      rest = []
      begin = end + 1
      const to = start + bytes.length + 1
      const value = scan.line(bytes, start)
      if (value) yield { value, from: start, to }
      start = to
    }
    if (begin < chunk.length) rest.push(chunk.subarray(begin))
  }
  const tail = Buffer.concat(rest)
  const value = tail.length === 0 ? undefined : scan.line(tail, start, false)
  if (value) yield { value, from: start, to: start + tail.length }
  const faults = scan.end()
  if (faults.some(({ kind }) => kind === 'newer')) guardNewerFile(path)
  if (faults.length > 0) await onFaults(faults)
}
