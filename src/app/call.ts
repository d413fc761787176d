import { turn as sentences } from '../messages/turn.ts'
import { AssistantError, fail, type JsonObject, type Tool, type ToolContext, type ToolResult } from '../protocol/index.ts'
import { each } from '../std/until.ts'
import { validateArgs } from '../tools/validate.ts'

/**
 * Runs one tool for somebody at this machine, without a model: validated, asked where it must be, with its time limit. Progress
 * goes nowhere. Throws `bad-input` for an unknown tool, bad arguments or a no.
 */
export async function callByHand(
  tools: readonly Tool[],
  name: string,
  args: JsonObject,
  confirm: (effect: string) => Promise<boolean>,
  context: ToolContext,
  toolMs: number,
): Promise<ToolResult> {
  const say = sentences[context.language]
  const tool = tools.find((one) => one.name === name)
  if (!tool)
    return refuse(
      say.unknownTool(
        name,
        tools.map((one) => one.name),
      ),
    )
  const problems = await validateArgs(tool.schema, args, context.language)
  if (problems.length > 0) return refuse(problems.join('\n'))
  if (tool.category !== 'safe') {
    const { effect } = (await tool.explain?.(args, context)) ?? { effect: `${name} ${JSON.stringify(args)}` }
    if (!(await confirm(effect))) return refuse(say.denied('owner'))
  }
  const late = AbortSignal.timeout(tool.timeoutMs || toolMs)
  try {
    return await finish(tool, args, { ...context, signal: AbortSignal.any([context.signal, late]) })
  } catch (error) {
    if (late.aborted) return { text: say.toolTimeout(name, tool.timeoutMs || toolMs), isError: true }
    if (error instanceof AssistantError) return { text: say.failure(error.failure), isError: true }
    throw error
  }
}

async function finish(tool: Tool, args: JsonObject, context: ToolContext): Promise<ToolResult> {
  const run = tool.run(args, context)
  let result: ToolResult | undefined
  const progress = (async function* () {
    result = yield* run
  })()
  for await (const _ of each(progress, context.signal));
  return result ?? fail('internal', { detail: `${tool.name} gave no result` })
}

function refuse(sentence: string): never {
  return fail('bad-input', { data: { sentence } })
}
