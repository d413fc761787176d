import type { CommandRun } from '../../command-context.ts'

/** `jobs`: does what conversations left to do (facts to notice, titles), and ends. */
export const listJobs: CommandRun = async (cli) => {
  await (await cli.assistant()).jobsOnce(cli.stop)
  return 0
}
