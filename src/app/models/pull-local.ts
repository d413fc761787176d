import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type DownloadableModel, placeConfig } from '../../audio/models/manifest.ts'
import type { ModelStore } from '../../audio/models/store.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { askLocalEngine, type LocalEngineHost, stopLocalEngine } from '../../llm/local/engine-client.ts'
import type { LocalFault } from '../../llm/local/protocol.ts'
import { localModelMessages } from '../../messages/engine/local-model.ts'
import { voiceMessages } from '../../messages/surfaces/voice.ts'
import { AssistantError, fail, failureOf } from '../../protocol/index.ts'
import { LockBusy, withLock } from '../../std/fs/lock.ts'
import { availableMemory, processorCount } from '../../std/machine.ts'
import type { Environment } from '../environment/environment.ts'
import { openDownloadedModels } from './downloaded-models.ts'
import { LocalModels, localSocket } from './local-models.ts'

/** A machine as chat models care about it. */
export interface MachineRoom {
  memory: number
  cores: number
}

/** The room of this machine now: memory that is free within all limits, and processors. */
export const machineRoom = (): MachineRoom => ({ memory: availableMemory(), cores: processorCount() })

/** The chat models of a list that this machine can carry, the largest first; without any, the smallest of all. */
export function chatModelsThatFit(models: readonly DownloadableModel[], room: MachineRoom): DownloadableModel[] {
  const chat = models.filter(({ use }) => use === 'chat').toSorted((a, b) => b.size - a.size)
  const fit = chat.filter(
    ({ wants = { cores: 1, memoryGb: 0 } }) => wants.cores <= room.cores && wants.memoryGb * 1e9 <= room.memory,
  )
  return fit.length > 0 ? fit : chat.slice(-1)
}

/** Free disk that is wanted beyond the download. */
const diskFactor = 1.1
/** The trial may take so long, in milliseconds: a slow disk reads some gigabytes. */
const trialMs = 180_000

export interface LocalPull {
  loaded: LoadedSettings
  environment: Environment
  signal: AbortSignal
  progress(bytes: number, of: number): void
  trying(): void
}

/** Get the engine that runs models of this machine, where it is not here yet. Throws as `pullLocalModel` does. */
export async function pullEngine({
  loaded,
  environment,
  signal,
  progress,
}: Omit<LocalPull, 'trying'>): Promise<boolean> {
  const say = localModelMessages[loaded.settings.language]
  const { store } = await openDownloadedModels(loaded)
  const engine = (await new LocalModels(loaded, environment).engine()) ?? failWith(say.fault('platform', '', {}))
  const folder = join(loaded.paths.home, 'models')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (await store.isIntact(engine)) return false
  await checkDisk([engine], store, folder, (wanted, free) => say.noDisk(wanted, free))
  await store.pull(engine, {
    env: environment.env,
    signal,
    trying: () => {},
    progress: (bytes) => progress(bytes, engine.size),
    trial: async () => undefined,
  })
  // A process that runs has the old libraries.
  await stopLocalEngine(localSocket(loaded, environment))
  return true
}

/**
 * Get a chat model and the engine that runs it, and let it answer once. Throws the failure of the download, or one
 * with a sentence: no engine for this machine, no room on the disk, a file that cannot be loaded, another download.
 */
export async function pullLocalModel(model: DownloadableModel, pull: LocalPull): Promise<void> {
  const { loaded, environment, signal } = pull
  const say = localModelMessages[loaded.settings.language]
  const { store } = await openDownloadedModels(loaded)
  const local = new LocalModels(loaded, environment)
  const engine = (await local.engine()) ?? failWith(say.fault('platform', '', {}))
  const folder = join(loaded.paths.home, 'models')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const work = async () => {
    await checkDisk([engine, model], store, folder, (wanted, free) => say.noDisk(wanted, free))
    const all = engine.size + model.size
    const options = { env: environment.env, signal, trying: () => {} }
    await pullEngine({ ...pull, progress: (bytes) => pull.progress(bytes, all) })
    if (await store.isIntact(model)) return
    const host = await local.host()
    if (typeof host === 'string') return failWith(say.fault(host, model.name, {}))
    await store.pull(model, {
      ...options,
      trying: pull.trying,
      progress: (bytes) => pull.progress(engine.size + bytes, all),
      trial: (place) => tryModelFile(host, String(placeConfig(model.config, place).model), signal),
    })
  }
  try {
    await withLock(join(folder, model.name), work, 500)
  } catch (error) {
    if (error instanceof LockBusy) failWith(say.pulledElsewhere(model.name))
    const { code, detail } = failureOf(error)
    if (error instanceof AssistantError && code === 'malformed')
      failWith(voiceMessages[loaded.settings.language].models.badSum)
    if (error instanceof AssistantError && code === 'refused' && detail && isFault(detail))
      failWith(say.fault(detail, model.name, {}))
    throw error
  }
}

const failWith = (sentence: string): never => fail('config', { data: { sentence } })

const isFault = (detail: string): detail is LocalFault =>
  ['foreign', 'truncated', 'newer', 'memory', 'no-load', 'platform', 'died', 'gone'].includes(detail)

async function checkDisk(
  models: readonly DownloadableModel[],
  store: ModelStore,
  folder: string,
  sentence: (wanted: number, free: number) => string,
): Promise<void> {
  const states = await Promise.all(models.map((model) => store.state(model)))
  const wanted = models.reduce((sum, { size }, at) => {
    const state = states[at]
    return state === 'here' ? sum : sum + Math.max(0, size - Number(state)) * diskFactor
  }, 0)
  const { bavail, bsize } = await statfs(folder)
  if (wanted > bavail * bsize) fail('storage', { data: { full: true, sentence: sentence(wanted, bavail * bsize) } })
}

/** Let a model file answer with one token; the fault, or undefined. The process that tried it ends. */
async function tryModelFile(host: LocalEngineHost, path: string, signal: AbortSignal): Promise<LocalFault | undefined> {
  await stopLocalEngine(host.socket)
  const ask = {
    model: { path, window: 512 },
    messages: [{ role: 'user' as const, text: 'Hi' }],
    temperature: 0,
    maxTokens: 1,
  }
  const late = AbortSignal.any([signal, AbortSignal.timeout(trialMs)])
  try {
    for await (const told of askLocalEngine(host, ask, late)) if (told.type === 'failed') return told.fault
    return undefined
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Error) return 'died'
    throw error
  } finally {
    await stopLocalEngine(host.socket)
  }
}
