import { openPdf } from './open.ts'

/** A scanned page: the document's bytes and the number of the page, from 1. */
export interface ScanInput {
  bytes: Uint8Array
  page: number
}

/** Points of a picture that is read at all; a sheet of paper at 300 points to the inch has 9 million. */
const most = { given: 60_000_000, told: 20_000_000 }

interface PagePicture {
  width: number
  height: number
  data: Uint8Array
}

/** The largest picture on a page as a grey PGM; undefined where there is none that can be had. */
export async function pageScan({ bytes, page: number }: ScanInput): Promise<Uint8Array | undefined> {
  const { pdf, OPS, close } = await openPdf(bytes)
  try {
    const page = await pdf.getPage(number)
    const { fnArray, argsArray } = await page.getOperatorList()
    const named = (key: string) =>
      new Promise<PagePicture | null>((resolve) =>
        (key.startsWith('g_') ? page.commonObjs : page.objs).get(key, resolve),
      )
    let largest: PagePicture | undefined
    for (const [at, operator] of fnArray.entries()) {
      const [painted] = (argsArray[at] ?? []) as unknown[]
      const isInline = operator === OPS.paintInlineImageXObject
      if (operator !== OPS.paintImageXObject && operator !== OPS.paintImageMaskXObject && !isInline) continue
      // A mask says its size and where its bits are, or has them with it.
      const data = typeof painted === 'string' ? painted : (painted as { data?: unknown } | null)?.data
      const found = typeof data === 'string' ? await named(data) : (painted as PagePicture | null)
      if (found?.data && found.width * found.height > (largest ? largest.width * largest.height : 0)) largest = found
    }
    return largest && largest.width * largest.height <= most.given ? greyPicture(largest) : undefined
  } finally {
    await close()
  }
}

/** Every point, or of a very large picture every second or third one, by its brightness. */
function greyPicture({ width, height, data }: PagePicture): Uint8Array {
  const step = Math.ceil(Math.sqrt((width * height) / most.told))
  const [columns, rows] = [Math.floor(width / step), Math.floor(height / step)]
  const head = Buffer.from(`P5\n${columns} ${rows}\n255\n`)
  const picture = new Uint8Array(head.length + columns * rows)
  picture.set(head)
  const bright = brightnessOf(width, height, data)
  for (let y = 0, at = head.length; y < rows; y++)
    for (let x = 0; x < columns; x++) picture[at++] = bright(x * step, y * step)
  return picture
}

/** Return the brightness of a point, 0 to 255: a bit, a byte, or three or four colours for each. */
function brightnessOf(width: number, height: number, data: Uint8Array): (x: number, y: number) => number {
  const row = (width + 7) >> 3
  const channels = Math.floor(data.length / (width * height))
  if (channels === 0) return (x, y) => ((data[y * row + (x >> 3)] ?? 0) & (0x80 >> (x & 7)) ? 255 : 0)
  if (channels < 3) return (x, y) => data[(y * width + x) * channels] ?? 0
  return (x, y) => {
    const at = (y * width + x) * channels
    return ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 151 + (data[at + 2] ?? 0) * 28) >> 8
  }
}
