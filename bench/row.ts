/** One line of the table. */
export interface Result {
  row: string
  unit: 'ms CPU' | 'ms' | 'MB' | 'bytes' | '%' | '/s' | '/turn' | 'KB' | 'times'
  /** What the program needs. */
  value: number
  /** What the floor needs, measured in the same run in turns with the program, and what it is. */
  floor?: { value: number; what: string }
  /** The most that is allowed: times the floor, or an absolute number; or the least, where more is better. */
  limit: { times: number } | { most: number } | { least: number }
}

export interface Options {
  runs: number
  /** Shorter waits, for a look while working. */
  quick: boolean
}

/** A row whose subject is not built yet says so; that is neither a pass nor a crash. */
export class NotThere extends Error {}

export interface Row {
  name: string
  measure(options: Options): Promise<Result[]>
}

/** How many times its floor a result is. */
export const timesFloor = ({ value, floor }: Result): number | undefined => floor && value / floor.value

/** Whether a result keeps its limit. */
export function keeps(result: Result): boolean {
  const { limit, value } = result
  if ('most' in limit) return value <= limit.most
  if ('least' in limit) return value >= limit.least
  return (timesFloor(result) ?? Number.POSITIVE_INFINITY) <= limit.times
}
