import { sanitise } from '../../../std/text/sanitise.ts'

/** Named characters that stand in answers (HTML 5.2, 8.5); a name that is not here stays as it was written. */
const named: Readonly<Record<string, string>> = {
  ...{
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    copy: '©',
    reg: '®',
    trade: '™',
    deg: '°',
    sect: '§',
    para: '¶',
  },
  ...{
    ndash: '–',
    mdash: '—',
    hellip: '…',
    middot: '·',
    bull: '•',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    laquo: '«',
    raquo: '»',
  },
  ...{
    larr: '←',
    uarr: '↑',
    rarr: '→',
    darr: '↓',
    harr: '↔',
    rArr: '⇒',
    hArr: '⇔',
    check: '✓',
    star: '☆',
    euro: '€',
    pound: '£',
    yen: '¥',
    cent: '¢',
  },
  ...{
    times: '×',
    divide: '÷',
    plusmn: '±',
    minus: '−',
    le: '≤',
    ge: '≥',
    ne: '≠',
    asymp: '≈',
    infin: '∞',
    radic: '√',
    sum: '∑',
    int: '∫',
    micro: 'µ',
  },
  ...{
    frac12: '½',
    frac14: '¼',
    frac34: '¾',
    sup1: '¹',
    sup2: '²',
    sup3: '³',
    alpha: 'α',
    beta: 'β',
    gamma: 'γ',
    delta: 'δ',
    pi: 'π',
    sigma: 'σ',
    omega: 'ω',
  },
}

/**
 * `&lt;`, `&#44032;` and `&#xAC00;` as the characters they stand for; what a number brings passes the sanitiser, too.
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]{1,9}));/gi, (whole, hex, decimal, name) => {
    if (name) return Object.hasOwn(named, name) ? (named[name] as string) : whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? sanitise(String.fromCodePoint(code)).replace('\n', ' ') : whole
  })
}
