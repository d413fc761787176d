import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * The used part of the native addon in `@node-llama-cpp/<platform>`: llama.cpp with its templates and grammars
 * (https://github.com/withcatai/node-llama-cpp/tree/master/llama/addon, MIT).
 */
export interface LlamaAddon {
  markLoaded(): boolean
  setLogger(log: (level: number, message: string) => void): void
  setLoggerLogLevel(level: number): void
  loadBackends(folder?: string): void
  getGpuType(): string | false | undefined
  getMathCores(): number
  init(): Promise<void>
  AddonModel: new (
    path: string,
    options: { addonExports: LlamaAddon; gpuLayers: number; useMmap: boolean },
  ) => AddonModel
  AddonContext: new (
    model: AddonModel,
    options: {
      contextSize: number
      batchSize: number
      sequences: number
      threads: number
      flashAttention: boolean
      swaFullCache: boolean
    },
  ) => AddonContext
  AddonSampler: new (model: AddonModel) => AddonSampler
  AddonGrammar: new (text: string, options: { addonExports: LlamaAddon }) => object
  AddonGrammarEvaluationState: new (model: AddonModel, grammar: object) => object
  AddonJinjaRenderer: new (template: string) => { render(variables: Record<string, unknown>): string }
}

export interface AddonModel {
  init(): Promise<boolean>
  tokenize(text: string, special: boolean): Uint32Array
  detokenize(tokens: Uint32Array, special: boolean): string
  tokenBos(): number
  tokenEos(): number
  getTokenString(token: number): string
  isEogToken(token: number): boolean
  shouldPrependBosToken(): boolean
  getModelDescription(): string
}

export interface AddonContext {
  init(): Promise<boolean>
  dispose(): Promise<void>
  initBatch(size: number): void
  addToBatch(sequence: number, from: number, tokens: Uint32Array, logits: Uint32Array): Uint32Array
  decodeBatch(): Promise<void>
  sampleToken(logit: number, sampler: AddonSampler): Promise<number>
  disposeSequence(sequence: number): void
  removeTokenCellsFromSequence(sequence: number, from: number, to: number): boolean
  setThreads(threads: number): void
  saveSequenceStateToFile(path: string, sequence: number, tokens: Uint32Array): Promise<number>
  loadSequenceStateFromFile(path: string, sequence: number, most: number): Promise<Uint32Array>
}

export interface AddonSampler {
  applyConfig(options: {
    temperature: number
    topK?: number
    topP?: number
    seed?: number
    repeatPenalty?: number
    repeatPenaltyTokens?: Uint32Array
    grammarEvaluationState?: object
  }): void
}

/** Errors and warnings of llama.cpp have these levels or lower. */
const errorLevel = 2

/** Load the addon from the folder of its libraries. Throws if this machine cannot run them. */
export async function loadAddon(folder: string, log: (message: string) => void): Promise<LlamaAddon> {
  const addon = createRequire(import.meta.url)(join(folder, 'llama-addon.node')) as LlamaAddon
  addon.markLoaded()
  addon.setLogger((_, message) => log(message.trim()))
  addon.setLoggerLogLevel(errorLevel)
  addon.loadBackends()
  if (addon.getGpuType() === undefined) addon.loadBackends(folder)
  await addon.init()
  return addon
}
