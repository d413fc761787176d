/**
 * Deeper than anything that is meant: what lies thousands of levels deep overflows the stack of whoever writes it
 * down.
 */
const mostNested = 256

/** Return true if a value holds arrays or objects more than `most` levels deep. */
export function isNestedDeeper(value: unknown, most = mostNested): boolean {
  if (typeof value !== 'object' || value === null) return false
  return most === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, most - 1))
}
