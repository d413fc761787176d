import type { Hook } from '../../config/schema.ts'
import { readRule } from '../../core/permissions/rules.ts'
import type { HookReport, ToolHooks } from '../../core/turn/tool-hooks.ts'
import { turnMessages } from '../../messages/engine/turn.ts'
import type { JsonObject, ToolContext } from '../../protocol/index.ts'
import type { AppContext } from '../context/app-context.ts'
import { type HookPlace, runHook } from './run-hook.ts'

/**
 * The person's own commands around tool calls, one after the other in the order of the settings. Before a call each
 * sees the arguments as the one before left them; the first that refuses ends it. `personalAllow`: whether what they
 * allow counts.
 */
function createHooks(hooks: readonly Hook[], place: HookPlace, personalAllow: boolean): ToolHooks {
  const meant = (on: Hook['on'], tool: string) => hooks.filter((hook) => hook.on === on && isFor(hook, tool))
  return {
    async before(tool, given, context) {
      const report: HookReport = { warnings: [] }
      for (const hook of meant('before', tool)) {
        const told = { tool, args: report.args ?? given, ...from(context) }
        const { refused, decision, args, warning } = await runHook(hook, told, place, context.signal)
        if (warning) report.warnings.push(warning)
        if (refused !== undefined) return { ...report, refused }
        if (args) report.args = args
        // To ask is stricter than to allow, whoever said it first.
        if (decision === 'ask' || (decision === 'allow' && personalAllow))
          report.decision = report.decision === 'ask' ? 'ask' : decision
      }
      return report
    },
    async after(tool, args, { outcome, text }, context) {
      const report: HookReport = { warnings: [] }
      for (const hook of meant('after', tool)) {
        const { refused, warning } = await runHook(
          hook,
          { tool, args, outcome, text, ...from(context) },
          place,
          context.signal,
        )
        if (warning) report.warnings.push(warning)
        // It is too late to refuse.
        if (refused !== undefined) report.warnings.push({ command: hook.command, why: refused })
      }
      return report
    },
  }
}

/** A hook without a tool, and one whose tool cannot be read, is for all. */
function isFor({ tool }: Hook, name: string): boolean {
  return tool === undefined || tool.split('|').some((one) => readRule(one).tool.test(name))
}

function from({ conversation, turn, agent, origin }: ToolContext): JsonObject {
  return { conversation, turn, agent, origin }
}

/** Return the place where the person's hooks run. */
export function hookPlace({ environment: { cwd, env }, language }: AppContext): HookPlace {
  return { cwd, env, silent: turnMessages[language].refusal('rule') }
}

/** The person's commands around tool calls, where there are any. */
export function hooksOf(parts: AppContext): { hooks?: ToolHooks } {
  const { settings, policy } = parts.loaded
  const hooks = settings.hooks.filter(({ on }) => on === 'before' || on === 'after')
  return hooks.length > 0 ? { hooks: createHooks(hooks, hookPlace(parts), policy?.personalAllow ?? true) } : {}
}
