import { appendFile, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ensureDir, fileMode, isMissing } from './files.ts'

/** A log of lines that never takes more than (kept + 1) × most bytes: `name`, and before it `name.1`, `name.2` …, the oldest last. */
export class RotatingLog {
  readonly #path: string
  readonly #most: number
  readonly #kept: number
  #size: number | undefined
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
    this.#size ??= await sizeOf(this.#path)
    const bytes = Buffer.byteLength(text)
    if (this.#size > 0 && this.#size + bytes > this.#most) await this.#rotate()
    await appendFile(this.#path, text, { mode: fileMode })
    this.#size += bytes
  }

  async #rotate(): Promise<void> {
    for (let n = this.#kept; n >= 1; n--) {
      const from = n === 1 ? this.#path : `${this.#path}.${n - 1}`
      await rename(from, `${this.#path}.${n}`).catch((error) => {
        if (!isMissing(error)) throw error
      })
    }
    this.#size = 0
  }
}

async function sizeOf(path: string): Promise<number> {
  await ensureDir(dirname(path))
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}
