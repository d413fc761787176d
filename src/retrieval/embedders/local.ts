import { fail } from '../../protocol/index.ts'
import { JobStopped, runIsolated } from '../../std/process/isolated.ts'
import type { IsolatedJob } from '../../std/process/isolated-protocol.ts'
import type { Embedder } from '../ports.ts'
import type { OnnxInput } from './onnx.ts'

/** A model whose files are here. */
export interface LocalModel extends Omit<OnnxInput, 'texts'> {
  name: string
  /** Bytes of the network. */
  size: number
  dimensions: number
  /**
   * The prefix that the model was trained to find before a question and before a passage ("query: "); often nothing.
   */
  query: string
  passage: string
}

/** Embeds where it can be stopped. */
export const embedJob: IsolatedJob<OnnxInput, Float32Array[]> = {
  name: 'embed',
  load: async () => (await import('./onnx.ts')).embedHere,
}

/** Milliseconds for one text with a large model on a slow machine, and for loading it. */
const perText = 10_000
const loading = 60_000
/** Texts per call: what was embedded before an abort is not kept, so calls are short. */
const perCall = 8

/**
 * Megabytes that a network of so many bytes needs: its file, its copy in the runtime, what it computes, and the
 * tokenizer.
 */
const memoryFor = (size: number) => 1_024 + Math.ceil((4 * size) / 2 ** 20)

/**
 * A model that runs on this machine, in a process of its own. `embed` throws `config` when it cannot be loaded or
 * used.
 */
export function localEmbedder({ name, size, dimensions, query, passage, ...files }: LocalModel): Embedder {
  const limits = { memoryMb: memoryFor(size), timeMs: loading + perCall * perText }
  const failBroken = (detail: string, cause?: unknown) =>
    fail('config', { detail, data: { provider: 'local', model: name } }, cause)
  const embedBatch = async (texts: string[], signal: AbortSignal) => {
    try {
      return await runIsolated(embedJob, { ...files, texts }, { signal, ...limits })
    } catch (error) {
      signal.throwIfAborted()
      return failBroken(error instanceof JobStopped ? error.message : String(error), error)
    }
  }
  return {
    name: `local:${name}`,
    async embed(texts, signal, as = 'passage') {
      const given = texts.map((text) => (as === 'query' ? query : passage) + text)
      const vectors: Float32Array[] = []
      for (let at = 0; at < given.length; at += perCall)
        vectors.push(...(await embedBatch(given.slice(at, at + perCall), signal)))
      const odd = vectors.find((vector) => vector.length !== dimensions || !vector.every(Number.isFinite))
      return odd ? failBroken(`a vector of ${odd.length} numbers in place of ${dimensions}`) : vectors
    },
  }
}
