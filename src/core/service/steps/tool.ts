import type { Event, Input, JsonObject } from '../../../protocol/index.ts'
import type { FlowContext } from '../../flow.ts'
import { runTool } from '../../turn/tool-runner.ts'
import type { CompletedTask, ServiceDeps } from '../service.ts'

/** A call of a tool that a step names. */
export interface StepCall {
  name: string
  args: JsonObject
  /** Milliseconds that it may take; the tool's own limit where the step says none. */
  ms: number | undefined
}

/**
 * Runs one call of a tool under the rules of every tool. A confirmation of the person stands for the yes to this
 * call; what asks every time, and what foreign text may have had a part in, is asked about still.
 */
export async function* callTool(
  { name, args, ms }: StepCall,
  parts: ServiceDeps,
  { input, context, confirmed }: { input: Input; context: FlowContext; confirmed: boolean },
  missing: (name: string) => string,
): AsyncGenerator<Event, CompletedTask> {
  const found = await parts.tools?.([name], input, context)
  if (!found?.run.tools.has(name)) return { outcome: 'failed', reason: missing(name) }
  const { run } = found
  const permits = () => {
    const rules = run.permits()
    return confirmed ? { ...rules, session: () => true } : rules
  }
  for await (const event of runTool(
    { id: context.newId(), name, args },
    { ...run, permits, ...(ms === undefined ? {} : { callMs: ms }) },
    context,
  )) {
    yield event
    if (event.type === 'tool.ended') {
      if (event.outcome === 'ok') return { outcome: 'executed', receipt: receiptOf(event.text, event.data) }
      return { outcome: event.outcome === 'timeout' ? 'unknown' : 'failed', reason: event.text }
    }
  }
  return { outcome: 'unknown', reason: missing(name) }
}

/** A tool's answer, for sentences and branches: its data where it is an object, and its words. */
function receiptOf(text: string, data: unknown): JsonObject {
  const fields = typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as JsonObject) : jsonOf(text)
  return { ...fields, text }
}

function jsonOf(text: string): JsonObject {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
