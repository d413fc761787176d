import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type DownloadableModel, placeConfig } from '../../audio/models/manifest.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import type { JudgeVerdicts } from '../../llm/local/answer-judge.ts'
import type { LocalEngineHost } from '../../llm/local/engine-client.ts'
import type { LocalFault, LocalModelFile } from '../../llm/local/protocol.ts'
import { ensureDir, readTextIfThere, writeAtomic } from '../../std/fs/files.ts'
import { parseJsonText } from '../../std/text/json-text.ts'
import type { Environment } from '../environment/environment.ts'
import { runtimeFor } from '../environment/runtime-folder.ts'
import { type DownloadedModels, openDownloadedModels } from './downloaded-models.ts'

/** The engine's process ends after so long without a request, in milliseconds. */
const idleMs = 5 * 60_000
/** Tokens that a person's own model file is read at once, where its own window is not smaller. */
const ownWindow = 8_192

/** Path of the engine's program: beside this file's bundle, or below src/. */
function localEngineProgram(): URL {
  const places = ['./local-model.js', '../local-model.js', '../../cli/local-model.ts']
  const found = places.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url))
  if (!found) throw new Error('local-model.js is missing from the installation')
  return found
}

/** Path of the socket of the engine's process. */
export const localSocket = ({ paths }: LoadedSettings, { tempDir }: Pick<Environment, 'tempDir'>): string =>
  join(runtimeFor(paths.runtime, tempDir), 'local-model.sock')

/** The chat models on this machine: those that were pulled, and files of the person's own. */
export class LocalModels {
  readonly #loaded: LoadedSettings
  readonly #environment: Environment
  #shelf: Promise<DownloadedModels> | undefined

  constructor(loaded: LoadedSettings, environment: Environment) {
    this.#loaded = loaded
    this.#environment = environment
  }

  /** Names of the models that are here, in the order of the list; own files last. */
  async names(): Promise<string[]> {
    // Most homes have none: the list of all models is then not read.
    if (!existsSync(join(this.#loaded.paths.home, 'models'))) return []
    const { models, store } = await this.#open()
    const here = await Promise.all(
      models.map(async (model) => model.use === 'chat' && (await store.folder(model)) !== undefined),
    )
    return [...models.filter((_, at) => here[at]).map(({ name }) => name), ...Object.keys(await this.#own())]
  }

  /** The file of a model; undefined if it is not here. */
  async file(name: string): Promise<LocalModelFile | undefined> {
    const own = (await this.#own())[name]
    const states = join(this.#loaded.paths.cache, 'local-model')
    if (own !== undefined) return { path: own, window: ownWindow, states }
    const { models, store } = await this.#open()
    const model = models.find((one) => one.use === 'chat' && one.name === name)
    const folder = model && (await store.folder(model))
    if (!model || folder === undefined) return undefined
    const { model: path, window, gpuLayers } = placeConfig(model.config, folder)
    const { template, tools } = model.chat ?? {}
    return {
      path: String(path),
      window: Number(window) || ownWindow,
      gpuLayers: Number(gpuLayers) || undefined,
      template,
      tools,
      states,
    }
  }

  /** The engine's process with its libraries; a fault where they are not here, or not made for this machine. */
  async host(): Promise<LocalEngineHost | LocalFault> {
    const { store } = await this.#open()
    const engine = await this.engine()
    if (!engine) return 'platform'
    const folder = await store.folder(engine)
    if (folder === undefined) return 'no-engine'
    const { env, node } = this.#environment
    return {
      node,
      program: localEngineProgram(),
      env,
      socket: localSocket(this.#loaded, this.#environment),
      libraries: String(placeConfig(engine.config, folder).libraries),
      idleMs,
    }
  }

  /** The engine's package for this machine; undefined where there is none. */
  async engine(): Promise<DownloadableModel | undefined> {
    const { platform, machine } = this.#environment
    const { models } = await this.#open()
    return models.find(({ use, name }) => use === 'engine' && name.endsWith(`-${platform}-${machine}`))
  }

  /**
   * Have a model loaded before it is asked, while somebody still types. What goes wrong is told by the answer that
   * wants it.
   */
  async warm(name: string, signal: AbortSignal): Promise<void> {
    const [host, file] = [await this.host(), await this.file(name)]
    if (typeof host === 'string' || !file) return
    const { askLocalEngine, EngineGoneError } = await import('../../llm/local/engine-client.ts')
    const messages = [{ role: 'user' as const, text: '.' }]
    const ask = { model: file, messages, temperature: 0, maxTokens: 1, isBackground: true }
    try {
      for await (const told of askLocalEngine(host, ask, signal)) if (told.type === 'failed') return
    } catch (error) {
      if (!signal.aborted && !(error instanceof EngineGoneError)) throw error
    }
  }

  /** Verdicts about models as judges of answers, kept with this home's state. */
  get judges(): JudgeVerdicts {
    const path = join(this.#loaded.paths.state, 'model-judges.json')
    const read = async () => Object(parseJsonText((await readTextIfThere(path)) ?? '{}')) as Record<string, boolean>
    return {
      read: async (model) => (await read())[model],
      keep: async (model, isJudge) => {
        await ensureDir(this.#loaded.paths.state)
        await writeAtomic(path, JSON.stringify({ ...(await read()), [model]: isJudge }))
      },
    }
  }

  /** Check whether a model answers for the first time in this home, and note that it has. */
  async isNew(name: string): Promise<boolean> {
    const path = join(this.#loaded.paths.state, 'models-heard.json')
    const heard = await namesIn(path)
    if (heard.includes(name)) return false
    await ensureDir(this.#loaded.paths.state)
    await writeAtomic(path, JSON.stringify([...heard, name]))
    return true
  }

  /** Register a model file of the person's own under a name. */
  async add(path: string): Promise<string> {
    const name = basename(path).replace(/\.gguf$/i, '')
    await ensureDir(dirname(this.#ownPath))
    await writeAtomic(this.#ownPath, JSON.stringify({ ...(await this.#own()), [name]: path }, null, 2))
    return name
  }

  /** Forget a model file of the person's own; the file stays. False if there is none of that name. */
  async forget(name: string): Promise<boolean> {
    const { [name]: path, ...others } = await this.#own()
    if (path !== undefined) await writeAtomic(this.#ownPath, JSON.stringify(others, null, 2))
    return path !== undefined
  }

  get #ownPath(): string {
    return join(this.#loaded.paths.home, 'models', 'own-files.json')
  }

  async #own(): Promise<Record<string, string>> {
    const text = await readTextIfThere(this.#ownPath)
    try {
      const read: unknown = text === undefined ? {} : JSON.parse(text)
      return Object.fromEntries(Object.entries(Object(read)).map(([name, path]) => [name, String(path)]))
    } catch (error) {
      if (error instanceof SyntaxError) return {}
      throw error
    }
  }

  #open(): Promise<DownloadedModels> {
    this.#shelf ??= openDownloadedModels(this.#loaded)
    return this.#shelf
  }
}

async function namesIn(path: string): Promise<string[]> {
  try {
    const read: unknown = JSON.parse((await readTextIfThere(path)) ?? '[]')
    return Array.isArray(read) ? read.map(String) : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}
