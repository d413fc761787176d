import { destinationIssue } from '../../config/destination-issue.ts'
import { allowsAddress, allowsProvider } from '../../config/policy.ts'
import { providerNames } from '../../config/schema.ts'
import type { Secrets } from '../../config/secrets.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { settingsFailure } from '../../llm/index.ts'
import { isKnownModel } from '../../llm/models/capabilities.ts'
import { warningText } from '../../messages/commands/config.ts'
import type { ConfigWarning } from '../../messages/commands/config-warning.ts'
import { type Failure, fail, type ProviderKind, providerKinds, providers } from '../../protocol/index.ts'
import { closestMatch } from '../../std/text/closest-match.ts'

export type AccessKind = ProviderKind | 'offline'

/** The address, key and headers of one server. */
export interface ModelAccess {
  kind: AccessKind
  /** The name that people see: the provider, or `@name` of a server of the person's own. */
  name: string
  baseUrl: string | undefined
  key: string | undefined
  headers: Readonly<Record<string, string>>
  /** The model of a server of the person's own. */
  model?: string | undefined
  /** The request names the provider; otherwise settings and keys chose it. */
  named?: boolean
}

/** Providers whose key chooses them, in this order. */
const keyedKinds = providerKinds
  .filter((kind) => providers[kind].foundByKey)
  .toSorted((a, b) => Number(b === 'anthropic') - Number(a === 'anthropic'))

/** `8b`, `8x7b`, `latest`: how Ollama tells the sizes of a model; no maker calls a model so. */
const ollamaTag = /^(?:latest|cloud|e?\d+(?:\.\d+)?(?:x\d+)?[bm])(?:$|-)/i

/** Families of models of Ollama that are called like a provider. */
const ollamaFamilies: readonly string[] = ['mistral', 'deepseek', 'qwen']

const offline: ModelAccess = { kind: 'offline', name: 'offline', baseUrl: undefined, key: undefined, headers: {} }

/**
 * Chooses a server by settings and keys, and says why one may not be asked. Looks for a local one only when nothing
 * else was chosen.
 */
export class ServerChoice {
  readonly #loaded: LoadedSettings
  readonly #secrets: Secrets
  readonly #hasModels: () => Promise<boolean>
  #found: Promise<ModelAccess> | undefined

  /** `hasModels`: check whether a chat model of this machine is here. */
  constructor(loaded: LoadedSettings, secrets: Secrets, hasModels: () => Promise<boolean>) {
    this.#loaded = loaded
    this.#hasModels = hasModels
    this.#secrets = secrets
  }

  /** The server that settings and keys choose; throws `config` where they cannot be read. */
  async chosen(): Promise<ModelAccess> {
    const { settings, issues } = this.#loaded
    // Before anybody is looked for: a search is a request, too.
    if (settings.provider !== 'offline' && issues[0]) this.#refuse(issues[0])
    this.#found ??= this.#detect()
    return this.#found
  }

  /** Chooses anew at the next question. */
  reload(): void {
    this.#found = undefined
  }

  /**
   * `provider:model`, `@server:model`, or a model of the provider in use; throws `config` for a provider that is
   * none.
   */
  async named(name: string): Promise<{ access: ModelAccess; model: string }> {
    const [, before = '', model] = /^([^:/]+):(.+)$/.exec(name) ?? []
    const isTag = model !== undefined && ollamaTag.test(model)
    const kind = providerNames.find((known) => known === before && !(isTag && ollamaFamilies.includes(known)))
    if (kind === 'offline') return { access: { ...offline, named: true }, model: 'rules' }
    if (this.#loaded.settings.provider === 'offline') return { access: this.#unasked(name), model: 'rules' }
    if (before.startsWith('@') && model) return { access: { ...this.#own(before), named: true }, model }
    // Some makers' names begin so, too (`@cf/…`): it is a server where one has that name.
    const [, own = '', its = ''] = /^@([^:/]+)(?:\/(.+))?$/.exec(name) ?? []
    if (Object.hasOwn(this.#loaded.settings.servers, own))
      return { access: { ...this.#own(`@${own}`), named: true }, model: its }
    if (kind && model) return { access: { ...this.#of(kind), named: true }, model }
    const using = await this.chosen()
    const near = closestMatch(before, providerNames)
    // Names of local servers and gateways may hold colons; those of makers do not, but for tuned models (`ft:`).
    const maker = using.kind === 'offline' || (providers[using.kind].needsKey && !providers[using.kind].passesOn)
    const foreign = before !== '' && before !== 'ft' && maker
    if (isTag && maker) this.#refuse({ code: 'ollama-name', name })
    if (before && !isTag && (near || foreign))
      this.#refuse({ code: 'no-provider', name: before, ...(near ? { suggestion: near } : {}) })
    if (own && maker && (using.kind === 'offline' || using.baseUrl === providers[using.kind].baseUrl))
      this.#own(`@${own}`)
    return { access: using.kind === 'offline' ? this.#unkeyed(name) : using, model: name }
  }

  /** Return the access for a model without key or server: the rules never answer under its name. Throws `config`. */
  #unkeyed(name: string): ModelAccess {
    if (name === 'rules') return offline
    const maker = keyedKinds.find((kind) => isKnownModel(kind, name))
    return maker ? { ...this.#of(maker), named: true } : this.#refuse({ code: 'no-server', name })
  }

  /**
   * Return the access where `offline` was chosen: rules answer, no other setting sends anything, and a model asked for
   * by name is refused.
   */
  #unasked(name: string): ModelAccess {
    const { settings, origins } = this.#loaded
    const isSetting = name === settings.model && origins.model.layer !== 'flag'
    return name === 'rules' || isSetting ? offline : this.#refuse({ code: 'offline-chosen', name })
  }

  /** Return the failure of a choice; null when it may be asked. */
  failureOf({ kind, name, baseUrl, key, named = false }: ModelAccess): Failure | null {
    // A server of one's own stands in the very settings that were read.
    const issue = name.startsWith('@') ? this.#loaded.issues[0] : destinationIssue(this.#loaded, { kind, named })
    if (issue) return this.#failureFor(issue)
    const { policy } = this.#loaded
    const isAllowed = !policy || (allowsProvider(policy, name) && (!baseUrl || allowsAddress(policy, baseUrl)))
    if (!isAllowed)
      return this.#failureFor({
        code: 'not-allowed',
        what: baseUrl ? `${name} (${new URL(baseUrl).host})` : name,
        path: policy.path,
      })
    if (kind === 'azure' && !baseUrl) return this.#failureFor({ code: 'no-address', key: 'providers.azure.baseUrl' })
    return kind === 'offline' ? null : settingsFailure({ kind, baseUrl, key, name })
  }

  /** Throws what is wrong with a choice. */
  check(access: ModelAccess): void {
    const failure = this.failureOf(access)
    if (failure) fail(failure.code, failure)
  }

  /**
   * SPEC §2: a chosen provider; else the first with a key; else a server somebody pointed to; else a local Ollama;
   * else offline.
   */
  async #detect(): Promise<ModelAccess> {
    const { settings, origins } = this.#loaded
    const { provider } = settings
    if (provider === 'offline') return offline
    if (provider.startsWith('@')) return this.#own(provider)
    if (provider !== 'auto') return this.#of(provider as ProviderKind)
    const keyed = keyedKinds.map((kind) => this.#keyed(kind)).find(({ key }) => key)
    if (keyed) return keyed
    if (origins['providers.compatible.baseUrl'].layer !== 'default') return this.#of('compatible')
    if (origins['providers.openai.baseUrl'].layer !== 'default') return { ...this.#of('openai'), kind: 'compatible' }
    if (await this.#hasModels()) return this.#of('local')
    // A local server is only looked for where no unreadable file may have chosen another way.
    if (destinationIssue(this.#loaded, { kind: 'ollama', named: false }) || this.failureOf(this.#of('ollama')))
      return offline
    return (await localServer(settings.providers.ollama.baseUrl)) ? this.#of('ollama') : offline
  }

  #of(kind: ProviderKind): ModelAccess {
    const { baseUrl, keyEnv, headers } = this.#loaded.settings.providers[kind]
    return { kind, name: kind, baseUrl, key: this.#key(keyEnv), headers }
  }

  /** A server of the person's own. */
  #own(name: string): ModelAccess {
    const { servers } = this.#loaded.settings
    const server = servers[name.slice(1)]
    const [other] = Object.keys(servers)
    if (!server) return this.#refuse({ code: 'no-provider', name, ...(other ? { suggestion: `@${other}` } : {}) })
    const { baseUrl, keyEnv, headers = {}, model } = server
    const key = this.#key(keyEnv)
    if (keyEnv && !key) this.#refuse({ code: 'no-key', key: `servers.${name.slice(1)}.keyEnv`, variable: keyEnv })
    return { kind: 'compatible', name, baseUrl, key, headers, model }
  }

  /** A variable that the person named for a key must hold one: without it the next provider would be asked instead. */
  #keyed(kind: ProviderKind): ModelAccess {
    const access = this.#of(kind)
    const setting = `providers.${kind}.keyEnv` as const
    const { settings, origins } = this.#loaded
    const variable = settings.providers[kind].keyEnv
    if (!access.key && variable && origins[setting].layer !== 'default')
      this.#refuse({ code: 'no-key', key: setting, variable })
    return access
  }

  #key(variable: string | undefined): string | undefined {
    return variable ? this.#secrets.get(variable)?.value : undefined
  }

  #failureFor(issue: ConfigWarning): Failure {
    return { code: 'config', data: { sentence: warningText(issue, this.#loaded.settings.language) } }
  }

  #refuse(issue: ConfigWarning): never {
    const { code, ...more } = this.#failureFor(issue)
    return fail(code, more)
  }
}

/**
 * Return true if an Ollama with a model that talks listens there: one that has none yet answers nobody. The port is
 * tried first, which costs next to nothing.
 */
async function localServer(baseUrl: string): Promise<boolean> {
  const { findOllama, listensAt: listens } = await import('../../llm/ollama.ts')
  if (!(await listens(baseUrl))) return false
  const found = await findOllama(baseUrl, AbortSignal.timeout(1_000))
  const { isForVectors } = await import('../../llm/models/model-facts.ts')
  return found?.models.some((name) => !isForVectors(name)) ?? false
}
