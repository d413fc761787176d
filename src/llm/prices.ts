/** Tokens as a wire counts them. `cached` and `written` (to the provider's cache) are parts of `input`. */
export interface Counted {
  input: number
  output: number
  cached: number
  written?: number
}

/** US dollars per million tokens. */
interface Price {
  input: number
  cached: number
  output: number
}

/**
 * List prices of the services' own models as published at openai.com/api/pricing and
 * docs.z.ai/guides/overview/pricing (December 2025) and docs.anthropic.com/en/docs/about-claude/pricing (April 2026). A model that is not here has no
 * known price, and no cost is shown for it: rather none than a wrong one.
 */
const prices: Record<string, Price> = {
  'gpt-4o': { input: 2.5, cached: 1.25, output: 10 },
  'gpt-4o-mini': { input: 0.15, cached: 0.075, output: 0.6 },
  'gpt-4.1': { input: 2, cached: 0.5, output: 8 },
  'gpt-4.1-mini': { input: 0.4, cached: 0.1, output: 1.6 },
  'gpt-4.1-nano': { input: 0.1, cached: 0.025, output: 0.4 },
  'gpt-5': { input: 1.25, cached: 0.125, output: 10 },
  'gpt-5-mini': { input: 0.25, cached: 0.025, output: 2 },
  'gpt-5-nano': { input: 0.05, cached: 0.005, output: 0.4 },
  'claude-opus-4-6': { input: 5, cached: 0.5, output: 25 },
  'claude-sonnet-4-6': { input: 3, cached: 0.3, output: 15 },
  'claude-opus-4-5': { input: 5, cached: 0.5, output: 25 },
  'claude-sonnet-4-5': { input: 3, cached: 0.3, output: 15 },
  'claude-haiku-4-5': { input: 1, cached: 0.1, output: 5 },
  'glm-4.7': { input: 0.6, cached: 0.11, output: 2.2 },
  'glm-4.5-air': { input: 0.2, cached: 0.03, output: 1.1 },
}

/** Writing to Anthropic's cache for five minutes costs a quarter more than reading plain input (same page). */
const writtenFactor = 1.25

/** What these tokens cost in US dollars, or undefined where the model's price is not known. A dated name is its model. */
export function costUsd(model: string, { input, output, cached, written = 0 }: Counted): number | undefined {
  const price = prices[model.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, '')]
  if (!price) return undefined
  const plain = input - cached - written
  return (plain * price.input + cached * price.cached + written * price.input * writtenFactor + output * price.output) / 1e6
}
