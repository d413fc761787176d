import { type Failure, fail, limits, type Provider, type ProviderKind, services } from '../protocol/index.ts'
import { sleep } from '../std/until.ts'
import { withFirstByte } from './first-byte.ts'
import { isLocal } from './models.ts'
import { type RetryLimits, type Sleep, withRetry } from './retry.ts'

export interface ProviderSettings {
  kind: ProviderKind
  /** Default: the service's own. OpenAI and compatible with `/v1`, Anthropic with or without. */
  baseUrl?: string | undefined
  key?: string | undefined
  /** The zone of the clock times that stand with the messages. */
  zone: string
  /** The name in events and failures; default the kind. */
  name?: string
  /** Default 20 s; 120 s for a compatible server on this machine, which may have to load its model. */
  firstByteMs?: number | undefined
  retry?: Partial<RetryLimits>
}

/**
 * A model's service by its settings: the adapter for its wire (loaded at the first request), with the limit for the first
 * byte and with retries. Whatever is wrong with the settings is thrown by the first request, as `auth` or `config`.
 */
export function createProvider(settings: ProviderSettings, wait: Sleep = sleep): Provider {
  const { kind, name = kind, retry } = settings
  const baseUrl = settings.baseUrl ?? services[kind].baseUrl
  const bare: Provider = async function* (request, signal) {
    check(settings, baseUrl)
    yield* (await adapter({ ...settings, baseUrl, name }))(request, signal)
  }
  const local = services[kind].local && URL.canParse(baseUrl) && isLocal(baseUrl)
  const firstByteMs = settings.firstByteMs ?? (local ? limits.firstByteLocalMs : limits.firstByteMs)
  return withRetry(withFirstByte(bare, firstByteMs, wait, { provider: name }), wait, retry)
}

/** What is wrong with the settings of a provider, as far as it can be told without asking anybody. */
export function settingsFailure({ kind, baseUrl, key, name = kind }: Omit<ProviderSettings, 'zone'>): Failure | null {
  const data = { provider: name }
  if (baseUrl !== undefined && !(/^https?:\/\//.test(baseUrl) && URL.canParse(baseUrl)))
    return { code: 'config', detail: `no http address: ${baseUrl}`, data: { ...data, setting: 'baseUrl' } }
  if (services[kind].needsKey && !key) return { code: 'auth', detail: 'no key', data }
  if (key && !/^[\x21-\x7e]+$/.test(key)) return { code: 'auth', detail: 'the key holds letters that no key has', data }
  return null
}

function check(settings: ProviderSettings, baseUrl: string): void {
  const failure = settingsFailure({ ...settings, baseUrl })
  if (failure) fail(failure.code, failure)
}

async function adapter(settings: ProviderSettings & { baseUrl: string; name: string }): Promise<Provider> {
  const { kind, name: provider, baseUrl, key, zone } = settings
  if (kind === 'anthropic') return (await import('./anthropic.ts')).anthropic({ provider, baseUrl, key, zone })
  const { openai } = await import('./openai.ts')
  const dialect = {
    openai: { maxTokensField: 'max_completion_tokens', fixedTemperature: /^(o\d|gpt-5)/ },
    // Thinking costs seconds before the first word; of the two ways to say so, docs.z.ai has the second, for the models of GLM 4.
    zai: {
      extra: (model: string) => ({ enable_thinking: false, ...(/^glm-4/.test(model) && { thinking: { type: 'disabled' } }) }),
      vision: /^glm-[\d.]+v/,
    },
    compatible: {},
    ollama: {},
  } as const
  return openai({ provider, baseUrl, key, zone, ...dialect[kind] })
}
