import { open } from 'node:fs/promises'

/** Facts of a model file (GGUF, https://github.com/ggml-org/ggml/blob/master/docs/gguf.md). */
export interface GgufFacts {
  architecture: string
  name: string | undefined
  /** Jinja template of a conversation; undefined in a model that was not made to talk. */
  template: string | undefined
  /** Tokens it was trained to read at once. */
  window: number
  /** Bytes of attention state per token, at 16 bits. */
  stateBytes: number
  size: number
}

export type GgufFault = 'foreign' | 'truncated' | 'newer'

/** A file that is no usable GGUF. */
export class GgufError extends Error {
  readonly fault: GgufFault
  constructor(fault: GgufFault) {
    super(fault)
    this.fault = fault
  }
}

/** Largest header that is read: vocabularies of 262,144 words take about 16 MB. */
const headerBytes = 64 << 20
const mostEntries = 1 << 20

type GgufValue = number | bigint | boolean | string | undefined

/** Read the header of a model file. Throws `GgufError`, or the error of the file system. */
export async function readGguf(path: string): Promise<GgufFacts> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const bytes = Buffer.alloc(Math.min(size, headerBytes))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return parseGguf(bytes.subarray(0, bytesRead), size)
  } finally {
    await file.close()
  }
}

/** Parse the header of a model file of `size` bytes; `bytes` is its beginning. Throws `GgufError`. */
export function parseGguf(bytes: Buffer, size: number): GgufFacts {
  if (bytes.length < 24 || bytes.toString('latin1', 0, 4) !== 'GGUF') throw new GgufError('foreign')
  try {
    const reader = new HeaderReader(bytes)
    const version = reader.u32()
    if (version < 2 || version > 3) throw new GgufError('newer')
    const [tensors, entries] = [reader.count(), reader.count()]
    const values = new Map<string, GgufValue>()
    for (let i = 0; i < entries; i++) {
      const key = reader.text()
      values.set(key, reader.value(reader.u32()))
    }
    if (reader.endOfTensors(tensors, Number(values.get('general.alignment') ?? 32)) > size)
      throw new GgufError('truncated')
    return factsFrom(values, size)
  } catch (error) {
    if (error instanceof RangeError) throw new GgufError('truncated')
    throw error
  }
}

function factsFrom(values: ReadonlyMap<string, GgufValue>, size: number): GgufFacts {
  const text = (key: string) => {
    const value = values.get(key)
    return typeof value === 'string' ? value : undefined
  }
  const architecture = text('general.architecture')
  if (architecture === undefined) throw new GgufError('foreign')
  const number = (key: string) => Number(values.get(`${architecture}.${key}`) ?? Number.NaN)
  const heads = number('attention.head_count') || 1
  const shared = number('attention.head_count_kv') || heads
  const keyLength = number('attention.key_length') || number('embedding_length') / heads
  const valueLength = number('attention.value_length') || keyLength
  return {
    architecture,
    name: text('general.name'),
    template: text('tokenizer.chat_template'),
    window: number('context_length') || 2_048,
    stateBytes: 2 * (number('block_count') || 1) * shared * (keyLength + valueLength) || 0,
    size,
  }
}

/** Bytes of the scalar types by number; 8 is text, 9 a list. */
const scalarBytes = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8]

/** Reads the little-endian header; every read outside the bytes throws a RangeError. */
class HeaderReader {
  readonly #bytes: Buffer
  #at = 4
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  u32(): number {
    this.#at += 4
    return this.#bytes.readUInt32LE(this.#at - 4)
  }

  count(): number {
    this.#at += 8
    const value = this.#bytes.readBigUInt64LE(this.#at - 8)
    if (value > BigInt(this.#bytes.length) * 8n) throw new RangeError('count')
    return Number(value)
  }

  text(): string {
    const length = this.count()
    this.#skip(length)
    return this.#bytes.toString('utf8', this.#at - length, this.#at)
  }

  value(type: number): GgufValue {
    if (type === 8) return this.text()
    if (type === 9) return this.#list()
    const length = scalarBytes[type]
    if (!length) throw new GgufError('newer')
    this.#skip(length)
    const at = this.#at - length
    if (type === 6) return this.#bytes.readFloatLE(at)
    if (type === 12) return this.#bytes.readDoubleLE(at)
    if (type === 7) return this.#bytes[at] === 1
    return length === 8 ? this.#bytes.readBigUInt64LE(at) : this.#bytes.readUIntLE(at, length)
  }

  /** Skip a list; the first number stands for all, as layers mostly are alike. */
  #list(): GgufValue {
    const type = this.u32()
    const length = this.count()
    const scalar = scalarBytes[type]
    if (scalar) {
      const at = this.#at
      this.#skip(length * scalar)
      return length > 0 && scalar === 4 ? this.#bytes.readUInt32LE(at) : undefined
    }
    if (type !== 8 || length > mostEntries) throw new GgufError('newer')
    for (let i = 0; i < length; i++) this.text()
    return undefined
  }

  /** Return the smallest file size that holds the beginning of every tensor. */
  endOfTensors(tensors: number, alignment: number): number {
    let last = 0
    for (let i = 0; i < tensors; i++) {
      this.text()
      const dimensions = this.u32()
      if (dimensions > 8) throw new GgufError('foreign')
      let elements = 1
      for (let d = 0; d < dimensions; d++) elements *= Number(this.value(10))
      this.u32()
      // No type of weights takes less than 1.5 bits.
      last = Math.max(last, Number(this.value(10)) + Math.floor((elements * 1.5) / 8))
    }
    return Math.ceil(this.#at / alignment) * alignment + last
  }

  #skip(length: number): void {
    this.#at += length
    if (this.#at > this.#bytes.length) throw new RangeError('end')
  }
}
