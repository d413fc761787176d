/** How often it is looked at the clock, and what gap between two looks is a sleep, in milliseconds. */
const [lookMs, gapMs] = [1_000, 10_000]

/** Notices that the machine slept, or the process was stopped, from now on: the clock went on and nothing here did. */
export function watchSleep(now: () => Date): { slept(): boolean; stop(): void } {
  let [last, isFound] = [+now(), false]
  const look = () => {
    isFound ||= +now() - last > lookMs + gapMs
    last = +now()
    return isFound
  }
  const timer = setInterval(look, lookMs)
  timer.unref()
  return { slept: look, stop: () => clearInterval(timer) }
}
