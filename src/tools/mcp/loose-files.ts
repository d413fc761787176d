type Loose = Record<string, unknown>

/** JSON with comments and commas too many, as editors write it; undefined where it is none. */
export function parseJsonc(text: string): Loose | undefined {
  const bare = text
    .replace(/^\uFEFF/, '')
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, word?: string) => word ?? '')
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, word?: string) => word ?? '')
  return objectIn(bare)
}

/**
 * As much of TOML (https://toml.io/en/v1.0.0) as a list of MCP servers needs: tables by dotted names, strings, numbers, true and
 * false, arrays and inline tables of them. Lines of another kind are passed over.
 */
export function parseToml(text: string): Loose {
  const root: Loose = {}
  let at = root
  for (const line of logicalLines(text)) {
    const table = /^\[([^[\]]+)\]$/.exec(line)?.[1]
    if (table) at = down(root, namesOf(table))
    const [, key = '', value = ''] = /^("[^"]*"|'[^']*'|[\w.-]+)\s*=\s*(.+)$/s.exec(line) ?? []
    const read = key && objectIn(`{"value":${asJson(value)}}`)
    if (!read) continue
    const names = namesOf(key)
    down(at, names.slice(0, -1))[names.at(-1) as string] = read.value
  }
  return root
}

/** Lines without comments; a value whose brackets are still open goes on in the next one. */
function* logicalLines(text: string): Generator<string> {
  let line = ''
  for (const raw of text.split(/\r?\n/)) {
    const bare = raw.replace(/("(?:[^"\\]|\\.)*"|'[^']*')|#.*$/g, (_, word?: string) => word ?? '').trim()
    line = line ? `${line} ${bare}` : bare
    const signs = line.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '')
    if (signs.split(/[[{]/).length > signs.split(/[\]}]/).length) continue
    if (line) yield line
    line = ''
  }
}

const namesOf = (path: string) => [...path.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')

function down(root: Loose, names: readonly string[]): Loose {
  return names.reduce((at, name) => {
    if (!Object.hasOwn(at, name) || typeof at[name] !== 'object')
      Object.defineProperty(at, name, { value: {}, enumerable: true, configurable: true, writable: true })
    return at[name] as Loose
  }, root)
}

/** Literal strings and inline tables in JSON's way of writing. */
function asJson(value: string): string {
  return value
    .replace(/("(?:[^"\\]|\\.)*")|'([^']*)'/g, (_, basic?: string, literal?: string) => basic ?? JSON.stringify(literal))
    .replace(/("(?:[^"\\]|\\.)*")(?!\s*=)|(?:([\w-]+)|("(?:[^"\\]|\\.)*"))\s*=/g, (all, _, bare?: string, quoted?: string) =>
      bare ? `"${bare}":` : quoted ? `${quoted}:` : all,
    )
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, word?: string) => word ?? '')
}

function objectIn(text: string): Loose | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
