import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { FileCache } from '../../std/fs/file-cache.ts'
import { codeOf, ensureDir, readTextIfThere, writeAtomic } from '../../std/fs/files.ts'
import { isWithin } from '../../std/fs/is-within.ts'
import { withLock } from '../../std/fs/lock.ts'
import { hasDownloadMark } from './download-mark.ts'
import { foreignRepository, type GitIdentity, readGitIdentity } from './repository-owner.ts'

/**
 * Evidence of whose text a folder holds. `said` and `trusted`: the person themselves; `restored`, `synced` and `open`:
 * a home into which somebody else's backup or store has put text, or a store where anybody can write.
 */
export type OwnerEvidence =
  | 'said'
  | 'trusted'
  | 'outside'
  | 'filled'
  | 'downloads'
  | 'unpacked'
  | 'cloned'
  | 'authors'
  | 'user'
  | 'marked'
  | 'written'
  | 'restored'
  | 'synced'
  | 'open'
  | 'nothing'

/** The owner of the text in a folder or file, and the evidence. `detail`: an address, an archive. */
export interface FolderOwner {
  folder: string
  owner: 'own' | 'foreign'
  because: OwnerEvidence
  detail?: string
}

/** Input of `FolderOwners`. */
export interface FolderOwnersOptions {
  userHome: string
  /** The file that keeps what was said and found; without one nothing is kept. */
  path?: string
  /** Folders whose instructions the person trusts: their text is theirs. */
  trusted?(): readonly string[]
  platform?: string
}

/** The contents of the files of owners: every turn asks. */
const keptTexts = new FileCache<string | undefined>(8)

/** The file that keeps the owners of folders. */
export const ownersPath = ({ state }: { state: string }): string => join(state, 'folder-owners.json')

/** Names of folders that others fill, wherever they stand below a person's folder. Small letters. */
const filled = new Set([
  ...['downloads', '다운로드', 'node_modules', 'bower_components', 'site-packages', 'vendor', 'third_party'],
  ...['.venv', 'venv', '.cargo', '.git', 'received', 'tmp', '.cache'],
])
/** Folders of a home that browsers and other programs put into what came from elsewhere. */
const downloads = new Set(['downloads', '다운로드'])
const archives = ['zip', '7z', 'rar', 'tar', 'tgz', 'tbz', 'txz', 'tar.gz', 'tar.bz2', 'tar.xz', 'tar.zst']

/**
 * Tells whose text lies in a folder: by what the person said, else by evidence. Going up from a file the first folder
 * that says something decides; where none does it is the person's own.
 */
export class FolderOwners {
  readonly #options: FolderOwnersOptions
  #identity: Promise<GitIdentity> | undefined

  constructor(options: FolderOwnersOptions) {
    this.#options = options
  }

  /**
   * Return who owns the text of the files of a folder below `roots` (real paths); undefined: the person, by nothing in
   * particular.
   */
  async folderOwner(real: string, roots: readonly string[]): Promise<FolderOwner | undefined> {
    const root = roots.filter((one) => isWithin(real, one)).sort((a, b) => b.length - a.length)[0]
    if (root === undefined) return { folder: real, owner: 'foreign', because: 'outside' }
    const said = await this.#said()
    for (let folder = real; ; folder = dirname(folder)) {
      const found = said.get(folder) ?? (await this.#evidence(folder, root))
      if (found) return found
      if (dirname(folder) === folder) return undefined
    }
  }

  /** Return the first file that is not the person's own text, and whose it is. */
  async firstForeign(files: readonly string[], roots: readonly string[]) {
    const folders = new Map<string, FolderOwner | undefined>()
    for (const file of files) {
      const folder = dirname(file)
      if (!folders.has(folder)) folders.set(folder, await this.folderOwner(folder, roots))
      // Marks that only another program can read are looked for in a file that is read alone.
      const found = folders.get(folder)
      const owner = found?.owner === 'foreign' ? found : await this.#fileEvidence(file, files.length === 1)
      if (owner?.owner === 'foreign') return { file, owner }
    }
    return undefined
  }

  /** Return the folders with an owner by the person's word or by evidence that was met, for whoever reads the list. */
  async known(): Promise<FolderOwner[]> {
    return [...(await this.#said()).values()].sort((a, b) => (a.folder < b.folder ? -1 : 1))
  }

  /** Keep what the person said of a folder; `undefined` forgets it. Throws the system's error. */
  async say(folder: string, owner: FolderOwner['owner'] | undefined): Promise<void> {
    const real = await realpath(folder).catch(() => resolve(folder))
    await this.#change((kept) => {
      const { detail } = kept.get(real) ?? {}
      if (owner === undefined) kept.delete(real)
      else kept.set(real, { folder: real, owner, because: 'said', ...(detail === undefined ? {} : { detail }) })
    })
  }

  /** Return the owner of the text of one file that a person names: the first evidence, of it or of its folders. */
  async fileOwner(path: string): Promise<FolderOwner | undefined> {
    const real = await realpath(path).catch(() => resolve(path))
    return (await this.firstForeign([real], [dirname(real)]))?.owner
  }

  /**
   * Keep that a folder has come to hold somebody else's text. What the person said of it before is over, unless they
   * said it of this very store, which goes on writing there.
   */
  async mark(folder: string, because: OwnerEvidence, detail: string): Promise<void> {
    const real = await realpath(folder).catch(() => resolve(folder))
    await this.#change((kept) => {
      const before = kept.get(real)
      const isSettled = before?.because === 'said' && before.detail === detail
      if (because === 'restored' || !isSettled) kept.set(real, { folder: real, owner: 'foreign', because, detail })
    })
  }

  async #said(): Promise<Map<string, FolderOwner>> {
    const { path, trusted, userHome } = this.#options
    const text = path === undefined ? undefined : await keptTexts.get(path, () => readTextIfThere(path))
    const kept = readKept(text ?? '')
    for (const one of trusted?.() ?? []) {
      const spelled = resolve(one.replace(/^~(?=\/|$)/, userHome))
      const folder = await realpath(spelled).catch(() => spelled)
      if (!kept.has(folder)) kept.set(folder, { folder, owner: 'own', because: 'trusted' })
    }
    return kept
  }

  async #change(change: (kept: Map<string, FolderOwner>) => void): Promise<void> {
    const { path } = this.#options
    if (path === undefined) return
    await ensureDir(dirname(path))
    await withLock(path, async () => {
      const kept = readKept((await readTextIfThere(path)) ?? '')
      change(kept)
      await writeAtomic(path, `${JSON.stringify([...kept.values()], undefined, 1)}\n`)
    })
  }

  /** Evidence of the file alone: another user wrote it, a browser marked it. */
  async #fileEvidence(real: string, deep: boolean): Promise<FolderOwner | undefined> {
    const { userHome, platform } = this.#options
    const [stat, home] = await Promise.all([real, userHome].map((one) => lstat(one).catch(() => undefined)))
    // For root every file is another's: it says nothing there.
    if (stat && home && home.uid !== 0 && stat.uid !== home.uid)
      return { folder: real, owner: 'foreign', because: 'user' }
    if (stat?.isFile() && (await hasDownloadMark(real, deep ? platform : undefined)))
      return { folder: real, owner: 'foreign', because: 'marked' }
    return undefined
  }

  async #evidence(folder: string, root: string): Promise<FolderOwner | undefined> {
    const name = basename(folder).normalize('NFC').toLowerCase()
    const isBelow = folder !== root && isWithin(folder, root)
    const foreign = (because: OwnerEvidence, detail?: string): FolderOwner => ({
      ...{ folder, owner: 'foreign', because },
      ...(detail === undefined ? {} : { detail }),
    })
    if (isBelow && filled.has(name)) return foreign('filled')
    if (downloads.has(name) && dirname(folder) === this.#options.userHome) return foreign('downloads')
    const origin = await this.#repositoryOrigin(folder)
    if (origin) return this.#keep(foreign(origin.because, origin.detail))
    const packed = await archiveOf(folder)
    return packed === undefined ? undefined : this.#keep(foreign('unpacked', packed))
  }

  async #repositoryOrigin(folder: string) {
    const git = join(folder, '.git')
    const stat = await lstat(git).catch(() => undefined)
    if (!stat) return undefined
    this.#identity ??= readGitIdentity(this.#options.userHome)
    return foreignRepository(stat.isFile() ? await linkedFolder(git) : git, await this.#identity)
  }

  /** Keeps what was found, so that it is listed; a state that cannot be written changes nothing of it. */
  async #keep(found: FolderOwner): Promise<FolderOwner> {
    try {
      await this.#change((kept) => kept.set(found.folder, found))
    } catch (error) {
      if (codeOf(error) === undefined) throw error
    }
    return found
  }
}

/** The repository's own folder, which a `.git` that is a file names. */
async function linkedFolder(git: string): Promise<string> {
  const named = /^gitdir: (.+)$/m.exec((await readTextIfThere(git)) ?? '')?.[1] ?? ''
  const folder = resolve(dirname(git), named)
  const common = (await readTextIfThere(join(folder, 'commondir')).catch(() => undefined))?.trim()
  return common ? resolve(folder, common) : folder
}

/** The archive beside a folder that it came out of: of the same name, and older. */
async function archiveOf(folder: string): Promise<string | undefined> {
  const name = basename(folder).normalize('NFC')
  if (name === '') return undefined
  const made = await lstat(folder).catch(() => undefined)
  const isOlder = async (ending: string) => {
    const packed = await lstat(`${folder}.${ending}`).catch(() => undefined)
    return packed?.isFile() && made && packed.mtimeMs <= made.birthtimeMs ? [`${name}.${ending}`] : []
  }
  return (await Promise.all(archives.map(isOlder))).flat()[0]
}

/** A damaged list says nothing: evidence is looked for again, and the person is asked again. */
function readKept(text: string): Map<string, FolderOwner> {
  try {
    const read: unknown = text === '' ? [] : JSON.parse(text)
    return new Map((Array.isArray(read) ? read : []).filter(isFolderOwner).map((one) => [one.folder, one]))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return new Map()
  }
}

function isFolderOwner(value: Partial<FolderOwner> | null): value is FolderOwner {
  return typeof value?.folder === 'string' && (value.owner === 'own' || value.owner === 'foreign')
}

/**
 * The mark of what was read in files: data for a model, and a stranger's word unless all of them are the person's
 * own. `written`: where the text came from that the assistant itself put into one of them (`ForeignFiles`).
 */
export async function originMark(
  files: readonly string[],
  { owners, roots }: { owners: FolderOwners; roots: readonly string[] },
  written: readonly string[] = [],
): Promise<{ untrusted: true; own?: true; source?: string }> {
  if (written.length > 0) return markOf(files[0] ?? '', [...new Set(written)].join(', '))
  const foreign = await owners.firstForeign(files, roots)
  return foreign ? markOf(foreign.file, foreign.owner.detail ?? '') : { untrusted: true, own: true }
}

const markOf = (file: string, from: string) => ({
  ...{ untrusted: true as const, source: `file ${file.split(sep).at(-1)}${from === '' ? '' : ` (${from})`}` },
})
