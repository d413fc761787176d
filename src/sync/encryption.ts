import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'

/**
 * An encrypted stream of bytes, in a form that other programs can read:
 *
 *   magic "ASSIST-E1\n" (10 bytes) · log2 of scrypt's N (1 byte) · salt (16) · nonce prefix (7) · frames
 *
 * The key is scrypt(passphrase in NFC, salt, N, r = 8, p = 1), 32 bytes (RFC 7914). A frame is 65,536 bytes of plain
 * text, the last one
 * 0 to 65,536, as AES-256-GCM with its tag of 16 bytes behind it. A frame's nonce is the prefix, the frame's number
 *   (4 bytes, big endian)
 * and one byte that is 1 for the last frame: the construction STREAM (Hoang, Reyhanitabar, Rogaway, Vizár 2015, as in
 * age). Frames can neither be exchanged nor left out, and a stream that was cut off says so. The header is
 * authenticated with every frame.
 */
const magic = Buffer.from('ASSIST-E1\n')
const headerBytes = magic.length + 1 + 16 + 7
const frameBytes = 65_536
const tagBytes = 16

/** OWASP's password storage cheat sheet: scrypt with N = 2^17, r = 8. */
const cost = 17

/** A header that asks for more would take the memory of a small machine: 2^18 × 8 × 128 bytes are 256 MiB. */
const mostCost = 18

/** No such stream, or one that is cut off, changed, or locked with another passphrase. */
export class Undecipherable extends Error {
  override name = 'Undecipherable'
}

/** True if these first bytes of a file begin an encrypted stream. */
export const isEncrypted = (head: Uint8Array): boolean => magic.equals(head.subarray(0, magic.length))

/** The same bytes for whoever knows the passphrase. */
export async function* encryptStream(bytes: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Buffer> {
  const header = Buffer.concat([magic, Buffer.of(cost), randomBytes(16), randomBytes(7)])
  const key = await keyOf(passphrase, header)
  yield header
  let number = 0
  for await (const { frame, isLast } of framesOf(bytes, frameBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(header, number++, isLast)).setAAD(header)
    yield Buffer.concat([cipher.update(frame), cipher.final(), cipher.getAuthTag()])
  }
}

/** Decrypt frame by frame; each is given when it is found whole. Throws `Undecipherable`. */
export async function* decryptStream(bytes: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Buffer> {
  const { head: header, rest } = await splitHead(bytes, headerBytes)
  if (header.length < headerBytes || !isEncrypted(header)) throw new Undecipherable('no encrypted stream')
  const key = await keyOf(passphrase, header)
  let number = 0
  for await (const { frame, isLast } of framesOf(rest, frameBytes + tagBytes)) {
    if (frame.length < tagBytes) throw new Undecipherable('cut off')
    const plain = createDecipheriv('aes-256-gcm', key, nonceOf(header, number++, isLast)).setAAD(header)
    plain.setAuthTag(frame.subarray(-tagBytes))
    try {
      yield Buffer.concat([plain.update(frame.subarray(0, -tagBytes)), plain.final()])
    } catch (error) {
      throw new Undecipherable(number === 1 ? 'wrong passphrase, or changed' : 'changed or cut off', { cause: error })
    }
  }
}

function keyOf(passphrase: string, header: Buffer): Promise<Buffer> {
  return derivedKey(passphrase, header.subarray(magic.length + 1, magic.length + 17), header[magic.length] ?? 0)
}

/**
 * scrypt(passphrase in NFC, salt, N = 2^`log`, r = 8, p = 1), 32 bytes. Rejects with `Undecipherable` for a cost that
 * nobody asks for.
 */
export function derivedKey(passphrase: string, salt: Uint8Array, log: number): Promise<Buffer> {
  if (log < 1 || log > mostCost) return Promise.reject(new Undecipherable('unknown cost'))
  const options = { N: 2 ** log, r: 8, p: 1, maxmem: 2 ** log * 8 * 128 * 2 }
  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), salt, 32, options, (error, key) => (error ? reject(error) : resolve(key))),
  )
}

function nonceOf(header: Buffer, number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  header.copy(nonce, 0, magic.length + 17)
  nonce.writeUInt32BE(number, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/**
 * Pieces of one size; the last one, which is told as such, may be shorter, and stands there for an empty stream, too.
 */
async function* framesOf(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ frame: Buffer; isLast: boolean }> {
  let held: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    held.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    length += chunk.length
    // A full frame may be the last one: only a byte more tells.
    if (length <= size) continue
    const whole = Buffer.concat(held)
    let from = 0
    for (; whole.length - from > size; from += size) yield { frame: whole.subarray(from, from + size), isLast: false }
    held = [whole.subarray(from)]
    length = whole.length - from
  }
  yield { frame: Buffer.concat(held), isLast: true }
}

/** The first bytes of a stream, and the rest of it. */
export async function splitHead(
  bytes: AsyncIterable<Uint8Array>,
  count: number,
): Promise<{ head: Buffer; rest: AsyncGenerator<Uint8Array> }> {
  const reader = bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < count) {
    const { done, value } = await reader.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  async function* readRest(): AsyncGenerator<Uint8Array> {
    try {
      if (head.length > count) yield head.subarray(count)
      for (let next = await reader.next(); !next.done; next = await reader.next()) yield next.value
    } finally {
      await reader.return?.()
    }
  }
  return { head: head.subarray(0, count), rest: readRest() }
}
