import type { JsonObject, Tool, ToolContext, ToolResult } from '../../protocol/index.ts'
import { ulid } from '../../std/ulid.ts'
import type { AppContext } from '../context/app-context.ts'
import { requireDestinations } from '../environment/load-config.ts'
import { accountTools, wantsAccount } from '../tools/account-tools.ts'
import { auditTo } from '../tools/audit-log.ts'
import { forbiddenByPolicy } from '../tools/permission-rules.ts'
import { toolContext } from '../tools/tool-context.ts'
import { hooksOf } from '../tools/tool-hooks.ts'
import { webTools } from '../tools/web-tools.ts'

/** Tools as the person at this machine calls them, without a model. */
export interface ToolRunner {
  list(): Promise<{ tool: Pick<Tool, 'name' | 'category' | 'description' | 'schema'>; missing?: string }[]>
  /** Runs one tool as the owner; sensitive ones ask through `confirm`. */
  call(
    name: string,
    args: JsonObject,
    confirm: (effect: string) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<ToolResult>
  /** The same with one of these tools, and with a place for what it tells on its way. */
  run(
    among: readonly Tool[],
    name: string,
    args: JsonObject,
    confirm: (effect: string) => Promise<boolean>,
    signal: AbortSignal,
    progress?: (line: string) => Promise<void>,
  ): Promise<ToolResult>
}

/** The tools by hand: what there is, which key is missing, and calls by the person at this machine. */
export function createToolRunner(parts: AppContext): ToolRunner {
  const runTool: ToolRunner['run'] = async (among, name, args, confirm, signal, progress) => {
    requireDestinations(parts, 'services.')
    const { callTool: callByHand } = await import('../tools/call-tool.ts')
    const context: ToolContext = {
      ...toolContext(parts, parts.initial, { origin: 'oneshot', by: 'owner' }),
      conversation: '',
      turn: ulid(+parts.now()),
      signal,
    }
    const isForbidden = (tool: Tool, given: JsonObject) =>
      forbiddenByPolicy(parts.loaded, parts.environment, tool, given)
    const deeds = parts.deeds.journalOf(context.profile, context.by, parts.now)
    const told = progress ? { progress } : {}
    const around = { ...hooksOf(parts), forbids: isForbidden, audit: auditTo(parts), deeds, ...told }
    return callByHand(among, name, args, confirm, context, parts.loaded.settings.limits.toolMs, around)
  }
  return {
    run: runTool,
    list: async () => {
      const { missing } = webTools(parts.loaded, parts.secrets, parts.environment)
      const offered = (await parts.tools.tools()).map((tool) => ({ tool }))
      const apart = accountTools(parts.loaded, parts.secrets).flatMap((tool) => {
        const missing = wantsAccount(parts.loaded, tool)
        return missing === undefined ? [] : [{ tool, missing }]
      })
      return [...offered, ...missing.map(({ tool, key }) => ({ tool, missing: key })), ...apart]
    },
    call: async (...args) => runTool(await parts.tools.tools(), ...args),
  }
}
