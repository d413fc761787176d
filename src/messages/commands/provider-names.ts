import type { ProviderKind } from '../../protocol/index.ts'

const providerFields = ['baseUrl', 'keyEnv', 'model', 'lightModel', 'heavyModel', 'headers'] as const
type ProviderMeanings = Record<`providers.${ProviderKind}.${(typeof providerFields)[number]}`, string>

/** What makers are called. */
export const providerTitles: Record<ProviderKind, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  zai: 'Z.AI',
  gemini: 'Google Gemini',
  openrouter: 'OpenRouter',
  groq: 'Groq',
  deepseek: 'DeepSeek',
  mistral: 'Mistral',
  azure: 'Azure OpenAI',
  compatible: 'OpenAI-compatible',
  ollama: 'Ollama',
}

/** The meanings of every provider's settings, from one text for each field. */
export function providerMeanings(...texts: [string, string, string, string, string, string]): ProviderMeanings {
  const rows = Object.entries(providerTitles).flatMap(([name, shown]) =>
    providerFields.map((field, at) => [`providers.${name}.${field}`, `${shown}: ${texts[at]}`]),
  )
  return Object.fromEntries(rows) as ProviderMeanings
}
