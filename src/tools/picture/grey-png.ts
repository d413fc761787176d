import { encode } from 'fast-png'

/**
 * A grey picture (PGM of one byte a point, as scanned pages come) as a PNG, every so many points one of them where a
 * side would be longer than `mostSide`; undefined for other bytes.
 */
export function pngOfPgm(bytes: Uint8Array, mostSide: number): Uint8Array | undefined {
  const head = /^P5\n(\d+) (\d+)\n255\n/.exec(Buffer.from(bytes.subarray(0, 40)).toString('latin1'))
  if (!head) return undefined
  const [width, height] = [Number(head[1]), Number(head[2])]
  const step = Math.max(1, Math.ceil(Math.max(width, height) / mostSide))
  const [columns, rows] = [Math.floor(width / step), Math.floor(height / step)]
  const data = new Uint8Array(columns * rows)
  for (let y = 0, at = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) data[at++] = bytes[head[0].length + y * step * width + x * step] ?? 255
  return encode({ width: columns, height: rows, data, channels: 1, depth: 8 })
}
