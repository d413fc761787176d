import { defineConfig } from 'vitest/config'
import LongestFirst from './test/sequencer.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}', 'bench/**/*.test.ts'],
    globalSetup: 'test/setup.ts',
    setupFiles: 'test/seed.ts',
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/tally.ts'],
    // Real child processes, terminals and servers: two at a time is what two cores can take without making clocks lie.
    maxWorkers: 2,
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
