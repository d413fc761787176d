import type { PDFPageProxy } from 'pdfjs-dist'
import type { PdfText } from './layout.ts'

/** A part of an annotation, as the parser gives it. */
interface Annotation {
  subtype?: string
  fieldType?: string
  fieldValue?: unknown
  exportValue?: string
  checkBox?: boolean
  radioButton?: boolean
  buttonValue?: string
  password?: boolean
  hidden?: boolean
  rect?: number[]
  textContent?: string[]
  contentsObj?: { str?: string }
  defaultAppearanceData?: { fontSize?: number }
}

/** Kinds whose words are read: fields of forms, text boxes, notes, and stamps. */
const spoken = new Set(['Widget', 'FreeText', 'Text', 'Stamp'])

/** Return the values of a page's form fields and the words of its notes, each at its place (ISO 32000-2, 12.5). */
export async function annotationTexts(page: PDFPageProxy): Promise<PdfText[]> {
  const annotations = (await page.getAnnotations({ intent: 'any' })) as Annotation[]
  return annotations.flatMap((one) => {
    const text = spoken.has(one.subtype ?? '') && !one.hidden ? wordsOf(one) : ''
    const [x = 0, bottom = 0, right = 0, top = 0] = one.rect ?? []
    const height = Math.max(1, top - bottom)
    const size = one.defaultAppearanceData?.fontSize || Math.min(12, height)
    // Of several lines the first stands at the top of the field.
    const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
    const baseline = lines.length > 1 ? top - size : bottom + (height - size) / 2 + size * 0.2
    return lines.map(
      (line, at): PdfText => ({ text: line, x, y: baseline - at * size * 1.2, width: right - x, size, rtl: false }),
    )
  })
}

function wordsOf(one: Annotation): string {
  if (one.subtype !== 'Widget') return one.contentsObj?.str || (one.textContent ?? []).join('\n')
  if (one.password) return ''
  if (one.checkBox) return isOn(one, one.exportValue) ? '☑' : ''
  if (one.radioButton) return isOn(one, one.buttonValue) ? '◉' : ''
  if (one.fieldType === 'Btn') return ''
  const value = Array.isArray(one.fieldValue) ? one.fieldValue.join(', ') : one.fieldValue
  return (typeof value === 'string' && value.trim()) || (one.textContent ?? []).join('\n')
}

const isOn = ({ fieldValue }: Annotation, on: string | undefined) => on !== undefined && fieldValue === on
