import { spawnSync } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'
import { requires } from './parts.ts'
import { missingIn, titleWithout } from './parts-title.ts'

afterEach(() => vi.unstubAllEnvs())

test('a missing command is a failure in CI, where a skipped test would look like a pass', () => {
  vi.stubEnv('CI', 'true')
  expect(() => requires('bash', 'no-such-command')).toThrow(
    'needs no-such-command: scripts/system-parts.sh installs it',
  )
})

test('elsewhere its tests are skipped, not forgotten', () => {
  vi.stubEnv('CI', '')
  expect(requires('no-such-command')).toBeTypeOf('function')
})

requires('bash')('a command that is there', () => {
  test('lets its tests run', () => {})
})

test('a title says which commands are missing, and can be read back', () => {
  const title = titleWithout(['tmux', 'espeak-ng'], 'two terminals (wide)')
  expect(title).toBe('two terminals (wide) (needs tmux, espeak-ng: scripts/system-parts.sh installs it)')
  expect([missingIn(title), missingIn('two terminals (wide)')]).toEqual([['tmux', 'espeak-ng'], []])
})

test('the bare machine has no system part but those that every Debian has, and this one keeps its own', ({ skip }) => {
  const lines = spawnSync('bash', ['scripts/system-parts.sh', '--list'], { encoding: 'utf8' }).stdout.trim().split('\n')
  const commands = lines.map((line) => line.split(' ')[0] ?? '')
  expect(commands).toEqual(expect.arrayContaining(['git', 'tmux', 'bwrap', 'redis-server', 'espeak-ng', 'man']))
  const look = [
    '-c',
    'for command; do ! command -v "$command" >/dev/null || echo "$command"; done',
    'look',
    ...commands,
  ]
  const here = spawnSync('bash', look, { encoding: 'utf8' }).stdout
  const there = spawnSync('bash', ['scripts/bare-machine.sh', 'bash', ...look], { encoding: 'utf8' })
  skip(there.status === 69, 'this machine allows no mount namespace')
  expect({ status: there.status, found: there.stdout }).toEqual({ status: 0, found: 'setpriv\n' })
  expect(spawnSync('bash', look, { encoding: 'utf8' }).stdout).toBe(here)
})
