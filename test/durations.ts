import measured from './durations.json' with { type: 'json' }

/** What was measured of a file of tests: its seconds, and the tests that the default run leaves to TESTS=all. */
interface MeasuredFile {
  seconds: number
  long: readonly string[]
}

/** The row of a file that takes more than two seconds (`node scripts/test-durations.js`); undefined for any other. */
export const measuredFile = (file: string): MeasuredFile | undefined => (measured as Record<string, MeasuredFile>)[file]
