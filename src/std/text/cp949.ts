/** The code page of KS X 1001, which Node decodes, and no more than that. */
const ksx1001 = new TextDecoder('euc-kr')
const replacement = '\ufffd'

/**
 * The text in bytes of CP949 (Unified Hangul Code): EUC-KR, and the 8,822 syllables that it lacks. What is no letter
 * becomes U+FFFD; `isCut`: half a letter at the end does not.
 */
export function decodeCp949(bytes: Uint8Array, isCut = false): string {
  let text = ''
  let from = 0
  const take = (to: number, more: string, next: number) => {
    text += ksx1001.decode(bytes.subarray(from, to)) + more
    from = next
  }
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] as number
    const trail = bytes[at + 1]
    if (lead < 0x80) at++
    else if (trail === undefined) take(at, isCut ? '' : replacement, ++at)
    else if (lead >= 0xa1 && lead < 0xff && trail >= 0xa1 && trail < 0xff) at += 2
    else {
      const letter = isExtension(lead, trail) ? extension().get(lead * 256 + trail) : undefined
      const length = letter === undefined ? 1 : 2
      take(at, letter ?? replacement, at + length)
      at += length
    }
  }
  take(bytes.length, '', bytes.length)
  return text
}

const isExtension = (lead: number, trail: number) =>
  lead >= 0x81 && lead <= 0xc6 && trail >= 0x41 && trail < 0xff && !(lead >= 0xa1 && trail > 0xa0)

let known: Map<number, string> | undefined

/** Syllables by their code: those that KS X 1001 lacks stand in the free places in the order of Unicode. */
function extension(): Map<number, string> {
  if (known) return known
  const own = new Set(ksx1001Syllables())
  const free = freePlaces()
  known = new Map()
  for (let code = 0xac00; code <= 0xd7a3; code++) {
    const letter = String.fromCharCode(code)
    const place = own.has(letter) ? undefined : free.next().value
    if (place !== undefined) known.set(place, letter)
  }
  return known
}

function ksx1001Syllables(): string {
  const bytes: number[] = []
  for (let lead = 0xb0; lead <= 0xc8; lead++) for (let trail = 0xa1; trail < 0xff; trail++) bytes.push(lead, trail)
  return ksx1001.decode(Uint8Array.from(bytes))
}

function* freePlaces(): Generator<number, undefined> {
  for (let lead = 0x81; lead <= 0xc6; lead++)
    for (let trail = 0x41; trail < 0xff; trail++) {
      const isLetter = trail <= 0x5a || (trail >= 0x61 && trail <= 0x7a) || trail >= 0x81
      if (isLetter && isExtension(lead, trail)) yield lead * 256 + trail
    }
  return undefined
}
