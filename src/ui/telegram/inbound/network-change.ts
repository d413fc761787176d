/** How often the network is looked at, and what gap between two looks is a sleep of the machine, in milliseconds. */
const [lookMs, gapMs] = [2_000, 10_000]

/**
 * Aborts when the machine has other addresses than now, or has slept: a connection that was open then may be dead
 * without a word, and who waits on it hears nothing until their patience ends. Asks no server.
 */
export function networkChange({ network, now }: { network(): string; now(): Date }): {
  signal: AbortSignal
  stop(): void
} {
  const controller = new AbortController()
  const before = network()
  let last = +now()
  const timer = setInterval(() => {
    if (+now() - last > lookMs + gapMs || network() !== before) controller.abort()
    last = +now()
  }, lookMs)
  return { signal: controller.signal, stop: () => clearInterval(timer) }
}
