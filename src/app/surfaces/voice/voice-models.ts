import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readManifest, type SpeechModel } from '../../../audio/models/manifest.ts'
import { ModelStore } from '../../../audio/models/store.ts'
import type { LoadedSettings } from '../../../config/settings.ts'
import { fail } from '../../../protocol/index.ts'

/** The speech models that can be had, and the folder of those that are here. */
export interface VoiceModels {
  loaded: LoadedSettings
  models: SpeechModel[]
  store: ModelStore
}

/** Manifest and folder of the speech models. Throws `config` where the manifest is none. */
export async function openVoiceModels(loaded: LoadedSettings): Promise<VoiceModels> {
  const models = await readManifest(loaded.settings.voice.manifest ?? (await builtIn()))
  return { loaded, models, store: new ModelStore(join(loaded.paths.home, 'models')) }
}

/** `models/manifest.json` of the package: above dist/ as above src/, at most four folders up. */
async function builtIn(): Promise<string> {
  for (const up of ['../', '../../', '../../../', '../../../../']) {
    const path = fileURLToPath(new URL(`${up}models/manifest.json`, import.meta.url))
    if (await stat(path).catch(() => undefined)) return path
  }
  return fail('config', { detail: 'models/manifest.json is missing from the installation' })
}

/** The model for a use: the one that the settings name, else the first that is here, one of the person's language before others. */
export async function chooseVoiceModel(
  { loaded: { settings }, models, store }: VoiceModels,
  use: SpeechModel['use'],
): Promise<SpeechModel | undefined> {
  const wanted = settings.voice[use]
  const candidates = models.filter((model) => model.use === use && (wanted === undefined || model.name === wanted))
  const fits = candidates.toSorted(
    (a, b) => Number(b.languages.includes(settings.language)) - Number(a.languages.includes(settings.language)),
  )
  for (const model of fits) if ((await store.state(model)) === 'here') return model
  return undefined
}
