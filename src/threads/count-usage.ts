import type { Event, Usage } from '../protocol/index.ts'
import type { Thread } from './thread.ts'

/** Pictures and wires of their own can be far off: nobody's count is believed beyond these. */
const leastCorrection = 0.5
const mostCorrection = 4

/** The provider's count against ours: half of the newest request, half of those before. */
export function correctEstimate(
  { correction, running }: Thread,
  { usage, purpose }: Extract<Event, { type: 'model.answered' }>,
): number {
  if (purpose !== 'reply' || usage.estimated || usage.input === 0 || !running?.estimated) return correction
  const ratio = Math.min(mostCorrection, Math.max(leastCorrection, usage.input / running.estimated))
  return correction === 1 ? ratio : (correction + ratio) / 2
}

/** Tokens and costs of the whole conversation with one request more. */
export function addUsage(sum: Thread['usage'], more: Usage): Thread['usage'] {
  const cost =
    sum.costUsd === undefined && more.costUsd === undefined ? {} : { costUsd: (sum.costUsd ?? 0) + (more.costUsd ?? 0) }
  const { input, output, cached, calls } = sum
  return {
    input: input + more.input,
    output: output + more.output,
    cached: cached + more.cached,
    calls: calls + 1,
    ...cost,
  }
}
