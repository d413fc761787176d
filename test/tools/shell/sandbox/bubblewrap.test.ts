import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { bubblewrapArgs, limitScript, sandboxLimits } from '../../../../src/tools/shell/sandbox/bubblewrap.ts'
import type { SandboxPlace } from '../../../../src/tools/shell/sandbox/sandbox-plan.ts'

test('the limits are what the manual says', () => {
  expect(sandboxLimits).toEqual({
    processes: 2_048,
    members: 1_024,
    memory: 4_294_967_296,
    fileBytes: 1_073_741_824,
    scratchBytes: 536_870_912,
  })
})

test('a shell sets them for the program that it becomes', () => {
  const ask = 'ulimit -c; ulimit -f; ulimit -d; ulimit -u 2>/dev/null || ulimit -p; echo "$1 $2"'
  const told = execFileSync('bash', ['-c', limitScript, 'sh', 'bash', '-c', ask, 'x', 'one', 'two'], {
    encoding: 'utf8',
  })
  // bash counts blocks of 1,024 bytes unless it is asked to be POSIX's sh.
  const [core, file, memory, processes, words] = told.trim().split('\n')
  expect([core, memory, words]).toEqual(['0', `${4 << 20}`, 'one two'])
  expect([`${1 << 20}`, `${1 << 21}`]).toContain(file)
  expect(Number(processes)).toBeLessThanOrEqual(2_048)
  const posix = execFileSync('sh', ['-c', limitScript, 'sh', 'sh', '-c', 'ulimit -f'], { encoding: 'utf8' })
  expect(posix.trim()).toBe(`${1 << 21}`)
})

const argsOf = (places: SandboxPlace[], exists: (path: string) => boolean, knows: (option: string) => boolean) =>
  bubblewrapArgs({ places, cwd: '/w', writes: true }, exists, knows).join(' ')
const yes = () => true
const no = () => false

test.each<[SandboxPlace, string, string]>([
  [{ path: '/a', access: 'write', folder: true }, '--bind /a /a', '--bind /a /a'],
  [{ path: '/a', access: 'read', folder: true }, '--ro-bind /a /a', '--ro-bind /a /a'],
  [{ path: '/a', access: 'link', folder: false, target: 'b' }, '--symlink b /a', '--symlink b /a'],
  [{ path: '/a', access: 'scratch', folder: true }, '--size 536870912 --tmpfs /a', '--tmpfs /a'],
  [{ path: '/a', access: 'hidden', folder: false }, '--ro-bind /dev/null /a', '--ro-bind /dev/null /a'],
  [
    { path: '/a', access: 'hidden', folder: true },
    '--size 4096 --tmpfs /a --remount-ro /a',
    '--tmpfs /a --remount-ro /a',
  ],
  [
    { path: '/a', access: 'empty', folder: true },
    '--size 4096 --tmpfs /a --remount-ro /a',
    '--tmpfs /a --remount-ro /a',
  ],
])('%o is mounted so, by a new and an old bubblewrap', (place, young, old) => {
  expect(argsOf([place], no, yes)).toContain(`--dev /dev ${young} --remount-ro / --chdir /w`)
  expect(argsOf([place], no, no)).toContain(`--dev /dev ${old} --remount-ro / --chdir /w`)
})

test('everything of one’s own is taken away first, and what /proc tells of this machine where it does', () => {
  expect(argsOf([], no, yes)).toBe(
    '--unshare-all --unshare-user --die-with-parent --new-session --cap-drop ALL --hostname sandbox --disable-userns --proc /proc --ro-bind /proc/sys /proc/sys --dev /dev --remount-ro / --chdir /w',
  )
  expect(argsOf([], no, no)).not.toContain('--disable-userns')
  const hidden = ['kcore', 'keys', 'timer_list', 'sched_debug', 'latency_stats', 'kallsyms']
  expect(argsOf([], yes, no)).toContain(hidden.map((name) => `--ro-bind /dev/null /proc/${name}`).join(' '))
  expect(argsOf([], (path) => path === '/proc/keys', no).match(/\/dev\/null/g)).toHaveLength(1)
})
