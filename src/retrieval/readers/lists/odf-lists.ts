import { readXml } from '../xml.ts'
import { type ListLevel, nextMark } from './list-marks.ts'

/** Levels of an OpenDocument list are counted up to here. */
const mostLevels = 10

/** Letters of a mark: it stands before every paragraph of its level. */
const mostMark = 100

/** Read the numbering of one level of a list (OpenDocument 1.3, 16.31 and 19.500). */
function levelOf(attributes: Record<string, string>, level: number): ListLevel {
  const format = attributes['style:num-format'] ?? ''
  const sample = format.split(',')[0] ?? ''
  const isLetter = /^[aA]$/.test(sample) && attributes['style:num-letter-sync'] === 'true'
  const shown = Math.min(level, Math.max(1, Number(attributes['text:display-levels']) || 1))
  const numbers = Array.from({ length: shown }, (_, i) => `%${level - shown + 1 + i}`).join('.')
  const text =
    attributes['loext:num-list-format']?.replace(/%(\d)%/g, '%$1') ??
    `${attributes['style:num-prefix'] ?? ''}${numbers}${attributes['style:num-suffix'] ?? ''}`
  return {
    start: Number(attributes['text:start-value'] ?? 1) || 0,
    first: isLetter ? sample + sample : sample,
    text: format === '' ? '' : text.slice(0, mostMark),
  }
}

type Counts = (number | undefined)[]

interface OpenList {
  style: string
  counts: Counts
}

/** The numbers of lists and of headings in an OpenDocument text: styles first, then the text as it comes. */
export class OdfLists {
  readonly #styles = new Map<string, (ListLevel | undefined)[]>()
  readonly #open: OpenList[] = []
  /** Numbers so far of lists that may be continued, by their id. */
  readonly #byId = new Map<string, Counts>()
  readonly #byStyle = new Map<string, Counts>()
  readonly #headings: Counts = []
  #style = ''
  /** An entry whose first paragraph is still to come. */
  #isNew = false

  /** Learns the styles of lists that a part of the document defines. */
  learn(xml: string): void {
    readXml(xml, { open: (name, attributes) => this.#define(name, attributes) })
  }

  #define(name: string, attributes: Record<string, string>): void {
    if (name === 'text:list-style') this.#style = attributes['style:name'] ?? ''
    if (name === 'text:outline-style') this.#style = outline
    if (name !== 'text:list-level-style-number' && name !== 'text:outline-level-style') return
    const level = Number(attributes['text:level'])
    if (!(level >= 1 && level <= mostLevels)) return
    const levels = this.#styles.get(this.#style) ?? []
    this.#styles.set(this.#style, levels)
    levels[level - 1] = levelOf(attributes, level)
  }

  /** An element of the text begins. */
  open(name: string, attributes: Record<string, string>): void {
    if (name === 'text:list') this.#begin(attributes)
    if (name === 'text:list-header') this.#isNew = false
    if (name === 'text:list-item') {
      this.#isNew = true
      const start = attributes['text:start-value']
      const list = this.#open.at(-1)
      if (start !== undefined && list && this.#open.length <= mostLevels)
        list.counts[this.#open.length - 1] = (Number(start) || 0) - 1
    }
  }

  /** An element of the text ends. */
  close(name: string): void {
    if (name === 'text:list-item' || name === 'text:list-header') this.#isNew = false
    if (name === 'text:list') this.#open.pop()
  }

  #begin(attributes: Record<string, string>): void {
    const around = this.#open.at(-1)
    const style = attributes['text:style-name'] ?? around?.style ?? ''
    const continued =
      this.#byId.get(attributes['text:continue-list'] ?? '') ??
      (attributes['text:continue-numbering'] === 'true' ? this.#byStyle.get(style) : undefined)
    const counts = around?.counts ?? continued ?? []
    this.#open.push({ style, counts })
    if (attributes['xml:id']) this.#byId.set(attributes['xml:id'], counts)
    this.#byStyle.set(style, counts)
  }

  /**
   * The mark of a paragraph that begins here; empty within an entry, and outside of lists but for headings
   * (`outlineLevel`, from 1).
   */
  next(outlineLevel?: number): string {
    const list = this.#open.at(-1)
    if (list && (!this.#isNew || this.#open.length > mostLevels)) return ''
    this.#isNew = false
    if (list) return nextMark(this.#styles.get(list.style) ?? [], list.counts, this.#open.length - 1)
    const levels = this.#styles.get(outline)
    if (!outlineLevel || !levels || outlineLevel > mostLevels) return ''
    return nextMark(levels, this.#headings, outlineLevel - 1)
  }
}

/** The style of headings' numbers, which has no name. */
const outline = ''
