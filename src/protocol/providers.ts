/** The ways to a model that need an address; the rule engine needs none. */
export type ProviderKind =
  | 'openai'
  | 'anthropic'
  | 'zai'
  | 'gemini'
  | 'openrouter'
  | 'groq'
  | 'deepseek'
  | 'mistral'
  | 'azure'
  | 'compatible'
  | 'ollama'

export interface ProviderInfo {
  baseUrl: string
  /** Whether the service answers nobody without a key. */
  needsKey: boolean
  /** Made to run on one's own machine, where a model may have to be loaded first. */
  local: boolean
  /** The variable that holds its key, as its maker's own documentation names it. */
  keyEnv?: string
  /** The model for a person who chose none, for each weight; none where only the machine's owner knows. */
  models?: { light: string; standard: string; heavy?: string }
}

/** The providers there are; `auto` chooses among them. */
export const providerKinds = [
  'openai',
  'anthropic',
  'zai',
  'gemini',
  'openrouter',
  'groq',
  'deepseek',
  'mistral',
  'azure',
  'compatible',
  'ollama',
] as const satisfies readonly ProviderKind[]

/**
 * What is known of each service before anything was set: the defaults of its settings. `light` is also what writes
 * summaries.
 */
export const providers: Record<ProviderKind, ProviderInfo> = {
  openai: {
    keyEnv: 'OPENAI_API_KEY',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    local: false,
    models: { light: 'gpt-4o-mini', standard: 'gpt-4o', heavy: 'gpt-4.1' },
  },
  anthropic: {
    keyEnv: 'ANTHROPIC_API_KEY',
    baseUrl: 'https://api.anthropic.com',
    needsKey: true,
    local: false,
    models: { light: 'claude-haiku-4-5', standard: 'claude-sonnet-4-6', heavy: 'claude-opus-4-6' },
  },
  zai: {
    keyEnv: 'ZAI_API_KEY',
    baseUrl: 'https://api.z.ai/api/paas/v4',
    needsKey: true,
    local: false,
    models: { light: 'glm-4.5-air', standard: 'glm-4.7' },
  },
  // The compatible endpoints of other makers. Each asks which model is wanted: none is chosen for a person.
  gemini: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    needsKey: true,
    local: false,
    keyEnv: 'GEMINI_API_KEY',
  },
  openrouter: { baseUrl: 'https://openrouter.ai/api/v1', needsKey: true, local: false, keyEnv: 'OPENROUTER_API_KEY' },
  groq: { baseUrl: 'https://api.groq.com/openai/v1', needsKey: true, local: false, keyEnv: 'GROQ_API_KEY' },
  deepseek: {
    baseUrl: 'https://api.deepseek.com/v1',
    needsKey: true,
    local: false,
    keyEnv: 'DEEPSEEK_API_KEY',
    models: { light: 'deepseek-v4-flash', standard: 'deepseek-v4-flash', heavy: 'deepseek-v4-pro' },
  },
  mistral: { baseUrl: 'https://api.mistral.ai/v1', needsKey: true, local: false, keyEnv: 'MISTRAL_API_KEY' },
  // Everybody has an address of their own there: https://<resource>.openai.azure.com/openai/v1 or
  // …/openai/deployments/<name>.
  azure: { baseUrl: '', needsKey: true, local: false, keyEnv: 'AZURE_OPENAI_API_KEY' },
  compatible: { baseUrl: 'http://127.0.0.1:1234/v1', needsKey: false, local: true, keyEnv: 'COMPATIBLE_API_KEY' },
  ollama: { baseUrl: 'http://127.0.0.1:11434/v1', needsKey: false, local: true },
}
