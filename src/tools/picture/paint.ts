import type { Image } from '../../protocol/index.ts'
import { decodePicture, type Pixels, scalePixels } from './pixels.ts'
import { encodeSixel } from './sixel.ts'

/** The way in which a terminal shows pictures: by its own protocol, or as coloured half-blocks, or not at all. */
export type PictureProtocol = 'kitty' | 'iterm' | 'sixel' | 'blocks' | 'none'

/**
 * Return the protocol of the terminal, by the variables that terminals set for this: kitty, Ghostty and Konsole speak
 * kitty's protocol, iTerm2, WezTerm and mintty iTerm's, foot and contour sixel. Inside tmux or screen, whose state our
 * bytes would upset, half-blocks.
 */
export function pictureProtocol(env: Record<string, string | undefined>): PictureProtocol {
  const term = env.TERM ?? ''
  if (term === 'dumb' || env.NO_COLOR) return 'none'
  if (env.TMUX || env.STY || /^(?:screen|tmux)/.test(term)) return 'blocks'
  const program = env.TERM_PROGRAM ?? ''
  if (
    env.KITTY_WINDOW_ID ||
    term === 'xterm-kitty' ||
    term === 'xterm-ghostty' ||
    program === 'ghostty' ||
    env.KONSOLE_VERSION
  )
    return 'kitty'
  if (['iTerm.app', 'WezTerm', 'mintty'].includes(program) || env.LC_TERMINAL === 'iTerm2') return 'iterm'
  return /^(?:foot|contour|mlterm|xterm-sixel)/.test(term) ? 'sixel' : 'blocks'
}

export interface Canvas {
  protocol: PictureProtocol
  /** Room in cells. */
  columns: number
  rows: number
}

/** A cell is about twice as high as wide; of pixels, where nobody says: 10 × 20. */
const cell = { width: 10, height: 20 }

/**
 * A picture as bytes for the terminal, ended by a line feed; undefined when it cannot be shown there. Made here and
 * nowhere else, out of numbers and base64 only: nothing of a file's bytes reaches the terminal as it was.
 */
export function paintImage(image: Image, { protocol, columns, rows }: Canvas): string | undefined {
  if (protocol === 'none') return undefined
  if (protocol === 'iterm')
    return `\x1b]1337;File=inline=1;width=${columns};height=${rows};preserveAspectRatio=1:${base64Of(image)}\x07\n`
  const pixels = decodePicture(image)
  if (!pixels) return undefined
  const perCell = protocol === 'blocks' ? { width: 1, height: 2 } : cell
  const small = scalePixels(pixels, columns * perCell.width, rows * perCell.height)
  return protocol === 'kitty' ? kittyCommands(small) : protocol === 'sixel' ? encodeSixel(small) : halfBlocks(small)
}

/** Again through a decoder: what is no base64 never leaves. */
const base64Of = ({ data }: Image) => Buffer.from(data, 'base64').toString('base64')

/** Raw RGBA in chunks of 4,096 bytes, answers off. https://sw.kovidgoyal.net/kitty/graphics-protocol/ */
function kittyCommands({ width, height, rgba }: Pixels): string {
  // In cells as well: where they are narrower than ours, the picture is no wider than its room all the same.
  const columns = Math.ceil(width / cell.width)
  const chunks =
    Buffer.from(rgba)
      .toString('base64')
      .match(/.{1,4096}/g) ?? []
  const parts = chunks.map((chunk, i) => {
    const head = i === 0 ? `a=T,f=32,q=2,s=${width},v=${height},c=${columns},` : ''
    return `\x1b_G${head}m=${i === chunks.length - 1 ? 0 : 1};${chunk}\x1b\\`
  })
  return `${parts.join('')}\n`
}

/** Two pixels a cell: the upper one is the colour of ▀, the lower one its ground. */
function halfBlocks({ width, height, rgba }: Pixels): string {
  const colourAt = (x: number, y: number): string | undefined => {
    const at = (y * width + x) * 4
    return y < height && (rgba[at + 3] ?? 0) >= 128 ? `${rgba[at]};${rgba[at + 1]};${rgba[at + 2]}` : undefined
  }
  const rows = Array.from({ length: Math.ceil(height / 2) }, (_, row) => {
    const cells = Array.from({ length: width }, (_, x) => blockCell(colourAt(x, row * 2), colourAt(x, row * 2 + 1)))
    return `${cells.join('')}\x1b[0m`
  })
  return `${rows.join('\n')}\n`
}

function blockCell(top: string | undefined, bottom: string | undefined): string {
  if (top && bottom) return `\x1b[38;2;${top};48;2;${bottom}m▀`
  if (top) return `\x1b[0;38;2;${top}m▀`
  return bottom ? `\x1b[0;38;2;${bottom}m▄` : '\x1b[0m '
}
