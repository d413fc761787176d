import { watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/** Waits that a change of a file cuts short. */
export interface FileWatch {
  /**
   * False where the system tells of no changes (no such folder, no watches left): then the file has to be looked at.
   */
  tells(): boolean
  /** Resolves when `pass` does, when the file may have changed since the last wait, or when the watch has ended. */
  wait(pass: (signal: AbortSignal) => Promise<void>): Promise<void>
}

/**
 * Watches one file, which need not be there yet, through its folder: a file that is replaced is followed, too. Costs
 * nothing while nothing happens, keeps no process alive, and ends with the signal.
 */
export function watchFile(path: string, signal: AbortSignal): FileWatch {
  let tells = !signal.aborted
  let woken = new AbortController()
  try {
    const watcher = watch(dirname(path), { persistent: false, signal })
    watcher.on('change', (_, name) => (name === null || String(name) === basename(path)) && woken.abort())
    watcher.on('error', () => {
      tells = false
      woken.abort()
    })
  } catch {
    // The cause is the system's matter, and nobody can mend it from here: `tells` says that looking is needed.
    tells = false
  }
  return {
    tells: () => tells,
    async wait(pass) {
      const either = AbortSignal.any([signal, woken.signal])
      await pass(either).catch((error: unknown) => {
        if (!either.aborted) throw error
      })
      woken = new AbortController()
    },
  }
}
