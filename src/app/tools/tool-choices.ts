import type { RuledTool } from '../../core/permissions/policy.ts'
import type { ToolHooks } from '../../core/turn/tool-hooks.ts'
import type { Id, JsonObject } from '../../protocol/index.ts'
import type { AppContext } from '../context/app-context.ts'
import { type AllowRules, allowRules, sessionScope } from './always-allow.ts'
import { hooksOf } from './tool-hooks.ts'

/** The person's decisions about tools, made beforehand and in this session. */
export interface ToolChoices extends AllowRules {
  /** Return true if a yes for the conversation covers a call. */
  isAllowed(id: Id, tool: RuledTool, args: JsonObject): boolean
  /** Contained calls that a rule let run, by conversation. */
  ranByRule(id: Id): Set<string>
  /** The person allowed what the rule says for the conversation. */
  allow(id: Id, scope: string): void
  scopeOf(tool: RuledTool, args: JsonObject): string | undefined
  hooks?: ToolHooks
}

/** A right for this session holds for one conversation, as long as this process has it. */
export function createChoices(parts: AppContext): ToolChoices {
  const place = parts.environment
  const runs = new Map<Id, Set<string>>()
  return {
    isAllowed: (id, tool, args) => parts.sessionRules.covers(id, tool, args),
    allow: (id, scope) => parts.sessionRules.add(id, scope),
    scopeOf: (tool, args) => sessionScope(tool, args, place),
    ranByRule: (id) => runs.get(id) ?? runs.set(id, new Set()).get(id)!,
    ...allowRules(parts),
    ...hooksOf(parts),
  }
}
