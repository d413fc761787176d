import { dirname } from 'node:path'
import { appendText, ensureDir, isMissing, renamePath, sizeOf } from './files.ts'
import { withLock } from './lock.ts'

/**
 * A log of lines that never takes more than (kept + 1) × most bytes, whoever else writes it: `name`, and before it
 * `name.1`, `name.2` …
 */
export class RotatingLog {
  readonly #path: string
  readonly #most: number
  readonly #kept: number
  #writing: Promise<void> = Promise.resolve()

  constructor(path: string, most = 1 << 20, kept = 3) {
    this.#path = path
    this.#most = most
    this.#kept = kept
  }

  /** Adds a line. Rejects when the disk refuses; a log is not worth ending anything for. */
  add(line: string): Promise<void> {
    const written = this.#writing.then(() => this.#write(`${line}\n`))
    this.#writing = written.catch(() => {})
    return written
  }

  async #write(text: string): Promise<void> {
    await ensureDir(dirname(this.#path))
    await makeRoom(this.#path, Buffer.byteLength(text), this.#most, this.#kept)
    await appendText(this.#path, text)
  }
}

/**
 * Sets a log aside as `path.1` when `bytes` more would make it larger than `most`; the older ones move up, and the
 * one after `path.<kept>` goes. Of several processes that find it full, one does so.
 */
export async function makeRoom(path: string, bytes: number, most: number, kept: number): Promise<void> {
  const isFull = async () => {
    const size = await sizeOf(path)
    return size > 0 && size + bytes > most
  }
  if (!(await isFull())) return
  await withLock(path, async () => {
    if (!(await isFull())) return
    for (let n = kept; n >= 1; n--) await moveFile(n === 1 ? path : `${path}.${n - 1}`, `${path}.${n}`)
  })
}

async function moveFile(from: string, to: string): Promise<void> {
  try {
    await renamePath(from, to)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
