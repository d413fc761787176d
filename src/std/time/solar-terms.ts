import { type CivilDate, civilDate } from './calendar.ts'
import { isoDate } from './local-time.ts'

/** The 24 solar terms by the apparent longitude of the sun at which they begin, in degrees. */
export const SOLAR_TERMS = {
  ...{
    춘분: 0,
    청명: 15,
    곡우: 30,
    입하: 45,
    소만: 60,
    망종: 75,
    하지: 90,
    소서: 105,
    대서: 120,
    입추: 135,
    처서: 150,
  },
  ...{ 백로: 165, 추분: 180, 한로: 195, 상강: 210, 입동: 225, 소설: 240, 대설: 255, 동지: 270, 소한: 285, 대한: 300 },
  ...{ 입춘: 315, 우수: 330, 경칩: 345 },
}
export type SolarTerm = keyof typeof SOLAR_TERMS

const dayMs = 86_400_000
const tropicalYear = 365.2422 * dayMs
const j2000 = Date.UTC(2000, 0, 1, 12)
/** The clock of the heavens is ahead of ours by so many milliseconds in these decades. */
const deltaT = 70_000
/** Time for which 0.01° of the sun stand, in milliseconds: the formula is no better. */
const unsure = 15 * 60_000

/**
 * The day of Korea on which a solar term of that year begins, by the sun's place to 0.01° (Meeus, Astronomical
 * Algorithms, chapter 25). Undefined where it begins within a quarter of an hour of midnight, so that the formula
 * cannot tell the day, and outside 1900–2100.
 */
export function solarTermOf(term: SolarTerm, year: number): CivilDate | undefined {
  if (year < 1900 || year > 2100) return undefined
  const wanted = SOLAR_TERMS[term]
  let at = Date.UTC(year, 0, 1) + (((wanted - 280 + 360) % 360) / 360) * tropicalYear
  for (let round = 0; round < 6; round++) at += (turnOf(wanted - longitudeOfSun(at)) / 360) * tropicalYear
  const [before, after] = [at - unsure, at + unsure].map((time) => isoDate(time, 'Asia/Seoul'))
  return before === after && before
    ? civilDate(...(before.split('-').map(Number) as [number, number, number]))
    : undefined
}

/** An angle from −180° to 180°. */
const turnOf = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180
const sinOfDegrees = (degrees: number) => Math.sin((degrees * Math.PI) / 180)

function longitudeOfSun(at: number): number {
  const t = (at + deltaT - j2000) / (36_525 * dayMs)
  const mean = 280.46646 + 36_000.76983 * t + 0.0003032 * t * t
  const m = 357.52911 + 35_999.05029 * t - 0.0001537 * t * t
  const center =
    (1.914602 - 0.004817 * t - 0.000014 * t * t) * sinOfDegrees(m) +
    (0.019993 - 0.000101 * t) * sinOfDegrees(2 * m) +
    0.000289 * sinOfDegrees(3 * m)
  return mean + center - 0.00569 - 0.00478 * sinOfDegrees(125.04 - 1_934.136 * t)
}
