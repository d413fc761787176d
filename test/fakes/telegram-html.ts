/** Tags of https://core.telegram.org/bots/api#html-style. */
const tags = new Set(
  'b strong i em u ins s strike del span tg-spoiler a tg-emoji code pre blockquote tg-time'.split(' '),
)
/** "All numerical HTML entities are supported. The API currently supports only the following named ones." */
const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' }

/** The text that is left when HTML is read as Telegram does, or what it refuses. */
export function visible(html: string): { text: string } | { error: string } {
  const open: string[] = []
  let text = ''
  const token = /<(\/?)([^<>]*)>|<|&(#\d+|#x[\da-f]+|[a-z]+);|[^<&]+|&/gi
  for (const [whole, slash, inside, entity] of html.matchAll(token)) {
    if (whole === '<') return { error: 'Unclosed start tag' }
    if (inside !== undefined) {
      const name = /^[a-z][\w-]*/i.exec(inside.trim())?.[0]?.toLowerCase() ?? ''
      if (!tags.has(name)) return { error: `Unsupported start tag "${inside}"` }
      if (slash === '/') {
        if (open.pop() !== name) return { error: `Unmatched end tag "${name}"` }
      } else open.push(name)
    } else if (entity !== undefined) text += entityOf(entity) ?? whole
    else text += whole
  }
  return open.length > 0 ? { error: `Can't find end tag corresponding to start tag "${open.at(-1)}"` } : { text }
}

function entityOf(entity: string): string | undefined {
  if (!entity.startsWith('#')) return named[entity.toLowerCase()]
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
