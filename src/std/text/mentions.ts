/**
 * `@name` or `@"a name"` in a text: for each the names that it may be, as it stands and without what Korean puts
 * behind a word.
 */
export function findMentions(text: string): string[][] {
  return Array.from(text.matchAll(/(?<=^|\s)@(?:"([^"\n]+)"|(\S+))/gu), ([, quoted, plain = '']) => {
    const bare = plain.replace(/(?:에서|으로|이랑|하고|까지|부터|[을를이가은는의에와과도만로랑])?[,.?!:;)]*$/u, '')
    return quoted === undefined ? [...new Set([plain, bare])].filter(Boolean) : [quoted]
  })
}

/** True for names that mean a file wherever they stand: in quotes, or with an ending (`report.pdf`). */
export function meansFile(names: readonly string[]): boolean {
  return names.length === 1 && /\s/.test(names[0] ?? '')
    ? true
    : names.some((name) => /[^.@/\\]\.\p{L}[\p{L}\p{N}]{0,7}$/u.test(name))
}

/** A file's name behind `@`, as `mentions` reads it. */
export function mentionOf(name: string): string {
  return /\s/u.test(name) ? `@"${name}"` : `@${name}`
}

/** A path as it stands in a text, and the file that it means. */
export interface DroppedPath {
  raw: string
  path: string
}

const paths = /(?<=^|\s)(?:'([^'\n]+)'|"([^"\n]+)"|((?:file:\/\/)?[~/](?:\\.|[^\s\\])+|[A-Za-z]:\\\S+))(?=\s|$)/gu

/**
 * Paths of pictures as a terminal pastes or drops them: absolute or from the home folder, blanks behind backslashes
 * or in quotes, or as an address of a file.
 */
export function droppedPictures(text: string): DroppedPath[] {
  return [...text.matchAll(paths)]
    .map(([raw, single, double, bare = '']) => ({ raw, path: single ?? double ?? decodePath(bare) }))
    .filter(({ path }) => /^(?:[~/]|[A-Za-z]:\\)/.test(path) && /\.(?:png|jpe?g|gif|webp)$/i.test(path))
}

/** The same where a pasted text is nothing else; empty for any other text. */
export function onlyPictures(text: string): DroppedPath[] {
  const found = droppedPictures(text)
  return found.length > 0 && text.replace(paths, '').trim() === '' && found.length === [...text.matchAll(paths)].length
    ? found
    : []
}

function decodePath(path: string): string {
  if (/^[A-Za-z]:/.test(path)) return path
  if (!path.startsWith('file://')) return path.replace(/\\(.)/g, '$1')
  return URL.canParse(path) ? decodeURIComponent(new URL(path).pathname) : path
}
