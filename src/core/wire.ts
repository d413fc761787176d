import type { Socket } from 'node:net'
import { StringDecoder } from 'node:string_decoder'
import {
  type Decision,
  type Envelope,
  type Failure,
  fail,
  type Id,
  type Input,
  type Json,
  type Principal,
  type TuneEvent,
} from '../protocol/index.ts'

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
export type Response =
  /** The first word of an owner that is ready: a stopped process accepts connections, but says nothing. */
  | { hello: 1 }
  | { id: number; result: Json }
  | { id: number; failure: Failure }
  | { follow: number; envelope: Envelope }
  | { follow: number; failure: Failure }

/** The longest line and the longest input with its pictures, in UTF-16 units of JSON: what is accepted here fits through there. */
const mostLine = 32 << 20
const mostInput = 24 << 20

/** Throws `bad-input` for an input that could not be handed on to other processes. */
export function refuseHuge(input: Omit<Input, 'id'>): void {
  if (JSON.stringify(input).length > mostInput)
    fail('bad-input', { detail: `an input may have ${mostInput} characters, pictures included` })
}

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

/** Calls `hear` for every line; one that is too long or not JSON, or that `hear` throws at, ends the connection. */
export function listen(socket: Socket, hear: (value: unknown) => void): void {
  const decoder = new StringDecoder('utf8')
  let rest: string[] = []
  let size = 0
  // Every follow of a guest may wait for the same socket.
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
