import fc from 'fast-check'
import { beforeEach, type RunnerTestCase, type RunnerTestSuite } from 'vitest'
import { measuredFile } from './durations.ts'
import { runsAll } from './parts.ts'

// Property tests look elsewhere at every run on a developer's machine; where a change is judged they look at the same
// places, so that a red run is about the change.
if (process.env.CI === 'true') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_121 })

/** A test's name below its file, as scripts/test-durations.js writes it. */
function nameOf({ name, suite }: RunnerTestCase | RunnerTestSuite): string {
  return suite ? `${nameOf(suite)} > ${name}` : name
}

if (!runsAll) {
  beforeEach((context) => {
    const { task } = context
    if (measuredFile(task.file.name)?.long.includes(nameOf(task))) context.skip('takes seconds: TESTS=all runs it')
  })
}
