import type { Duplex } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { Decision, Envelope, Failure, Id, Input, Json, MetadataEvent, Principal } from '../../protocol/index.ts'

/**
 * The protocol between owner and guest: one JSON value per line over a unix socket that only the user can open, or
 * over what leads to another device of theirs.
 */
export type SocketRequest = { id: number } & (
  | { do: 'submit'; input: Omit<Input, 'id'> & { id: Id }; how: 'queue' | 'steer' | 'interrupt' }
  | { do: 'withdraw'; input: Id }
  | { do: 'answer'; ask: Id; decision: Decision; by: Principal }
  | { do: 'cancel'; turn: Id; by: 'person' | 'barge-in' | 'shutdown'; heard?: number }
  | { do: 'tune'; event: MetadataEvent }
  | { do: 'follow'; from: number }
  | { do: 'leave'; follow: number }
  /**
   * Another device wants to own it: as soon as nothing runs, `isUrgent` after stopping what does. The connection ends
   * then.
   */
  | { do: 'release'; isUrgent: boolean }
)
export type SocketResponse =
  /** The greeting of a ready owner. A stopped process accepts connections but does not greet. */
  | { hello: 1 }
  | { id: number; result: Json }
  | { id: number; failure: Failure }
  | { follow: number; envelope: Envelope }
  | { follow: number; failure: Failure }

/** The longest line, in UTF-16 units: above what an input may have (`conversation/input-limits.ts`). */
const mostLine = 32 << 20

/** Writes one value; resolves when the peer keeps up (back-pressure). */
export async function sendLine(socket: Duplex, value: SocketRequest | SocketResponse): Promise<void> {
  if (socket.destroyed) return
  if (socket.write(`${JSON.stringify(value)}\n`)) return
  await new Promise<void>((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done)
      resolve()
    }
    socket.on('drain', done).on('close', done)
  })
}

/** Calls `hear` for every line; one that is too long or not JSON, or that `hear` throws at, ends the connection. */
export function listenLines(socket: Duplex, hear: (value: unknown) => void): void {
  const decoder = new StringDecoder('utf8')
  let rest: string[] = []
  let size = 0
  // All follows of a guest may wait for the same socket.
  socket.setMaxListeners(0)
  socket.on('data', (chunk: Buffer) => {
    const lines = decoder.write(chunk).split('\n')
    for (const [index, part] of lines.entries()) {
      rest.push(part)
      size += part.length
      if (size > mostLine) return socket.destroy()
      if (index === lines.length - 1) break
      const line = rest.join('')
      rest = []
      size = 0
      try {
        hear(JSON.parse(line))
      } catch {
        return socket.destroy()
      }
    }
  })
}
