import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadAddon } from '../../src/llm/local/addon.ts'
import { askLocalEngine, type LocalEngineHost, stopLocalEngine } from '../../src/llm/local/engine-client.ts'
import { holderOf } from '../../src/std/fs/lock.ts'
import { realPart } from '../../test/parts.ts'
import { median, node } from '../measure.ts'
import { NotThere, type Result, type Row } from '../row.ts'

// A real model (SmolLM2 135M) in the process of the engine, against the engine alone in this process. One thread on
// both sides: on shared processors more are slower, and never by the same factor.

const weights = realPart('smollm2-135m.gguf')
const libraries = realPart('llama-3.21.1')
const tokens = 48
const question = 'Count from one to fifty in words.'

/** Milliseconds a token of the engine alone: decode and draw, nothing else. */
async function bareMs(): Promise<number> {
  const addon = await loadAddon(libraries, () => {})
  const model = new addon.AddonModel(weights, { addonExports: addon, gpuLayers: 0, useMmap: true })
  await model.init()
  const options = { contextSize: 1_024, batchSize: 256, sequences: 1, threads: 1, flashAttention: false }
  const context = new addon.AddonContext(model, { ...options, swaFullCache: true })
  await context.init()
  const sampler = new addon.AddonSampler(model)
  sampler.applyConfig({ temperature: 0 })
  const prompt = model.tokenize(`<|im_start|>user\n${question}<|im_end|>\n<|im_start|>assistant\n`, true)
  const decode = async (at: number, some: Uint32Array) => {
    context.initBatch(some.length)
    const [logit = -1] = context.addToBatch(0, at, some, Uint32Array.from([some.length - 1]))
    await context.decodeBatch()
    return logit
  }
  let logit = await decode(0, prompt)
  const began = performance.now()
  for (let i = 0; i < tokens; i++) {
    const token = await context.sampleToken(logit, sampler)
    logit = await decode(prompt.length + i, Uint32Array.from([token]))
  }
  return (performance.now() - began) / tokens
}

async function askOnce(
  host: LocalEngineHost,
): Promise<{ firstMs: number; tokenMs: number; cached: number; input: number }> {
  const began = performance.now()
  let first = 0
  const messages = [
    { role: 'system' as const, text: 'You are a helpful assistant.' },
    { role: 'user' as const, text: question },
  ]
  const ask = { model: { path: weights, window: 1_024, threads: 1 }, messages, temperature: 0, maxTokens: tokens }
  for await (const told of askLocalEngine(host, ask, AbortSignal.timeout(120_000))) {
    if (told.type === 'text') first ||= performance.now()
    if (told.type === 'end')
      return { firstMs: first - began, tokenMs: told.writeMs / told.output, cached: told.cached, input: told.input }
  }
  throw new Error('no end')
}

/** Megabytes of the engine's process beside those of the file. */
async function extraMb(host: LocalEngineHost): Promise<number> {
  const holder = await holderOf(host.socket)
  const status = readFileSync(`/proc/${holder?.pid}/status`, 'utf8')
  const anonymous = Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN)
  return anonymous / 1_000
}

export const localModel: Row = {
  name: 'local-model',
  async measure({ runs, quick }): Promise<Result[]> {
    if (!existsSync(weights) || !existsSync(libraries)) throw new NotThere('scripts/real-parts.sh fetches the weights')
    const folder = mkdtempSync(join(tmpdir(), 'assistant-bench-'))
    const host = {
      node,
      program: new URL('../../src/cli/local-model.ts', import.meta.url),
      env: process.env,
      socket: join(folder, 'm.sock'),
      libraries,
      idleMs: 60_000,
    }
    try {
      // Our process lets others go first; the engine alone does, too, so that a busy machine slows both.
      setPriority(5)
      await askOnce(host)
      const ours: Awaited<ReturnType<typeof askOnce>>[] = []
      const bare: number[] = []
      for (let run = 0; run < (quick ? 2 : Math.max(3, runs)); run++) {
        bare.push(await bareMs())
        ours.push(await askOnce(host))
      }
      const tokenMs = median(ours.map((one) => one.tokenMs))
      return [
        { row: 'local-first', unit: 'ms', value: median(ours.map((one) => one.firstMs)), limit: { most: 1_000 } },
        {
          row: 'local-token',
          unit: 'ms',
          value: tokenMs,
          floor: { value: median(bare), what: 'the engine alone in this process' },
          limit: { times: 1.11 },
        },
        {
          row: 'local-prefix',
          unit: '%',
          value: (100 * (ours[0]?.cached ?? 0)) / (ours[0]?.input ?? 1),
          limit: { least: 90 },
        },
        { row: 'local-memory', unit: 'MB', value: await extraMb(host), limit: { most: 400 } },
      ]
    } finally {
      await stopLocalEngine(host.socket)
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
