import type { Language } from '../../messages/language.ts'
import { oneshotMessages } from '../../messages/surfaces/oneshot.ts'
import { fail } from '../../protocol/index.ts'
import { abortable } from '../../std/abort.ts'
import { decodeText } from '../../std/text/decode.ts'

/**
 * Bytes of standard input that are read; more is refused, never cut. Far above what any model reads, far below
 * memory.
 */
const stdinBytes = 8 << 20

/**
 * Milliseconds that a prompt waits for the first byte of a silent standard input. The other end of a pipe may still be
 * starting up (a compiler, another assistant); a socket is what a program left there that has nothing to say. Files and
 * devices answer by themselves and are simply read.
 */
export const graceMs = { pipe: 2_000, socket: 250 } as const

export interface StdinOptions {
  /** Milliseconds to wait for the first byte; undefined waits for it as long as it takes. */
  graceMs?: number
  language: Language
  signal: AbortSignal
}

type Stdin = NodeJS.ReadableStream & { destroy?(): void }

/** The standard input as text; '' when it is empty, undefined when it stayed silent. Throws `bad-input`. */
export async function readStdin(stdin: Stdin, options: StdinOptions): Promise<string | undefined> {
  const bytes = await readStdinBytes(stdin, options)
  return bytes && textOf(bytes, options.language)
}

/** Bytes as text. Throws `bad-input` for what is none. */
export function textOf(bytes: Buffer, language: Language): string {
  return decodeText(bytes)?.text ?? fail('bad-input', { data: { sentence: oneshotMessages[language].stdin.binary } })
}

/** The bytes of the standard input; undefined when it stayed silent. Throws `bad-input`. */
export async function readStdinBytes(stdin: Stdin, options: StdinOptions): Promise<Buffer | undefined> {
  const say = oneshotMessages[options.language].stdin
  const refuseInput = (sentence: string, cause?: unknown) => fail('bad-input', { data: { sentence } }, cause)
  const chunks: Buffer[] = []
  let size = 0
  const iterator = stdin[Symbol.asyncIterator]() as AsyncIterator<Buffer | string>
  const nextChunk = () => abortable(iterator.next(), options.signal)
  try {
    let read = await firstOf(nextChunk(), options.graceMs)
    if (!read) return undefined
    for (; !read.done; read = await nextChunk()) {
      const chunk = Buffer.from(read.value as Buffer)
      size += chunk.length
      if (size > stdinBytes) refuseInput(say.huge(stdinBytes >> 20))
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) refuseInput(say.broken, error)
    throw error
  } finally {
    // An open input would keep the process alive after its answer.
    stdin.destroy?.()
  }
  return Buffer.concat(chunks)
}

/** The value of `promise` if it comes within `ms`, else undefined; its late failure is nobody's business any more. */
async function firstOf<T>(promise: Promise<T>, ms: number | undefined): Promise<T | undefined> {
  if (ms === undefined) return promise
  promise.catch(() => {})
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<undefined>((resolve) => {
    // A loop that was busy (loading, at a cold start) sees its timers before its input: look once more.
    timer = setTimeout(() => setImmediate(resolve, undefined), ms)
  })
  return Promise.race([promise, over]).finally(() => clearTimeout(timer))
}
