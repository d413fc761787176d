import { execFile } from 'node:child_process'
import { lstat } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Programs that print an attribute of a file, and the attribute that downloads have, by system. */
const readers: Readonly<Record<string, readonly string[]>> = {
  darwin: ['xattr', '-p', 'com.apple.quarantine'],
  linux: ['getfattr', '--absolute-names', '--only-values', '-n', 'user.xdg.origin.url'],
}
/** Programs that this machine does not have. */
const absent = new Set<string>()

/** Tells whether a browser or mail program marked a file as come from elsewhere. */
export async function hasDownloadMark(real: string, platform = ''): Promise<boolean> {
  // Windows writes a second stream; copied to another disk it is a file beside the first.
  if (await lstat(`${real}:Zone.Identifier`).catch(() => undefined)) return true
  const [program, ...words] = readers[platform] ?? []
  if (program === undefined || absent.has(program)) return false
  try {
    const { stdout } = await promisify(execFile)(program, [...words, real], { timeout: 2_000 })
    return stdout !== ''
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') absent.add(program)
    return false
  }
}
