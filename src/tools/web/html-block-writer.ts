/**
 * One block of a page as Markdown. `around`: it stands in menus and margins; `inside`: in what the page calls its
 * content.
 */
export interface HtmlBlock extends Place {
  text: string
  /** Characters of its words, and how many of them are links. */
  chars: number
  linked: number
  /** No blank line between it and the block before: items of one list, rows of one table. */
  tight: boolean
}

interface Place {
  around: boolean
  inside: boolean
}

const inline = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i img input ins kbd label mark q ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
const marks: Record<string, string> = { b: '**', strong: '**', em: '_', i: '_', code: '`', kbd: '`', samp: '`' }
/** Deeper lists and quotations are shown at this depth. */
const mostIndent = 8

/** Puts text and tags together as blocks of Markdown, in time and memory that grow with the text alone. */
export class BlockWriter {
  place: Place = { around: false, inside: false }
  readonly #base: URL
  readonly #blocks: HtmlBlock[] = []
  #pieces: string[] = []
  #chars = 0
  #linked = 0
  #links: { at: number; href: string }[] = []
  #lists: { ordered: boolean; count: number }[] = []
  #quotes = 0
  #verbatim = 0
  #heading = 0
  #item = ''
  #tight = false
  #rows = 0

  constructor(base: URL) {
    this.#base = base
  }

  open(name: string, attributes: Record<string, string>, place: Place): void {
    if (!inline.has(name) && name !== 'br' && name !== 'td' && name !== 'th') this.#flush()
    this.place = place
    if (/^h[1-6]$/.test(name)) this.#heading = Number(name[1])
    else if (name === 'br') this.#put(this.#verbatim > 0 ? '\n' : '  \n')
    else if (name === 'hr') this.#push('---')
    else if (name === 'pre') this.#verbatim++
    else if (name === 'blockquote') this.#quotes++
    else if (name === 'ul' || name === 'ol') this.#lists.push({ ordered: name === 'ol', count: 0 })
    else if (name === 'li') this.#listItem()
    else if (name === 'table') this.#rows = 0
    else if (name === 'a') this.#links.push({ at: this.#pieces.length, href: this.#address(attributes.href) })
    else if (name === 'img' && attributes.alt?.trim()) this.#put(`![${attributes.alt.trim()}]`)
    else if (marks[name] && this.#verbatim === 0) this.#put(marks[name])
  }

  text(text: string): void {
    const shown = this.#verbatim > 0 ? text : text.replace(/\s+/g, ' ')
    if (shown === ' ' && this.#pieces.length === 0) return
    this.#chars += shown.length
    if (this.#links.length > 0) this.#linked += shown.length
    this.#put(shown)
  }

  close(name: string): void {
    if (marks[name] && this.#verbatim === 0) this.#closeMark(marks[name])
    if (name === 'a') this.#closeLink()
    if (name === 'td' || name === 'th') this.#put(' | ')
    if (inline.has(name) || name === 'br' || name === 'td' || name === 'th') return
    if (name === 'tr') this.#row()
    this.#flush()
    if (/^h[1-6]$/.test(name)) this.#heading = 0
    if (name === 'pre') this.#verbatim = Math.max(0, this.#verbatim - 1)
    if (name === 'blockquote') this.#quotes = Math.max(0, this.#quotes - 1)
    if (name === 'ul' || name === 'ol') this.#lists.pop()
    if (name === 'li') this.#item = ''
    if (name === 'ul' || name === 'ol' || name === 'table') this.#tight = false
  }

  /** Everything that was written. */
  end(): HtmlBlock[] {
    this.#flush()
    return this.#blocks
  }

  #put(piece: string): void {
    this.#pieces.push(piece)
  }

  /** Bold of nothing is nothing. */
  #closeMark(mark: string): void {
    if (this.#pieces.at(-1) === mark) this.#pieces.pop()
    else this.#put(mark)
  }

  #closeLink(): void {
    const link = this.#links.pop()
    if (!link?.href || link.at >= this.#pieces.length) return
    const label = this.#pieces.splice(link.at).join('')
    const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(label) ?? []
    this.#put(words ? `${before}[${words}](${link.href})${after}` : label)
  }

  #address(href: string | undefined): string {
    if (!href || !URL.canParse(href, this.#base)) return ''
    const url = new URL(href, this.#base)
    return url.protocol === 'http:' || url.protocol === 'https:' || url.protocol === 'mailto:' ? url.href : ''
  }

  #listItem(): void {
    const list = this.#lists.at(-1)
    if (list) list.count++
    this.#item = list?.ordered ? `${list.count}. ` : '- '
  }

  #row(): void {
    const row = this.#pieces.join('').trim().replace(/\|$/, '').trim()
    this.#pieces = []
    if (row === '') return
    this.#tight = this.#rows > 0
    this.#push(`| ${row} |`)
    if (this.#rows++ === 0) {
      this.#tight = true
      this.#push(`|${' --- |'.repeat(row.split(' | ').length)}`)
    }
  }

  #flush(): void {
    const joined = this.#pieces.join('')
    const text = this.#verbatim > 0 ? joined.replace(/^\n+/, '').trimEnd() : joined.replace(/[ \t]+/g, ' ').trim()
    this.#pieces = []
    // A link around blocks ends with the first of them.
    this.#links = []
    if (text === '') return
    if (this.#verbatim > 0) {
      this.#push(`\`\`\`\n${text}\n\`\`\``)
      return
    }
    const head = this.#heading > 0 ? `${'#'.repeat(this.#heading)} ` : this.#item
    this.#tight = this.#item !== '' && (this.#lists.at(-1)?.count ?? 0) > 1
    this.#item = ''
    this.#push(head + text)
  }

  #push(text: string): void {
    const quote = '> '.repeat(Math.min(this.#quotes, mostIndent))
    const deep = Math.min(Math.max(0, this.#lists.length - 1), mostIndent)
    const indent = quote + '  '.repeat(deep)
    const shown = indent === '' ? text : text.replace(/^/gm, indent)
    this.#blocks.push({ text: shown, chars: this.#chars, linked: this.#linked, tight: this.#tight, ...this.place })
    this.#chars = 0
    this.#linked = 0
  }
}
