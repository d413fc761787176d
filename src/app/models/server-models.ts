import type { LoadedSettings } from '../../config/settings.ts'
import type { Weight } from '../../llm/route.ts'
import { AssistantError, fail, providers } from '../../protocol/index.ts'
import type { ModelAccess } from './model-access.ts'

/** The model of a server for each weight of a request. */
export type WeightedModels = Record<Weight, string>

/** Models that a refusal names, at most. */
const mostNamed = 12

/**
 * The models that a server is asked for where nobody chose one. A vendor's usual models hold at its own address and
 * where a list has them; any other server is asked for its list. The list is kept for the life of the process.
 */
export class ServerModels {
  readonly #loaded: LoadedSettings
  readonly #lists = new Map<string, Promise<readonly string[]>>()

  constructor(loaded: LoadedSettings) {
    this.#loaded = loaded
  }

  /** Return the models that the settings name for a server; a vendor's defaults count only where they are its own. */
  chosen({ kind, baseUrl, model }: ModelAccess): Partial<WeightedModels> {
    if (model) return { light: model, standard: model, heavy: model }
    if (kind === 'offline') return {}
    const { settings, origins } = this.#loaded
    const row = settings.providers[kind]
    const isOwn = isVendorAddress(kind, baseUrl)
    const nameOf = (field: 'model' | 'lightModel' | 'heavyModel') =>
      isOwn || origins[`providers.${kind}.${field}`].layer !== 'default' ? row[field] : undefined
    const [light, standard, heavy] = [nameOf('lightModel'), nameOf('model'), nameOf('heavyModel')]
    return { ...(light && { light }), ...(standard && { standard }), ...(heavy && { heavy }) }
  }

  /** Return the models of a server for every weight; throws `model-missing` where somebody must choose. */
  async all(access: ModelAccess): Promise<WeightedModels> {
    const { light, standard, heavy } = this.chosen(access)
    if (standard) return { light: light ?? standard, standard, heavy: heavy ?? standard }
    const taken = await this.#taken(access)
    return { light: light ?? taken.light, standard: taken.standard, heavy: heavy ?? taken.heavy }
  }

  /** Take a model for a server from now on: somebody chose it. */
  take({ baseUrl = '' }: ModelAccess, model: string): void {
    this.#lists.set(baseUrl, Promise.resolve([model]))
  }

  /** Return the names of the models that a server can talk with. */
  async list({ kind, baseUrl = '', key, headers }: ModelAccess, signal: AbortSignal): Promise<readonly string[]> {
    if (kind === 'offline') return []
    if (kind === 'zai' && isVendorAddress(kind, baseUrl)) return Object.values(providers.zai.models ?? {})
    const { talkingModels } = await import('../../llm/model-catalog.ts')
    return talkingModels({ kind, baseUrl, key, headers }, signal)
  }

  async #taken(access: ModelAccess): Promise<WeightedModels> {
    const names = await this.#listed(access)
    const defaults = access.kind === 'offline' ? undefined : providers[access.kind].models
    // A gateway that passes on to the vendor, or one that lists nothing, is asked for the vendor's models.
    if (defaults && (names.length === 0 || names.includes(defaults.standard))) {
      const chooseAmong = (name: string | undefined) => (name && names.includes(name) ? name : defaults.standard)
      return { light: chooseAmong(defaults.light), standard: defaults.standard, heavy: chooseAmong(defaults.heavy) }
    }
    const [first, ...others] = names
    const data = { provider: access.name, model: '' }
    if (!first) return fail('model-missing', { data })
    // Ollama loads what it is asked for: its first one stands in the status line before anything is sent.
    if (others.length > 0 && access.kind !== 'ollama')
      return fail('model-missing', { data: { ...data, models: names.slice(0, mostNamed) } })
    return { light: first, standard: first, heavy: first }
  }

  #listed(access: ModelAccess): Promise<readonly string[]> {
    const { baseUrl = '' } = access
    const known = this.#lists.get(baseUrl)
    if (known) return known
    const asked = this.list(access, AbortSignal.timeout(this.#loaded.settings.limits.firstByteMs)).catch(unlessNoList)
    this.#lists.set(baseUrl, asked)
    // A server that was off is asked again.
    asked.catch(() => this.#lists.delete(baseUrl))
    return asked
  }
}

/** Check whether a server's address is its vendor's own. */
function isVendorAddress(kind: keyof typeof providers, baseUrl: string | undefined): boolean {
  if (kind === 'local') return true
  const { baseUrl: own, models } = providers[kind]
  return models !== undefined && URL.parse(baseUrl ?? '')?.host === URL.parse(own)?.host
}

/** A server without a list is no failure: it may answer for all that. */
function unlessNoList(error: unknown): readonly string[] {
  if (error instanceof AssistantError && error.failure.status === 404) return []
  throw error
}
