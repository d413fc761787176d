import { mkdirSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { missingIn } from './parts-title.ts'

/**
 * Counts as vitest does; a file that failed outside its tests, or an error that belongs to no test, is a failure as
 * well.
 */
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

/** What was skipped for want of a system part, a line each, and at the end what to install. Empty where nothing was. */
export function skippedParts(modules: readonly TestModule[]): string[] {
  const skipped = modules.flatMap((module) =>
    [...module.children.allSuites(), ...module.children.allTests()].flatMap(({ name }) => {
      const missing = missingIn(name)
      return missing.length > 0 ? [{ missing, line: `skipped: ${relative('.', module.moduleId)} > ${name}` }] : []
    }),
  )
  if (skipped.length === 0) return []
  const missing = [...new Set(skipped.flatMap((one) => one.missing))].sort()
  return [
    ...skipped.map(({ line }) => line),
    `${skipped.length} tests or groups of them were skipped for want of ${missing.join(', ')}. ` +
      'To run them, too, install these; on Debian: sudo bash scripts/system-parts.sh',
  ]
}

/**
 * The tests that failed, a line each with the first line of the reason: what stands last in a long log is what is
 * read first.
 */
export function failures(modules: readonly TestModule[]): string[] {
  return modules.flatMap((module) => {
    const failed = [...module.children.allTests()].filter((test) => test.result().state === 'failed')
    const file = relative('.', module.moduleId)
    if (failed.length === 0) return module.state() === 'failed' ? [`failed: ${file} (outside its tests)`] : []
    return failed.map((test) => {
      const reason = test.result().errors?.[0]?.message.split('\n')[0] ?? ''
      return `failed: ${file} > ${test.fullName}: ${reason}`
    })
  })
}

/** Errors that belong to no test, a line each: they fail a run in which every test may have passed. */
const strayErrors = (errors: readonly unknown[]): string[] =>
  errors.map((error) => `failed: outside the tests: ${String((error as Error)?.message ?? error).split('\n')[0]}`)

/**
 * Leaves one plain line in `.tmp/tally` and the names of what failed in `.tmp/failed` for programs that watch the
 * suite.
 */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    mkdirSync('.tmp', { recursive: true })
    writeFileSync('.tmp/tally', `${tally(modules, errors.length)}\n`)
    writeFileSync('.tmp/failed', [...failures(modules), ...strayErrors(errors)].map((line) => `${line}\n`).join(''))
    for (const line of skippedParts(modules)) process.stderr.write(`${line}\n`)
  }
}
