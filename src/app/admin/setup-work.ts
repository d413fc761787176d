import { loadSecrets, type Secrets, setSecret } from '../../config/secrets.ts'
import { type LoadedSettings, loadSettings } from '../../config/settings.ts'
import { setSetting } from '../../config/write.ts'
import { talkingModels } from '../../llm/model-catalog.ts'
import { findOllama } from '../../llm/ollama.ts'
import { turnMessages } from '../../messages/engine/turn.ts'
import type { Language } from '../../messages/language.ts'
import { AssistantError, type Failure, type ProviderKind, providerKinds, providers } from '../../protocol/index.ts'
import { machineMemory } from '../../std/machine.ts'
import { hostLocality } from '../../std/net/host-locality.ts'
import { qrCode } from '../../std/text/qr-code.ts'
import type { Environment } from '../environment/environment.ts'
import { acceptTerms, openTerms } from '../models/accepted-terms.ts'
import { openDownloadedModels } from '../models/downloaded-models.ts'
import { LocalModels } from '../models/local-models.ts'
import type { connectAccount, SetupAccount } from './setup-accounts.ts'
import { type BotInvitation, type BotLink, inviteToBot } from './telegram-link.ts'

/** The settings to write once they work. */
export interface SetupPlan {
  provider: ProviderKind | 'offline'
  language?: Language
  baseUrl?: string
  key?: string
  model?: string
}

/** A chat model for this machine. */
export interface MachineModel {
  name: string
  /** Bytes that are still to be fetched. */
  size: number
  licence: string
  isHere: boolean
  /** Page of terms that were not accepted yet. */
  terms?: string | undefined
  korean?: { right: number; of: number } | undefined
}

/** Milliseconds that a test may take: SPEC §2's wait for a first byte. */
const testMs = 20_000

/** Has a daemon run that receives for the bot; whether it does. Only `cli/` knows how the program is started. */
export type StartBot = (parts: { loaded: LoadedSettings; environment: Environment }) => Promise<boolean>

/** The deeds of setting up: look for servers, test the answers, write what works. */
export class SetupWork {
  readonly #loaded: LoadedSettings
  readonly #secrets: Secrets
  readonly #now: () => Date
  readonly #signal: AbortSignal
  readonly #environment: Environment
  readonly #startBot: StartBot | undefined
  readonly memory = machineMemory()

  private constructor(
    loaded: LoadedSettings,
    secrets: Secrets,
    environment: Environment,
    now: () => Date,
    signal: AbortSignal,
    startBot: StartBot | undefined,
  ) {
    this.#loaded = loaded
    this.#startBot = startBot
    this.#secrets = secrets
    this.#now = now
    this.#signal = signal
    this.#environment = environment
  }

  /** With the settings as they are now. */
  static async begin(
    loaded: LoadedSettings,
    environment: Environment,
    now: () => Date,
    signal: AbortSignal,
    startBot?: StartBot,
  ): Promise<SetupWork> {
    const { env, cwd } = environment
    const secrets = await loadSecrets(env, loaded.paths, { cwd, now: now(), warn: () => {} })
    return new SetupWork(loaded, secrets, environment, now, signal, startBot)
  }

  get language(): Language {
    return this.#loaded.settings.language
  }

  addressNow(kind: ProviderKind): string {
    return this.#loaded.settings.providers[kind].baseUrl ?? ''
  }

  modelNow(kind: ProviderKind): string | undefined {
    return this.#loaded.settings.providers[kind].model
  }

  hasKey(kind: ProviderKind): boolean {
    return this.#keyOf(kind) !== undefined
  }

  /** Providers whose key is there already. */
  keyed(): ProviderKind[] {
    return providerKinds.filter((kind) => providers[kind].needsKey && this.hasKey(kind))
  }

  #keyOf(kind: ProviderKind): string | undefined {
    const { keyEnv } = this.#loaded.settings.providers[kind]
    return keyEnv ? this.#secrets.get(keyEnv)?.value : undefined
  }

  /** Return true if Ollama answers at its address. */
  async ollama(): Promise<boolean> {
    return (await findOllama(this.addressNow('ollama'), this.#signal)) !== undefined
  }

  sentence(failure: Failure, language: Language): string {
    return turnMessages[language].failure(failure)
  }

  /**
   * The models that answer there, and the address where they do: `/v1` is tried where it was left out. Rejects with
   * the reason of the signal.
   */
  async test({
    provider,
    baseUrl = '',
    key,
  }: SetupPlan): Promise<{ baseUrl: string; models: string[] } | { failure: Failure }> {
    if (provider === 'offline') return { baseUrl, models: [] }
    const access = { kind: provider, key: key ?? this.#keyOf(provider) }
    const guesses =
      provider === 'compatible' && !/\/v\d+\/?$/.test(baseUrl)
        ? [`${baseUrl.replace(/\/+$/, '')}/v1`, baseUrl]
        : [baseUrl]
    let failure: Failure = { code: 'network', data: { provider } }
    for (const guess of guesses) {
      const found = await this.#listed({ ...access, baseUrl: guess })
      if ('models' in found) return { baseUrl: guess, models: found.models }
      failure = found.failure
      if (failure.code === 'auth') break
    }
    return { failure }
  }

  async #listed(access: {
    kind: ProviderKind
    baseUrl: string
    key: string | undefined
  }): Promise<{ models: string[] } | { failure: Failure }> {
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(testMs)])
    try {
      if (access.kind !== 'zai') return { models: await talkingModels(access, signal) }
      // It documents no list: one token is asked for, and its models are those that are known.
      const { probeModel: probe } = await import('../../llm/model-catalog.ts')
      const failure = await probe(access, signal)
      return failure ? { failure } : { models: Object.values(providers.zai.models ?? {}) }
    } catch (error) {
      this.#signal.throwIfAborted()
      if (error instanceof AssistantError) return { failure: error.failure }
      if (signal.aborted) return { failure: { code: 'timeout', data: { provider: access.kind } } }
      throw error
    }
  }

  /** Lets Ollama fetch a model; `tell` hears every percent. What went wrong, if anything. */
  async pull(baseUrl: string, model: string, tell: (percent: number) => void): Promise<Failure | undefined> {
    const { pullModel } = await import('../../llm/ollama-pull.ts')
    let told = -1
    try {
      for await (const { bytes, of } of pullModel(baseUrl, model, this.#signal)) {
        const percent = of > 0 ? Math.floor((100 * bytes) / of) : 0
        if (percent <= told) continue
        told = percent
        tell(percent)
      }
      return undefined
    } catch (error) {
      this.#signal.throwIfAborted()
      if (!(error instanceof AssistantError)) throw error
      return error.failure
    }
  }

  /** The chat models for this machine: those that are here first, then those that fit, the largest first. */
  async machineModels(): Promise<MachineModel[]> {
    const local = new LocalModels(this.#loaded, this.#environment)
    const { chatModelsThatFit, machineRoom } = await import('../models/pull-local.ts')
    const { models, store } = await openDownloadedModels(this.#loaded)
    const here = await local.names()
    const fit = chatModelsThatFit(models, machineRoom()).filter(({ name }) => !here.includes(name))
    const open = fit.map(async (model) => {
      const { name, size, licence, chat } = model
      const terms = await openTerms(this.#loaded, model)
      const fetched = Number(await store.state(model)) || 0
      return { name, size: size - fetched, licence, isHere: false, terms, korean: chat?.korean }
    })
    return [...here.map((name) => ({ name, size: 0, licence: '', isHere: true })), ...(await Promise.all(open))]
  }

  /**
   * Get a model and its engine, with the person's yes to its terms, and try it; `tell` hears every percent, then
   * `undefined` for the trial. Return what went wrong, if anything.
   */
  async pullForMachine(name: string, tell: (percent?: number) => void): Promise<Failure | undefined> {
    const { pullLocalModel } = await import('../models/pull-local.ts')
    const { models } = await openDownloadedModels(this.#loaded)
    const model = models.find((one) => one.use === 'chat' && one.name === name)
    if (!model) return undefined
    await acceptTerms(this.#loaded, model, this.#now())
    let told = -1
    try {
      await pullLocalModel(model, {
        loaded: this.#loaded,
        environment: this.#environment,
        signal: this.#signal,
        trying: () => tell(),
        progress: (bytes, of) => {
          const percent = Math.floor((100 * bytes) / of)
          if (percent > told) tell(percent)
          told = Math.max(told, percent)
        },
      })
      return undefined
    } catch (error) {
      this.#signal.throwIfAborted()
      if (!(error instanceof AssistantError)) throw error
      return error.failure
    }
  }

  /** Writes what works: the key into secrets.json (0600), the rest into the settings. */
  async save({ provider, language, baseUrl, key, model }: SetupPlan): Promise<void> {
    const { paths, settings, origins } = this.#loaded
    const now = this.#now()
    const keepSetting = (name: string, value: unknown) => setSetting(paths.config, name, value, now)
    if (language && language !== settings.language) await keepSetting('language', language)
    if (provider !== 'offline') {
      const { keyEnv, baseUrl: before } = settings.providers[provider]
      if (key && keyEnv) await setSecret(paths, keyEnv, key, now)
      if (baseUrl && baseUrl !== before) await keepSetting(`providers.${provider}.baseUrl`, baseUrl)
      if (model) await keepSetting(`providers.${provider}.model`, model)
      // A model that was chosen for all would be asked for instead.
      if (model && settings.model && origins.model.layer === 'user') await keepSetting('model', model)
    }
    await keepSetting('provider', provider)
  }

  /**
   * Tries the token of a bot, keeps it where Telegram takes it, starts the daemon, and makes the link (and its QR
   * code) that connects a phone.
   */
  async telegram(
    token: string,
  ): Promise<(BotInvitation & { isUp: boolean; code: string }) | Extract<BotLink, { fault: string }>> {
    const { settings, paths } = this.#loaded
    const rights = { profile: settings.profile, workspace: settings.workspace }
    const found = await inviteToBot(token, rights, { settings, config: paths.config, now: +this.#now() })
    // A net that is away says nothing of the token.
    if (!('fault' in found) || found.fault === 'network') await this.keepSecret('TELEGRAM_BOT_TOKEN', token)
    if ('fault' in found) return found
    return {
      ...found,
      isUp: (await this.#startBot?.({ loaded: this.#loaded, environment: this.#environment })) === true,
      code: await qrCode(found.link),
    }
  }

  /** Connects a calendar or a mailbox, asking for what it takes; the sentence of success, if it came to that. */
  async connect(
    kind: SetupAccount,
    language: Language,
    ask: Parameters<typeof connectAccount>[1],
  ): Promise<string | undefined> {
    // With what was connected a minute ago, in the words that were chosen then.
    const { settings, ...rest } = await loadSettings({ ...this.#environment, now: this.#now() })
    const loaded = { ...rest, settings: { ...settings, language } }
    const { connectAccount } = await import('./setup-accounts.ts')
    return connectAccount(kind, ask, {
      loaded,
      language,
      cwd: this.#environment.cwd,
      now: this.#now,
      signal: this.#signal,
    })
  }

  async keepSecret(name: string, value: string): Promise<void> {
    await setSecret(this.#loaded.paths, name, value, this.#now())
  }
}

/** Reached without encryption: this machine, its network, and what names a port. */
function isPlain(address: string): boolean {
  const [, host = '', port] = /^(\[[^\]]*\]|[^/:]*)(:\d+)?/.exec(address) ?? []
  return port !== undefined || hostLocality(host) !== 'public'
}

/** Return a typed address with its scheme: http for names of the local network, else https. Undefined for none. */
export function addressOf(typed: string): string | undefined {
  const text = typed.trim()
  const [, scheme] = /^([a-z][\w+.-]*):\/\//i.exec(text) ?? []
  const full = scheme ? text : `${isPlain(text) ? 'http' : 'https'}://${text}`
  const isWhole = text !== '' && !/\s/.test(text) && /^https?:/i.test(full) && URL.canParse(full)
  return isWhole ? full.replace(/\/+$/, '') : undefined
}
