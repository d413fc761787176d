import type { TextLine } from '../ports.ts'
import type { DocumentText } from './document-text.ts'
import { drawingTexts, readXml, relationsOf } from './xml.ts'
import { memberBeside, membersOf } from './zip.ts'

const show = 'ppt/presentation.xml'
const relationsBeside = (name: string) => name.replace(/([^/]+)$/, '_rels/$1.rels')

/**
 * The words on the slides of a PowerPoint presentation (ECMA-376), in the order of the show, with their notes: `page`
 * is the slide.
 */
export function readPptx(bytes: Uint8Array): DocumentText {
  const members = membersOf(bytes, (name) =>
    /^ppt\/(?:_rels\/)?presentation\.xml(?:\.rels)?$|^ppt\/(?:slides|notesSlides)\/.*\.(?:xml|rels)$|^ppt\/diagrams\/data\d+\.xml$/.test(
      name,
    ),
  )
  if (typeof members === 'string') return { fault: members }
  const presentation = members.get(show)
  if (presentation === undefined) return { fault: 'damaged' }
  const relations = relationsOf(members.get(relationsBeside(show)))
  const lines: TextLine[] = []
  const footers = new Set<string>()
  for (const [at, id] of slideIds(presentation).entries()) {
    const target = relations.get(id)?.target
    if (target === undefined) continue
    const slide = memberBeside(show, target)
    const beside = [...relationsOf(members.get(relationsBeside(slide))).values()]
    const partsOf = (wanted: string) =>
      beside.flatMap(({ type, target: part }) =>
        type === wanted ? [members.get(memberBeside(slide, part)) ?? ''] : [],
      )
    const texts = [
      ...textsOf(members.get(slide) ?? '', footers),
      ...partsOf('diagramData').flatMap((xml) => drawingTexts(xml).map((text) => ({ text }))),
      ...partsOf('notesSlide').flatMap((xml) => textsOf(xml, footers)),
    ]
    lines.push(...texts.map((one, index) => ({ ...one, line: index + 1, page: at + 1 })))
  }
  return lines.length > 0 ? { lines } : { fault: 'empty' }
}

function slideIds(xml: string): string[] {
  const ids: string[] = []
  readXml(xml, {
    open(name, attributes) {
      if (name === 'p:sldId') ids.push(attributes['r:id'] ?? '')
    },
  })
  return ids
}

/** Numbers of slides and heads of notes say nothing. */
const furniture = /^(?:sldNum|hdr|sldImg)$/
/** A date or a footer that stands on every slide is told once. */
const repeated = /^(?:dt|ftr)$/

/** Paragraphs of a slide; a title is a heading, a row of a table one line. `footers`: those of the slides before. */
function textsOf(xml: string, footers: Set<string>): Pick<TextLine, 'text' | 'level'>[] {
  const texts: Pick<TextLine, 'text' | 'level'>[] = []
  let [text, told, holder] = ['', false, '']
  let cells: string[] | undefined
  const end = () => {
    const whole = text.trim()
    text = ''
    if (whole === '' || furniture.test(holder) || footers.has(whole)) return
    if (repeated.test(holder)) footers.add(whole)
    if (cells) cells.push(whole)
    else texts.push({ text: whole, ...(/title/i.test(holder) && { level: 2 }) })
  }
  readXml(xml, {
    open(name, attributes) {
      if (name === 'p:sp') holder = ''
      if (name === 'p:ph') holder = attributes.type ?? ''
      if (name === 'a:tr') cells = []
      if (name === 'a:t') told = true
      if (name === 'a:br') text += ' '
    },
    text(data) {
      if (told) text += data
    },
    close(name) {
      if (name === 'a:t') told = false
      if (name === 'a:p') end()
      if (name !== 'a:tr' || !cells) return
      if (cells.length > 0) texts.push({ text: cells.join(' | ') })
      cells = undefined
    },
  })
  return texts
}
