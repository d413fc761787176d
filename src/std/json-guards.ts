/** The type of a field; with a `?` behind it, it may be missing. */
type Kind = 'string' | 'number' | 'object' | 'list'
type Kinds = Kind | 'number|string'
export type Shape = Readonly<Record<string, Kinds | `${Kinds}?`>>

/**
 * Return true if a value out of a file is an object with at least these fields. Numbers are finite, objects are no
 * lists.
 */
export function fits(value: unknown, shape: Shape): value is Record<string, unknown> {
  if (kindOf(value) !== 'object') return false
  return Object.entries(shape).every(([name, wanted]) => {
    const field = (value as Record<string, unknown>)[name]
    return field === undefined
      ? wanted.endsWith('?')
      : wanted
          .replace('?', '')
          .split('|')
          .includes(kindOf(field) ?? '')
  })
}

function kindOf(value: unknown): Kind | undefined {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return Number.isFinite(value) ? 'number' : undefined
  return typeof value === 'string' ? 'string' : typeof value === 'object' && value !== null ? 'object' : undefined
}
