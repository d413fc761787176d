import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Numbers that go into a network: values, row by row, and how many of them along each dimension. */
export type NetworkInput = ['int64', BigInt64Array, readonly number[]] | ['float32', Float32Array, readonly number[]]

/** A network that is loaded. */
export interface OnnxNetwork {
  inputs: readonly string[]
  /** Throws when the network has no such output, or cannot be computed with what is given. */
  run(given: Record<string, NetworkInput>, output: string): Promise<{ values: Float32Array; dims: readonly number[] }>
}

/** The part of ONNX Runtime that is used: https://onnxruntime.ai/docs/api/js. It is downloaded with the models. */
interface OnnxRuntime {
  env: { wasm: { wasmBinary?: Uint8Array; numThreads?: number }; logLevel?: string }
  Tensor: new (type: string, data: NetworkInput[1], dims: readonly number[]) => object
  InferenceSession: { create(model: Uint8Array): Promise<OnnxSession> }
}

interface OnnxSession {
  inputNames: readonly string[]
  outputNames: readonly string[]
  run(feeds: Record<string, object>): Promise<Record<string, { getData(): Promise<unknown>; dims: readonly number[] }>>
}

/**
 * Loads an ONNX network; `runtime` is the module of ONNX Runtime (`ort.wasm.bundle.min.mjs`), beside which its
 * WebAssembly lies. Paths are absolute. While it computes nothing else runs in this process. Throws when a file is
 * missing or no such thing.
 */
export async function loadNetwork(model: string, runtime: string): Promise<OnnxNetwork> {
  const ort: OnnxRuntime = await import(pathToFileURL(runtime).href)
  ort.env.wasm.wasmBinary = await readFile(join(dirname(runtime), 'ort-wasm-simd-threaded.wasm'))
  // More threads would each load a file beside this one, and a bundle has none.
  ort.env.wasm.numThreads = 1
  ort.env.logLevel = 'error'
  const session = await ort.InferenceSession.create(await readFile(model))
  return {
    inputs: session.inputNames,
    async run(given, output) {
      const feeds = Object.fromEntries(
        Object.entries(given).map(([name, [type, data, dims]]) => [name, new ort.Tensor(type, data, dims)]),
      )
      const made = (await session.run(feeds))[output]
      if (!made) throw new Error(`no ${output} among ${session.outputNames.join(', ')}`)
      return { values: (await made.getData()) as Float32Array, dims: made.dims }
    },
  }
}
