import { spawnSync } from 'node:child_process'

/**
 * Tests that start the program start what is in `src` now, not what was built last week. Where that cannot be built, every test
 * fails in CI; at a desk the rest of the suite is still worth running, and the build's error stands above it.
 */
export default function setup() {
  const { status } = spawnSync(process.execPath, ['scripts/build.js'], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status === 0) return
  const told = 'The build failed: dist/ is what an earlier build left.'
  if (process.env.CI === 'true') throw new Error(told)
  console.error(told)
}
