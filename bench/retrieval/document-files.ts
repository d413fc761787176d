import { strToU8, zipSync } from 'fflate'

/** A paragraph of a document, and its level where it is a heading. */
interface Paragraph {
  text: string
  level?: number
}

const zipTexts = (members: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(members).map(([name, text]) => [name, strToU8(text)])))

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function paragraphsOf(text: string): Paragraph[] {
  return text
    .split(/\n+/)
    .filter(Boolean)
    .map((line) => {
      const [, marks, title = ''] = /^(#+) (.+)$/.exec(line) ?? []
      return marks === undefined ? { text: line } : { text: title, level: marks.length }
    })
}

const levels = [1, 2, 3]

function docxFile(text: string): Uint8Array {
  const style = (level: number) => `<w:pPr><w:pStyle w:val="h${level}"/></w:pPr>`
  const body = paragraphsOf(text).map(
    ({ text: said, level }) => `<w:p>${level ? style(level) : ''}<w:r><w:t>${escaped(said)}</w:t></w:r></w:p>`,
  )
  const space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const styles = levels.map((level) => `<w:style w:styleId="h${level}"><w:name w:val="heading ${level}"/></w:style>`)
  return zipTexts({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<w:document ${space}><w:body>${body.join('')}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${space}>${styles.join('')}</w:styles>`,
  })
}

function hwpxFile(text: string): Uint8Array {
  const body = paragraphsOf(text).map(
    ({ text: said, level = 0 }) => `<hp:p styleIDRef="${level}"><hp:run><hp:t>${escaped(said)}</hp:t></hp:run></hp:p>`,
  )
  const styles = levels.map((level) => `<hh:style id="${level}" name="개요 ${level}" engName="Outline ${level}"/>`)
  return zipTexts({
    'Contents/header.xml': `<hh:styles>${styles.join('')}</hh:styles>`,
    'Contents/section0.xml': `<hs:sec>${body.join('')}</hs:sec>`,
  })
}

/** One sheet; a line is a row, its cells divided by bars. */
function xlsxFile(text: string): Uint8Array {
  const cell = (said: string) =>
    /^\d+$/.test(said) ? `<c><v>${said}</v></c>` : `<c t="inlineStr"><is><t>${escaped(said)}</t></is></c>`
  const rows = text
    .trim()
    .split('\n')
    .map((line) => `<row>${line.split(' | ').map(cell).join('')}</row>`)
  const rel = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet'
  return zipTexts({
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${rel}" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
  })
}

const writers: Readonly<Record<string, (text: string) => Uint8Array>> = {
  docx: docxFile,
  hwpx: hwpxFile,
  xlsx: xlsxFile,
}

/** Return the bytes of a document of this path: of an office's format where its ending is one, else the text itself. */
export function documentBytes(path: string, text: string): string | Uint8Array {
  const writer = writers[path.slice(path.lastIndexOf('.') + 1)]
  return writer ? writer(text) : text
}
