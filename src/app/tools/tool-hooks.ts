import type { Hook } from '../../config/schema.ts'
import { readRule } from '../../core/permissions/rules.ts'
import type { HookReport, ToolHooks } from '../../core/turn/tool-runner.ts'
import { turn as sentences } from '../../messages/engine/turn.ts'
import type { JsonObject, ToolContext } from '../../protocol/index.ts'
import { sanitiseLine } from '../../std/text/sanitise.ts'
import type { AppContext } from '../context/app-context.ts'

/** Exit status of a hook that refuses the call; its standard error says why. */
const refuses = 2
const defaultMs = 10_000
const mostReason = 2_000

/** Where hooks run. */
export interface HookPlace {
  cwd: string
  env: Record<string, string | undefined>
  /** For a call that was refused without a word. */
  silent: string
}

/**
 * The person's own commands around tool calls. Each gets the call as one JSON object on its standard input: {event, tool, args,
 * conversation, turn, agent, origin} and, after it, {outcome, text}. Exit status 0: go on; 2 before a call: refused, with standard
 * error as the reason; anything else, a time-out too: a warning, and on. They run one after the other, in the order of the settings.
 */
function createHooks(hooks: readonly Hook[], place: HookPlace): ToolHooks {
  const meant = (on: Hook['on'], tool: string) => hooks.filter((hook) => hook.on === on && isFor(hook, tool))
  return {
    async before(tool, args, context) {
      const report: HookReport = { warnings: [] }
      for (const hook of meant('before', tool)) {
        const { code, why } = await call(hook, { event: 'before', tool, args, ...from(context) }, place, context.signal)
        if (code === refuses) return { ...report, refused: why || place.silent }
        if (code !== 0) report.warnings.push({ command: hook.command, why: why || `exit ${code ?? '-'}` })
      }
      return report
    },
    async after(tool, args, { outcome, text }, context) {
      const report: HookReport = { warnings: [] }
      for (const hook of meant('after', tool)) {
        const told = { event: 'after', tool, args, outcome, text, ...from(context) }
        const { code, why } = await call(hook, told, place, context.signal)
        if (code !== 0) report.warnings.push({ command: hook.command, why: why || `exit ${code ?? '-'}` })
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

async function call(
  { command, timeoutMs = defaultMs }: Hook,
  told: JsonObject,
  { cwd, env }: HookPlace,
  signal: AbortSignal,
): Promise<{ code: number | undefined; why: string }> {
  const [{ runProcess }, { desktopEnv }] = await Promise.all([
    import('../../tools/shell/process.ts'),
    import('../../tools/shell/environment.ts'),
  ])
  const input = `${JSON.stringify(told)}\n`
  const { code, stopped, err } = await runProcess('sh', ['-c', command], { cwd, env: desktopEnv(env), input, signal, timeoutMs })
  signal.throwIfAborted()
  const why = err
    .text(() => '…')
    .trim()
    .slice(0, mostReason)
  return { code, why: sanitiseLine(stopped === 'timeout' ? `${timeoutMs} ms. ${why}`.trim() : why) }
}

/** The person's commands around tool calls, where there are any. */
export function hooksOf({ loaded, surroundings: { cwd, env }, language }: AppContext): { hooks?: ToolHooks } {
  const { hooks } = loaded.settings
  return hooks.length > 0 ? { hooks: createHooks(hooks, { cwd, env, silent: sentences[language].refusal('rule') }) } : {}
}
