import { createReadStream, statSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileMode } from './files.ts'

/** An append-only file of JSON values, one per line. */
export interface Log {
  /** Bytes written so far: where the next line will begin. */
  readonly size: number
  /** Writes lines in one call; with `durable`, they are on the disk when it resolves. */
  append(values: readonly unknown[], durable: boolean): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a log for appending. A tail without a line end (the writer died) gets one: a whole value is saved by it, half a value
 * stays where it is, byte for byte, as a line that readers pass over. Nothing is ever cut off.
 */
export async function openLog(path: string): Promise<Log> {
  const file = await open(path, 'a+', fileMode)
  let size = (await file.stat()).size
  // True when the last byte may not be a line end: at the start, and after a write that failed half-way.
  let torn = size > 0 && (await lastByte(file, size)) !== 0x0a
  return {
    get size() {
      return size
    },
    async append(values, durable) {
      const text = `${torn ? '\n' : ''}${values.map((value) => `${JSON.stringify(value)}\n`).join('')}`
      const bytes = Buffer.from(text)
      try {
        torn = true
        if (bytes.length > atOnce) await file.appendFile(bytes)
        else writeAll(file.fd, bytes)
        torn = false
        size += bytes.length
      } catch (error) {
        size = (await file.stat()).size
        throw error
      }
      if (durable) await file.datasync()
    },
    close: () => file.close(),
  }
}

/** Up to this many bytes the system takes at once, within microseconds; waiting for a thread of the pool would cost fifty times that. */
const atOnce = 64 << 10

function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
}

async function lastByte(file: Awaited<ReturnType<typeof open>>, size: number): Promise<number> {
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer[0] ?? 0
}

export interface LogLine {
  value: unknown
  /** Where the line begins and where the next one does, in bytes. */
  from: number
  to: number
}

/**
 * The values of a log from byte `from` on, in order; nothing where there is no file. Lines that are not JSON are passed over
 * and told to `onDamage`. A last line without an end counts when it is whole.
 */
export async function* readLog(path: string, from = 0, onDamage?: (line: Buffer, at: number) => void): AsyncGenerator<LogLine> {
  const there = statSync(path, { throwIfNoEntry: false })
  if (!there || there.size <= from) return
  let rest: Buffer[] = []
  let start = from
  for await (const chunk of createReadStream(path, { start: from, highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    let begin = 0
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, begin)) {
      const bytes = Buffer.concat([...rest, chunk.subarray(begin, end)])
      rest = []
      begin = end + 1
      const to = start + bytes.length + 1
      const line = parse(bytes, start, to, onDamage)
      start = to
      if (line) yield line
    }
    if (begin < chunk.length) rest.push(chunk.subarray(begin))
  }
  const tail = Buffer.concat(rest)
  const line = tail.length === 0 ? undefined : parse(tail, start, start + tail.length, onDamage)
  if (line) yield line
}

function parse(bytes: Buffer, from: number, to: number, onDamage?: (line: Buffer, at: number) => void): LogLine | undefined {
  if (bytes.length === 0) return undefined
  try {
    return { value: JSON.parse(bytes.toString('utf8')), from, to }
  } catch {
    onDamage?.(bytes, from)
    return undefined
  }
}
