import { sanitiseLine } from '../../../std/text/sanitise.ts'
import type { StatusFacts } from '../../../ui/tui/tui-host.ts'
import type { TuiHostOptions } from './tui-engine.ts'

/** A status line that takes longer is not waited for. */
const patienceMs = 3_000
/** Bytes of its output that are read. */
const mostOutput = 8 << 10

/**
 * Return what the person's own command says for the status line: the first line of its output that is not empty. It is
 * given one JSON object on its standard input, under the names that other assistants of the terminal use, so that one
 * command serves them all.
 */
export async function statusOf(
  command: string,
  facts: StatusFacts,
  {
    environment,
    version,
    leaving,
  }: { environment: Pick<TuiHostOptions['environment'], 'cwd' | 'env'>; version: string; leaving: AbortSignal },
): Promise<{ text: string } | { why: string }> {
  const [{ runProcess }, { desktopEnv }] = await Promise.all([
    import('../../../tools/shell/process.ts'),
    import('../../../tools/shell/environment.ts'),
  ])
  const { cwd, env } = environment
  const input = `${JSON.stringify(statusInput(facts, cwd, version))}\n`
  const limits = { signal: leaving, timeoutMs: patienceMs, room: mostOutput }
  const { code, stopped, out, err } = await runProcess('sh', ['-c', command], {
    cwd,
    env: desktopEnv(env),
    input,
    ...limits,
  })
  if (stopped === 'timeout') return { why: `${patienceMs} ms` }
  const firstLine = (text: string): string =>
    text
      .split('\n')
      .map(sanitiseLine)
      .find((line) => line.trim() !== '')
      ?.trim() ?? ''
  if (code !== 0 && stopped === undefined) return { why: firstLine(err.text(() => '…')) || `exit ${code ?? '-'}` }
  return { text: firstLine(out.text(() => '…')) }
}

function statusInput(facts: StatusFacts, cwd: string, version: string): object {
  const { conversation, agent, workspace, model, mode, tokens, window, filled, usd } = facts
  const percent = window && filled > 0 ? Math.min(100, Math.round((100 * filled) / window)) : null
  return {
    session_id: conversation ?? null,
    version,
    cwd,
    workspace: { current_dir: cwd, name: workspace },
    agent: { name: agent },
    model: { id: model, display_name: model },
    permission_mode: mode,
    context_window: { context_window_size: window ?? null, used_tokens: filled, used_percentage: percent },
    cost: { total_cost_usd: usd, total_tokens: tokens },
  }
}
