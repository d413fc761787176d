import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Tests that start the program start what is in `src` now, not what was built last week. Where that cannot be built, every test
 * fails in CI; at a desk the rest of the suite is still worth running, and the build's error stands above it.
 */
export default function setup() {
  // One for all programs that tests start: compiling again what the test before has compiled takes half of a start.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'assistant-test-compiled')
  const { status } = spawnSync(process.execPath, ['scripts/build.js'], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status === 0) return
  const told = 'The build failed: dist/ is what an earlier build left.'
  if (process.env.CI === 'true') throw new Error(told)
  console.error(told)
}
