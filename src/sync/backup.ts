import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { tellUnreadable } from '../std/fs/damage.ts'
import { ensureDir, fileExists, fileMode, isMissing, randomSuffix, syncDir } from '../std/fs/files.ts'
import { formatOfHome } from '../std/fs/format.ts'
import { encryptStream } from './encryption.ts'
import { type KeptFile, keptFiles, type Places } from './kept-files.ts'
import { packFiles, type SizedFile } from './tar.ts'

/** The version of the form of a backup. */
export const backupFormat = 1

/** The last file of a backup: what must be in it. A backup without it was cut off. */
export const manifestName = 'manifest.json'

export interface Manifest {
  format: number
  /** The version of the form of the home's files. */
  home: number
  /** The version of the program, and when it was made (ISO 8601). */
  program: string
  at: string
  secrets: boolean
  files: { name: string; size: number; sha256: string }[]
  /** Files and folders that could not be read when it was made: they are not in it. */
  left?: string[]
}

export interface BackupOptions {
  places: Places
  /** Target file; nothing there is overwritten. */
  target: string
  /** With it the backup is encrypted, and holds keys and logins, too. */
  passphrase?: string
  program: string
  now: Date
  signal: AbortSignal
  progress?: (files: number, bytes: number) => void
}

/** Files up to here are read at once; longer ones as they are read out. */
const atOnceBytes = 8 << 20

/**
 * Writes everything of a home that is worth keeping into one file: a tar archive, compressed, and encrypted where
 * there is a passphrase. A home may be in use meanwhile: each file is taken as it is at one moment, logs up to their
 * last whole line. What may not be read is left out, and told. Rejects with `EEXIST` where the target is there, and
 * with other errors of the file system; then nothing is left behind.
 */
export async function backUp(options: BackupOptions): Promise<Manifest> {
  const { places, target, passphrase, signal } = options
  if (await fileExists(target))
    throw Object.assign(new Error(`there is a file: ${target}`), { code: 'EEXIST', syscall: 'open' })
  const manifest: Manifest = {
    format: backupFormat,
    home: formatOfHome(places.home),
    program: options.program,
    at: options.now.toISOString(),
    secrets: passphrase !== undefined,
    files: [],
  }
  await ensureDir(dirname(target))
  const temporary = `${target}.${randomSuffix()}.tmp`
  const file = await open(temporary, 'wx', fileMode)
  try {
    const compressed = Readable.from(packFiles(filesToPack(options, manifest))).pipe(createGzip())
    const output = passphrase === undefined ? compressed : encryptStream(compressed, passphrase)
    await pipeline(output, file.createWriteStream({ flush: true }), { signal })
    await rename(temporary, target)
    await syncDir(dirname(target))
    return manifest
  } catch (error) {
    await file.close().catch(() => {})
    await rm(temporary, { force: true })
    throw error
  }
}

async function* filesToPack(
  { places, passphrase, now, progress }: BackupOptions,
  manifest: Manifest,
): AsyncGenerator<SizedFile> {
  let total = 0
  const leaveOut = (name: string) => {
    manifest.left = [...(manifest.left ?? []), name]
  }
  for await (const kept of keptFiles(places, passphrase !== undefined, leaveOut)) {
    const file = await open(kept.path).catch((error) => {
      if (isMissing(error)) return
      tellUnreadable(kept.path, error)
      leaveOut(kept.name)
    })
    if (!file) continue
    try {
      const found = await snapshotFile(file, kept)
      const hash = createHash('sha256')
      yield { ...found, bytes: hashWhileReading(found.bytes, hash) }
      manifest.files.push({ name: kept.name, size: found.size, sha256: hash.digest('hex') })
      total += found.size
      progress?.(manifest.files.length, total)
    } finally {
      await file.close()
    }
  }
  const text = Buffer.from(JSON.stringify(manifest))
  yield { name: manifestName, size: text.length, mode: fileMode, changedAt: now, bytes: Readable.from([text]) }
}

/** A file as it is now: what is appended after this moment is not of it, nor is a line that has no end yet. */
async function snapshotFile(file: FileHandle, { name }: KeptFile): Promise<SizedFile> {
  const { size, mtime } = await file.stat()
  const known = { name, mode: fileMode, changedAt: mtime }
  if (size > atOnceBytes) {
    const whole = name.endsWith('.jsonl') ? await lastLineEnd(file, size) : size
    const bytes = file.createReadStream({ start: 0, end: whole - 1, autoClose: false })
    return { ...known, size: whole, bytes }
  }
  const read = await file.readFile()
  const bytes = name.endsWith('.jsonl') ? read.subarray(0, read.lastIndexOf(10) + 1) : read
  return { ...known, size: bytes.length, bytes: Readable.from([bytes]) }
}

async function lastLineEnd(file: FileHandle, size: number): Promise<number> {
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - 65_536)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
    const at = buffer.subarray(0, bytesRead).lastIndexOf(10)
    if (at >= 0) return start + at + 1
    end = start
  }
  return size
}

async function* hashWhileReading(
  bytes: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
}
