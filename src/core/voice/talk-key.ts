/**
 * In milliseconds: a press this long after the one before stands for itself, a shorter time is the first wait of a
 * held key; this long without another press after the second, or after many, the key was let go.
 */
const times = { alone: 1_200, second: 160, held: 300 }

/**
 * Push-to-talk with a key of which a terminal tells only that it was pressed: pressed twice it is a tap to begin and
 * one to end; what comes again and again is held, and let go when it stops. `now`: milliseconds on a clock that never
 * goes back.
 */
export function talkKey(give: (input: { in: 'key' | 'held' | 'let-go' }) => void, now: () => number) {
  let timer: NodeJS.Timeout | undefined
  let last = Number.NEGATIVE_INFINITY
  let again = 0
  const end = () => {
    give({ in: again >= 2 ? 'let-go' : 'key' })
    last = Number.NEGATIVE_INFINITY
  }
  return {
    press(): void {
      const isAlone = now() - last > times.alone
      last = now()
      again = isAlone ? 0 : again + 1
      clearTimeout(timer)
      if (isAlone) give({ in: 'key' })
      else timer = setTimeout(end, again >= 2 ? times.held : times.second)
      if (again === 2) give({ in: 'held' })
    },
    close: () => clearTimeout(timer),
  }
}
