import { relative, sep } from 'node:path'
import { isWithin } from '../files/path-policy.ts'

/**
 * Folders whose files somebody else made, wherever they stand: downloads, packages, what Telegram brought. Small
 * letters.
 */
const foreignFolders = new Set([
  ...['downloads', '다운로드', 'node_modules', 'bower_components', 'site-packages', 'vendor', 'third_party'],
  ...['.venv', 'venv', '.cargo', '.git', 'received', 'tmp', '.cache'],
])

/**
 * Whether a file is the person's own: below one of their folders, and on the way there in none that is filled by
 * others. `real` and `folders` are absolute, links followed.
 */
export function isOwnFile(real: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    if (!isWithin(real, folder)) return false
    const way = relative(folder, real).normalize('NFC').toLowerCase().split(sep)
    return !way.slice(0, -1).some((part) => foreignFolders.has(part))
  })
}

/**
 * The mark of what was read in files: data for a model, and a stranger's word unless all of them are the person's
 * own. `written`: where the text came from that the assistant itself put into one of them (`ForeignFiles`).
 */
export function originMark(
  files: readonly string[],
  folders: readonly string[],
  written: readonly string[] = [],
): { untrusted: true; own?: true; source?: string } {
  const foreign = files.filter((file) => !isOwnFile(file, folders))
  const first = written.length > 0 ? files[0] : foreign[0]
  if (first === undefined) return { untrusted: true, own: true }
  const from = written.length > 0 ? ` (${[...new Set(written)].join(', ')})` : ''
  return { untrusted: true, source: `file ${first.split(sep).at(-1)}${from}` }
}
