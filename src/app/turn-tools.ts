import type { Flow } from '../core/flow.ts'
import type { JsonObject, Tool, ToolSchema, TurnEvent } from '../protocol/index.ts'
import { until } from '../std/until.ts'

/** Tools as they are now: our own, and those that MCP servers bring. */
export interface ToolSource {
  /** Our own first; the list only grows. */
  tools(where?: { workspace: string }): Promise<readonly Tool[]>
  /** What the person is to be told of the servers, each thing once. */
  news(): { code: string; data: JsonObject }[]
  /** What tools asked a model, each exchange once. */
  asked(): TurnEvent[]
}

/**
 * A flow whose turns each have one list of tools, taken when the turn begins. What is to be told of their servers is told before the
 * turn's work, and again after it: a server may have ended in between.
 */
export function withTools(source: ToolSource, make: (tools: () => readonly Tool[]) => Flow): Flow {
  let tools: readonly Tool[] = []
  const flow = make(() => tools)
  const told = () => source.news().map(({ code, data }) => ({ type: 'notice.given' as const, code, data }))
  return async function* (input, context) {
    tools = await until(source.tools(context.thread()), context.signal)
    yield* told()
    const result = yield* flow(input, context)
    yield* source.asked()
    yield* told()
    return result
  }
}

const told = new WeakMap<Tool, ToolSchema>()

/** What models are told of these tools: the same object for the same tool every time, so that its size is measured once. */
export function schemasOf(tools: readonly Tool[]): ToolSchema[] {
  return tools.map((tool) => {
    const { name, description, schema } = tool
    const known = told.get(tool)
    if (known?.description === description && known.schema === schema) return known
    const fresh = { name, description, schema }
    told.set(tool, fresh)
    return fresh
  })
}
