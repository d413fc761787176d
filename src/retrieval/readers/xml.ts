import { Parser } from 'htmlparser2'

/** Callbacks for the parts of an XML text, in their order. Names come with their prefix. */
export interface XmlEvents {
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/** Reads XML as it comes; entities other than XML's own five stay as they are, so that none grows. */
export function readXml(xml: string, events: XmlEvents): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => events.open?.(name, attributes),
      ontext: (data) => events.text?.(data),
      onclosetag: (name) => events.close?.(name),
    },
    { xmlMode: true },
  )
  parser.end(xml)
}

/** Return the paragraphs of shapes, boxes and SmartArt (DrawingML, ECMA-376 part 1, 21.1.2). */
export function drawingTexts(xml: string): string[] {
  const texts: string[] = []
  let [text, isText] = ['', false]
  readXml(xml, {
    open(name) {
      if (name === 'a:t') isText = true
      if (name === 'a:br') text += ' '
    },
    text(data) {
      if (isText) text += data
    },
    close(name) {
      if (name === 'a:t') isText = false
      if (name !== 'a:p') return
      if (text.trim() !== '') texts.push(text.trim())
      text = ''
    },
  })
  return texts
}

/** Relations of an Office document's part: target by id. */
export function relationsOf(xml = ''): Map<string, { type: string; target: string }> {
  const relations = new Map<string, { type: string; target: string }>()
  readXml(xml, {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name === 'Relationship') relations.set(Id, { type: Type.split('/').at(-1) ?? '', target: Target })
    },
  })
  return relations
}
