/** A stream of Opus packets as RFC 7845 puts them into Ogg: how many channels, how many samples at 48 kHz to leave out, the packets. */
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
