import { unzipSync } from 'fflate'

/**
 * Bytes that the wanted members may have once unpacked, as their directory says; a small file that unpacks to more is
 * refused.
 */
const maxBytes = 100 << 20

/**
 * Texts of those members of a packed document that are wanted, by name; `large` or `damaged` where there is no
 * reading it.
 */
export function membersOf(
  bytes: Uint8Array,
  wanted: (name: string) => boolean,
): Map<string, string> | 'large' | 'damaged' {
  let size = 0
  const fits = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!wanted(name)) return false
    size += originalSize
    return size <= maxBytes
  }
  try {
    const files = unzipSync(bytes, { filter: fits })
    if (size > maxBytes) return 'large'
    const decoder = new TextDecoder()
    return new Map(Object.entries(files).map(([name, data]) => [name, decoder.decode(data)]))
  } catch (error) {
    // fflate's errors carry a number; anything else is a bug.
    if (error instanceof Error && 'code' in error) return 'damaged'
    throw error
  }
}

/** Return the path of a member that is named beside another one: `../a/b.xml` seen from `x/y/z.xml` is `x/a/b.xml`. */
export function memberBeside(from: string, target: string): string {
  return decodeURIComponent(new URL(target, `zip:/${from}`).pathname).replace(/^\//, '')
}
