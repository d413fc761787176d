import type { ModelFiles } from '../../../audio/engine-messages.ts'
import type { DownloadableModel } from '../../../audio/models/manifest.ts'
import type { DownloadedModels } from '../../models/downloaded-models.ts'

/**
 * Return true if a setting names a model at a service; without a slash it is one of this machine, and nothing is ever
 * sent.
 */
export const isRemote = (setting: string | undefined): setting is string => setting?.includes('/') === true

/** The purpose of a speech model. */
export type SpeechUse = Exclude<DownloadableModel['use'], 'embed' | 'turn' | 'speaker' | 'chat' | 'engine'>

/**
 * The model for a use: the one that the settings name, else the first that is here, one of the person's language
 * before others; the latter where they name a service, too.
 */
export async function chooseVoiceModel(
  shelf: DownloadedModels,
  use: SpeechUse,
): Promise<DownloadableModel | undefined> {
  const [first] = await voiceModels(shelf, use)
  return first
}

/** Recognisers: `first` writes while somebody speaks, `second`, where there is one, the final text. */
export interface Recognisers {
  first?: DownloadableModel
  second?: DownloadableModel
}

/**
 * A streaming recogniser and an accurate one that reads whole utterances, where both are here and speak the person's
 * language (`voice.twoPass`); the one that the settings name is one of them. Else the one there is.
 */
export async function chooseRecognisers(shelf: DownloadedModels): Promise<Recognisers> {
  const { language, voice } = shelf.loaded.settings
  const chosen = await chooseVoiceModel(shelf, 'stt')
  if (!chosen) return {}
  if (voice.twoPass === 'off' || isRemote(voice.stt)) return { first: chosen }
  const other = (await voiceModels(shelf, 'stt', true)).find(
    ({ kind, languages }) => kind !== chosen.kind && languages.includes(language),
  )
  if (!other || !chosen.languages.includes(language)) return { first: chosen }
  return chosen.kind === 'online' ? { first: chosen, second: other } : { first: other, second: chosen }
}

/** Return the model that tells voices apart: the first that is here, or the one of that name. */
export async function chooseSpeakerModel(
  { models, store }: DownloadedModels,
  named?: string,
): Promise<ModelFiles | undefined> {
  const fits = models.filter(({ use, name }) => use === 'speaker' && (named === undefined || name === named))
  const files = await Promise.all(fits.map((model) => store.files(model)))
  return files.find((one) => one !== undefined)
}

/**
 * Return the model that judges the end of a turn by its sound: the first that is here and knows the person's language.
 */
export async function chooseTurnModel({
  loaded: { settings },
  models,
  store,
}: DownloadedModels): Promise<ModelFiles | undefined> {
  const fits = models.filter(({ use, languages }) => use === 'turn' && languages.includes(settings.language))
  const files = await Promise.all(fits.map((model) => store.files(model)))
  return files.find((one) => one !== undefined)
}

/** The models for a use that are here, the best first; `all`: whatever the settings name. */
async function voiceModels({ loaded: { settings }, models, store }: DownloadedModels, use: SpeechUse, all = false) {
  const named = all ? undefined : settings.voice[use]
  const wanted = isRemote(named) ? undefined : named
  const candidates = models.filter((model) => model.use === use && (wanted === undefined || model.name === wanted))
  const fits = candidates.toSorted(
    (a, b) => Number(b.languages.includes(settings.language)) - Number(a.languages.includes(settings.language)),
  )
  const states = await Promise.all(fits.map((model) => store.state(model)))
  return fits.filter((_, i) => states[i] === 'here')
}
