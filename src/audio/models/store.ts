import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fail, failureOf } from '../../protocol/index.ts'
import { ensureDir, isMissing, readTextIfThere, syncDir, writeAtomic } from '../../std/fs/files.ts'
import type { ModelFiles } from '../engine-messages.ts'
import type { Env } from '../path.ts'
import { download } from './download.ts'
import { filesOf, type SpeechModel } from './manifest.ts'
import { unpack } from './unpack.ts'

/** The receipt of an installation: SHA-256 of the download, and size and SHA-256 of every file. */
interface Receipt {
  name: string
  sha256: string
  files: Record<string, { size: number; sha256: string }>
}

const receiptName = 'receipt.json'

export interface PullOptions {
  env: Env
  signal: AbortSignal
  progress(bytes: number, of: number | undefined): void
  /** Loads a model in a child process; resolves with the error, or undefined. */
  trial(files: ModelFiles): Promise<string | undefined>
  trying(): void
}

/** The installed models, one folder each. A folder is created only after its model was verified and loaded once. */
export class ModelStore {
  readonly #folder: string
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Whether a model is installed, or how many bytes of its download exist. */
  async state({ name }: SpeechModel): Promise<'here' | number> {
    if (await this.#receipt(name)) return 'here'
    return stat(this.#part(name)).then(
      ({ size }) => size,
      () => 0,
    )
  }

  /** The model's files; undefined when it is not installed. */
  async files(model: SpeechModel): Promise<ModelFiles | undefined> {
    return (await this.#receipt(model.name)) ? filesOf(model, join(this.#folder, model.name)) : undefined
  }

  /**
   * Downloads, checks, unpacks and tries a model. Throws what download and unpack throw; `malformed` when the sum is wrong (the download
   * is thrown away) or it is no archive, `refused` with a detail when the model cannot be loaded. A download that fails so and whose
   * sum nobody knows is thrown away, too. Resolves with the download's SHA-256.
   */
  async pull(model: SpeechModel, { env, signal, progress, trial, trying }: PullOptions): Promise<string> {
    await ensureDir(this.#folder)
    const part = this.#part(model.name)
    await download({ url: model.url, part, signal, progress })
    const sha256 = await sumOf(part)
    if (model.sha256 !== 'unpinned' && sha256 !== model.sha256) {
      await rm(part, { force: true })
      return fail('malformed', { data: { sum: sha256 } })
    }
    const place = await mkdtemp(join(this.#folder, '.new-'))
    try {
      const folder = await this.#lay(model, part, place, env, signal)
      trying()
      const wrong = await trial(filesOf(model, folder))
      if (wrong !== undefined) return fail('refused', { detail: wrong })
      const receipt: Receipt = { name: model.name, sha256, files: await sumsOf(folder) }
      await writeAtomic(join(folder, receiptName), JSON.stringify(receipt, null, 2))
      await rm(join(this.#folder, model.name), { recursive: true, force: true })
      await rename(folder, join(this.#folder, model.name))
      await syncDir(this.#folder)
      await rm(part, { force: true })
      await rm(`${part}.tag`, { force: true })
      return sha256
    } catch (error) {
      const { code } = failureOf(error)
      if (model.sha256 === 'unpinned' && (code === 'malformed' || code === 'refused')) await rm(part, { force: true })
      throw error
    } finally {
      await rm(place, { recursive: true, force: true })
    }
  }

  /** Names of files that have changed since the installation; undefined when the model is not installed. */
  async changed({ name, sha256 }: SpeechModel): Promise<string[] | undefined> {
    const receipt = await this.#receipt(name)
    if (!receipt) return undefined
    const now = await sumsOf(join(this.#folder, name))
    const odd = Object.entries(receipt.files).filter(([file, sum]) => now[file]?.sha256 !== sum.sha256)
    const pinned = sha256 === 'unpinned' || sha256 === receipt.sha256 ? [] : [receiptName]
    return [...odd.map(([file]) => file), ...pinned]
  }

  /** Removes a model. Returns false when it is not installed. */
  async remove({ name }: SpeechModel): Promise<boolean> {
    const there = (await this.state({ name } as SpeechModel)) !== 0
    await rm(join(this.#folder, name), { recursive: true, force: true })
    await rm(this.#part(name), { force: true })
    await rm(`${this.#part(name)}.tag`, { force: true })
    return there
  }

  #part = (name: string) => join(this.#folder, `.${name}.part`)

  async #receipt(name: string): Promise<Receipt | undefined> {
    const text = await readTextIfThere(join(this.#folder, name, receiptName))
    try {
      return text === undefined ? undefined : (JSON.parse(text) as Receipt)
    } catch (error) {
      if (error instanceof SyntaxError) return undefined
      throw error
    }
  }

  /** Unpacks the download into `place`. When the archive has one top folder, that folder's contents are used. */
  async #lay(model: SpeechModel, part: string, place: string, env: Env, signal: AbortSignal): Promise<string> {
    const file = basename(new URL(model.url).pathname)
    if (!file.endsWith('.tar.bz2')) {
      const { copyFile } = await import('node:fs/promises')
      await copyFile(part, join(place, file))
      return place
    }
    await unpack(part, place, env, signal)
    const [only, ...others] = await readdir(place, { withFileTypes: true })
    return only?.isDirectory() && others.length === 0 ? join(place, only.name) : place
  }
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function sumsOf(folder: string): Promise<Receipt['files']> {
  const files: Receipt['files'] = {}
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const entry of entries.filter((one) => one.isFile() && one.name !== receiptName)) {
    const path = join(entry.parentPath, entry.name)
    files[path.slice(folder.length + 1)] = { size: (await stat(path)).size, sha256: await sumOf(path) }
  }
  return files
}
