import type { Hook } from '../../config/schema.ts'
import type { JsonObject } from '../../protocol/index.ts'
import { sanitiseLine } from '../../std/text/sanitise.ts'

/** Exit status of a hook that refuses; its standard error says why. */
const refuses = 2
const defaultMs = 10_000
const mostReason = 2_000
/** Bytes of an answer on standard output that are read. */
const mostAnswer = 64 << 10

/** The place where hooks run. */
export interface HookPlace {
  cwd: string
  env: Record<string, string | undefined>
  /** For what was refused without a word. */
  silent: string
}

/** The answer of a hook: at most one of these, but for `args` beside a decision. */
export interface HookAnswer {
  /** The reason of a refusal. */
  refused?: string
  /** As a rule of the person's would decide. */
  decision?: 'allow' | 'ask'
  /** Arguments in place of the given ones. */
  args?: JsonObject
  /** A text for the model. `own`: the person wrote it, and nobody else. */
  context?: { text: string; own: boolean }
  /** It did not do what a hook does; nothing follows from it. */
  warning?: { command: string; why: string }
}

/**
 * Runs one of the person's commands: one JSON object on its standard input, an answer by exit status and, where it
 * wants, as one JSON object on its standard output: {decision: "allow"|"ask"|"deny", reason, args, context, own}.
 * Status 2 refuses with standard error as the reason; any other but 0, a time-out, and an answer that cannot be
 * understood are warnings. Throws only the signal's reason.
 */
export async function runHook(
  hook: Hook,
  told: JsonObject,
  place: HookPlace,
  signal: AbortSignal,
): Promise<HookAnswer> {
  const { command, timeoutMs = defaultMs } = hook
  const { cwd, env, silent } = place
  const [{ runProcess }, { desktopEnv }] = await Promise.all([
    import('../../tools/shell/process.ts'),
    import('../../tools/shell/environment.ts'),
  ])
  const input = `${JSON.stringify({ ...told, event: hook.on, cwd })}\n`
  const options = { cwd, env: desktopEnv(env), input, signal, timeoutMs, room: mostAnswer }
  const { code, stopped, out, err } = await runProcess('sh', ['-c', command], options)
  signal.throwIfAborted()
  const said = sanitiseLine(err.text(() => '…').trim()).slice(0, mostReason)
  if (code === refuses) return { refused: said || silent }
  const warningOf = (why: string) => ({ warning: { command, why } })
  if (stopped === 'timeout') return warningOf(`${timeoutMs} ms. ${said}`.trim())
  if (code !== 0) return warningOf(said || `exit ${code ?? '-'}`)
  const answer = out.text(() => '…').trim()
  // Output that is no JSON object is talk: a hook may print anything.
  return answer.startsWith('{')
    ? (answerOf(answer, silent) ?? warningOf(`JSON? ${sanitiseLine(answer).slice(0, 200)}`))
    : {}
}

/** Return the meaning of a JSON object; undefined where it is none, or says something that no hook can say. */
function answerOf(text: string, silent: string): HookAnswer | undefined {
  const read = objectIn(text)
  if (!read) return undefined
  const { decision, reason, args, context, own } = read
  const isText = (value: unknown) => value === undefined || typeof value === 'string'
  const isObject = args === undefined || (typeof args === 'object' && args !== null && !Array.isArray(args))
  const isDecision = decision === undefined || decision === 'allow' || decision === 'ask' || decision === 'deny'
  if (!isText(reason) || !isText(context) || !isObject || !isDecision) return undefined
  if (decision === 'deny') return { refused: sanitiseLine(String(reason ?? '')).slice(0, mostReason) || silent }
  return {
    ...(decision === undefined ? {} : { decision }),
    ...(args === undefined ? {} : { args: args as JsonObject }),
    ...(context ? { context: { text: String(context), own: own === true } } : {}),
  }
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
