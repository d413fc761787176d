import type { Socket } from 'node:net'
import { StringDecoder } from 'node:string_decoder'
import type { Decision, Envelope, Failure, Id, Input, Principal, TuneEvent } from '../protocol/index.ts'
import { limits } from '../protocol/index.ts'

/** What two processes on one conversation say to each other: one JSON value per line over a unix socket that only the user can open. */
export type Request = { id: number } & (
  | { do: 'submit'; input: Omit<Input, 'id'> & { id: Id }; how: 'queue' | 'steer' | 'interrupt' }
  | { do: 'withdraw'; input: Id }
  | { do: 'answer'; ask: Id; decision: Decision; by: Principal }
  | { do: 'cancel'; turn: Id; by: 'person' | 'barge-in' | 'shutdown'; heard?: number }
  | { do: 'tune'; event: TuneEvent }
  | { do: 'follow'; from: number }
  | { do: 'leave'; follow: number }
)
export type Response = { id: number; result: unknown } | { id: number; failure: Failure } | { follow: number; envelope: Envelope }

/** Writes one value; resolves when the peer keeps up (back-pressure). */
export async function send(socket: Socket, value: Request | Response): Promise<void> {
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

/** Calls `hear` for every line; a line above 8 MB or one that is not JSON ends the connection. */
export function listen<T>(socket: Socket, hear: (value: T) => void): void {
  const decoder = new StringDecoder('utf8')
  let rest: string[] = []
  let size = 0
  socket.on('data', (chunk: Buffer) => {
    const lines = decoder.write(chunk).split('\n')
    for (const [index, part] of lines.entries()) {
      rest.push(part)
      size += part.length
      if (size > limits.streamEventBytes) return socket.destroy()
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
