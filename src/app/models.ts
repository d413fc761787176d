import type { Secrets } from '../config/secrets.ts'
import type { Loaded } from '../config/settings.ts'
import type { Model } from '../core/model-call.ts'
import { withFallback } from '../llm/fallback.ts'
import { createProvider, settingsFailure } from '../llm/index.ts'
import { type Weight, weigh } from '../llm/route.ts'
import type { Language } from '../messages/language.ts'
import { type Failure, fail, type Input, type Provider, type ProviderKind, services } from '../protocol/index.ts'
import type { Zone } from '../std/wall.ts'
import type { Thread } from '../threads/thread.ts'

type Kind = ProviderKind | 'offline'

/** Which model answers what, decided by settings, keys and rules; no model is asked about it. */
export interface Models {
  /** The model for a turn; throws `auth` or `config` when it cannot be asked. */
  choose(input: Pick<Input, 'text' | 'wishes'>, thread: Pick<Thread, 'model'>, agentModel?: string): Promise<Model>
  /** The light model for summaries and facts; undefined where there is none (offline): rules do it then. */
  light(): Promise<Model | undefined>
  /** What would be used now, and what is wrong with it, if anything. */
  current(): Promise<{ provider: Kind; model: string; failure: Failure | null }>
  /** Models to choose from: those of the provider in use first. */
  list(signal: AbortSignal): Promise<{ provider: string; model: string }[]>
}

interface Access {
  kind: Kind
  baseUrl: string | undefined
  key: string | undefined
}

/** Reads settings and keys once; looks for a local server only when nothing else was chosen, and only once. */
export function createModels(loaded: Loaded, secrets: Secrets, place: { zone: string; wall: Zone; language: Language }): Models {
  const { settings, origins } = loaded
  let found: Promise<Access> | undefined
  const access = () => {
    found ??= detect()
    return found
  }

  const accessOf = (kind: ProviderKind): Access => {
    const { baseUrl, keyEnv } = settings.providers[kind]
    return {
      kind,
      baseUrl: kind === 'ollama' ? `${baseUrl.replace(/\/v1\/?$/, '')}/v1` : baseUrl,
      key: keyEnv ? secrets.get(keyEnv)?.value : undefined,
    }
  }

  /** SPEC §2: a chosen provider; else the first with a key; else a server somebody pointed to; else a local Ollama; else offline. */
  async function detect(): Promise<Access> {
    const offline: Access = { kind: 'offline', baseUrl: undefined, key: undefined }
    if (settings.provider === 'offline') return offline
    if (settings.provider !== 'auto') return accessOf(settings.provider)
    const keyed = (['anthropic', 'openai', 'zai'] as const).map(accessOf).find(({ key }) => key)
    if (keyed) return keyed
    if (origins['providers.compatible.baseUrl'].layer !== 'default') return accessOf('compatible')
    if (origins['providers.openai.baseUrl'].layer !== 'default') return { ...accessOf('openai'), kind: 'compatible' }
    return (await localServer(settings.providers.ollama.baseUrl)) ? accessOf('ollama') : offline
  }

  const offline = rules(place)
  const build = ({ kind, baseUrl, key }: Access): Provider =>
    kind === 'offline'
      ? offline
      : createProvider({
          kind,
          baseUrl,
          key,
          zone: place.wall,
          // Local servers get their own, longer limit, unless the person set one for all.
          firstByteMs: isLocalKind(kind, baseUrl) ? settings.limits.firstByteLocalMs : settings.limits.firstByteMs,
        })

  async function modelName({ kind, baseUrl, key }: Access, weight: Weight): Promise<string> {
    if (kind === 'offline') return 'rules'
    const { model, lightModel, heavyModel } = settings.providers[kind]
    const standard = settings.model ?? model
    const name = weight === 'light' ? (lightModel ?? standard) : weight === 'heavy' ? (heavyModel ?? standard) : standard
    if (name) return name
    // A local server has what its owner loaded: the first of its list.
    const { listModels } = await import('../llm/catalogue.ts')
    const [first] = await listModels({ kind, baseUrl: baseUrl ?? '', key }, AbortSignal.timeout(settings.limits.firstByteMs))
    return first ?? fail('model-missing', { data: { provider: kind, model: '' } })
  }

  /** `provider:model`, or a model of the provider in use. */
  async function named(name: string): Promise<{ access: Access; model: string }> {
    const [, kind, model] = /^(openai|anthropic|zai|compatible|ollama|offline):(.+)$/.exec(name) ?? []
    if (kind === 'offline') return { access: { kind, baseUrl: undefined, key: undefined }, model: 'rules' }
    if (kind && model) return { access: accessOf(kind as ProviderKind), model }
    return { access: await access(), model: name }
  }

  async function candidates(): Promise<{ provider: Provider; name: string; model: string }[]> {
    const chain = await Promise.all(settings.fallback.map(named))
    return chain.map(({ access, model }) => ({ provider: build(access), name: access.kind, model }))
  }

  return {
    async choose(input, thread, agentModel) {
      const wanted = input.wishes?.model ?? thread.model ?? agentModel
      const weight = settings.routing && !wanted && !settings.model ? weigh(input.text) : 'standard'
      const first = wanted ? await named(wanted) : { access: await access(), model: '' }
      check(first.access)
      const model = first.model || (await modelName(first.access, weight))
      const provider = withFallback([{ provider: build(first.access), name: first.access.kind, model }, ...(await candidates())])
      return { provider, providerName: first.access.kind, model }
    },
    async light() {
      const using = await access()
      if (using.kind === 'offline' || failureOf(using)) return undefined
      const model = settings.providers[using.kind].lightModel
      return model ? { provider: build(using), providerName: using.kind, model } : undefined
    },
    async current() {
      const using = await access()
      const failure = failureOf(using)
      return { provider: using.kind, model: failure ? (settings.model ?? '') : await modelName(using, 'standard'), failure }
    },
    async list(signal) {
      const using = await access()
      const fallback = (await Promise.all(settings.fallback.map(named))).map(({ access, model }) => ({
        provider: access.kind,
        model,
      }))
      if (using.kind === 'offline') return [{ provider: 'offline', model: 'rules' }, ...fallback]
      const { listModels } = await import('../llm/catalogue.ts')
      const kind = using.kind
      const names =
        kind === 'zai'
          ? Object.values(services.zai.models ?? {})
          : await listModels({ kind, baseUrl: using.baseUrl ?? '', key: using.key }, signal)
      return [
        ...[...new Set(names)].map((model) => ({ provider: kind, model })),
        ...fallback,
        { provider: 'offline', model: 'rules' },
      ]
    },
  }
}

function failureOf({ kind, baseUrl, key }: Access): Failure | null {
  return kind === 'offline' ? null : settingsFailure({ kind, baseUrl, key })
}

function check(access: Access): void {
  const failure = failureOf(access)
  if (failure) fail(failure.code, failure)
}

function isLocalKind(kind: Kind, baseUrl: string | undefined): boolean {
  return kind === 'ollama' || /\/\/(localhost|127\.|\[::1\])/.test(baseUrl ?? '')
}

/** The rule engine, loaded at its first request. */
function rules(place: { zone: string; language: Language }): Provider {
  let engine: Provider | undefined
  return async function* (request, signal) {
    engine ??= (await import('../llm/offline/index.ts')).createOffline(place)
    yield* engine(request, signal)
  }
}

/** Whether a server that speaks Ollama's protocol listens there; the port is tried first, which costs next to nothing. */
async function localServer(baseUrl: string): Promise<boolean> {
  const { findOllama, listens } = await import('../llm/ollama.ts')
  return (await listens(baseUrl)) && (await findOllama(baseUrl, AbortSignal.timeout(1_000))) !== undefined
}
