import type { PermissionRule } from '../../core/permissions/policy.ts'
import { createRule } from '../../core/permissions/rules.ts'
import type { ToolHooks } from '../../core/turn/tool-runner.ts'
import type { Id, JsonObject } from '../../protocol/index.ts'
import type { AppContext } from '../context/app-context.ts'
import { type AllowRules, allowRules, sessionScope } from './always-allow.ts'
import { placeOf } from './permission-rules.ts'
import { hooksOf } from './tool-hooks.ts'

/** What the person decided about tools beforehand, and for this session. */
export interface ToolChoices extends AllowRules {
  /** Whether a yes for the conversation covers a call. */
  isAllowed(id: Id, tool: string, args: JsonObject): boolean
  /** Contained calls that a rule let run, by conversation. */
  ranByRule(id: Id): Set<string>
  /** The person allowed what the rule says for the conversation. */
  allow(id: Id, scope: string): void
  scopeOf(tool: string, args: JsonObject): string | undefined
  hooks?: ToolHooks
}

/** What was allowed for this session holds for one conversation, as long as this process has it. */
export function createChoices(parts: AppContext): ToolChoices {
  const place = parts.environment
  const sessions = new Map<Id, { scopes: string[]; covers: PermissionRule }>()
  const runs = new Map<Id, Set<string>>()
  return {
    isAllowed: (id, tool, args) => sessions.get(id)?.covers(tool, args) === 'allow',
    allow(id, scope) {
      const scopes = [...(sessions.get(id)?.scopes ?? []), scope]
      sessions.set(id, { scopes, covers: createRule({ allow: scopes, ask: [], deny: [] }, placeOf(place)) })
    },
    scopeOf: (tool, args) => sessionScope(tool, args, place),
    ranByRule: (id) => runs.get(id) ?? runs.set(id, new Set()).get(id)!,
    ...allowRules(parts),
    ...hooksOf(parts),
  }
}
