import type { LoadedSettings } from '../../config/settings.ts'
import { createProvider } from '../../llm/index.ts'
import type { LearntStore } from '../../llm/models/learnt.ts'
import type { Language } from '../../messages/language.ts'
import type { Provider } from '../../protocol/index.ts'
import { sleep } from '../../std/abort.ts'
import { hostLocality } from '../../std/net/host-locality.ts'
import type { LocalModels } from './local-models.ts'
import type { AccessKind, ModelAccess } from './model-access.ts'

/** A server as the settings want it asked. */
export function providerAt(
  { kind, name, baseUrl, key, headers }: ModelAccess,
  { settings }: LoadedSettings,
  zone: string,
  store: LearntStore,
): Provider {
  if (kind === 'offline' || kind === 'local') throw new Error(`${kind} has no address`)
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

/** Return true for a server of this machine: asking it costs nothing. */
export function isLocalKind(kind: AccessKind, baseUrl: string | undefined): boolean {
  return kind === 'ollama' || kind === 'local' || hostLocality(URL.parse(baseUrl ?? '')?.hostname ?? '.') === 'loopback'
}

/** The rule engine, loaded at its first request. */
export function ruleEngine(place: { zone: string; language: Language }): Provider {
  let engine: Provider | undefined
  return async function* (request, signal) {
    engine ??= (await import('../../llm/rules/index.ts')).createOffline(place)
    yield* engine(request, signal)
  }
}

/** The models of this machine behind the rules, loaded at their first request. */
export function localProvider(
  local: LocalModels,
  firstByteMs: number,
  place: { zone: string; language: Language },
): Provider {
  let provider: Provider | undefined
  return async function* (request, signal) {
    provider ??= await openLocal(local, firstByteMs, place)
    yield* provider(request, signal)
  }
}

async function openLocal(
  local: LocalModels,
  firstByteMs: number,
  place: { zone: string; language: Language },
): Promise<Provider> {
  const { localModels } = await import('../../llm/local/local-wire.ts')
  const { withRulesFirst } = await import('../../llm/local/rules-first.ts')
  const { withFirstByte } = await import('../../llm/first-byte.ts')
  const { withRetry } = await import('../../llm/retry.ts')
  const model = localModels({
    ...place,
    host: () => local.host(),
    file: (name) => local.file(name),
    isNew: (name) => local.isNew(name),
  })
  const patient = withFirstByte(model, firstByteMs, sleep, { provider: 'local' })
  // A process that died is started once more.
  const sturdy = withRetry(patient, sleep, { delaysMs: [250] })
  return withRulesFirst(ruleEngine(place), sturdy, place, local.judges)
}
