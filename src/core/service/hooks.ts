import type { JsonObject } from '../../protocol/index.ts'
import { abortable } from '../../std/abort.ts'

/** A hook may take this long, in milliseconds; what it does later is no longer waited for. */
const hookMs = 5_000

/** Calls a hook's handler. It can neither fail nor hold up the turn: what goes wrong is written to the log. */
export async function callHook(
  handler: () => unknown,
  about: JsonObject,
  log: (entry: JsonObject) => Promise<void>,
): Promise<void> {
  try {
    await abortable(Promise.resolve(handler()), AbortSignal.timeout(hookMs))
  } catch (error) {
    await log({ ...about, error: String(error) }).catch(() => {})
  }
}
