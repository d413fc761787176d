import { fail, type ModelRequest, type Provider, type SpendingBudget, type Usage } from '../protocol/index.ts'
import { costUsd } from './models/prices.ts'
import { usageOf } from './usage.ts'

/** Spending so far. */
export interface Spent {
  usd: number
  tokens: number
}

/** A budget and the spending that counts against it. */
export interface Meter {
  period: 'turn' | 'day' | 'month'
  budget: SpendingBudget
  spent(): Promise<Spent>
  add(more: Spent): Promise<void>
}

/** A budget for as long as this object lives: one turn. */
export function turnMeter(budget: SpendingBudget): Meter {
  const sum = { usd: 0, tokens: 0 }
  return {
    period: 'turn',
    budget,
    spent: async () => sum,
    async add({ usd, tokens }) {
      sum.usd += usd
      sum.tokens += tokens
    },
  }
}

/**
 * A provider that is not asked any more when a budget is used up: it throws `budget` {period, usd or tokens}. What a
 * running answer costs is known at its end, so a budget is passed by at most one answer. Where money is counted, a
 * model must have a price: `free` says that it runs on this machine; `priced` that its price is known. Throws
 * `budget` {model} where neither holds.
 */
export function withBudget(
  provider: Provider,
  meters: readonly Meter[],
  { free, priced }: { free: boolean; priced: boolean },
): Provider {
  if (meters.length === 0) return provider
  return async function* (request, signal) {
    for (const { period, budget, spent } of meters) {
      if (budget.usd !== undefined && !free && !priced) fail('budget', { data: { period, model: request.model } })
      const { usd, tokens } = await spent()
      if (usd >= (budget.usd ?? Number.POSITIVE_INFINITY)) fail('budget', { data: { period, usd: budget.usd ?? 0 } })
      if (tokens >= (budget.tokens ?? Number.POSITIVE_INFINITY))
        fail('budget', { data: { period, tokens: budget.tokens ?? 0 } })
    }
    const shown: string[] = []
    let ended = false
    try {
      for await (const part of provider(request, signal)) {
        if (part.type === 'text' || part.type === 'reasoning') shown.push(part.text)
        ended ||= part.type === 'end'
        // Count before the end is yielded: its consumer may start the next request at once.
        if (part.type === 'end') for (const meter of meters) await meter.add(costOf(part.usage))
        yield part
      }
    } finally {
      // An aborted answer is billed, too, but its usage, which comes at the end, never arrived: estimate it.
      if (!ended && shown.length > 0) for (const meter of meters) await meter.add(cutCost(request, shown.join('')))
    }
  }
}

function costOf({ input, output, costUsd = 0 }: Usage): Spent {
  return { usd: costUsd, tokens: input + output }
}

/** An estimate, by the table's price; a model without one counts tokens only. */
function cutCost(request: ModelRequest, shown: string): Spent {
  const usage = usageOf(request, undefined, shown)
  return costOf({ ...usage, costUsd: costUsd(request.model, usage) ?? 0 })
}
