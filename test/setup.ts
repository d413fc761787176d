import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * When anything in these files and folders was last changed, in ms of the epoch; a folder counts, too: it tells what
 * was removed.
 */
function changed(...paths: string[]): number {
  const all = paths.flatMap((path) => [
    path,
    ...(statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true }).map((name) => join(path, String(name)))
      : []),
  ])
  return Math.max(...all.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY))
}

/** `scripts/build.js` leaves it: its own time is that of the beginning of the last build that ended well. */
const stamp = '.tmp/built'

/**
 * Tests that start the program start what is in `src` now, not what was built last week. Where that cannot be built,
 * every test fails in CI; at a desk the rest of the suite is still worth running, and the build's error stands above
 * it.
 */
export default function setup() {
  // One for all programs that tests start: compiling again what the test before has compiled takes half of a start.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'assistant-test-compiled')
  const built = existsSync('dist/cli.cjs') ? (statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0) : 0
  if (built > changed('src', 'scripts', 'package.json', 'package-lock.json')) return
  const { status } = spawnSync(process.execPath, ['scripts/build.js'], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status === 0) return
  const told = 'The build failed: dist/ is what an earlier build left.'
  if (process.env.CI === 'true') throw new Error(told)
  console.error(told)
}
