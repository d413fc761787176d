import { failureOf } from '../../protocol/index.ts'
import { sleep } from '../../std/abort.ts'
import { codeOf } from '../../std/fs/files.ts'

/** Waits between attempts while the disk refuses, in milliseconds; the last one repeats. */
const pausesMs = [250, 1_000, 5_000, 30_000]

/**
 * Return true if the disk refused (full, broken, too many open files): it may take the same again later. Node's own
 * `ERR_…` are bugs.
 */
export function isStorage(error: unknown): boolean {
  const code = codeOf(error)
  return failureOf(error).code === 'storage' || (code !== undefined && /^E(?!RR_)[A-Z0-9]+$/.test(code))
}

/**
 * Repeats what can be repeated until the disk takes it. Throws anything else, and the signal's reason when that
 * aborts.
 */
export async function whileDiskRefuses<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || !isStorage(error)) throw error
      log(`disk: ${String(error)}`)
      await sleep(pausesMs[Math.min(attempt, pausesMs.length - 1)] ?? 0, signal)
    }
  }
}
