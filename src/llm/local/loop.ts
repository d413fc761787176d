/** Longest repeated piece that is noticed, in tokens. */
const longestPeriod = 128
/** A long piece is no accident when it is said so often, a short one may be a list. */
const [timesOfLong, timesOfShort, shortTokens] = [3, 4, 24]
/** So much is written before anything counts as a loop: lists and tables begin alike. */
const leastTokens = 32

/** Check whether the end of an answer repeats one piece again and again. */
export function isLooping(tokens: readonly number[]): boolean {
  for (let period = 1; period <= longestPeriod; period++) {
    const length = Math.max(leastTokens, period * (period > shortTokens ? timesOfLong : timesOfShort))
    if (tokens.length < length) continue
    let at = tokens.length - 1
    while (at >= tokens.length - length + period && tokens[at] === tokens[at - period]) at--
    if (at < tokens.length - length + period) return true
  }
  return false
}
