import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DownloadableModel, readManifest } from '../../audio/models/manifest.ts'
import { ModelStore } from '../../audio/models/store.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { fail } from '../../protocol/index.ts'

/** The models that can be had for this machine (speech, embedding), and the folder of those that are here. */
export interface DownloadedModels {
  loaded: LoadedSettings
  models: DownloadableModel[]
  store: ModelStore
}

/** Manifest and folder of the models. Throws `config` where the manifest is none. */
export async function openDownloadedModels(loaded: LoadedSettings): Promise<DownloadedModels> {
  const list = await builtIn()
  const all = await readManifest(list)
  const { manifest } = loaded.settings.voice
  const own = manifest === undefined ? undefined : await readManifest(manifest)
  return {
    loaded,
    models: own ? withUnnamedUses(own, all) : all,
    store: new ModelStore(join(loaded.paths.home, 'models'), join(dirname(list), '../dist/models')),
  }
}

/** A list of somebody's own is one of speech models; of other uses that it does not name the usual ones stay. */
function withUnnamedUses(own: DownloadableModel[], all: DownloadableModel[]): DownloadableModel[] {
  const uses = new Set(own.map(({ use }) => use))
  return [...own, ...all.filter(({ use }) => ['vad', 'embed', 'chat', 'engine'].includes(use) && !uses.has(use))]
}

/** `models/manifest.json` of the package: above dist/ as above src/, at most four folders up. */
async function builtIn(): Promise<string> {
  for (const up of ['../', '../../', '../../../', '../../../../']) {
    const path = fileURLToPath(new URL(`${up}models/manifest.json`, import.meta.url))
    if (await stat(path).catch(() => undefined)) return path
  }
  return fail('config', { detail: 'models/manifest.json is missing from the installation' })
}
