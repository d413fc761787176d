import { spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'

/** Runs a TypeScript file as Node does by itself: `assistant-terminal` is this package, as it was built. */
export function spawnExample(file: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
