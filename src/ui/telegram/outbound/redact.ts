import { basename } from 'node:path'
import { toolTitle } from '../../../messages/tools/tool-words.ts'
import { withoutSecretShapes } from '../../../std/text/secret-shapes.ts'

/** Names that must not leave this machine in a reply. */
export interface LocalNames {
  /** Folders of this machine: the home of the assistant, of its owner, the temporary one. */
  folders: string[]
  /** User names, host names, device ids. */
  names: string[]
  /** Replaces every secret that the program knows. */
  redact(text: string): string
}

/** Accounts that every other machine has too: taking these words away would garble sentences and hide nothing. */
const everybody = new Set([
  'root',
  'user',
  'admin',
  'ubuntu',
  'debian',
  'node',
  'home',
  'guest',
  'test',
  'runner',
  'localhost',
])

/** Absolute paths by the folders that systems have. Not after a letter, a colon or a slash: those are parts of URLs. */
const posix =
  /(?<![\p{L}\p{N}:/.~])(?:file:\/\/)?\/(?:home|Users|root|tmp|var|etc|opt|usr|mnt|srv|private|media|proc|sys|dev|Volumes|Library)(?:\/[^\s/"'`<>|:*?,;()[\]{}]+)*\/?/gu
/** A drive or a server (`\\host\share`), with either slash; names of folders hold blanks (`Program Files`). */
const windows =
  /(?<![\p{L}\p{N}\\])(?:[A-Za-z]:(?:\\{1,4}|\/(?!\/))|\\{2,4}(?=[^\s\\/]+\\))(?:[^\s\\/"'`<>|:*?,;()]+(?: [^\s\\/"'`<>|:*?,;()]+){0,3}[\\/]+)*[^\s\\/"'`<>|:*?,;()]*/gu
/** Internal names of tools of MCP servers: a person is told the server and what it does. */
const innerName = /\bmcp_[a-z0-9-]+_\w+/gi
const tilde = /(?<![\p{L}\p{N}/])~\/(?:[^\s"'`<>|:*?,;()[\]{}]+)/gu

/** A reply without local paths (their last name stays), user names, tokens and device ids. */
export function createRedactor({ folders, names, redact }: LocalNames): (text: string) => string {
  const known = folders.filter((folder) => folder.length > 1).sort((a, b) => b.length - a.length)
  const paths = known.map(
    (folder) => new RegExp(`${escapePattern(folder)}(?:[/\\\\][^\\s"'\`<>|:*?,;()[\\]{}]*)?`, 'g'),
  )
  const words = names.filter((name) => name.length >= 3 && !everybody.has(name.toLowerCase()))
  // A Korean particle may follow at once: only Latin letters and digits make it another word.
  const hidden = words.map((name) => new RegExp(`(?<![\\p{L}\\p{N}_])${escapePattern(name)}(?![A-Za-z0-9_])`, 'gu'))
  return (text) => {
    let shown = withoutSecretShapes(redact(text)).replace(innerName, (name) => toolTitle(name, 'ko'))
    for (const path of paths) shown = shown.replace(path, (whole) => lastName(whole, known))
    for (const shape of [posix, windows, tilde]) shown = shown.replace(shape, (whole) => lastName(whole, known))
    for (const name of hidden) shown = shown.replace(name, '•••')
    return shown
  }
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** `/home/kim/docs/a.md` → `a.md`; a home itself, whose last name is the user's, and a bare root → `…`. */
function lastName(path: string, known: readonly string[]): string {
  const plain = path
    .replace(/^file:\/\//, '')
    .replace(/\\+/g, '/')
    .replace(/\/+$/, '')
  const isHome = /^(?:\/(?:home|Users)\/[^/]+|[A-Za-z]:\/Users\/[^/]+|\/\w+|[A-Za-z]:)$/.test(plain)
  return isHome || known.some((folder) => folder.replaceAll('\\', '/') === plain) ? '…' : basename(plain)
}
