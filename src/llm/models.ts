/** The ways to a model that need an address; the rule engine needs none. */
export type ProviderKind = 'openai' | 'anthropic' | 'zai' | 'compatible' | 'ollama'

export interface Service {
  baseUrl: string
  /** Whether the service answers nobody without a key. */
  needsKey: boolean
  /** Made to run on one's own machine, where a model may have to be loaded first. */
  local: boolean
  /** The model for a person who chose none, for each weight; none where only the machine's owner knows. */
  models?: { light: string; standard: string; heavy: string }
}

/** What is known of each service before anything was set. `light` is also what writes summaries. */
export const services: Record<ProviderKind, Service> = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    local: false,
    models: { light: 'gpt-4o-mini', standard: 'gpt-4o', heavy: 'gpt-4.1' },
  },
  anthropic: {
    baseUrl: 'https://api.anthropic.com',
    needsKey: true,
    local: false,
    models: { light: 'claude-haiku-4-5', standard: 'claude-sonnet-4-6', heavy: 'claude-opus-4-6' },
  },
  zai: {
    baseUrl: 'https://api.z.ai/api/paas/v4',
    needsKey: true,
    local: false,
    models: { light: 'glm-4.5-air', standard: 'glm-4.7', heavy: 'glm-4.7' },
  },
  compatible: { baseUrl: 'http://127.0.0.1:1234/v1', needsKey: false, local: true },
  ollama: { baseUrl: 'http://127.0.0.1:11434/v1', needsKey: false, local: true },
}

/** Context windows in tokens, by the beginning of a model's name; the longest beginning counts. From the services' own model pages. */
const windows: Record<string, number> = {
  'gpt-4o': 128_000,
  'gpt-4.1': 1_047_576,
  'gpt-5': 400_000,
  o1: 200_000,
  o3: 200_000,
  'o4-mini': 200_000,
  'claude-': 200_000,
  'glm-4.5': 128_000,
  'glm-4.6': 200_000,
  'glm-4.7': 200_000,
}

/** A model nobody told us about: as much as small local models commonly are run with. */
const unknownWindow = 32_768

/** How many tokens a model takes, request and answer together. */
export function contextWindow(model: string): number {
  const known = Object.keys(windows).filter((start) => model.startsWith(start))
  const longest = known.toSorted((a, b) => b.length - a.length)[0]
  return (longest && windows[longest]) || unknownWindow
}

/** Whether an address is on this machine: its servers may have to load a model before the first byte. */
export function isLocal(baseUrl: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/.test(new URL(baseUrl).hostname)
}
