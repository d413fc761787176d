import { readFile } from 'node:fs/promises'

/** Numbers that go into a network: values, row by row, and how many of them along each dimension. */
export type NetworkInput = ['int64', BigInt64Array, readonly number[]] | ['float32', Float32Array, readonly number[]]

/** A network that is loaded. */
export interface OnnxNetwork {
  inputs: readonly string[]
  /** Throws when the network has no such output, or cannot be computed with what is given. */
  run(given: Record<string, NetworkInput>, output: string): Promise<{ values: Float32Array; dims: readonly number[] }>
}

/**
 * Loads an ONNX network; `runtime` is the WebAssembly of ONNX Runtime, of the version that is bundled. Paths are
 * absolute. While it computes nothing else runs in this process. Throws when a file is missing or no such thing.
 */
export async function loadNetwork(model: string, runtime: string): Promise<OnnxNetwork> {
  const ort = await import('onnxruntime-web/wasm')
  ort.env.wasm.wasmBinary = await readFile(runtime)
  // More threads would each load a file beside this one, and a bundle has none.
  ort.env.wasm.numThreads = 1
  ort.env.logLevel = 'error'
  const session = await ort.InferenceSession.create(await readFile(model))
  return {
    inputs: session.inputNames,
    async run(given, output) {
      const tensor = ([type, data, dims]: NetworkInput) =>
        type === 'int64' ? new ort.Tensor(type, data, dims) : new ort.Tensor(type, data, dims)
      const feeds = Object.fromEntries(Object.entries(given).map(([name, input]) => [name, tensor(input)]))
      const made = (await session.run(feeds))[output]
      if (!made) throw new Error(`no ${output} among ${session.outputNames.join(', ')}`)
      return { values: (await made.getData()) as Float32Array, dims: made.dims }
    },
  }
}
