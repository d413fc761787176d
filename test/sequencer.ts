import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import durations from './durations.json' with { type: 'json' }

/**
 * Seconds that a test file took when it was last measured (`node scripts/test-durations.js`); files of under two are
 * not listed.
 */
const secondsOf = (file: string): number => (durations as Record<string, number>)[file] ?? 0

/** Longest first: a file of a minute that begins last would keep one core waiting for it. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification) => secondsOf(relative(this.ctx.config.root, moduleId))
    return (await super.sort(files)).toSorted((a, b) => seconds(b) - seconds(a))
  }
}
