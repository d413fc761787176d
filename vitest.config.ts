import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}', 'bench/**/*.test.ts'],
    globalSetup: 'test/setup.ts',
    setupFiles: 'test/seed.ts',
    reporters: ['default', './test/tally.ts'],
    // Real child processes, terminals and servers: two at a time is what two cores can take without making clocks lie.
    maxWorkers: 2,
    // A limit is there to end what hangs, not to measure: a busy machine takes three times as long as a quiet one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    // A passing suite may not leave errors behind, nor pass because nothing ran.
    dangerouslyIgnoreUnhandledErrors: false,
    passWithNoTests: false,
  },
})
