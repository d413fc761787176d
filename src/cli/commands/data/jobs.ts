import type { Run } from '../../command-context.ts'

/** `jobs`: does what conversations left to do (facts to notice, titles), and ends. */
export const jobs: Run = async (cli) => {
  await (await cli.assistant()).jobsOnce(cli.stop)
  return 0
}
