import { defineConfig } from 'vitest/config'
import LongestFirst from './test/sequencer.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}', 'bench/**/*.test.ts'],
    globalSetup: 'test/setup.ts',
    setupFiles: 'test/seed.ts',
    runner: './test/runner.ts',
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/tally.ts'],
    // Two cores: a third of the time of real processes, terminals and sound is waiting, which a third worker fills.
    maxWorkers: 3,
    // A limit is there to end what hangs, not to measure: a busy machine takes three times as long as a quiet one.
    testTimeout: 60_000,
    // Where a change is judged, real processes and terminals get a second try; the report names every test that needed it.
    retry: process.env.CI === 'true' ? 1 : 0,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    // A passing suite may not leave errors behind, nor pass because nothing ran.
    dangerouslyIgnoreUnhandledErrors: false,
    passWithNoTests: false,
  },
})
