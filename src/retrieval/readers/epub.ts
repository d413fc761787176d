import type { TextLine } from '../ports.ts'
import type { DocumentText } from './document-text.ts'
import { htmlLines } from './html.ts'
import { readXml } from './xml.ts'
import { memberBeside, membersOf } from './zip.ts'

/** A book (EPUB 3): its chapters in the order of reading; `line` counts the lines of the whole book. */
export function readEpub(bytes: Uint8Array): DocumentText {
  const members = membersOf(bytes, (name) => /\.(?:opf|x?html?)$|^META-INF\/(?:container|encryption)\.xml$/i.test(name))
  if (typeof members === 'string') return { fault: members }
  // Fonts may be scrambled; of a book that is locked the chapters are.
  if (/\.x?html?"/i.test(members.get('META-INF/encryption.xml') ?? '')) return { fault: 'encrypted' }
  let path = ''
  readXml(members.get('META-INF/container.xml') ?? '', {
    open(name, attributes) {
      if (name === 'rootfile') path ||= attributes['full-path'] ?? ''
    },
  })
  const parts = members.get(path)
  if (parts === undefined) return { fault: 'damaged' }
  const lines: TextLine[] = []
  let before = 0
  for (const href of spineOf(parts)) {
    const chapter = members.get(memberBeside(path, href)) ?? ''
    for (const line of htmlLines(chapter)) lines.push({ ...line, line: before + line.line })
    before += chapter.split('\n').length
  }
  return lines.length > 0 ? { lines } : { fault: 'empty' }
}

/** Chapters, in the order of reading. */
function spineOf(xml: string): string[] {
  const items = new Map<string, string>()
  const spine: string[] = []
  readXml(xml, {
    open(name, { id = '', href = '', idref = '' }) {
      if (/(?:^|:)item$/.test(name)) items.set(id, href)
      if (/(?:^|:)itemref$/.test(name)) spine.push(idref)
    },
  })
  return spine.flatMap((id) => items.get(id) ?? [])
}
