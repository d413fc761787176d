import { type Failure, fail, limits, type Provider, type ProviderKind, providers } from '../protocol/index.ts'
import { sleep } from '../std/abort.ts'
import { hostLocality } from '../std/net/host-locality.ts'
import { withFirstByte } from './first-byte.ts'
import { withLearning } from './learning.ts'
import { type LearntStore, memoryStore } from './models/learnt.ts'
import { type RetryLimits, type Sleep, withRetry } from './retry.ts'
import type { Thinking, WireOptions } from './wires/wire-options.ts'

export interface ProviderSettings {
  kind: ProviderKind
  /** Default: the service's own. OpenAI and compatible with `/v1`, Anthropic with or without. */
  baseUrl?: string | undefined
  key?: string | undefined
  /** Time zone of the clock times in messages. */
  zone: string
  /** The name in events and failures; default the kind. */
  name?: string
  /** Default 20 s; 120 s for a compatible server on this machine, which may have to load its model. */
  firstByteMs?: number | undefined
  retry?: Partial<RetryLimits>
  headers?: Readonly<Record<string, string>>
  thinking?: Thinking
  apiVersion?: string | undefined
  answerBytes?: number | undefined
  /** OpenAI's wire to speak; default: the one that its model is made for. */
  wire?: 'auto' | 'chat' | 'responses' | undefined
  /** Store of capabilities that servers revealed; default: in memory only. */
  store?: LearntStore
}

/**
 * A model's service by its settings: the adapter for its wire (loaded at the first request), with the limit for the
 * first byte and with retries. Whatever is wrong with the settings is thrown by the first request, as `auth` or
 * `config`.
 */
export function createProvider(settings: ProviderSettings, wait: Sleep = sleep): Provider {
  const { kind, name = kind, retry } = settings
  const baseUrl = settings.baseUrl ?? providers[kind].baseUrl
  const server = { kind, baseUrl, store: settings.store ?? forgetful, thinking: settings.thinking }
  const learning = withLearning(
    (capabilities, dialect) => loadAdapter({ ...settings, baseUrl, provider: name, capabilities, dialect }),
    server,
  )
  const askOnce: Provider = async function* (request, signal) {
    checkSettings(settings, baseUrl)
    yield* learning(request, signal)
  }
  // A server of one's own may have to load a model before the first byte.
  const local = providers[kind].local && hostLocality(URL.parse(baseUrl)?.hostname ?? '.') !== 'public'
  const firstByteMs = settings.firstByteMs ?? (local ? limits.firstByteLocalMs : limits.firstByteMs)
  return withRetry(withFirstByte(askOnce, firstByteMs, wait, { provider: name }), wait, retry)
}

/** The default store, which lasts as long as the process. */
const forgetful = memoryStore()

/** Checks the settings of a provider without a request. */
export function settingsFailure({ kind, baseUrl, key, name = kind }: Omit<ProviderSettings, 'zone'>): Failure | null {
  const data = { provider: name }
  if (kind === 'local') return null
  if (baseUrl !== undefined && !(/^https?:\/\//.test(baseUrl) && URL.canParse(baseUrl)))
    return { code: 'config', detail: `no http address: ${baseUrl}`, data: { ...data, setting: 'baseUrl' } }
  if (providers[kind].needsKey && !key) return { code: 'auth', detail: 'no key', data }
  if (key && !/^[\x21-\x7e]+$/.test(key)) return { code: 'auth', detail: 'the key holds letters that no key has', data }
  return null
}

function checkSettings(settings: ProviderSettings, baseUrl: string): void {
  const failure = settingsFailure({ ...settings, baseUrl })
  if (failure) fail(failure.code, failure)
}

async function loadAdapter(options: WireOptions & Pick<ProviderSettings, 'wire'>): Promise<Provider> {
  const { kind, baseUrl } = options
  const { wire } = providers[kind]
  if (wire === 'anthropic') return (await import('./wires/anthropic.ts')).createAnthropicWire(options)
  // An address with a version is Ollama's compatible endpoint, chosen by the person.
  if (wire === 'ollama' && !/\/v1\/?$/.test(baseUrl))
    return (await import('./wires/ollama-chat.ts')).createOllamaWire(options)
  if (speaksResponses(options)) return (await import('./wires/responses.ts')).createResponsesWire(options)
  return (await import('./wires/openai.ts')).createChatWire(options)
}

/** The Responses wire: where the person says so, and at OpenAI itself for the models that are made for it. */
function speaksResponses({
  kind,
  baseUrl,
  wire = 'auto',
  capabilities,
}: WireOptions & Pick<ProviderSettings, 'wire'>): boolean {
  if (wire !== 'auto') return wire === 'responses'
  return kind === 'openai' && new URL(baseUrl).host === 'api.openai.com' && capabilities.responses
}
