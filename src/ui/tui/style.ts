import { wrap } from '../../std/text.ts'

/** What a piece of text is; how that looks is decided here and nowhere else. */
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

/** SGR parameters (ECMA-48): how to begin and how to end. The 16 colours of the terminal's own theme, nothing else. */
const looks: Record<Role, { on: string; off: string; colour: boolean }> = {
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
}

export interface Span {
  text: string
  roles: readonly Role[]
  /** Where it stands in the source it was read from, when it is there letter by letter. */
  from?: number
  /** An address behind it, for terminals that follow one. Ours, never foreign words: percent-encoded. */
  href?: string
}

export type Paint = (spans: readonly Span[]) => string

/** Spans → a string with SGR sequences. Without colours only weight, slant and lines remain; `links`: addresses go along (OSC 8). */
export function painter(colour: boolean, links = false): Paint {
  const one = ({ href, ...span }: Span): string =>
    links && href ? `\x1b]8;;${href}\x1b\\${styled(span)}\x1b]8;;\x1b\\` : styled(span)
  const styled = ({ text, roles }: Span): string => {
    const used = roles.map((role) => looks[role]).filter((look) => colour || !look.colour)
    if (used.length === 0 || text === '') return text
    return `\x1b[${used.map((look) => look.on).join(';')}m${text}\x1b[${used.map((look) => look.off).join(';')}m`
  }
  return (spans) => spans.map(one).join('')
}

/** One piece of text with what it is. */
export function span(text: string, ...roles: Role[]): Span {
  return { text, roles }
}

/** What a line of spans says, without how it looks. */
export function plainOf(spans: readonly Span[]): string {
  return spans.map(({ text }) => text).join('')
}

/** The part [from, to) of a line of spans. */
function sliced(spans: readonly Span[], from: number, to: number): Span[] {
  const kept: Span[] = []
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
export function wrapped(spans: readonly Span[], columns: number, how = wrap, trim = true): Span[][] {
  const text = plainOf(spans)
  return how(text, columns).map(({ from, to }, index, all) => {
    const shown = trim && index < all.length - 1 ? text.slice(from, to).trimEnd().length : to - from
    return sliced(spans, from, from + shown)
  })
}
