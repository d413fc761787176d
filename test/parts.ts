import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, type TestOptions } from 'vitest'

function installed(command: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/**
 * `describe` for tests that drive system commands. `requires('tmux')('two terminals', () => …)`: where a command is missing the
 * suite is skipped and its title says so; under `CI=true` that is an error, because there a skipped test would look like a pass.
 */
export function requires(...commands: string[]): (title: string, body: () => void, options?: TestOptions) => void {
  const missing = commands.filter((command) => !installed(command))
  if (missing.length === 0) return (title, body, options = {}) => describe(title, options, body)
  const remedy = `needs ${missing.join(', ')}: scripts/system-parts.sh installs it`
  if (process.env.CI === 'true') throw new Error(remedy)
  return (title, body) => describe.skip(`${title} (${remedy})`, body)
}

/**
 * For real sound through a toy recogniser: when the machine is busy a word is lost now and then, as it is between people. What
 * is tested must come out within two tries.
 */
export const overTheAir: TestOptions = { retry: 1, timeout: 120_000 }

/** What a test in sound needs: null devices, programs that play into them and record from them, and a voice. */
export const sound = ['pulseaudio', 'pactl', 'paplay', 'pacat', 'parec', 'espeak-ng'] as const
