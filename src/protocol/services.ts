/** The ways to a model that need an address; the rule engine needs none. */
export type ProviderKind = 'openai' | 'anthropic' | 'zai' | 'compatible' | 'ollama'

export interface Service {
  baseUrl: string
  /** Whether the service answers nobody without a key. */
  needsKey: boolean
  /** Made to run on one's own machine, where a model may have to be loaded first. */
  local: boolean
  /** The model for a person who chose none, for each weight; none where only the machine's owner knows. */
  models?: { light: string; standard: string; heavy?: string }
}

/** What is known of each service before anything was set: the defaults of its settings. `light` is also what writes summaries. */
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
    models: { light: 'glm-4.5-air', standard: 'glm-4.7' },
  },
  compatible: { baseUrl: 'http://127.0.0.1:1234/v1', needsKey: false, local: true },
  ollama: { baseUrl: 'http://127.0.0.1:11434/v1', needsKey: false, local: true },
}
