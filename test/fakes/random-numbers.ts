/** A generator of whole numbers from 0 to below a bound, the same at every run (Park and Miller's minimal standard). */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}
