import type { Event, JsonObject, ToolContext, ToolOutcome } from '../../protocol/index.ts'
import type { PermissionRule } from '../permissions/policy.ts'

/** The report of the person's own commands around a call. */
export interface HookReport {
  /** The reason why the call must not run. */
  refused?: string
  /** As a rule of the person's would decide; what a rule or the policy forbids stays forbidden. */
  decision?: 'allow' | 'ask'
  /** The arguments that the call is to have. */
  args?: JsonObject
  warnings: { command: string; why: string }[]
}
/** Commands of the person's own, around every call: before it is asked about, and after it ended. */
export interface ToolHooks {
  before(tool: string, args: JsonObject, context: ToolContext): Promise<HookReport>
  after(
    tool: string,
    args: JsonObject,
    ended: { outcome: ToolOutcome; text: string },
    context: ToolContext,
  ): Promise<HookReport>
}

/** A hook's word counts where no rule is stricter. */
export function withHook(rule: PermissionRule, hook: 'allow' | 'ask'): PermissionRule {
  return (tool, args) => {
    const found = rule(tool, args)
    return found === 'deny' || found === 'ask' ? found : hook
  }
}

/** Yield a notice for each failure of the person's own commands. */
export function* tellWarnings(report: HookReport | undefined): Generator<Event> {
  for (const data of report?.warnings ?? []) yield { type: 'notice.given', code: 'hook-warned', data }
}
