import { mkdirSync, writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** Counts as vitest does; a file that failed outside its tests, or an error that belongs to no test, is a failure as well. */
export function tally(modules: readonly TestModule[], strayErrors: number) {
  let [passed, failed] = [0, strayErrors]
  for (const module of modules) {
    const states = [...module.children.allTests()].map((test) => test.result().state)
    passed += states.filter((state) => state === 'passed').length
    failed += states.filter((state) => state === 'failed').length
    if (module.state() === 'failed' && !states.includes('failed')) failed += 1
  }
  return `${passed} passed, ${failed} failed`
}

/** Leaves one plain line in `.tmp/tally` for programs that watch the suite. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    mkdirSync('.tmp', { recursive: true })
    writeFileSync('.tmp/tally', `${tally(modules, errors.length)}\n`)
  }
}
