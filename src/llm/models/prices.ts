import { modelTable } from './model-table.ts'

/** Tokens as a wire counts them. `cached` and `written` (to the provider's cache) are parts of `input`. */
export interface CountedTokens {
  input: number
  output: number
  cached: number
  written?: number
}

/**
 * Prices of the makers' own models, from the table. A model that is not there under its own name has no known price,
 * and no cost is shown for it: rather none than a wrong one.
 */
const prices = new Map(modelTable.flatMap(({ model, knows }) => (knows.price ? [[model, knows.price] as const] : [])))

/** Writing to Anthropic's cache for five minutes costs a quarter more than reading plain input (same page). */
const writtenFactor = 1.25

const priceOf = (model: string) => prices.get(model.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, ''))

/**
 * Return the cost of these tokens in US dollars; undefined where the model's price is not known. A dated name is its
 * model.
 */
export function costUsd(model: string, { input, output, cached, written = 0 }: CountedTokens): number | undefined {
  const price = priceOf(model)
  if (!price) return undefined
  const plain = input - cached - written
  return (
    (plain * price.input + cached * price.cached + written * price.input * writtenFactor + output * price.output) / 1e6
  )
}

/**
 * The most that so many tokens can cost at a model, whichever way they go, in US dollars; undefined where its price
 * is not known.
 */
export function mostUsd(model: string, tokens: number): number | undefined {
  const price = priceOf(model)
  return price && (tokens * Math.max(price.input * writtenFactor, price.output)) / 1e6
}

/** Return true if the price of a model is known. */
export const isPriced = (model: string) => costUsd(model, { input: 0, output: 0, cached: 0 }) !== undefined

/** Return the US dollars that tokens read from a cache saved; undefined where the price is not known. */
export function savedUsd(model: string, cached: number): number | undefined {
  const price = priceOf(model)
  return price && (cached * (price.input - price.cached)) / 1e6
}
