import { join } from 'node:path'
import type { Secrets } from '../../config/secrets.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { setSetting } from '../../config/write.ts'
import type { TurnModel } from '../../core/turn/model-call.ts'
import { type Meter, withBudget } from '../../llm/budget.ts'
import { withFallback } from '../../llm/fallback.ts'
import { capabilitiesOf } from '../../llm/models/capabilities.ts'
import type { Capabilities } from '../../llm/models/capability-types.ts'
import type { LearntStore } from '../../llm/models/learnt.ts'
import { fileStore } from '../../llm/models/learnt-file.ts'
import { isPriced } from '../../llm/models/prices.ts'
import { modelFor, type Weight, weighRequest } from '../../llm/route.ts'
import type { Language } from '../../messages/language.ts'
import { AssistantError, type Failure, fail, type Input, type Provider, providers } from '../../protocol/index.ts'
import { undoCountOf } from '../../std/korean/dialogue/take-back.ts'
import { machineMemory } from '../../std/machine.ts'
import type { Zone } from '../../std/time/local-time.ts'
import type { Thread } from '../../threads/thread.ts'
import type { LocalModels } from './local-models.ts'
import { type AccessKind, type ModelAccess, ServerChoice } from './model-access.ts'
import { isLocalKind, localProvider, providerAt, ruleEngine } from './provider-at.ts'
import { ServerModels } from './server-models.ts'
import { calendarMeters, requesterMeters, turnMeters } from './spending-meters.ts'

/** Choose the models by settings, keys and rules; no model is asked about it. */
export interface Models {
  /** The model for a turn; throws `auth` or `config` when it cannot be asked. */
  choose(
    input: Pick<Input, 'text' | 'options'> & Partial<Pick<Input, 'origin' | 'by'>>,
    thread: Pick<Thread, 'model' | 'warm'>,
    agentModel?: string,
  ): Promise<TurnModel>
  /** The model that a text would be sent to, and why; throws `config` as `choose` does. */
  route(text: string, thread: Pick<Thread, 'model' | 'warm'>, agentModel?: string): Promise<RoutedModel>
  /** The light model for summaries and facts; undefined where there is none (offline): rules do it then. */
  light(asked?: Pick<Input, 'origin' | 'by'>): Promise<TurnModel | undefined>
  /** The model in use now, and its failure, if any. */
  current(): Promise<{ provider: AccessKind | `@${string}`; model: string; failure: Failure | null }>
  /** Models to choose from: those of the provider in use first. */
  list(signal: AbortSignal): Promise<{ provider: string; model: string }[]>
  /** Keep a model for the server in use where nobody chose one for it yet; true where it was kept. */
  keepChoice(provider: string, model: string): Promise<boolean>
  /** Have a model of this machine loaded, where that is what answers; anything else costs nothing and is left. */
  warm(signal: AbortSignal): Promise<void>
  /** Settings and keys were read anew: what was chosen by the old ones is chosen again. */
  reload(): void
  /** Describe a model (by name, or the one in use): its server and its capabilities. */
  describe(name: string | undefined, signal: AbortSignal): Promise<ModelDescription>
  /** Forget what refusals taught of a model (by name, or the one in use); false where that was nothing. */
  forget(name: string | undefined): Promise<{ model: string; forgotten: boolean }>
  /** Return whether a model (by name, or the one in use) sees pictures; `rules` is no model. */
  sight(name: string | undefined): Promise<{ model: string; sees: boolean }>
}

/** The route of a text: its weight by rule, and the tokens in a provider's cache for which the last model was kept. */
export interface RoutedModel {
  model: string
  weight?: Weight
  keptFor?: number
}

/** A model, the server it is asked at, and what was learnt of it. */
export interface ModelDescription {
  access: ModelAccess
  model: string
  can: Capabilities
  learnt: ReturnType<LearntStore['get']>
}

/** The person's zone, zone for clocks, and language, for models that are told. */
interface PersonLocale {
  zone: string
  wall: Zone
  language: Language
}

/** Reads settings and keys once; what servers teach about their models is kept in the cache. */
export function createModels(
  loaded: LoadedSettings,
  secrets: Secrets,
  place: PersonLocale,
  now: () => Date,
  local: LocalModels,
): Models {
  return new ModelRegistry(loaded, secrets, place, now, local)
}

class ModelRegistry implements Models {
  readonly #loaded: LoadedSettings
  readonly #servers: ServerChoice
  readonly #models: ServerModels
  readonly #store: LearntStore
  readonly #offline: Provider
  readonly #local: LocalModels
  readonly #machine: Provider
  readonly #wall: Zone
  readonly #now: () => Date
  /** Budgets of a day and of a month, over all turns. */
  readonly #meters: readonly Meter[]

  constructor(loaded: LoadedSettings, secrets: Secrets, place: PersonLocale, now: () => Date, local: LocalModels) {
    this.#loaded = loaded
    this.#local = local
    this.#machine = localProvider(local, this.#settings.limits.firstByteLocalMs, place)
    this.#servers = new ServerChoice(loaded, secrets, async () => (await local.names()).length > 0)
    this.#models = new ServerModels(loaded)
    this.#store = fileStore(join(loaded.paths.cache, 'models.json'), now)
    this.#offline = ruleEngine(place)
    this.#wall = place.wall
    this.#now = now
    this.#meters = calendarMeters(loaded, place.wall, now)
  }

  get #settings() {
    return this.#loaded.settings
  }

  async choose(...[input, thread, agentModel]: Parameters<Models['choose']>) {
    const own = input.options?.model ?? thread.model ?? agentModel ?? this.#settings.model
    // Code takes deeds back, whichever model answers otherwise.
    const wanted = undoCountOf(input.text) === undefined ? own : 'rules'
    const { access, model: name } = await this.#wanted(wanted)
    this.#servers.check(access)
    const model = await this.#modelAt(access, name || (await this.#routed(access, input.text, thread)).model)
    const asked = requesterMeters(this.#loaded, input, this.#wall, this.#now)
    const meters = [...turnMeters(this.#settings, input.options?.budget), ...asked, ...this.#meters]
    const pricing = this.#pricing(access, model.model)
    const first = {
      provider: withBudget(model.provider, meters, pricing),
      name: model.providerName,
      model: model.model,
    }
    // The rules answer at once, and models of Ollama that are called so run elsewhere.
    const free = pricing.free && access.kind !== 'offline' && meters.length === 0 && !/[-:]cloud$/.test(model.model)
    return { ...model, ...(free && { free }), provider: withFallback([first, ...(await this.#fallbacks(meters))]) }
  }

  async route(text: string, thread: Pick<Thread, 'model' | 'warm'>, agentModel?: string) {
    const wanted = thread.model ?? agentModel ?? this.#settings.model
    const { access, model } = await this.#wanted(wanted)
    return model ? { model } : this.#routed(access, text, thread)
  }

  /** The model that a text is sent to where nobody chose one, and why. */
  async #routed(access: ModelAccess, text: string, { warm }: Pick<Thread, 'warm'>): Promise<RoutedModel> {
    if (['offline', 'local'].includes(access.kind) || access.model || !this.#settings.routing)
      return { model: await this.#modelName(access, 'standard') }
    const weight = weighRequest(text)
    const last = warm?.provider === access.name ? warm : undefined
    const { model, kept } = modelFor(weight, await this.#models.all(access), last, +this.#now())
    const name = model ?? (await this.#modelName(access, weight))
    return { model: name, weight, ...(kept && last && { keptFor: last.tokens }) }
  }

  reload() {
    this.#servers.reload()
  }

  async warm(signal: AbortSignal) {
    const { provider, model } = await this.current()
    if (provider === 'local') await this.#local.warm(model, signal)
  }

  async keepChoice(provider: string, model: string) {
    const access = await this.#servers.chosen().catch(unlessFailure)
    if (!access || access.kind === 'offline' || access.kind === 'local' || access.name !== provider) return false
    const isOpen = await this.#models.all(access).then(
      () => false,
      (error: unknown) => error instanceof AssistantError && error.failure.data?.models !== undefined,
    )
    if (!isOpen || access.name.startsWith('@')) return false
    await setSetting(this.#loaded.paths.config, `providers.${access.kind}.model`, model, this.#now())
    this.#models.take(access, model)
    return true
  }

  async light(asked: Parameters<Models['light']>[0]) {
    const using = await this.#servers.chosen().catch(unlessFailure)
    if (!using || using.kind === 'offline' || this.#servers.failureOf(using)) return undefined
    const model = await this.#lightName(using)
    if (!model) return undefined
    const light = await this.#modelAt(using, model)
    const own = asked ? requesterMeters(this.#loaded, asked, this.#wall, this.#now) : []
    const meters = [...own, ...this.#meters]
    return { ...light, provider: withBudget(light.provider, meters, this.#pricing(using, model)) }
  }

  async current(): ReturnType<Models['current']> {
    const { provider, model } = this.#settings
    try {
      const { access, model: named } = await this.#wanted(model)
      const failure = this.#servers.failureOf(access)
      const name = failure ? named : named || (await this.#modelName(access, 'standard'))
      return { provider: access.name as AccessKind, model: name, failure }
    } catch (error) {
      // Settings that fail closed, and a server without a chosen model that is off or has none.
      if (!(error instanceof AssistantError)) throw error
      // A server that somebody pointed to stays the one that is meant.
      const meant = error.failure.code === 'model-missing' ? error.failure.data?.provider : undefined
      const name = provider === 'auto' ? ((meant as AccessKind | undefined) ?? 'offline') : provider
      return { provider: name, model: model ?? '', failure: error.failure }
    }
  }

  async list(signal: AbortSignal) {
    const rules = { provider: 'offline', model: 'rules' }
    const using = await this.#servers.chosen()
    this.#servers.check(using)
    const chain = (await this.#fallbackChain()).map(({ access, model }) => ({ provider: access.name, model }))
    const own = Object.entries(this.#settings.servers).map(([name, { model = '' }]) => ({
      provider: `@${name}`,
      model,
    }))
    const others = [...chain, ...own.filter(({ model }) => model !== '')]
    if (this.#settings.provider === 'offline') return [rules]
    if (using.kind === 'offline') return [rules, ...others]
    const names = using.kind === 'local' ? await this.#local.names() : await this.#models.list(using, signal)
    return [...[...new Set(names)].map((model) => ({ provider: using.name, model })), ...others, rules]
  }

  async forget(name: string | undefined) {
    const { access, model: own } = await this.#wanted(name)
    const model = own || (await this.#modelName(access, 'standard'))
    return { model, forgotten: this.#store.forget(access.baseUrl ?? '', model) }
  }

  async describe(name: string | undefined, signal: AbortSignal) {
    const { access, model: given } = await this.#wanted(name ?? this.#settings.model)
    this.#servers.check(access)
    const model = given || (await this.#modelName(access, 'standard'))
    if (access.kind !== 'offline' && access.kind !== 'local') await this.#learn(access, model, signal)
    return {
      access,
      model,
      can: await this.#capabilities(access, model),
      learnt: this.#store.get(access.baseUrl ?? '', model),
    }
  }

  async sight(name: string | undefined) {
    const { access, model: given } = await this.#wanted(name ?? this.#settings.model)
    const model = given || (await this.#modelName(access, 'standard'))
    return { model, sees: access.kind !== 'offline' && (await this.#capabilities(access, model)).vision }
  }

  /** The server and model of a name; without one, the server in use and `''` for its usual model. */
  async #wanted(name: string | undefined): Promise<{ access: ModelAccess; model: string }> {
    return name ? this.#servers.named(name) : { access: await this.#servers.chosen(), model: '' }
  }

  /** The model that writes summaries; undefined where rules do it. */
  async #lightName(access: ModelAccess): Promise<string | undefined> {
    // On this machine no answer costs anything: its one model writes summaries, too.
    if (access.kind === 'local') return this.#modelName(access, 'light')
    const { light } = this.#models.chosen(access)
    if (light || access.kind === 'offline' || !providers[access.kind].needsKey) return light
    // The vendor's light model is not at another server: the one that answers there writes summaries, too.
    const wanted = await this.#wanted(this.#settings.model)
    if (wanted.model && wanted.access.baseUrl === access.baseUrl) return wanted.model
    return (await this.#models.all(access).catch(unlessFailure))?.light
  }

  async #modelName(access: ModelAccess, weight: Weight): Promise<string> {
    if (access.kind === 'offline') return 'rules'
    if (access.kind === 'local' && !this.#models.chosen(access).standard) return (await this.#local.names())[0] ?? ''
    return (await this.#models.all(access))[weight]
  }

  /** Asks a server what its model can do, and keeps the answer. */
  async #learn(access: ModelAccess, model: string, signal: AbortSignal): Promise<void> {
    const { factsOf } = await import('../../llm/models/model-facts.ts')
    const facts = await factsOf(placeOf(access), model, signal)
    // Do not ask a silent server at every start.
    this.#store.add(access.baseUrl ?? '', model, { server: facts ?? {} })
  }

  /**
   * Return the capabilities of a model. Ollama is asked once, since its window depends on what we ask for; so are
   * servers with a name of the person's and OpenRouter, of whose models no table knows window and price.
   */
  async #capabilities(access: ModelAccess, model: string): Promise<Capabilities> {
    const { kind, baseUrl = '' } = access
    if (kind === 'offline') return capabilitiesOf('compatible', 'rules')
    // Its address would be empty: what is known of it stands in its file.
    if (kind === 'local') {
      const window = (await this.#local.file(model))?.window ?? 8_192
      return { ...capabilitiesOf(kind, model), vision: false, window, maxOutput: 512 }
    }
    const tells = kind === 'ollama' || kind === 'openrouter' || access.name.startsWith('@')
    if (tells && !this.#store.get(baseUrl, model).server)
      await this.#learn(access, model, AbortSignal.timeout(factsMs)).catch(unlessTimeout)
    return capabilitiesOf(kind, model, this.#store.get(baseUrl, model))
  }

  async #modelAt(access: ModelAccess, model: string): Promise<TurnModel> {
    const can = await this.#capabilities(access, model)
    const size = access.kind === 'local' ? { small: true as const } : {}
    return { provider: this.#provider(access), providerName: access.name, model, window: can.window, ...size }
  }

  #provider(access: ModelAccess): Provider {
    if (access.kind === 'local') return this.#machine
    return access.kind === 'offline' ? this.#offline : providerAt(access, this.#loaded, this.#wall, this.#store)
  }

  /** Return whether a model costs nothing, and whether its price is known. */
  #pricing({ kind, baseUrl }: ModelAccess, model: string) {
    const told = this.#store.get(baseUrl ?? '', model).server?.price !== undefined
    return { free: kind === 'offline' || isLocalKind(kind, baseUrl), priced: told || isPriced(model) }
  }

  #fallbackChain() {
    const { fallback, provider } = this.#settings
    return Promise.all(provider === 'offline' ? [] : fallback.map((name) => this.#servers.named(name)))
  }

  async #fallbacks(meters: readonly Meter[]): Promise<{ provider: Provider; name: string; model: string }[]> {
    const chain = await this.#fallbackChain()
    for (const { access } of chain) {
      const failure = this.#servers.failureOf(access)
      if (failure?.code === 'config') fail(failure.code, failure)
    }
    return chain.map(({ access, model }) => ({
      provider: withBudget(this.#provider(access), meters, this.#pricing(access, model)),
      name: access.name,
      model,
    }))
  }
}

/** Time limit for a local server to state its model's capabilities, in milliseconds. */
const factsMs = 2_000

const placeOf = ({ kind, baseUrl = '', key, headers }: ModelAccess) => ({
  kind: kind === 'offline' ? ('compatible' as const) : kind,
  baseUrl,
  key,
  headers,
  memory: machineMemory(),
})

/** A failure is no model; anything else that is thrown is a bug. */
function unlessFailure(error: unknown): undefined {
  if (!(error instanceof AssistantError)) throw error
}

/** Without an answer in time nothing is known of the model; a model that is not there is told. */
function unlessTimeout(error: unknown): undefined {
  if (error instanceof AssistantError) throw error
}
