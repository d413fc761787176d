import { graphemes, truncate, width, wrap } from '../../../std/text/text.ts'
import { type ColourRole, type Palette, sgrOf } from './theme.ts'

/** Role of a piece of text; its look is decided here and nowhere else. */
export type Role =
  | 'strong'
  | 'em'
  | 'strike'
  | 'code'
  | 'link'
  | 'heading'
  | 'dim'
  | 'accent'
  | 'person'
  | 'error'
  | 'warn'
  | 'ok'
  | 'keyword'
  | 'string'
  | 'number'
  | 'comment'
  | 'title'
  | 'inverse'
  | 'added'
  | 'removed'
  | 'changed'

interface RoleLook {
  on: string
  off: string
  colour: boolean
}

/** SGR parameters (ECMA-48): how to begin and how to end. The 16 colours of the terminal's own theme, nothing else. */
const looks: Record<Role, RoleLook> = {
  strong: { on: '1', off: '22', colour: false },
  em: { on: '3', off: '23', colour: false },
  strike: { on: '9', off: '29', colour: false },
  link: { on: '4', off: '24', colour: false },
  heading: { on: '1;36', off: '22;39', colour: true },
  dim: { on: '2', off: '22', colour: false },
  inverse: { on: '7', off: '27', colour: false },
  code: { on: '36', off: '39', colour: true },
  accent: { on: '36', off: '39', colour: true },
  person: { on: '1', off: '22', colour: false },
  error: { on: '31', off: '39', colour: true },
  warn: { on: '33', off: '39', colour: true },
  ok: { on: '32', off: '39', colour: true },
  keyword: { on: '35', off: '39', colour: true },
  string: { on: '32', off: '39', colour: true },
  number: { on: '33', off: '39', colour: true },
  comment: { on: '90', off: '39', colour: true },
  title: { on: '34', off: '39', colour: true },
  added: { on: '32', off: '39', colour: true },
  removed: { on: '31', off: '39', colour: true },
  changed: { on: '1;4', off: '22;24', colour: false },
}

export interface StyledSpan {
  text: string
  roles: readonly Role[]
  /** Offset in the source, if it stands there letter by letter. */
  from?: number
  /** An address behind it, for terminals that follow one. Ours, never foreign words: percent-encoded. */
  href?: string
  /** The first of a row that goes on from the row above: the terminal breaks the line there. */
  joined?: true
}

export type Paint = (spans: readonly StyledSpan[]) => string

/** Colours of the roles: absent, they are the sixteen of the terminal's own theme. */
export interface Colours {
  palette: Palette
  trueColour: boolean
}

/**
 * StyledSpans → a string with SGR sequences. Without colours only weight, slant and lines remain; `links`: addresses
 * go along (OSC 8).
 */
export function createPainter(colour: boolean, links = false, colours?: Colours): Paint {
  const known = colour && colours ? themeRoles(colours) : looks
  const one = ({ href, ...span }: StyledSpan): string =>
    links && href ? `\x1b]8;;${href}\x1b\\${styled(span)}\x1b]8;;\x1b\\` : styled(span)
  const styled = ({ text, roles }: StyledSpan): string => {
    const used = roles.map((role) => known[role]).filter((look) => look.on !== '' && (colour || !look.colour))
    if (used.length === 0 || text === '') return text
    return `\x1b[${used.map((look) => look.on).join(';')}m${text}\x1b[${used.map((look) => look.off).join(';')}m`
  }
  return (spans) => spans.map(one).join('')
}

/** Roles that borrow the colour of another one. */
const borrowed: Partial<Record<Role, ColourRole>> = { heading: 'accent', added: 'ok', removed: 'error' }

function themeRoles({ palette, trueColour }: Colours): Record<Role, RoleLook> {
  const entries = Object.entries(looks).map(([role, look]): [string, RoleLook] => {
    const hex = palette[(borrowed[role as Role] ?? role) as ColourRole]
    if (hex === undefined) return [role, look.colour ? { on: '', off: '', colour: true } : look]
    const weight = role === 'heading' ? { on: '1;', off: '22;' } : { on: '', off: '' }
    return [role, { on: `${weight.on}${sgrOf(hex, trueColour)}`, off: `${weight.off}39`, colour: true }]
  })
  return Object.fromEntries(entries) as Record<Role, RoleLook>
}

/** One piece of text with what it is. */
export function span(text: string, ...roles: Role[]): StyledSpan {
  return { text, roles }
}

/** Return what a line of spans says, without how it looks. */
export function plainOf(spans: readonly StyledSpan[]): string {
  return spans.map(({ text }) => text).join('')
}

/** The part [from, to) of a line of spans. */
function sliceSpans(spans: readonly StyledSpan[], from: number, to: number): StyledSpan[] {
  const kept: StyledSpan[] = []
  let at = 0
  for (const piece of spans) {
    const start = Math.max(from - at, 0)
    const end = Math.min(to - at, piece.text.length)
    if (start < end) {
      kept.push({
        ...piece,
        text: piece.text.slice(start, end),
        ...(piece.from === undefined ? {} : { from: piece.from + start }),
      })
    }
    at += piece.text.length
  }
  return kept
}

/** A line of spans broken into rows of at most `columns`; `trim` takes the blanks at breaks off. */
export function wrapSpans(spans: readonly StyledSpan[], columns: number, how = wrap, trim = true): StyledSpan[][] {
  const text = plainOf(spans)
  return how(text, columns).map(({ from, to }, index, all) => {
    const shown = trim && index < all.length - 1 ? text.slice(from, to).trimEnd().length : to - from
    return sliceSpans(spans, from, from + shown)
  })
}

/**
 * Rows as they are written above the live part: each is ended unless the next one goes on from it, so that a
 * terminal knows both as one line, when it is copied or gets wider. `above`: the row that stands there already, where
 * the terminal has kept its width since.
 */
export function writtenRows(rows: readonly StyledSpan[][], paint: Paint, above?: readonly StyledSpan[]): string {
  if (rows.length === 0) return ''
  const isJoined = (row: readonly StyledSpan[] | undefined) => row?.[0]?.joined === true
  const text = rows.map((row, at) => `${at > 0 && !isJoined(row) ? '\n' : ''}${paint(row)}`).join('')
  return `${above && isJoined(rows[0]) ? reopenRow(above, paint) : ''}${text}\n`
}

/** Goes back to the end of a full row and writes its last letter again: what follows is broken by the terminal. */
function reopenRow(row: readonly StyledSpan[], paint: Paint): string {
  const text = plainOf(row)
  const last = graphemes(text).at(-1) ?? ''
  const letter = paint(sliceSpans(row, text.length - last.length, text.length))
  return `\x1b[A\x1b[${width(text) - width(last) + 1}G${letter}`
}

/**
 * Rows inside a border of that width, two columns of it at each side. `right` stands in the upper border, `below` in
 * the lower one.
 */
export function frameRows(
  rows: readonly StyledSpan[][],
  columns: number,
  role: Role,
  { right = [], below = [] }: { right?: readonly StyledSpan[]; below?: readonly StyledSpan[] } = {},
): StyledSpan[][] {
  const inner = columns - 4
  const rule = (corners: string, text: readonly StyledSpan[]): StyledSpan[] => {
    const label = cutSpans(text, inner - 2)
    const size = width(plainOf(label))
    const line = '─'.repeat(Math.max(0, inner + 1 - size - (size > 0 ? 2 : 0)))
    const named = size > 0 ? [span(' '), ...label, span(' ')] : []
    return [span(`${corners[0]}${line}`, role), ...named, span(`─${corners[1]}`, role)]
  }
  const body = rows.map((row) => [
    span('│ ', role),
    ...row,
    span(`${' '.repeat(Math.max(0, inner - width(plainOf(row))))} │`, role),
  ])
  return [rule('╭╮', right), ...body, rule('╰╯', below)]
}

/** A line of spans cut to so many columns, the last of them shortened. */
function cutSpans(spans: readonly StyledSpan[], columns: number): StyledSpan[] {
  let left = columns
  return spans.flatMap((piece) => {
    const text = left > 0 ? truncate(piece.text, left) : ''
    left -= width(text)
    return text === '' ? [] : [{ ...piece, text }]
  })
}
