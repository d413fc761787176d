import type { Token, Tokens } from 'marked'
import type { Role, StyledSpan } from '../terminal/style.ts'
import { decodeEntities } from './entities.ts'
import { mathText } from './math.ts'

/** Inline Markdown (one line) → spans. Spans that stand in the source letter by letter know where. */
export type Inline = (text: string) => StyledSpan[]

/** Characters that are read at once: what one run of marks costs grows with the square of its length. */
const mostRead = 4_000

/** Loads marked, which the start does not need, and makes the reader. */
export async function loadInline(): Promise<Inline> {
  const { Lexer, Tokenizer } = await import('marked')
  /**
   * CommonMark does not close `**"강조"**는`: a sign before the stars and a letter behind them. In Korean that is the rule
   * rather than the exception, so strong text closes at the next pair of stars that has no blank before it.
   */
  class Korean extends Tokenizer {
    override emStrong(src: string, masked: string, previous = ''): Tokens.Em | Tokens.Strong | undefined {
      const found = /^\*\*(?![\s*])((?:[^*]|\*(?!\*))*?[^\s*])\*\*(?!\*)/.exec(src)
      if (!found) return super.emStrong(src, masked, previous)
      const [raw, text = ''] = found
      return { type: 'strong', raw, text, tokens: this.lexer.inlineTokens(text) }
    }
  }
  return (text) => {
    const lexer = new Lexer({ tokenizer: new Korean(), gfm: true })
    const tokensOf = (piece: string) => lexer.inlineTokens(piece)
    const readPiece = ({ text, from, as }: Piece, at: number) =>
      as ? [{ text, roles: as }] : spansOf(tokensOf(text), [], at + from)
    return piecesOf(text).flatMap(([part, at]) => splitForeign(part).flatMap((piece) => readPiece(piece, at)))
  }
}

interface Piece {
  text: string
  /** Offset in the source. */
  from: number
  /** It is no Markdown: shown so. */
  as?: Role[]
}

/**
 * Signs that Markdown's own reader does not know, cut out before it: formulas (`$…$` as Pandoc reads it, so that prices
 * stay; `\\(…\\)`, `$$…$$`), marks of footnotes, and names of links that are defined elsewhere.
 */
const foreign =
  /(`+)[\s\S]*?[^`]\1(?!`)|\$\$([^$]+)\$\$|\\\((.+?)\\\)|\\\[(.+?)\\\]|(?<![\w$\\])\$(?=\S)([^$]*?[^\s$\\])\$(?![\d$])|\[\^([^\]\s]+)\]|(?<=\])\[([^\]\s]+)\](?![(:])/g

function splitForeign(text: string): Piece[] {
  const found: Piece[] = []
  let at = 0
  for (const match of text.matchAll(foreign)) {
    const [whole, code, block, round, square, dollar, note, name] = match
    if (code) continue
    if (match.index > at) found.push({ text: text.slice(at, match.index), from: at })
    const math = block ?? round ?? square ?? dollar
    const shown = math === undefined ? `[${note ?? name}]` : mathText(math)
    found.push({ text: shown, from: match.index, as: [math === undefined ? 'dim' : 'code'] })
    at = match.index + whole.length
  }
  return at === 0 ? [{ text, from: 0 }] : [...found, ...(at < text.length ? [{ text: text.slice(at), from: at }] : [])]
}

/** A line in pieces that can be read at once, with the place of each; cut behind a blank where there is one. */
function piecesOf(text: string): [piece: string, at: number][] {
  const pieces: [string, number][] = []
  for (let at = 0; at < text.length; ) {
    const most = at + mostRead
    const blank = text.lastIndexOf(' ', most - 1) + 1
    // A character of two units stays whole.
    const end = blank > at ? blank : /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most
    pieces.push([most >= text.length ? text.slice(at) : text.slice(at, end), at])
    at = most >= text.length ? text.length : end
  }
  return pieces
}

/** `from` is the place in the source, undefined inside anything that has marks of its own. */
function spansOf(tokens: readonly Token[], roles: readonly Role[], from: number | undefined): StyledSpan[] {
  const spans: StyledSpan[] = []
  let at = from
  for (const token of tokens) {
    spans.push(...tokenSpans(token as Tokens.Generic, roles, at))
    if (at !== undefined) at += token.raw.length
  }
  return spans
}

function tokenSpans(token: Tokens.Generic, roles: readonly Role[], at: number | undefined): StyledSpan[] {
  const innerSpans = (role: Role): StyledSpan[] => spansOf(token.tokens ?? [], [...roles, role], undefined)
  switch (token.type) {
    case 'strong':
      return innerSpans('strong')
    case 'em':
      return innerSpans('em')
    case 'del':
      return innerSpans('strike')
    case 'codespan':
      return [{ text: token.text as string, roles: [...roles, 'code'] }]
    case 'br':
      return [{ text: ' ', roles }]
    case 'link':
      return linkSpans(token, roles)
    case 'image':
      return linkSpans({ ...token, tokens: [{ type: 'text', raw: `🖼 ${token.text}`.trim() }] }, roles)
    case 'html':
      return [/^<br\s*\/?>$/i.test(token.raw) ? { text: ' ', roles } : { text: token.raw, roles }]
    default: {
      const text = decodeEntities(String(token.type === 'escape' ? token.text : token.raw))
      return [{ text, roles, ...(at !== undefined && text === token.raw ? { from: at } : {}) }]
    }
  }
}

/** The address is always shown: a label can lie. */
function linkSpans(token: Tokens.Generic, roles: readonly Role[]): StyledSpan[] {
  const label = spansOf(token.tokens ?? [], [...roles, 'link'], undefined)
  const text = label.map((span) => span.text).join('')
  const href = String(token.href)
  if (text === href || `mailto:${text}` === href || `http://${text}` === href) return label
  return [...label, { text: ` (${href})`, roles: [...roles, 'dim'] }]
}
