import { type DeedJournal, runDeed } from '../../core/turn/tool-deeds.ts'
import type { ToolHooks } from '../../core/turn/tool-hooks.ts'
import type { AuditEntry } from '../../core/turn/tool-runner.ts'
import { turnMessages } from '../../messages/engine/turn.ts'
import {
  AssistantError,
  fail,
  type JsonObject,
  refuse,
  type Tool,
  type ToolContext,
  type ToolOutcome,
  type ToolResult,
} from '../../protocol/index.ts'
import { abortableIterator } from '../../std/abort.ts'
import { validateArgs } from '../../tools/validate.ts'

/** Things that happen around a call: the person's hooks, lines of audit and deeds, a listener for its progress. */
export interface CallHooks {
  hooks?: ToolHooks
  audit?(entry: AuditEntry): Promise<void>
  progress?(line: string): Promise<void>
  deeds?: DeedJournal
  /** Return true if the organisation forbids the call. */
  forbids?(tool: Tool, args: JsonObject): boolean
}

/**
 * Runs one tool for somebody at this machine, without a model: validated, asked where it must be, with its time
 * limit. Throws `bad-input` for an unknown tool, bad arguments or a no.
 */
export async function callTool(
  tools: readonly Tool[],
  name: string,
  given: JsonObject,
  confirm: (effect: string) => Promise<boolean>,
  context: ToolContext,
  toolMs: number,
  around: CallHooks = {},
): Promise<ToolResult> {
  const say = turnMessages[context.language]
  const tool = tools.find((one) => one.name === name)
  if (!tool) return refuse(say.unknownTool(name))
  await requireCallable(tool, given, around, context)
  const before = await around.hooks?.before(name, given, context)
  if (before?.refused !== undefined) return refuse(say.hookRefused(before.refused))
  const args = before?.args ?? given
  if (before?.args) await requireCallable(tool, args, around, context)
  const auditOutcome = (outcome: ToolOutcome) => audited(around, tool, args, context, outcome)
  if (tool.category !== 'safe') {
    const explained = (await tool.explain?.(args, context)) ?? { effect: `${name} ${JSON.stringify(args)}` }
    if ('refused' in explained) return { text: explained.refused, isError: true }
    if (!(await confirm(explained.effect))) {
      await auditOutcome('denied')
      return refuse(say.denied('owner'))
    }
  }
  const result = await runRecorded(tool, args, context, tool.timeoutMs || toolMs, around)
  const { outcome } = result
  await auditOutcome(outcome)
  if (outcome === 'cancelled') context.signal.throwIfAborted()
  await around.hooks?.after(name, args, { outcome, text: result.text }, context)
  const { outcome: _, ...plain } = result
  return plain
}

/** Throws `bad-input` for arguments that do not fit, and for a call that the organisation forbids. */
async function requireCallable(
  tool: Tool,
  args: JsonObject,
  { forbids }: CallHooks,
  context: ToolContext,
): Promise<void> {
  const problems = await validateArgs(tool.checked ?? tool.schema, args, context.language, context.signal)
  if (problems.length > 0) refuse(problems.join('\n'))
  if (forbids?.(tool, args)) refuse(turnMessages[context.language].refusal('policy'))
}

/** Runs it as a deed of the journal. */
async function runRecorded(...[tool, args, context, limitMs, around]: Parameters<typeof run>) {
  const call = (async function* () {
    return await run(tool, args, context, limitMs, around)
  })()
  const step = await runDeed({ args }, tool, around.deeds, call).next()
  return step.value
}

/** Runs it with its time limit. A failure that it may have is a result; a bug is thrown. */
async function run(
  tool: Tool,
  args: JsonObject,
  context: ToolContext,
  limitMs: number,
  { progress }: CallHooks,
): Promise<ToolResult & { outcome: ToolOutcome }> {
  const say = turnMessages[context.language]
  const late = AbortSignal.timeout(limitMs)
  try {
    const result = await finishCall(
      tool,
      args,
      { ...context, signal: AbortSignal.any([context.signal, late]) },
      progress,
    )
    return { ...result, outcome: result.isError ? 'error' : 'ok' }
  } catch (error) {
    if (context.signal.aborted) return { text: '', isError: true, outcome: 'cancelled' }
    if (late.aborted) return { text: say.toolTimeout(tool.name, limitMs), isError: true, outcome: 'timeout' }
    if (error instanceof AssistantError) return { text: say.failure(error.failure), isError: true, outcome: 'error' }
    throw error
  }
}

async function audited(
  { audit }: CallHooks,
  tool: Tool,
  args: JsonObject,
  context: ToolContext,
  outcome: ToolOutcome,
): Promise<void> {
  const { conversation, turn, now } = context
  const by =
    tool.category === 'safe'
      ? {}
      : { by: 'owner' as const, choice: outcome === 'denied' ? ('deny' as const) : ('once' as const) }
  await audit?.({ at: +now(), conversation, turn, tool: tool.name, args, outcome, ...by })
}

async function finishCall(
  tool: Tool,
  args: JsonObject,
  context: ToolContext,
  progress: CallHooks['progress'],
): Promise<ToolResult> {
  const run = tool.run(args, context)
  let result: ToolResult | undefined
  const lines = (async function* () {
    result = yield* run
  })()
  for await (const line of abortableIterator(lines, context.signal)) await progress?.(line)
  return result ?? fail('internal', { detail: `${tool.name} gave no result` })
}
