import type { Secrets } from '../../config/secrets.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { docsMessages } from '../../messages/commands/docs.ts'
import type { Language } from '../../messages/language.ts'
import { type Failure, fail } from '../../protocol/index.ts'
import type { OpenSearchStore } from '../../retrieval/opensearch/store.ts'
import type { Embedder } from '../../retrieval/ports.ts'
import { requireDestinations } from '../environment/load-config.ts'
import { openDownloadedModels } from '../models/downloaded-models.ts'
import { localModel } from './local-model.ts'

/** The parts on which the choice of a store depends. */
export interface StoreDeps {
  loaded: LoadedSettings
  secrets: Secrets
  language: Language
}

/** Models that know Korean and are there for everyone: one for this machine, OpenAI's own, and one that Ollama has. */
const usualModels = {
  local: 'multilingual-e5-small',
  openai: 'text-embedding-3-small',
  ollama: 'bge-m3',
  compatible: undefined,
}

/**
 * The embedder that the settings choose. Undefined for the keyword store; throws `config` or `auth` when it cannot be
 * asked.
 */
export async function embedderOf(deps: StoreDeps): Promise<Embedder | undefined> {
  const { docs } = deps.loaded.settings
  if (docs.store === 'keyword') return undefined
  if (docs.embedder !== 'none') return chosenEmbedder(deps)
  return docs.store === 'vector'
    ? fail('config', { data: { sentence: docsMessages[deps.language].noEmbedder } })
    : undefined
}

/** The same whatever the store; where none is chosen, the usual one for this machine. */
export async function chosenEmbedder({ loaded, secrets, language }: StoreDeps): Promise<Embedder> {
  requireDestinations({ loaded }, 'docs.')
  requireDestinations({ loaded }, 'providers.')
  const { docs, providers } = loaded.settings
  const say = docsMessages[language]
  if (docs.embedder === 'none') return localEmbedderOf(loaded, usualModels.local, language)
  if (docs.embedder === 'local') return localEmbedderOf(loaded, docs.embedModel ?? usualModels.local, language)
  const { baseUrl, keyEnv } = providers[docs.embedder]
  const key = keyEnv ? secrets.get(keyEnv)?.value : undefined
  const model =
    docs.embedModel ??
    usualModels[docs.embedder] ??
    fail('config', { data: { sentence: say.noEmbedModel, provider: docs.embedder } })
  if (docs.embedder === 'openai' && !key && !docs.embedUrl) fail('auth', { data: { provider: 'openai' } })
  const url = docs.embedUrl ?? baseUrl
  const { ollamaEmbedder, openAiEmbedder } = await import('../../retrieval/embedders/remote.ts')
  const options = { baseUrl: url.replace(/\/+$/, ''), model, ...(key ? { key } : {}) }
  return docs.embedder === 'ollama'
    ? ollamaEmbedder({ ...options, baseUrl: options.baseUrl.replace(/\/v1$/, '') })
    : openAiEmbedder(options)
}

/** The cluster at OPENSEARCH_URL, which may carry a user: https://name:password@host:9200. */
export async function openSearchAt(
  { secrets, language, now }: StoreDeps & { now(): Date },
  index: string,
  embedder: Embedder | undefined,
  notice: (failure: Failure) => void,
): Promise<OpenSearchStore> {
  const address = secrets.get('OPENSEARCH_URL')?.value
  const url = address && URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    return fail('config', { data: { sentence: docsMessages[language].noCluster } })
  const user = url.username
    ? { user: { name: decodeURIComponent(url.username), password: decodeURIComponent(url.password) } }
    : {}
  url.username = ''
  url.password = ''
  const { OpenSearchStore } = await import('../../retrieval/opensearch/store.ts')
  return new OpenSearchStore({
    url: url.href.replace(/\/+$/, ''),
    index,
    notice,
    ...user,
    ...awsKeyOf(secrets, now),
    ...(embedder ? { embedder } : {}),
  })
}

/** Return the key with which requests to Amazon's service are signed. */
function awsKeyOf(secrets: StoreDeps['secrets'], now: () => Date) {
  const secretOf = (name: string) => secrets.get(name)?.value
  const [id, secret, session] = [
    secretOf('AWS_ACCESS_KEY_ID'),
    secretOf('AWS_SECRET_ACCESS_KEY'),
    secretOf('AWS_SESSION_TOKEN'),
  ]
  return id && secret ? { aws: { key: { id, secret, ...(session ? { session } : {}) }, now } } : {}
}

/** A model of the manifest that runs here. Throws `config` with what to do where it is not one, or not here. */
async function localEmbedderOf(loaded: LoadedSettings, name: string, language: Language): Promise<Embedder> {
  const { models, store } = await openDownloadedModels(loaded)
  const model = models.find((one) => one.use === 'embed' && one.name === name)
  const embedders = models.filter(({ use }) => use === 'embed').map((one) => one.name)
  if (!model)
    return fail('config', { data: { sentence: docsMessages[language].noLocalModel(name, embedders.join(', ')) } })
  const folder = await store.folder(model)
  if (folder === undefined) return fail('config', { data: { sentence: docsMessages[language].modelNotHere(name) } })
  const { localEmbedder } = await import('../../retrieval/embedders/local.ts')
  return localEmbedder(localModel(model, folder))
}
