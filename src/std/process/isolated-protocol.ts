// Loaded when something is isolated: whoever imports this may have nothing to isolate.
const loadV8 = () => process.getBuiltinModule('node:v8')

/**
 * Work on bytes that somebody else made. It runs in a child process, where time, memory and output have limits that
 * it cannot reach. `load` is called there only; `input` and result are cloned (v8 serialisation).
 */
export interface IsolatedJob<Input, Output> {
  name: string
  load(): Promise<(input: Input) => Output | Promise<Output>>
}

/** A request to the child. */
export interface JobRequest {
  job: string
  input: unknown
}
/** A job's result: a value, or an error of the job's own. */
export type JobAnswer = { value: unknown } | { error: { name: string; message: string; stack?: string } }

/** Told by a child that has loaded a job and begins it. */
export interface JobBegun {
  begun: true
}

/** Exit code of a child that used up its memory. */
export const memoryExit = 86

/**
 * A value as bytes behind their number (32 bits, little endian), in two pieces: large ones are not copied again. What
 * cannot be cloned throws.
 */
export function encodeFrame(value: unknown): [head: Uint8Array<ArrayBuffer>, body: Uint8Array] {
  const body = loadV8().serialize(value)
  const head = new Uint8Array(4)
  new DataView(head.buffer).setUint32(0, body.length, true)
  return [head, body]
}

/** Decode what a child tells out of a frame. */
export const decodeAnswer = (bytes: Uint8Array): JobAnswer | JobBegun => loadV8().deserialize(bytes)

/** Puts frames together out of pieces of a stream. `most`: bytes of one frame, beyond which `TooLarge` is thrown. */
export class FrameReader {
  readonly #most: number
  readonly #head = new Uint8Array(4)
  /** The frame that is being filled, in memory of its own, and how much of it and its head is there. */
  #frame: Uint8Array<ArrayBuffer> | undefined
  #filled = 0

  constructor(most: number) {
    this.#most = most
  }

  /** The frames that are whole with this piece, without their heads. */
  push(piece: Uint8Array): Uint8Array<ArrayBuffer>[] {
    const frames: Uint8Array<ArrayBuffer>[] = []
    for (let at = 0; at < piece.length || this.#filled === this.#frame?.length; ) {
      const target = this.#frame ?? this.#head
      const part = piece.subarray(at, at + target.length - this.#filled)
      target.set(part, this.#filled)
      at += part.length
      this.#filled += part.length
      if (this.#filled < target.length) break
      this.#filled = 0
      if (this.#frame) frames.push(this.#frame)
      this.#frame = this.#frame ? undefined : this.#begun()
    }
    return frames
  }

  #begun(): Uint8Array<ArrayBuffer> {
    const length = new DataView(this.#head.buffer).getUint32(0, true)
    if (length > this.#most) throw new TooLarge()
    return new Uint8Array(length)
  }
}

/** A frame was larger than its reader takes. */
export class TooLarge extends Error {}
