import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, type TestOptions, test } from 'vitest'
import { titleWithout } from './parts-title.ts'

function onPath(command: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Whether a system command can be used here. Bubblewrap can only where the kernel lets it make namespaces. */
export function installed(command: string): boolean {
  if (command !== 'bwrap') return onPath(command)
  return spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true'], { stdio: 'ignore' }).status === 0
}

/**
 * The commands that are not here; under `CI=true` that is an error, because there a skipped test would look like a
 * pass.
 */
function missingOf(commands: readonly string[]): string[] {
  const missing = commands.filter((command) => !installed(command))
  if (missing.length > 0 && process.env.CI === 'true') throw new Error(titleWithout(missing))
  return missing
}

/**
 * `describe` for tests that drive system commands. `requires('tmux')('two terminals', () => …)`: where a command is
 * missing the suite is skipped and its title says so.
 */
export function requires(...commands: string[]): (title: string, body: () => void, options?: TestOptions) => void {
  const missing = missingOf(commands)
  if (missing.length === 0) return (title, body, options = {}) => describe(title, options, body)
  return (title, body) => describe.skip(titleWithout(missing, title), body)
}

/** Files of the real world, as scripts/real-parts.sh fetches them. */
export const realPart = (name: string): string =>
  join(process.env.ASSISTANT_PARTS ?? join(homedir(), '.cache', 'assistant-parts'), name)

/** `describe` for tests that use real files: skipped with a word where one is missing, an error under `CI=true`. */
export function requiresFiles(...names: string[]): (title: string, body: () => void, options?: TestOptions) => void {
  const missing = names.filter((name) => !existsSync(realPart(name)))
  if (missing.length === 0) return (title, body, options = {}) => describe(title, options, body)
  if (process.env.CI === 'true') throw new Error(titleWithout(missing, '', 'real'))
  return (title, body) => describe.skip(titleWithout(missing, title, 'real'), body)
}

/** `test` for one test that drives system commands: `testWith('git')('a commit …', async () => …)`. */
export function testWith(...commands: string[]): (title: string, body: () => Promise<void>, timeout?: number) => void {
  const missing = missingOf(commands)
  if (missing.length === 0) return test
  return (title, body) => test.skip(titleWithout(missing, title), body)
}

/** True in `.ci/run` and `npm run check:all`: every test and the usual part of every sweep; elsewhere a sample of each. */
export const runsAll = process.env.TESTS === 'all'

/** How much of a sweep runs: all of it under TESTS=all, elsewhere a sample. */
export const partOf = (whole: number, sample: number): number => (runsAll ? whole : sample)

/**
 * `test` for one that takes seconds and has a shorter neighbour as its sample: run by `.ci/run` and `npm run check:all`,
 * which set TESTS=all, and skipped elsewhere.
 */
export const longTest: typeof test = runsAll
  ? test
  : (Object.assign(test.skip, { skipIf: () => test.skip, runIf: () => test.skip }) as unknown as typeof test)

/** `testWith` for one that takes seconds, see `longTest`. */
export const longTestWith: typeof testWith = (...commands) =>
  runsAll ? testWith(...commands) : (title, body) => test.skip(title, body)

/** The rows of a sweep: all of them under TESTS=all, elsewhere the first `count` as a sample. */
export const sampleOf = <T>(rows: readonly T[], count = 1): T[] => (runsAll ? [...rows] : rows.slice(0, count))

/**
 * For real sound through a toy recogniser: when the machine is busy a word is lost now and then, as it is between
 * people. What is tested must come out within two tries.
 */
export const overTheAir: TestOptions = { retry: 1, timeout: 120_000 }

/** What a test in sound needs: null devices, programs that play into them and record from them, and a voice. */
export const sound = ['pulseaudio', 'pactl', 'paplay', 'pacat', 'parec', 'espeak-ng'] as const
