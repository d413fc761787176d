/** Milliseconds between two looks at the clock, and the gap between them that is a sleep. */
const [lookMs, gapMs] = [1_000, 10_000]

/** Notices that the machine slept, or the process was stopped, from now on: the clock went on and nothing here did. */
export function watchSleep(now: () => Date): { slept(): boolean; stop(): void } {
  let [last, isFound] = [+now(), false]
  const lookAtClock = () => {
    isFound ||= +now() - last > lookMs + gapMs
    last = +now()
    return isFound
  }
  const timer = setInterval(lookAtClock, lookMs)
  timer.unref()
  return { slept: lookAtClock, stop: () => clearInterval(timer) }
}
