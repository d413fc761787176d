import { ExitSignal, signalExitCodes } from '../ui/oneshot/exit-code.ts'

/** Milliseconds that the process stays after the second request to leave: enough for a last line. */
const lastWordMs = 200

/** Milliseconds for a run that was asked to end; longer only when nobody reads its output any more. */
const patienceMs = 3_000

export interface Stopping {
  /** Aborts with a `Stop` when the run is to end. */
  stop: AbortController
  /** Aborts when it is to end at once: Ctrl+C again. */
  hurry: AbortSignal
}

/** Listener of `bin/assistant.js` while the program is read: it remembers signals. */
type Holder = NodeJS.SignalsListener & { heard?: NodeJS.Signals | null }

/**
 * Hands over what came before anybody listened: the signal is sent again, to whoever listens now, else to the system.
 */
export function releaseSignals(): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    for (const holder of process.listeners(name) as Holder[]) {
      if (holder.heard === undefined) continue
      process.off(name, holder)
      if (holder.heard === name) process.kill(process.pid, name)
    }
}

/**
 * Turns the signals that end a program into aborts: the first asks the run to end well (the turn is cancelled, what
 * there is stays), a second SIGINT ends it at once.
 */
export function watchSignals(waitMs = patienceMs): Stopping {
  const stop = new AbortController()
  const hurry = new AbortController()
  const onSignal = (name: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => {
    if (!stop.signal.aborted) {
      setTimeout(() => process.exit(signalExitCodes[name]), waitMs).unref()
      return stop.abort(new ExitSignal(name))
    }
    if (name !== 'SIGINT') return
    hurry.abort(stop.signal.reason)
    setTimeout(() => process.exit(signalExitCodes.SIGINT), lastWordMs).unref()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  return { stop, hurry: hurry.signal }
}
