import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { measuredFile } from './durations.ts'

/** Longest first: a file of a minute that begins last would keep one core waiting for it. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification) =>
      measuredFile(relative(this.ctx.config.root, moduleId))?.seconds ?? 0
    return (await super.sort(files)).toSorted((a, b) => seconds(b) - seconds(a))
  }
}
