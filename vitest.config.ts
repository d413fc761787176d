import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}', 'bench/**/*.test.ts'],
    globalSetup: 'test/setup.ts',
    setupFiles: 'test/seed.ts',
    reporters: ['default', './test/tally.ts'],
    // Real child processes, terminals and servers: two at a time is what two cores can take without making clocks lie.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A passing suite may not leave errors behind, nor pass because nothing ran.
    dangerouslyIgnoreUnhandledErrors: false,
    passWithNoTests: false,
  },
})
