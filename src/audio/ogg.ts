/**
 * A stream of Opus packets as RFC 7845 puts them into Ogg: how many channels, how many samples at 48 kHz to leave
 * out, the packets.
 */
export interface OpusStream {
  channels: number
  preSkip: number
  packets: Uint8Array[]
}

/** Bytes of a page's header before its list of segments (RFC 3533). */
const headBytes = 27

/** The packets of the first stream in an Ogg file; undefined when it is no Opus. What is cut at the end is left out. */
export function readOgg(file: Buffer): OpusStream | undefined {
  const packets: Buffer[] = []
  let rest: Buffer[] = []
  let serial: number | undefined
  for (let at = 0; at + headBytes <= file.length && file.toString('latin1', at, at + 4) === 'OggS'; ) {
    const count = file[at + 26] ?? 0
    const sizes = file.subarray(at + headBytes, at + headBytes + count)
    let from = at + headBytes + count
    serial ??= file.readUInt32LE(at + 14)
    const ours = file.readUInt32LE(at + 14) === serial
    for (const size of sizes) {
      if (ours) rest.push(file.subarray(from, from + size))
      from += size
      // A segment of less than 255 bytes ends its packet; a full one goes on in the next, on the next page if need be.
      if (!ours || size === 255) continue
      if (from <= file.length) packets.push(Buffer.concat(rest))
      rest = []
    }
    at = from
  }
  const [head, , ...sound] = packets
  if (!head || head.length < 19 || head.toString('latin1', 0, 8) !== 'OpusHead') return undefined
  return { channels: head[9] ?? 1, preSkip: head.readUInt16LE(10), packets: sound }
}

/** Samples at 48 kHz that go by before an encoder's first sound: libopus at its usual delay. */
const preSkip = 312
/** A page holds 255 segments; so many packets of a voice are always below that. */
const packetsOfPage = 50

/** An Ogg file of packets of one length, in samples at 48 kHz (RFC 7845). */
export function writeOgg(packets: readonly Uint8Array[], samples: number, rate: number): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead', 'latin1')
  head.writeUInt8(1, 8)
  head.writeUInt8(1, 9)
  head.writeUInt16LE(preSkip, 10)
  head.writeUInt32LE(rate, 12)
  const tags = Buffer.alloc(16)
  tags.write('OpusTags', 'latin1')
  const pages = [writePage([head], 0, 0, firstPage), writePage([tags], 0, 1, 0)]
  for (let at = 0; at < packets.length; at += packetsOfPage) {
    const some = packets.slice(at, at + packetsOfPage)
    const isLast = at + packetsOfPage >= packets.length
    pages.push(writePage(some, (at + some.length) * samples, pages.length, isLast ? lastPage : 0))
  }
  return Buffer.concat(pages)
}

const [firstPage, lastPage] = [2, 4]

function writePage(packets: readonly Uint8Array[], granule: number, number: number, flags: number): Buffer {
  const sizes = packets.flatMap(({ length }) => [...Array<number>(Math.floor(length / 255)).fill(255), length % 255])
  const head = Buffer.alloc(headBytes)
  head.write('OggS', 'latin1')
  head.writeUInt8(flags, 5)
  head.writeBigInt64LE(BigInt(granule), 6)
  head.writeUInt32LE(1, 14)
  head.writeUInt32LE(number, 18)
  head.writeUInt8(sizes.length, 26)
  const whole = Buffer.concat([head, Buffer.from(sizes), ...packets])
  whole.writeUInt32LE(pageChecksum(whole), 22)
  return whole
}

/** The CRC of RFC 3533: polynomial 0x04c11db7, nothing reflected, begun with 0. */
function pageChecksum(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 24
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  }
  return crc >>> 0
}
