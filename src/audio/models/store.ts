import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { fail, failureOf } from '../../protocol/index.ts'
import { ensureDir, isMissing, readTextIfThere, sizeOf, syncDir, writeAtomic } from '../../std/fs/files.ts'
import type { ModelFiles } from '../engine-messages.ts'
import type { Env } from '../path.ts'
import { downloadFile } from './download.ts'
import { type DownloadableModel, filesOf } from './manifest.ts'

const run = promisify(execFile)
const limit = 16 << 20

/** A name inside an archive that would leave the folder it is unpacked to. */
const leavesFolder = (name: string) =>
  name.startsWith('/') || /^[a-z]:/i.test(name) || name.split(/[/\\]/).includes('..') || name.includes('\0')

/**
 * Unpacks a .tar.bz2 (`j`) or .tgz (`z`) with the system's tar. Everything in it is looked at before anything is
 * written: plain files and folders only, no name that leads outside. Throws `bad-input` {entry}, `config` {missing}
 * without tar, `storage` {full}, `malformed` {archive} when it is none.
 */
async function unpackArchive(
  archive: string,
  packing: 'j' | 'z',
  folder: string,
  env: Env,
  signal: AbortSignal,
): Promise<void> {
  const runTar = (...args: string[]) =>
    run('tar', args, { env: { ...env, LC_ALL: 'C' } as NodeJS.ProcessEnv, maxBuffer: limit, signal })
  try {
    const [names, kinds] = await Promise.all([runTar(`-t${packing}f`, archive), runTar(`-tv${packing}f`, archive)])
    const entries = names.stdout.split('\n').filter(Boolean)
    const odd =
      entries.find(leavesFolder) ?? kinds.stdout.split('\n').find((line) => line !== '' && !/^[-d]/.test(line))
    if (odd !== undefined) return fail('bad-input', { data: { entry: odd } })
    await runTar(`-x${packing}f`, archive, '-C', folder, '--no-same-owner')
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string }
    if (code === 'ENOENT' || /bzip2.*(?:not found|Cannot exec)/i.test(stderr))
      return fail('config', { data: { missing: 'tar' } }, error)
    if (/No space left|quota/i.test(stderr)) return fail('storage', { data: { full: true } }, error)
    // An exit status: tar has looked at it.
    if (typeof code === 'number') return fail('malformed', { data: { archive: false } }, error)
    throw error
  }
}

/** A file that is downloaded, and where its incomplete download stands. */
interface Wanted {
  url: string
  mirrors?: string[] | undefined
  sha256: string
  part: string
}

/** The receipt of an installation: SHA-256 of the first download, and size and SHA-256 of every file. */
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
  /** Loads the model in `folder` in a child process; resolves with the error, or undefined. */
  trial(folder: string): Promise<string | undefined>
  trying(): void
}

/** The installed models, one folder each. A folder is created only after its model was verified and loaded once. */
export class ModelStore {
  readonly #folder: string
  readonly #shipped: string | undefined

  /** `shipped`: the folder of those that came with the program. */
  constructor(folder: string, shipped?: string) {
    this.#folder = folder
    this.#shipped = shipped
  }

  /** Return `here` if the model is installed, else the number of bytes downloaded so far. */
  async state(model: DownloadableModel): Promise<'here' | number> {
    if (await this.folder(model)) return 'here'
    const sizes = await Promise.all(this.#wanted(model).map(({ part }) => sizeOf(part)))
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  /** The model's folder; undefined when it is not installed, or with other files beside it than this program wants. */
  async folder(model: DownloadableModel): Promise<string | undefined> {
    if (model.ships && this.#shipped !== undefined) return join(this.#shipped, model.name)
    const receipt = await this.#receipt(model.name)
    const isCurrent = (model.also ?? []).every(
      ({ url, sha256 }) => sha256 === 'unpinned' || receipt?.files[fileName(url)]?.sha256 === sha256,
    )
    return receipt && isCurrent ? join(this.#folder, model.name) : undefined
  }

  /** A speech model's files for somebody's language; undefined when it is not installed. */
  async files(model: DownloadableModel, language?: string): Promise<ModelFiles | undefined> {
    const folder = await this.folder(model)
    return folder === undefined ? undefined : filesOf(model, folder, language)
  }

  /**
   * Downloads, checks, unpacks and tries a model. Throws what download and unpack throw; `malformed` when the sum is
   * wrong (the download is thrown away) or it is no archive, `refused` with a detail when the model cannot be loaded.
   * A download that fails so and whose sum nobody knows is thrown away, too. Resolves with the download's SHA-256.
   */
  async pull(model: DownloadableModel, { env, signal, progress, trial, trying }: PullOptions): Promise<string> {
    await ensureDir(this.#folder)
    const sha256 = await this.#downloads(model, signal, progress)
    const place = await mkdtemp(join(this.#folder, '.new-'))
    try {
      const folder = await this.#lay(model, place, env, signal)
      trying()
      const wrong = await trial(folder)
      if (wrong !== undefined) return fail('refused', { detail: wrong })
      const receipt: Receipt = { name: model.name, sha256, files: await sumsOf(folder) }
      await writeAtomic(join(folder, receiptName), JSON.stringify(receipt, null, 2))
      await rm(join(this.#folder, model.name), { recursive: true, force: true })
      await rename(folder, join(this.#folder, model.name))
      await syncDir(this.#folder)
      for (const { part } of this.#wanted(model)) await forgetPart(part)
      return sha256
    } catch (error) {
      const { code } = failureOf(error)
      const useless = code === 'malformed' || code === 'refused' ? this.#wanted(model) : []
      for (const { part, sha256: known } of useless) if (known === 'unpinned') await rm(part, { force: true })
      throw error
    } finally {
      await rm(place, { recursive: true, force: true })
    }
  }

  /** True if the model is installed as this program wants it, and no file of it has changed since. */
  async isIntact(model: DownloadableModel): Promise<boolean> {
    if ((await this.state(model)) !== 'here') return false
    return (model.ships && this.#shipped !== undefined) || (await this.changed(model))?.length === 0
  }

  /** Names of files that have changed since the installation; undefined when the model is not installed. */
  async changed(model: DownloadableModel): Promise<string[] | undefined> {
    const { name, sha256 } = model
    const receipt = await this.#receipt(name)
    if (!receipt) return undefined
    const now = await sumsOf(join(this.#folder, name))
    const odd = Object.entries(receipt.files).filter(([file, sum]) => now[file]?.sha256 !== sum.sha256)
    const pinned = sha256 === 'unpinned' || sha256 === receipt.sha256 ? [] : [receiptName]
    return [...odd.map(([file]) => file), ...pinned]
  }

  /** Removes a model. Returns false when it is not installed. */
  async remove(model: DownloadableModel): Promise<boolean> {
    const there = (await this.state(model)) !== 0 || (await this.#receipt(model.name)) !== undefined
    await rm(join(this.#folder, model.name), { recursive: true, force: true })
    for (const { part } of this.#wanted(model)) await forgetPart(part)
    return there
  }

  #wanted({ name, url, sha256, mirrors, also = [] }: DownloadableModel): Wanted[] {
    const part = join(this.#folder, `.${name}.part`)
    return [{ url, sha256, mirrors, part }, ...also.map((one) => ({ ...one, part: `${part}-${fileName(one.url)}` }))]
  }

  /**
   * Downloads what is not here yet and checks it; of a model that is here in part, only the rest. Resolves with the
   * first file's SHA-256.
   */
  async #downloads(model: DownloadableModel, signal: AbortSignal, progress: PullOptions['progress']): Promise<string> {
    const here = (await this.#receipt(model.name))?.files
    const sums: string[] = []
    let before = 0
    for (const { url, sha256, mirrors = [], part } of this.#wanted(model)) {
      const name = fileName(url)
      const own = join(this.#folder, model.name, name)
      if (here?.[name]?.sha256 === sha256 && (await sumOf(own).catch(unlessMissing)) === sha256)
        await copyFile(own, part)
      // A complete part is not requested again.
      if (sha256 === 'unpinned' || (await sizeOf(part)) === 0 || (await sumOf(part)) !== sha256)
        await fromAny([url, ...mirrors], (from) =>
          downloadFile({
            url: from,
            part,
            signal,
            progress: (bytes, of) => progress(before + bytes, model.also ? undefined : of),
          }),
        )
      const sum = await sumOf(part)
      if (sha256 !== 'unpinned' && sum !== sha256) {
        await rm(part, { force: true })
        return fail('malformed', { data: { sum } })
      }
      before += await sizeOf(part)
      sums.push(sum)
    }
    return sums[0] ?? ''
  }

  async #receipt(name: string): Promise<Receipt | undefined> {
    const text = await readTextIfThere(join(this.#folder, name, receiptName))
    try {
      return text === undefined ? undefined : (JSON.parse(text) as Receipt)
    } catch (error) {
      if (error instanceof SyntaxError) return undefined
      throw error
    }
  }

  /**
   * Unpacks the download into `place`, and what else belongs to it. When the archive has one top folder, that
   * folder's contents are used.
   */
  async #lay(model: DownloadableModel, place: string, env: Env, signal: AbortSignal): Promise<string> {
    const wanted = this.#wanted(model)
    const [first] = wanted
    const packing = first && packingOf(first.url)
    const archive = packing && first
    if (archive) await unpackArchive(archive.part, packing, place, env, signal)
    const [only, ...others] = await readdir(place, { withFileTypes: true })
    const folder = only?.isDirectory() && others.length === 0 ? join(place, only.name) : place
    for (const one of wanted) if (one !== archive) await linkOrCopy(one.part, join(folder, fileName(one.url)))
    return folder
  }
}

/** Tries one address after the other while they do not answer; what is wrong with the last is what is wrong. */
async function fromAny(urls: readonly string[], get: (url: string) => Promise<void>): Promise<void> {
  for (const [at, url] of urls.entries()) {
    try {
      return await get(url)
    } catch (error) {
      if (at === urls.length - 1 || !['network', 'server'].includes(failureOf(error).code)) throw error
    }
  }
}

/** Put a file into a folder without another copy of its bytes, where the file system can. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to))
}

/** The compression of an archive; undefined for a plain file. */
const packingOf = (url: string) => (url.endsWith('.tar.bz2') ? 'j' : url.endsWith('.tgz') ? 'z' : undefined)

const fileName = (url: string) => basename(new URL(url).pathname)

async function forgetPart(part: string): Promise<void> {
  await rm(part, { force: true })
  await rm(`${part}.tag`, { force: true })
}

function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error
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
