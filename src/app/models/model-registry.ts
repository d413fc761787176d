import { join } from 'node:path'
import type { Secrets } from '../../config/secrets.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import type { TurnModel } from '../../core/turn/model-call.ts'
import { withFallback } from '../../llm/fallback.ts'
import { createProvider } from '../../llm/index.ts'
import { capabilitiesOf } from '../../llm/models/capabilities.ts'
import type { Capabilities } from '../../llm/models/capability-types.ts'
import type { LearntStore } from '../../llm/models/learnt.ts'
import { fileStore } from '../../llm/models/learnt-file.ts'
import { type Weight, weigh } from '../../llm/route.ts'
import type { Language } from '../../messages/language.ts'
import { AssistantError, type Failure, fail, type Input, type Provider, providers } from '../../protocol/index.ts'
import { machineMemory } from '../../std/machine.ts'
import type { Zone } from '../../std/time/local-time.ts'
import type { Thread } from '../../threads/thread.ts'
import { type Access, type Kind, ServerChoice } from './model-access.ts'

/** Which model answers what, decided by settings, keys and rules; no model is asked about it. */
export interface Models {
  /** The model for a turn; throws `auth` or `config` when it cannot be asked. */
  choose(
    input: Pick<Input, 'text' | 'wishes'>,
    thread: Pick<Thread, 'model'> & { messages?: Thread['messages'] },
    agentModel?: string,
  ): Promise<TurnModel>
  /** The light model for summaries and facts; undefined where there is none (offline): rules do it then. */
  light(): Promise<TurnModel | undefined>
  /** What would be used now, and what is wrong with it, if anything. */
  current(): Promise<{ provider: Kind | `@${string}`; model: string; failure: Failure | null }>
  /** Models to choose from: those of the provider in use first. */
  list(signal: AbortSignal): Promise<{ provider: string; model: string }[]>
  /** Where a model is asked (by name, or the one in use) and what is known of it. */
  describe(name: string | undefined, signal: AbortSignal): Promise<ModelDescription>
}

/** A model, the server it is asked at, and what was learnt of it. */
export interface ModelDescription {
  access: Access
  model: string
  can: Capabilities
  learnt: ReturnType<LearntStore['get']>
}

/** Characters of a conversation from which on its cache is worth more than a cheaper model for a short answer. */
const warmChars = 8_000

/** Reads settings and keys once; what servers teach about their models is kept in the cache. */
export function createModels(
  loaded: LoadedSettings,
  secrets: Secrets,
  place: { zone: string; wall: Zone; language: Language },
  now: () => Date,
): Models {
  const { settings } = loaded
  const servers = new ServerChoice(loaded, secrets)
  const store = fileStore(join(loaded.paths.cache, 'models.json'), now)
  const offline = ruleEngine(place)
  const build = (access: Access): Provider =>
    access.kind === 'offline' ? offline : providerAt(access, loaded, place.wall, store)

  async function modelName(access: Access, weight: Weight): Promise<string> {
    if (access.kind === 'offline') return 'rules'
    if (access.model) return access.model
    const { model: standard, lightModel, heavyModel } = settings.providers[access.kind]
    const name = weight === 'light' ? (lightModel ?? standard) : weight === 'heavy' ? (heavyModel ?? standard) : standard
    if (name) return name
    // A local server has what its owner loaded: the first of its list that can talk.
    const { talkingModels } = await import('../../llm/model-catalog.ts')
    const [first] = await talkingModels(placeOf(access), AbortSignal.timeout(settings.limits.firstByteMs))
    return first ?? fail('model-missing', { data: { provider: access.name, model: '' } })
  }

  /** What is known of a model; Ollama is asked once, since its window depends on what we ask for. */
  async function known(access: Access, model: string): Promise<Capabilities> {
    const { kind, baseUrl = '' } = access
    if (kind === 'offline') return capabilitiesOf('compatible', 'rules')
    if (kind === 'ollama' && !store.get(baseUrl, model).server) {
      const { factsOf } = await import('../../llm/models/model-facts.ts')
      const facts = await factsOf(placeOf(access), model, AbortSignal.timeout(factsMs)).catch(unlessTimeout)
      if (facts) store.add(baseUrl, model, { server: facts })
    }
    return capabilitiesOf(kind, model, store.get(baseUrl, model))
  }

  async function modelAt(access: Access, model: string): Promise<TurnModel> {
    const can = await known(access, model)
    return { provider: build(access), providerName: access.name, model, window: can.window }
  }

  async function candidates(): Promise<{ provider: Provider; name: string; model: string }[]> {
    const chain = await Promise.all(settings.fallback.map((name) => servers.named(name)))
    for (const { access } of chain) {
      const failure = servers.failureOf(access)
      if (failure?.code === 'config') fail(failure.code, failure)
    }
    return chain.map(({ access, model }) => ({ provider: build(access), name: access.name, model }))
  }

  return {
    async choose(input, thread, agentModel) {
      const wanted = input.wishes?.model ?? thread.model ?? agentModel ?? settings.model
      const weight = settings.routing && !wanted ? weightOf(input.text, thread.messages ?? []) : 'standard'
      const first = wanted ? await servers.named(wanted) : { access: await servers.chosen(), model: '' }
      servers.check(first.access)
      const model = await modelAt(first.access, first.model || (await modelName(first.access, weight)))
      const chain = [{ provider: model.provider, name: model.providerName, model: model.model }, ...(await candidates())] as const
      return { ...model, provider: withFallback([...chain] as Parameters<typeof withFallback>[0]) }
    },
    async light() {
      const using = await servers.chosen().catch(unlessFailure)
      if (!using || using.kind === 'offline' || servers.failureOf(using)) return undefined
      const model = using.name.startsWith('@') ? undefined : settings.providers[using.kind].lightModel
      return model ? modelAt(using, model) : undefined
    },
    current: () => currentModel(servers, settings, modelName),
    async list(signal) {
      const using = await servers.chosen()
      servers.check(using)
      const chain = (await Promise.all(settings.fallback.map((name) => servers.named(name)))).map(({ access, model }) => ({
        provider: access.name,
        model,
      }))
      const own = Object.entries(settings.servers).map(([name, { model }]) => ({ provider: `@${name}`, model: model ?? '' }))
      const others = [...chain, ...own.filter(({ model }) => model !== '')]
      if (using.kind === 'offline') return [{ provider: 'offline', model: 'rules' }, ...others]
      const { talkingModels } = await import('../../llm/model-catalog.ts')
      const names = using.kind === 'zai' ? Object.values(providers.zai.models ?? {}) : await talkingModels(placeOf(using), signal)
      return [
        ...[...new Set(names)].map((model) => ({ provider: using.name, model })),
        ...others,
        { provider: 'offline', model: 'rules' },
      ]
    },
    async describe(name, signal) {
      const wanted = name ?? settings.model
      const { access, model: given } = wanted ? await servers.named(wanted) : { access: await servers.chosen(), model: '' }
      servers.check(access)
      const model = given || (await modelName(access, 'standard'))
      const baseUrl = access.baseUrl ?? ''
      if (access.kind !== 'offline') {
        const { factsOf } = await import('../../llm/models/model-facts.ts')
        const facts = await factsOf(placeOf(access), model, signal)
        if (facts) store.add(baseUrl, model, { server: facts })
      }
      return { access, model, can: await known(access, model), learnt: store.get(baseUrl, model) }
    },
  }
}

/** How long a local server may take to say what a model can do, in milliseconds. */
const factsMs = 2_000

const placeOf = ({ kind, baseUrl = '', key, headers }: Access) => ({
  kind: kind === 'offline' ? ('compatible' as const) : kind,
  baseUrl,
  key,
  headers,
  memory: machineMemory(),
})

/** What a request weighs; a warm cache of a long conversation is not left for a greeting. */
function weightOf(text: string, messages: readonly { text: string }[]): Weight {
  const weight = weigh(text)
  return weight === 'light' && messages.reduce((sum, message) => sum + message.text.length, 0) > warmChars ? 'standard' : weight
}

async function currentModel(
  servers: ServerChoice,
  settings: LoadedSettings['settings'],
  modelName: (access: Access, weight: Weight) => Promise<string>,
): ReturnType<Models['current']> {
  try {
    const { access, model } = settings.model ? await servers.named(settings.model) : { access: await servers.chosen(), model: '' }
    const failure = servers.failureOf(access)
    const name = failure ? model : model || (await modelName(access, 'standard'))
    return { provider: access.name as Kind, model: name, failure }
  } catch (error) {
    if (!(error instanceof AssistantError) || error.failure.code !== 'config') throw error
    return {
      provider: settings.provider === 'auto' ? 'offline' : settings.provider,
      model: settings.model ?? '',
      failure: error.failure,
    }
  }
}

/** A server as the settings want it asked. */
function providerAt(
  { kind, name, baseUrl, key, headers }: Access,
  { settings }: LoadedSettings,
  zone: string,
  store: LearntStore,
): Provider {
  if (kind === 'offline') throw new Error('the rule engine has no address')
  const { limits: limit, thinking, providers } = settings
  return createProvider({
    kind,
    name,
    baseUrl,
    key,
    headers,
    zone,
    thinking,
    answerBytes: limit.answerBytes,
    store,
    ...(kind === 'azure' && { apiVersion: providers.azure.apiVersion }),
    ...(kind === 'openai' && { wire: providers.openai.wire }),
    // Local servers get their own, longer limit, unless the person set one for all.
    firstByteMs: isLocalKind(kind, baseUrl) ? limit.firstByteLocalMs : limit.firstByteMs,
  })
}

/** A failure is no model; anything else that is thrown is a bug. */
function unlessFailure(error: unknown): undefined {
  if (!(error instanceof AssistantError)) throw error
}

/** Without an answer in time nothing is known of the model; a model that is not there is told. */
function unlessTimeout(error: unknown): undefined {
  if (error instanceof AssistantError) throw error
}

function isLocalKind(kind: Kind, baseUrl: string | undefined): boolean {
  return kind === 'ollama' || /\/\/(localhost|127\.|\[::1\])/.test(baseUrl ?? '')
}

/** The rule engine, loaded at its first request. */
function ruleEngine(place: { zone: string; language: Language }): Provider {
  let engine: Provider | undefined
  return async function* (request, signal) {
    engine ??= (await import('../../llm/rules/index.ts')).createOffline(place)
    yield* engine(request, signal)
  }
}
