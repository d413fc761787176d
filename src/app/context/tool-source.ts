import type { Flow } from '../../core/flow.ts'
import type { Language } from '../../messages/language.ts'
import type { JsonObject, Tool, ToolSchema, TurnEvent } from '../../protocol/index.ts'
import { abortable } from '../../std/abort.ts'
import { type OwnTexts, toolText } from './prompt-texts.ts'

/** Tools as they are now: our own, and those that MCP servers bring. */
export interface ToolSource {
  /** Our own first; the list only grows. */
  tools(where?: { workspace: string }): Promise<readonly Tool[]>
  /** Return the news of the servers for the person, each thing once. */
  news(): { code: string; data: JsonObject }[]
  /** Return the questions of tools to a model, each exchange once. */
  asked(): TurnEvent[]
}

/**
 * A flow that is made for each turn with the tools of that moment. What the person is to know of their servers is
 * said before the turn's work, and again after it: a server may have ended in between.
 */
export function withTools(source: ToolSource, flowWith: (tools: readonly Tool[]) => Flow): Flow {
  const takeNews = () => source.news().map(({ code, data }) => ({ type: 'notice.given' as const, code, data }))
  return async function* (input, context) {
    const tools = await abortable(source.tools(context.thread()), context.signal)
    yield* takeNews()
    const result = yield* flowWith(tools)(input, context)
    yield* source.asked()
    yield* takeNews()
    return result
  }
}

const schemas = new WeakMap<Tool, ToolSchema>()

/**
 * Return the tools as models are told of them: the same object for the same tool every time, so that its size is
 * measured once.
 */
export function toolSchemas(tools: readonly Tool[], language: Language, own: OwnTexts): ToolSchema[] {
  return tools.map((tool) => {
    const { name, schema } = tool
    const description = toolText(tool, language, own)
    const known = schemas.get(tool)
    if (known?.description === description && known.schema === schema) return known
    const keeps = tool.category === 'safe' && tool.deeds !== 'none'
    const fresh: ToolSchema = { name, description, schema, ...(keeps ? { keeps } : {}) }
    schemas.set(tool, fresh)
    return fresh
  })
}
