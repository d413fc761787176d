import type { Pixels } from './pixels.ts'

/** A cube of 6 × 6 × 6 colours: every sixel terminal has 256 registers. */
const steps = 6

/**
 * A picture in DEC's sixel graphics: bands of six rows, each colour of a band drawn after the other (VT330/340
 * manual, chapter 14).
 */
export function encodeSixel({ width, height, rgba }: Pixels): string {
  const colours = Array.from({ length: width * height }, (_, at) => colourRegister(rgba, at * 4))
  const used = [...new Set(colours)].filter((colour) => colour >= 0)
  const palette = used.map(
    (colour) =>
      `#${colour};2;${[36, 6, 1].map((unit) => Math.round(((Math.floor(colour / unit) % steps) * 100) / (steps - 1))).join(';')}`,
  )
  const bands = Array.from({ length: Math.ceil(height / 6) }, (_, band) => drawBand(colours, width, height, band * 6))
  return `\x1bP0;1q"1;1;${width};${height}${palette.join('')}${bands.join('-')}\x1b\\\n`
}

/** The nearest colour of the cube, −1 for what is transparent. */
function colourRegister(rgba: Uint8Array, at: number): number {
  if ((rgba[at + 3] ?? 0) < 128) return -1
  const levelOf = (channel: number) => Math.round(((rgba[at + channel] ?? 0) * (steps - 1)) / 255)
  return levelOf(0) * 36 + levelOf(1) * 6 + levelOf(2)
}

function drawBand(colours: readonly number[], width: number, height: number, top: number): string {
  const rows = Math.min(6, height - top)
  const lines = new Map<number, number[]>()
  for (let row = 0; row < rows; row++)
    for (let x = 0; x < width; x++) {
      const colour = colours[(top + row) * width + x] as number
      if (colour < 0) continue
      const line = lines.get(colour) ?? new Array<number>(width).fill(0)
      line[x] = (line[x] as number) | (1 << row)
      lines.set(colour, line)
    }
  return [...lines].map(([colour, line]) => `#${colour}${encodeRuns(line)}`).join('$')
}

/** Equal neighbours as `!count letter`. */
function encodeRuns(line: readonly number[]): string {
  let text = ''
  for (let x = 0; x < line.length; ) {
    let end = x
    while (end < line.length && line[end] === line[x]) end++
    const letter = String.fromCharCode(63 + (line[x] as number))
    text += end - x > 3 ? `!${end - x}${letter}` : letter.repeat(end - x)
    x = end
  }
  return text
}
