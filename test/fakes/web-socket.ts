// A WebSocket server (RFC 6455) for text messages, on an HTTP server of ours: it refuses what the protocol forbids a
// client.
import { createHash } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

export interface Peer {
  request: IncomingMessage
  send(text: string): void
  /** Ends the connection without a word. */
  cut(): void
}

/** Accepts connections where `accepts` says no other status; `message` is told each text. */
export function webSockets(
  server: Server,
  accepts: (request: IncomingMessage) => number,
  message: (peer: Peer, text: string) => void,
) {
  const peers = new Set<Peer>()
  server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    const status = accepts(request)
    if (status !== 101) return socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
    const key = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${key}\r\n\r\n`,
    )
    const peer: Peer = {
      request,
      send: (text) => void socket.write(frameOf(Buffer.from(text))),
      cut: () => socket.destroy(),
    }
    peers.add(peer)
    let rest: Buffer = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('close', () => peers.delete(peer))
    socket.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes])
      for (let frame = readFrame(rest); frame; frame = readFrame(rest)) {
        rest = rest.subarray(frame.size)
        if (frame.kind === 8) socket.end(Buffer.from([0x88, 0]))
        if (frame.kind === 1) message(peer, String(frame.content))
      }
    })
    return undefined
  })
  return peers
}

function frameOf(content: Buffer): Buffer {
  const head =
    content.length < 126
      ? Buffer.from([0x81, content.length])
      : Buffer.from([0x81, 126, content.length >> 8, content.length & 255])
  return Buffer.concat([head, content])
}

/** The first whole frame of a client. */
function readFrame(bytes: Buffer): { kind: number; content: Buffer; size: number } | undefined {
  if (bytes.length < 2) return undefined
  const [first = 0, second = 0] = bytes
  if (!(second & 128)) throw new Error('a client has to mask')
  if (!(first & 128)) throw new Error('in pieces')
  const short = second & 127
  const head = short < 126 ? 2 : short === 126 ? 4 : 10
  if (bytes.length < head + 4) return undefined
  const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  const size = head + 4 + length
  if (bytes.length < size) return undefined
  const mask = bytes.subarray(head, head + 4)
  const content = Buffer.from(bytes.subarray(head + 4, size).map((byte, i) => byte ^ (mask[i % 4] ?? 0)))
  return { kind: first & 15, content, size }
}
