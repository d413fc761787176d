// Korean as it was written before UTF-8.
import { decodeCp949 } from '../../src/std/text/cp949.ts'

/** CP949 by the program's own table, turned around; that table is judged by Python's in test/std/text/cp949.test.ts. */
export function encodeKorean(text: string): Buffer {
  const bytes = [...text].flatMap((letter) => {
    const code = letter.codePointAt(0) as number
    return code < 128 ? [code] : (korean().get(letter) ?? [0x3f])
  })
  return Buffer.from(bytes)
}

let table: Map<string, [number, number]> | undefined
function korean(): Map<string, [number, number]> {
  if (table) return table
  table = new Map()
  for (let lead = 0x81; lead < 0xff; lead++)
    for (let trail = 0x41; trail < 0xff; trail++) {
      const letter = decodeCp949(Uint8Array.of(lead, trail))
      if (letter.length === 1 && letter !== '\ufffd') table.set(letter, [lead, trail])
    }
  return table
}

/** ISO-2022-KR (RFC 1557): seven bits, Korean between SO and SI. */
export function encodeShifted(text: string, isWhole = true): Buffer {
  const bytes: number[] = isWhole ? [0x1b, 0x24, 0x29, 0x43] : []
  let isOut = false
  for (const byte of encodeKorean(text)) {
    if (byte > 127 !== isOut) bytes.push(byte > 127 ? 0x0e : 0x0f)
    isOut = byte > 127
    bytes.push(byte & 0x7f)
  }
  return Buffer.from(isOut ? [...bytes, 0x0f] : bytes)
}
