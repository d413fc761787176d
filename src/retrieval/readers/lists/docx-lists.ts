import { readXml } from '../xml.ts'
import { type ListLevel, nextMark } from './list-marks.ts'

/**
 * A paragraph's place in a list: the list's id and its level from 0. A level left open is that of the paragraph's
 * style.
 */
export interface ListPlace {
  list?: string
  level?: number
}

/** First numbers of the kinds that Word writes (ECMA-376 part 1, 17.18.59); other kinds are written as 1, 2, 3. */
const firsts: Readonly<Record<string, string>> = {
  none: '',
  decimalZero: '01',
  lowerLetter: 'aa',
  upperLetter: 'AA',
  lowerRoman: 'i',
  upperRoman: 'I',
  ganada: '가',
  chosung: 'ㄱ',
  decimalEnclosedCircle: '①',
  decimalEnclosedCircleChinese: '①',
  decimalEnclosedParen: '⑴',
  decimalEnclosedFullstop: '⒈',
  koreanCounting: '일',
  koreanDigital: '일',
  chineseCounting: '一',
  japaneseCounting: '一',
  ideographDigital: '一',
}

interface Level extends ListLevel {
  style?: string
  isBullet?: boolean
  glue: string
}

interface Definition {
  levels: Level[]
  counts: (number | undefined)[]
  /** Names by which a definition stands for another one. */
  link?: string
  linkOf?: string
}

/** A list in the text: lists of one definition count on together, except where one begins anew. */
interface List {
  definition: string
  levels: Level[]
  starts: (number | undefined)[]
}

const newLevel = (): Level => ({ start: 1, first: '1', text: '', glue: ' ' })

/** Letters of a mark: it stands before every paragraph of its level. */
const mostMark = 100

/** Word keeps nine levels. */
const mostLevel = 8

/** The numbers of a Word document's lists (`word/numbering.xml`, ECMA-376 part 1, 17.9). */
export class DocxLists {
  readonly #definitions = new Map<string, Definition>()
  readonly #lists = new Map<string, List>()
  #definition: Definition | undefined
  #list: List | undefined
  #at = 0
  #level = newLevel()

  constructor(xml: string) {
    readXml(xml, { open: (name, attributes) => this.#open(name, attributes) })
  }

  #open(name: string, attributes: Record<string, string>): void {
    const value = attributes['w:val'] ?? ''
    if (name === 'w:abstractNum') {
      this.#definition = { levels: [], counts: [] }
      this.#definitions.set(attributes['w:abstractNumId'] ?? '', this.#definition)
    }
    if (name === 'w:styleLink' && this.#definition) this.#definition.link = value
    if (name === 'w:numStyleLink' && this.#definition) this.#definition.linkOf = value
    if (name === 'w:num') {
      this.#list = { definition: '', levels: [], starts: [] }
      this.#lists.set(attributes['w:numId'] ?? '', this.#list)
    }
    if (name === 'w:abstractNumId' && this.#list) this.#list.definition = value
    if (name === 'w:lvlOverride' || name === 'w:lvl') this.#at = Math.min(mostLevel, Number(attributes['w:ilvl']) || 0)
    if (name === 'w:startOverride' && this.#list) this.#list.starts[this.#at] = Number(value) || 0
    if (name === 'w:lvl') {
      this.#level = newLevel()
      const owner = this.#list ?? this.#definition
      if (owner) owner.levels[this.#at] = this.#level
    }
    this.#readLevel(name, value, attributes)
  }

  #readLevel(name: string, value: string, attributes: Record<string, string>): void {
    const level = this.#level
    if (name === 'w:start') level.start = Number(value) || 0
    if (name === 'w:numFmt') {
      level.first = firsts[value] ?? '1'
      level.isBullet = value === 'bullet'
    }
    if (name === 'w:lvlText') level.text = value.slice(0, mostMark)
    if (name === 'w:pStyle') level.style = value
    if (name === 'w:isLgl') level.isDecimal = !/^(?:0|false|off)$/.test(value)
    if (name === 'w:lvlRestart') level.goesOn = value === '0'
    if (name === 'w:suff' && attributes['w:val'] === 'nothing') level.glue = ''
  }

  /**
   * The mark of the next paragraph at this place, with what parts it from the text; empty for a bullet or where there
   * is no such list.
   */
  next({ list: id = '', level }: ListPlace, style = ''): string {
    const list = this.#lists.get(id)
    const definition = list && this.#definitionOf(list.definition)
    if (!list || !definition) return ''
    const levels = definition.levels.map((one, at) => list.levels[at] ?? one)
    const at = Math.min(
      mostLevel,
      level ??
        Math.max(
          0,
          levels.findIndex((one) => one?.style === style),
        ),
    )
    this.#beginAnew(list, definition)
    const mark = nextMark(levels, definition.counts, at)
    const own = levels[at]
    return own && !own.isBullet && mark !== '' ? mark + own.glue : ''
  }

  /** A list that begins anew does so at its first paragraph. */
  #beginAnew(list: List, { counts }: Definition): void {
    list.starts.forEach((start, at) => {
      if (start !== undefined) counts[at] = start - 1
    })
    list.starts = []
  }

  #definitionOf(id: string): Definition | undefined {
    const found = this.#definitions.get(id)
    if (!found?.linkOf) return found
    return [...this.#definitions.values()].find(({ link }) => link === found.linkOf) ?? found
  }
}
