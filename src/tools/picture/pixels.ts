import { decode as decodePng } from 'fast-png'
import { decode as decodeJpeg } from 'jpeg-js'
import type { Image } from '../../protocol/index.ts'

/** Four bytes a pixel, row by row. */
export interface Pixels {
  width: number
  height: number
  rgba: Uint8Array
}

/** Limit of 40 megapixels, a large photo: decoding more would exhaust memory. */
const mostPixels = 40_000_000

/** The pixels of a PNG or JPEG; undefined for other kinds and for what is damaged or monstrous. */
export function decodePicture({ mediaType, data }: Image): Pixels | undefined {
  const bytes = Buffer.from(data, 'base64')
  try {
    if (mediaType === 'image/png') return fromPng(bytes)
    if (mediaType !== 'image/jpeg') return undefined
    const {
      width,
      height,
      data: rgba,
    } = decodeJpeg(bytes, { useTArray: true, maxResolutionInMP: 40, maxMemoryUsageInMB: 512 })
    return { width, height, rgba }
  } catch (error) {
    // Both decoders throw plain errors for damaged files.
    if (error instanceof Error) return undefined
    throw error
  }
}

function fromPng(bytes: Buffer): Pixels | undefined {
  // Width and height stand at the front (IHDR): looked at before anything is unpacked.
  if (bytes.length < 24 || bytes.readUInt32BE(16) * bytes.readUInt32BE(20) > mostPixels) return undefined
  const { width, height, data, channels, depth, palette } = decodePng(bytes)
  const rgba = new Uint8Array(width * height * 4)
  // The common case: 8 bits per channel.
  if (depth === 8 && channels >= 3 && !palette)
    return { width, height, rgba: channels === 4 ? new Uint8Array(data) : makeOpaque(data, rgba) }
  // 16-bit samples keep their upper half; 1, 2 and 4 bits only come with palettes and greys, spread to 8 by their
  //   maximum.
  const sampleAt = (i: number) =>
    depth === 16
      ? (data[i] ?? 0) >> 8
      : depth < 8 && !palette
        ? ((data[i] ?? 0) * 255) / (2 ** depth - 1)
        : (data[i] ?? 0)
  for (let at = 0; at < width * height; at++) {
    const colour = palette
      ? (palette[data[at] ?? 0] ?? [0, 0, 0])
      : Array.from({ length: channels }, (_, channel) => sampleAt(at * channels + channel))
    const [red = 0, green = red, blue = red, alpha = 255] =
      colour.length === 2 ? [colour[0], colour[0], colour[0], colour[1]] : colour
    rgba.set([red, green, blue, alpha], at * 4)
  }
  return { width, height, rgba }
}

function makeOpaque(rgb: ArrayLike<number>, rgba: Uint8Array): Uint8Array {
  for (let from = 0, to = 0; to < rgba.length; from += 3, to += 4) {
    rgba[to] = rgb[from] as number
    rgba[to + 1] = rgb[from + 1] as number
    rgba[to + 2] = rgb[from + 2] as number
    rgba[to + 3] = 255
  }
  return rgba
}

/** No larger than the room, its shape kept, each pixel the mean of those it stands for. Never made larger. */
export function scalePixels(pixels: Pixels, mostWidth: number, mostHeight: number): Pixels {
  const factor = Math.min(1, mostWidth / pixels.width, mostHeight / pixels.height)
  const [width, height] = [pixels.width, pixels.height].map((size) => Math.max(1, Math.round(size * factor))) as [
    number,
    number,
  ]
  if (width === pixels.width && height === pixels.height) return pixels
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rgba.set(meanColour(pixels, x / width, (x + 1) / width, y / height, (y + 1) / height), (y * width + x) * 4)
  return { width, height, rgba }
}

/** The mean colour of a part of a picture; what is transparent lends no colour. */
function meanColour(
  { width, height, rgba }: Pixels,
  left: number,
  right: number,
  top: number,
  bottom: number,
): number[] {
  const [x0, y0] = [Math.floor(left * width), Math.floor(top * height)]
  const [x1, y1] = [Math.max(x0 + 1, Math.floor(right * width)), Math.max(y0 + 1, Math.floor(bottom * height))]
  const sum = [0, 0, 0]
  let [alphas, count] = [0, 0]
  for (let y = y0; y < y1; y++)
    for (let x = x0; x < x1; x++) {
      const at = (y * width + x) * 4
      const alpha = rgba[at + 3] ?? 0
      for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (rgba[at + c] ?? 0) * alpha
      alphas += alpha
      count++
    }
  return [...sum.map((total) => (alphas ? Math.round(total / alphas) : 0)), Math.round(alphas / count)]
}
