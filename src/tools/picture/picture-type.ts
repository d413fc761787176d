import type { Image } from '../../protocol/index.ts'

/**
 * True where the picture is all there: its parts from the first to the last, and a size. What is cut off, or only
 * begins like one, is refused by every provider, after it was sent.
 */
export function isWholePicture(bytes: Uint8Array): boolean {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (pictureType(bytes)) {
    case 'image/png':
      return (
        data.length > 33 &&
        data.toString('latin1', 12, 16) === 'IHDR' &&
        data.readUInt32BE(16) > 0 &&
        data.includes('IDAT') &&
        data.includes('IEND')
      )
    case 'image/jpeg':
      return hasFrame(data) && data.lastIndexOf(Buffer.from([0xff, 0xd9])) > 0
    case 'image/gif':
      return data.length > 13 && data.readUInt16LE(6) > 0 && data.lastIndexOf(0x3b) > 12
    case 'image/webp':
      return data.length > 20 && data.readUInt32LE(4) + 8 <= data.length + 1
    default:
      return false
  }
}

/** True where a JPEG has a frame: walk its segments up to the scan. */
function hasFrame(data: Buffer): boolean {
  for (let at = 2; at + 4 <= data.length && data[at] === 0xff; ) {
    const marker = data[at + 1] as number
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return true
    if (marker === 0xda) return false
    at += marker === 0xff ? 1 : 2 + data.readUInt16BE(at + 2)
  }
  return false
}

/** Return the type of a picture by its first bytes; undefined for none that we show. */
export function pictureType(bytes: Uint8Array): Image['mediaType'] | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif'
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : undefined
}
