import { serialize } from 'node:v8'

/**
 * Work on bytes that somebody else made. It runs in a child process, where time, memory and output have limits that it cannot reach.
 * `load` is called there only; `input` and result are cloned (v8 serialisation).
 */
export interface IsolatedJob<Input, Output> {
  name: string
  load(): Promise<(input: Input) => Output | Promise<Output>>
}

/** What the child is asked. */
export interface JobRequest {
  job: string
  input: unknown
}
/** What it came to: a value, or an error of the job's own. */
export type JobAnswer = { value: unknown } | { error: { name: string; message: string; stack?: string } }

/** Exit code of a child that used up its memory. */
export const memoryExit = 86

/** A value as bytes behind their number (32 bits, little endian). What cannot be cloned throws. */
export function encodeFrame(value: unknown): Buffer {
  const body = serialize(value)
  const head = Buffer.alloc(4)
  head.writeUInt32LE(body.length)
  return Buffer.concat([head, body])
}

/** Puts frames together out of pieces of a stream. `most`: bytes of one frame, beyond which `TooLarge` is thrown. */
export class FrameReader {
  readonly #most: number
  #pieces: Buffer[] = []
  #size = 0

  constructor(most: number) {
    this.#most = most
  }

  /** The frames that are whole with this piece, without their heads. */
  push(piece: Buffer): Buffer[] {
    this.#pieces.push(piece)
    this.#size += piece.length
    const frames: Buffer[] = []
    for (let next = this.#next(); next; next = this.#next()) frames.push(next)
    return frames
  }

  #next(): Buffer | undefined {
    if (this.#size < 4) return undefined
    if ((this.#pieces[0]?.length ?? 0) < 4) this.#join()
    const length = this.#pieces[0]?.readUInt32LE(0) ?? 0
    if (length > this.#most) throw new TooLarge()
    if (this.#size < 4 + length) return undefined
    const all = this.#join()
    const rest = all.subarray(4 + length)
    this.#pieces = rest.length > 0 ? [rest] : []
    this.#size = rest.length
    return all.subarray(4, 4 + length)
  }

  #join(): Buffer {
    const all = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces)
    this.#pieces = [all]
    return all
  }
}

/** A frame was larger than its reader takes. */
export class TooLarge extends Error {}
