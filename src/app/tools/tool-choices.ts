import type { ToolHooks } from '../../core/turn/tool-runner.ts'
import type { Id } from '../../protocol/index.ts'
import type { AppContext } from '../context/app-context.ts'
import { type AllowRules, allowRules } from './always-allow.ts'
import { hooksOf } from './tool-hooks.ts'

/** What the person decided about tools beforehand, and for this session. */
export interface ToolChoices extends AllowRules {
  sessionOf(id: Id): ReadonlySet<string>
  /** Contained calls that a rule let run, by conversation. */
  ranByRule(id: Id): Set<string>
  allow(id: Id, tool: string): void
  hooks?: ToolHooks
}

/** What was allowed for this session holds for one conversation, as long as this process has it. */
export function createChoices(parts: AppContext): ToolChoices {
  const sessions = new Map<Id, Set<string>>()
  const runs = new Map<Id, Set<string>>()
  const sessionOf = (id: Id) => sessions.get(id) ?? new Set<string>()
  return {
    sessionOf,
    allow: (id, tool) => sessions.set(id, sessionOf(id).add(tool)),
    ranByRule: (id) => runs.get(id) ?? runs.set(id, new Set()).get(id)!,
    ...allowRules(parts),
    ...hooksOf(parts),
  }
}
