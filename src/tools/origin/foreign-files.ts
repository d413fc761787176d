import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ensureDir, readTextIfThere, writeAtomic } from '../../std/fs/files.ts'
import { withLock } from '../../std/fs/lock.ts'

/** One file that was written from text of outside. */
interface Line {
  /** SHA-256 of its bytes. */
  hash: string
  /** The path it was written to, for whoever reads the list. */
  path: string
  sources: string[]
}

/** Number of entries kept; the oldest are removed. */
const most = 5_000
/** Bytes of a file that may be read as text. */
const largest = 20 << 20

/**
 * Files that hold text which the assistant wrote from text of outside, or moved in from there. A file is known by its
 * content, wherever it lies: a change by a person makes it their own.
 */
export class ForeignFiles {
  readonly #path: string
  #known: { text: string; sources: Map<string, string[]> } | undefined

  constructor(path: string) {
    this.#path = path
  }

  /** Return the sources of the text of these bytes; empty when it is not known to be foreign. */
  async sourcesOf(bytes: Uint8Array | string): Promise<string[]> {
    const sources = await this.#read()
    return sources.size === 0 ? [] : (sources.get(hashOf(bytes)) ?? [])
  }

  /** Remembers what was written; nothing where no text from outside is about. Throws what the file system does. */
  async keep(path: string, bytes: Uint8Array | string, sources: readonly string[] = []): Promise<void> {
    if (sources.length > 0 && bytes.length > 0) await this.#add([{ hash: hashOf(bytes), path, sources: [...sources] }])
  }

  /** The same for files as they are now on the disk; what is gone, empty or larger than any text is passed over. */
  async keepFiles(paths: readonly string[], sources: readonly string[]): Promise<void> {
    const added: Line[] = []
    for (const path of paths) {
      const { size = 0 } = (await stat(path).catch(() => undefined)) ?? {}
      const bytes = size > 0 && size <= largest ? await readFile(path).catch(() => undefined) : undefined
      if (bytes) added.push({ hash: hashOf(bytes), path, sources: [...sources] })
    }
    if (sources.length > 0 && added.length > 0) await this.#add(added)
  }

  async #add(added: readonly Line[]): Promise<void> {
    const fresh = new Set(added.map(({ hash }) => hash))
    await ensureDir(dirname(this.#path))
    await withLock(this.#path, async () => {
      const lines = linesOf((await readTextIfThere(this.#path)) ?? '')
      const kept = [...lines.filter(({ hash }) => !fresh.has(hash)), ...added].slice(-most)
      await writeAtomic(this.#path, kept.map((one) => `${JSON.stringify(one)}\n`).join(''))
    })
  }

  async #read(): Promise<Map<string, string[]>> {
    const text = (await readTextIfThere(this.#path)) ?? ''
    if (this.#known?.text !== text)
      this.#known = { text, sources: new Map(linesOf(text).map(({ hash, sources }) => [hash, sources])) }
    return this.#known.sources
  }
}

function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Skips a damaged line. */
function linesOf(text: string): Line[] {
  return text.split('\n').flatMap((line) => {
    try {
      const value = line === '' ? undefined : (JSON.parse(line) as Line)
      return typeof value?.hash === 'string' && Array.isArray(value.sources) ? [value] : []
    } catch (error) {
      if (error instanceof SyntaxError) return []
      throw error
    }
  })
}
