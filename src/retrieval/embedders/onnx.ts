import { readFile } from 'node:fs/promises'
import type { Tokenizer } from '@huggingface/tokenizers'
import { loadNetwork, type NetworkInput, type OnnxNetwork } from '../../std/network.ts'

/** Texts for a model of the files given; the paths are absolute. */
export interface OnnxInput {
  /** The network: `input_ids` and `attention_mask` to `last_hidden_state`. */
  model: string
  /** Hugging Face's tokenizer.json. */
  tokenizer: string
  /** The module of ONNX Runtime; its WebAssembly lies beside it. */
  runtime: string
  /** The token whose state is the vector: the mean of all, or the first (CLS). */
  pooling: 'mean' | 'cls'
  texts: string[]
}

/** Tokens that such models are trained with; more of a text is left out. */
const mostTokens = 512

interface Loaded {
  network: OnnxNetwork
  tokenizer: Tokenizer
}

const loaded = new Map<string, Promise<Loaded>>()

/**
 * One vector of length 1 per text. Runs in a process of its own: it takes as much memory as the model is large, and
 * nothing else runs meanwhile. A text at a time: with one thread a batch is no faster, and it would be filled up to
 * its longest text.
 */
export async function embedHere({ texts, pooling, ...files }: OnnxInput): Promise<Float32Array[]> {
  const key = files.model
  const parts = await (loaded.get(key) ?? loaded.set(key, loadModel(files)).get(key)!)
  const vectors: Float32Array[] = []
  for (const text of texts) vectors.push(await vectorOf(text, pooling, parts))
  return vectors
}

async function loadModel({
  model,
  tokenizer,
  runtime,
}: Pick<OnnxInput, 'model' | 'tokenizer' | 'runtime'>): Promise<Loaded> {
  const [network, { Tokenizer }] = await Promise.all([loadNetwork(model, runtime), import('@huggingface/tokenizers')])
  return { network, tokenizer: new Tokenizer(JSON.parse(await readFile(tokenizer, 'utf8')), {}) }
}

async function vectorOf(
  text: string,
  pooling: OnnxInput['pooling'],
  { network, tokenizer }: Loaded,
): Promise<Float32Array> {
  const ids = shortenIds(tokenizer.encode(text).ids)
  const numbers = (value: (id: number) => number): NetworkInput => [
    'int64',
    BigInt64Array.from(ids, (id) => BigInt(value(id))),
    [1, ids.length],
  ]
  const all = { input_ids: numbers((id) => id), attention_mask: numbers(() => 1), token_type_ids: numbers(() => 0) }
  // Exports of one model differ in what they ask for.
  const feeds = Object.fromEntries(Object.entries(all).filter(([name]) => network.inputs.includes(name)))
  const { values, dims } = await network.run(feeds, 'last_hidden_state')
  const size = dims.at(-1) as number
  const vector = pooling === 'cls' ? values.slice(0, size) : meanState(values, size)
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

/** At most as many tokens as the model knows, the last of which ends the text. */
const shortenIds = (ids: readonly number[]) =>
  ids.length <= mostTokens ? ids : [...ids.slice(0, mostTokens - 1), ids.at(-1) as number]

function meanState(values: Float32Array, size: number): Float32Array {
  const sum = new Float32Array(size)
  for (let at = 0; at < values.length; at++) sum[at % size]! += values[at] as number
  return sum.map((value) => (value * size) / values.length)
}
