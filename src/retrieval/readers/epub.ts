import type { TextLine } from '../ports.ts'
import type { DocumentText } from './document-text.ts'
import { htmlLines } from './html.ts'
import { readXml } from './xml.ts'
import { memberBeside, membersOf } from './zip.ts'

/** A book (EPUB 3): its chapters in the order of reading; `line` counts the lines of the whole book. */
export function readEpub(bytes: Uint8Array): DocumentText {
  const members = membersOf(bytes, (name) => /\.opf$|^META-INF\/(?:container|encryption)\.xml$/i.test(name))
  if (typeof members === 'string') return { fault: members }
  let path = ''
  readXml(members.get('META-INF/container.xml') ?? '', {
    open(name, attributes) {
      if (name === 'rootfile') path ||= attributes['full-path'] ?? ''
    },
  })
  const parts = members.get(path)
  if (parts === undefined) return { fault: 'damaged' }
  const names = spineOf(parts).map((href) => memberBeside(path, href))
  // Fonts may be scrambled; of a book that is locked the chapters are.
  const locked = members.get('META-INF/encryption.xml') ?? ''
  if (names.some((name) => locked.includes(`"${name}"`))) return { fault: 'encrypted' }
  const chapters = membersOf(bytes, (name) => names.includes(name))
  if (typeof chapters === 'string') return { fault: chapters }
  const lines: TextLine[] = []
  let before = 0
  for (const name of names) {
    const chapter = chapters.get(name) ?? ''
    for (const line of htmlLines(chapter)) lines.push({ ...line, line: before + line.line })
    before += chapter.split('\n').length
  }
  return lines.length > 0 ? { lines } : { fault: 'empty' }
}

const pages = ['application/xhtml+xml', 'text/html', 'application/x-dtbook+xml', 'text/x-oeb1-document']

/** Chapters, in the order of reading: what the manifest calls pages, whatever their names are. */
function spineOf(xml: string): string[] {
  const items = new Map<string, string>()
  const spine: string[] = []
  readXml(xml, {
    open(name, { id = '', href = '', idref = '', 'media-type': media = pages[0] }) {
      if (/(?:^|:)item$/.test(name) && pages.includes(media ?? '')) items.set(id, href)
      if (/(?:^|:)itemref$/.test(name)) spine.push(idref)
    },
  })
  return spine.flatMap((id) => items.get(id) ?? [])
}
