import type { Envelope, Failure, Id, Source, ToolOutcome, TurnEnding, Usage } from '../../protocol/index.ts'
import { exitCodeOf, exitCodeOfTurn, type StopName, signalExitCodes } from './exit-code.ts'

/** Sum of a run so far: everything that its closing result tells. */
export interface RunResult {
  conversation?: Id
  turn?: Id
  model?: string
  /** Requests that were sent to a model, repeated ones included. */
  requests: number
  usage: { input: number; output: number; cached: number; total: number; estimated?: true; costUsd?: number }
  tools: { name: string; outcome: ToolOutcome }[]
  /** Passages that the answer was given from. */
  sources?: Source[]
  ending?: TurnEnding
}

/**
 * End of a run: by its turn, by a failure before or around it, or from outside. The last two win over the turn's
 * ending.
 */
export interface Closing {
  failure?: Failure
  stop?: StopName
  /** Begin and end of the run, in milliseconds of any clock. */
  from: number
  to: number
}

export const emptyTally: RunResult = { requests: 0, usage: { input: 0, output: 0, cached: 0, total: 0 }, tools: [] }

/** Counts one envelope of the turn. */
export function foldResult(before: RunResult, { conversation, turn, event }: Envelope): RunResult {
  const now = { ...before, conversation, ...(turn === undefined ? {} : { turn }) }
  switch (event.type) {
    case 'model.asked':
      return { ...now, requests: now.requests + 1 }
    case 'model.failed':
      return event.next === 'stop' ? now : { ...now, requests: now.requests + 1 }
    case 'model.answered':
      return { ...now, model: event.model, usage: addUsage(now.usage, event.usage) }
    case 'sources.found':
      return event.sources.length > 0 ? { ...now, sources: event.sources } : now
    case 'tool.ended':
      return { ...now, tools: [...now.tools, { name: event.name, outcome: event.outcome }] }
    case 'turn.done':
    case 'turn.failed':
    case 'turn.cancelled':
      return {
        ...now,
        ending: event,
        ...('usage' in event && event.usage && { usage: addUsage(now.usage, event.usage) }),
      }
    default:
      return now
  }
}

function addUsage(sum: RunResult['usage'], { input, output, cached, costUsd, estimated }: Usage): RunResult['usage'] {
  const cost =
    sum.costUsd === undefined && costUsd === undefined ? {} : { costUsd: (sum.costUsd ?? 0) + (costUsd ?? 0) }
  return {
    input: sum.input + input,
    output: sum.output + output,
    cached: sum.cached + cached,
    total: sum.total + input + output,
    ...((sum.estimated || estimated) && { estimated: true as const }),
    ...cost,
  }
}

/** The exit status of a run. */
export function exitCode({ ending }: RunResult, { failure, stop }: Closing): number {
  if (stop) return signalExitCodes[stop]
  if (failure) return exitCodeOf(failure.code)
  return ending ? exitCodeOfTurn(ending) : exitCodeOf('interrupted')
}

/** The object that closes `stream-json` and is all of `json`. `usage.total` counts cached tokens once, as part of the input;
 * `usage.estimated` says that some of it is our own count. */
export function resultOf(sum: RunResult, closing: Closing) {
  const { ending } = sum
  const failure = closing.failure ?? (ending?.type === 'turn.failed' ? ending.failure : undefined)
  const code = exitCode(sum, closing)
  return {
    type: 'result' as const,
    ok: code === 0 && ending?.type === 'turn.done',
    exitCode: code,
    ending: closing.stop ? 'stopped' : (ending?.type.slice('turn.'.length) ?? 'failed'),
    text: !ending ? '' : ending.type === 'turn.done' ? ending.text : ending.partial,
    ...(failure ? { failure } : {}),
    ...(closing.stop ? { stoppedBy: closing.stop } : {}),
    conversation: sum.conversation ?? null,
    turn: sum.turn ?? null,
    model: sum.model ?? null,
    requests: sum.requests,
    tools: sum.tools,
    ...(sum.sources ? { sources: sum.sources } : {}),
    ...(ending?.receipt ? { receipt: ending.receipt } : {}),
    usage: sum.usage,
    durationMs: Math.round(closing.to - closing.from),
  }
}
