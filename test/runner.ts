import { type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest'
import { measuredFile } from './durations.ts'
import { runsAll } from './parts.ts'

/** A test's name below its file, as scripts/test-durations.js writes it. */
function nameOf({ name, suite }: RunnerTestCase | RunnerTestSuite): string {
  return suite ? `${nameOf(suite)} > ${name}` : name
}

/** Leave out what `isLong` says, and the preparations of a suite of which nothing is left. */
function leaveOut(suite: RunnerTestSuite, isLong: (test: RunnerTestCase) => boolean): void {
  for (const task of suite.tasks) {
    if (task.type === 'suite') leaveOut(task, isLong)
    else if (isLong(task)) task.mode = 'skip'
  }
  const isLeft = suite.tasks.some(({ mode }) => mode === 'run' || mode === 'queued')
  if (suite.tasks.length > 0 && !isLeft) suite.mode = 'skip'
}

/** Runs what `test/durations.json` has not measured as long; under TESTS=all everything. */
export default class SampleRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    if (runsAll) return
    for (const file of files) {
      const long = measuredFile(file.name)?.long ?? []
      leaveOut(file, (test) => long.includes(nameOf(test)))
    }
  }
}
