/** A spending limit: US dollars, or tokens (read and written, cached ones included). */
export interface SpendingBudget {
  usd?: number
  tokens?: number
}

/** Pattern of a budget as people write it: `$0.50`, `0.5usd`, `20000`, `20000 tokens`, `20k`. */
export const budgetPattern = /^(?:\$\s*(\d+(?:\.\d+)?)|(\d+(?:\.\d+)?)\s*usd|(\d+(?:\.\d+)?)\s*(k|m)?\s*(?:tokens?)?)$/i

/** The budget that a text names; undefined where it names none, or nothing to spend. */
export function parseBudget(text: string): SpendingBudget | undefined {
  const [, dollars, usd, count, unit = ''] = budgetPattern.exec(text.trim().replace(/(?<=\d),(?=\d{3})/g, '')) ?? []
  const money = Number(dollars ?? usd ?? 0)
  if (money > 0) return { usd: money }
  const tokens = Math.floor(Number(count ?? 0) * ({ k: 1e3, m: 1e6 }[unit.toLowerCase()] ?? 1))
  return tokens > 0 ? { tokens } : undefined
}
