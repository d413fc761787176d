/** The wires that servers speak; `ollama` is its own, beside its compatible address. `process` is no server's. */
export type WireName = 'chat' | 'anthropic' | 'ollama' | 'process'

/** JSON Schema as a server takes it; `full` is taken as it stands. */
export type SchemaDialect = 'full' | 'gemini' | 'moonshot' | 'openai' | 'anthropic'

/**
 * The field that turns thinking up, down and off: `effort` is `reasoning_effort`, `reasoning` OpenRouter's object,
 * `type` `thinking: {type}`, `zai` both of Z.AI's, `qwen` `enable_thinking`, `template` vLLM's and SGLang's
 * `chat_template_kwargs`.
 */
export type ThinkingSwitch = 'effort' | 'reasoning' | 'type' | 'zai' | 'qwen' | 'template'

/** All that is known of a service before anything was set. A new one is a row of the table below. */
export interface ProviderInfo {
  title: string
  wire: WireName
  baseUrl: string
  /** The variable that sets another address. */
  addressEnv: string
  /** The service answers nobody without a key. */
  needsKey: boolean
  /** Made to run on one's own machine, where a model may have to be loaded first. */
  local: boolean
  /** The variable that holds its key, as its maker's own documentation names it. */
  keyEnv?: string
  /** The page that gives out keys. */
  keyPage?: string
  /** The header of its key; default `authorization`, as a bearer. */
  keyHeader?: 'api-key'
  /** It is chosen by its key alone, where nothing else was. */
  foundByKey?: true
  /** The model for a person who chose none, for each weight; none where only the machine's owner knows. */
  models?: { light: string; standard: string; heavy?: string }
  /** It passes on models of other makers, which are looked up by their makers' names. */
  passesOn?: true
  schema?: SchemaDialect
  thinking?: ThinkingSwitch
  /** It takes roles in any order: two messages of a user, or one behind a tool's result. */
  anyRoles?: true
}

/** The defaults of each service's settings, and its dialect. `light` is also the model that writes summaries. */
const rows = {
  openai: {
    keyPage: 'https://platform.openai.com/api-keys',
    title: 'OpenAI',
    wire: 'chat',
    keyEnv: 'OPENAI_API_KEY',
    baseUrl: 'https://api.openai.com/v1',
    addressEnv: 'OPENAI_BASE_URL',
    needsKey: true,
    local: false,
    foundByKey: true,
    models: { light: 'gpt-4o-mini', standard: 'gpt-4o', heavy: 'gpt-4.1' },
    schema: 'openai',
    thinking: 'effort',
    anyRoles: true,
  },
  anthropic: {
    keyPage: 'https://console.anthropic.com/settings/keys',
    title: 'Anthropic',
    wire: 'anthropic',
    keyEnv: 'ANTHROPIC_API_KEY',
    baseUrl: 'https://api.anthropic.com',
    addressEnv: 'ANTHROPIC_BASE_URL',
    needsKey: true,
    local: false,
    foundByKey: true,
    models: { light: 'claude-haiku-4-5', standard: 'claude-sonnet-4-6', heavy: 'claude-opus-4-6' },
    schema: 'anthropic',
  },
  zai: {
    keyPage: 'https://z.ai/manage-apikey/apikey-list',
    title: 'Z.AI',
    wire: 'chat',
    keyEnv: 'ZAI_API_KEY',
    baseUrl: 'https://api.z.ai/api/paas/v4',
    addressEnv: 'ZAI_BASE_URL',
    needsKey: true,
    local: false,
    foundByKey: true,
    models: { light: 'glm-4.5-air', standard: 'glm-4.7' },
    thinking: 'zai',
    anyRoles: true,
  },
  // The compatible endpoints of other makers. Each asks which model is wanted: none is chosen for a person.
  gemini: {
    keyPage: 'https://aistudio.google.com/apikey',
    ...chat('Google Gemini', 'GEMINI', 'https://generativelanguage.googleapis.com/v1beta/openai'),
    foundByKey: true,
    schema: 'gemini',
    thinking: 'effort',
    anyRoles: true,
  },
  openrouter: {
    keyPage: 'https://openrouter.ai/settings/keys',
    ...chat('OpenRouter', 'OPENROUTER', 'https://openrouter.ai/api/v1'),
    foundByKey: true,
    passesOn: true,
    schema: 'moonshot',
    thinking: 'reasoning',
  },
  groq: {
    keyPage: 'https://console.groq.com/keys',
    ...chat('Groq', 'GROQ', 'https://api.groq.com/openai/v1'),
    foundByKey: true,
    thinking: 'effort',
  },
  deepseek: {
    keyPage: 'https://platform.deepseek.com/api_keys',
    ...chat('DeepSeek', 'DEEPSEEK', 'https://api.deepseek.com/v1'),
    foundByKey: true,
    models: { light: 'deepseek-v4-flash', standard: 'deepseek-v4-flash', heavy: 'deepseek-v4-pro' },
    thinking: 'type',
    anyRoles: true,
  },
  mistral: {
    keyPage: 'https://console.mistral.ai/api-keys',
    ...chat('Mistral', 'MISTRAL', 'https://api.mistral.ai/v1'),
    foundByKey: true,
  },
  moonshot: {
    keyPage: 'https://platform.moonshot.ai/console/api-keys',
    ...chat('Moonshot Kimi', 'MOONSHOT', 'https://api.moonshot.ai/v1'),
    schema: 'moonshot',
    thinking: 'type',
    anyRoles: true,
  },
  xai: {
    keyPage: 'https://console.x.ai',
    ...chat('xAI Grok', 'XAI', 'https://api.x.ai/v1'),
    thinking: 'effort',
    anyRoles: true,
  },
  qwen: {
    ...chat('Alibaba Qwen', 'DASHSCOPE', 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1'),
    thinking: 'qwen',
  },
  upstage: {
    keyPage: 'https://console.upstage.ai/api-keys',
    ...chat('Upstage Solar', 'UPSTAGE', 'https://api.upstage.ai/v1'),
    thinking: 'effort',
  },
  together: {
    keyPage: 'https://api.together.ai/settings/api-keys',
    ...chat('Together AI', 'TOGETHER', 'https://api.together.xyz/v1'),
    passesOn: true,
    thinking: 'template',
  },
  cerebras: {
    keyPage: 'https://cloud.cerebras.ai',
    ...chat('Cerebras', 'CEREBRAS', 'https://api.cerebras.ai/v1'),
    passesOn: true,
    thinking: 'effort',
  },
  // Everybody has an address of their own there: https://<resource>.openai.azure.com/openai/v1 or
  // …/openai/deployments/<name>.
  azure: {
    keyPage: 'https://portal.azure.com',
    ...chat('Azure OpenAI', 'AZURE_OPENAI', ''),
    keyHeader: 'api-key',
    passesOn: true,
    schema: 'openai',
    thinking: 'effort',
    anyRoles: true,
  },
  compatible: {
    title: 'OpenAI-compatible',
    wire: 'chat',
    keyEnv: 'COMPATIBLE_API_KEY',
    baseUrl: 'http://127.0.0.1:1234/v1',
    addressEnv: 'ASSISTANT_COMPATIBLE_URL',
    needsKey: false,
    local: true,
    passesOn: true,
    schema: 'moonshot',
    thinking: 'template',
  },
  ollama: {
    title: 'Ollama',
    wire: 'ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    addressEnv: 'OLLAMA_HOST',
    needsKey: false,
    local: true,
    thinking: 'effort',
  },
  // No address: a child process of the program runs the model.
  local: {
    title: 'assistant',
    wire: 'process',
    baseUrl: '',
    addressEnv: 'ASSISTANT_LOCAL_URL',
    needsKey: false,
    local: true,
  },
} as const satisfies Record<string, ProviderInfo>

/** The ways to a model; the rule engine is none of them. */
export type ProviderKind = keyof typeof rows

/** The table of services, by the names that settings use. */
export const providers: Record<ProviderKind, ProviderInfo> = rows

/** The providers there are; `auto` chooses among them. */
export const providerKinds = Object.keys(rows) as [ProviderKind, ...ProviderKind[]]

/** Return the row of a service that speaks chat completions and names its variables after itself. */
function chat<const T extends string, const V extends string, const U extends string>(
  title: T,
  variable: V,
  baseUrl: U,
) {
  return {
    title,
    wire: 'chat' as const,
    keyEnv: `${variable}_API_KEY`,
    addressEnv: `${variable}_BASE_URL`,
    baseUrl,
    needsKey: true,
    local: false,
  }
}
