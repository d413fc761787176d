import type { DownloadableModel } from '../../../audio/models/manifest.ts'
import type { DownloadedModels } from '../../models/downloaded-models.ts'

/** Whether a setting names a model at a service; without a slash it is one of this machine, and nothing is ever sent. */
export const isRemote = (setting: string | undefined): setting is string => setting?.includes('/') === true

/** What a speech model is for. */
export type SpeechUse = Exclude<DownloadableModel['use'], 'embed'>

/**
 * The model for a use: the one that the settings name, else the first that is here, one of the person's language before others; the
 * latter where they name a service, too.
 */
export async function chooseVoiceModel(
  { loaded: { settings }, models, store }: DownloadedModels,
  use: SpeechUse,
): Promise<DownloadableModel | undefined> {
  const named = settings.voice[use]
  const wanted = isRemote(named) ? undefined : named
  const candidates = models.filter((model) => model.use === use && (wanted === undefined || model.name === wanted))
  const fits = candidates.toSorted(
    (a, b) => Number(b.languages.includes(settings.language)) - Number(a.languages.includes(settings.language)),
  )
  for (const model of fits) if ((await store.state(model)) === 'here') return model
  return undefined
}
