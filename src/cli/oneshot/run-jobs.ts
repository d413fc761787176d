import type { Assistant } from '../../app/assistant.ts'
import type { Environment } from '../../app/environment/environment.ts'

/** So many jobs are worth a process of their own; fewer wait for whoever comes next. */
const worthwhileJobs = 5

/** Starts a short-lived process for what was left to do, where no chat and no daemon does it: nobody waits for it. */
export async function doJobsBehind(assistant: Assistant, { env }: Environment): Promise<void> {
  const [program] = process.argv.slice(1)
  if (!program || (await assistant.idleJobs().catch(() => 0)) < worthwhileJobs) return
  const { spawn } = await import('node:child_process')
  spawn(process.execPath, [program, 'jobs'], { detached: true, stdio: 'ignore', env })
    .on('error', () => {})
    .unref()
}
