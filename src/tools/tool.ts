import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import type { ToolName } from '../messages/tools/tool-words.ts'
import type {
  Category,
  Explained,
  JsonObject,
  Tool,
  ToolContext,
  ToolDeeds,
  ToolEffect,
  ToolFacts,
  ToolResult,
} from '../protocol/index.ts'

/** The arguments that a literal schema describes. */
type ArgsOf<S> = S extends JSONSchema ? FromSchema<S> : never

/** The description of a tool by itself; the type of its arguments follows from its schema. */
export interface ToolSpec<S> {
  name: ToolName | `mcp_${string}`
  facts: ToolFacts
  deeds: ToolDeeds
  category: Category
  /** Default: true for safe tools, false for the others. */
  idempotent?: boolean
  /** Default: the setting's limit for tools, 10 s (SPEC §3). */
  timeoutMs?: number
  description: string
  schema: S
  /** It only looks, here or elsewhere. */
  readOnly?: true
  effect?(args: ArgsOf<S>): ToolEffect | undefined
  /** Return true if it runs now where it reaches nothing but the working folder. */
  isContained?(context: ToolContext): Promise<boolean>
  /** Return true if these arguments change files of the working folder and nothing else. */
  editsHere?(args: ArgsOf<S>, context: ToolContext): Promise<boolean>
  explain?(args: ArgsOf<S>, context: ToolContext): Promise<Explained>
  /** A generator where there is progress to tell, else simply the result. */
  run(args: ArgsOf<S>, context: ToolContext): AsyncGenerator<string, ToolResult> | Promise<ToolResult>
}

/**
 * A tool out of its literal schema. The one place where validated JSON becomes typed arguments: whoever runs the tool
 * has checked them with `validateArgs`.
 */
export function tool<const S>(spec: ToolSpec<S>): Tool {
  const { category } = spec
  const run: Tool['run'] = async function* (args, context) {
    const running = spec.run(args as ArgsOf<S>, context)
    return Symbol.asyncIterator in running ? yield* running : await running
  }
  return { idempotent: category === 'safe', timeoutMs: 0, ...spec, schema: spec.schema as JsonObject, run } as Tool
}

/** A plain result. */
export function textResult(text: string, data?: ToolResult['data']): ToolResult {
  return data === undefined ? { text } : { text, data }
}

/** A result that tells cause and remedy of what did not work. */
export function refuses(text: string): ToolResult {
  return { text, isError: true }
}
