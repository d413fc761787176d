import { execFileSync } from 'node:child_process'

/** Tests that start the program start what is in `src` now, not what was built last week. */
export default function setup() {
  execFileSync(process.execPath, ['scripts/build.js'], { stdio: ['ignore', 'ignore', 'inherit'] })
}
