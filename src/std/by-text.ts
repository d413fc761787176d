/**
 * Keep the result made of a text for the next time that it is asked for: the texts that were asked for last, as long as
 * they have no more than `room` characters together. Values are shared: nobody may change them.
 */
export function keptByText<T>(make: (text: string) => T, room: number): (text: string) => T {
  const kept = new Map<string, T>()
  let size = 0
  return (text) => {
    const found = kept.get(text)
    if (found !== undefined) return found
    // A part of a long text keeps all of it in memory: what is kept is made of a copy.
    const own = text.length < shortPart ? copyOf(text) : text
    const made = make(own)
    kept.set(own, made)
    size += own.length
    for (const oldest of kept.keys()) {
      if (size <= room || kept.size === 1) break
      kept.delete(oldest)
      size -= oldest.length
    }
    return made
  }
}

/** Characters below which a text is copied before it is kept. */
const shortPart = 4_096

/** A text of its own: a part of a longer one keeps all of that in memory. */
export const copyOf = (text: string) => Buffer.from(text, 'utf16le').toString('utf16le')
