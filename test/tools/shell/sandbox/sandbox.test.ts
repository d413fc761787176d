import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { limitScript } from '../../../../src/tools/shell/sandbox/bubblewrap.ts'
import { findPython, findSandbox } from '../../../../src/tools/shell/sandbox/sandbox.ts'

const never = new AbortController().signal

/** A folder with programs of these names and lines, and a home with a project in it. */
function world(programs: Record<string, string>) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'sandbox-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const [bin, work] = [join(base, 'bin'), join(base, 'home/work')]
  for (const folder of [bin, work]) mkdirSync(folder, { recursive: true })
  symlinkSync('/bin/sh', join(bin, 'sh'))
  for (const [name, line] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const env = { PATH: bin, HOME: join(base, 'home') }
  return { bin, work, base, env, places: { userHome: join(base, 'home'), own: [], env, node: '/usr/bin/node' } }
}
const linux = { platform: 'linux', machine: 'x64' }

test('a bubblewrap that works is used, with its filter and limits around the command', async () => {
  const { places, work } = world({ bwrap: '[ "$1" = --help ] && echo "--disable-userns --size"; exit 0' })
  const wrap = await findSandbox({ ...places, ...linux }, never)
  const launch = await wrap?.('ls', ['-l'], { cwd: work })
  const words = [launch?.file, ...(launch?.args ?? [])]
  const own = words.slice(words.indexOf('bwrap'))
  expect(own).toEqual([...['bwrap', '--args', '3', '--seccomp', '4', '--', 'sh', '-c', limitScript, 'sh', 'ls', '-l']])
  expect(launch?.inputs).toHaveLength(2)
  const mounts = String(launch?.inputs[0]).split('\0')
  expect(mounts.slice(0, 3)).toEqual(['--unshare-all', '--unshare-user', '--die-with-parent'])
  expect(mounts).toEqual(expect.arrayContaining(['--disable-userns', '--size', '--chdir', work]))
  expect(mounts.at(-1)).toBe('')
  await launch?.inspect(true)
})

test('for a machine whose calls are not known there is no filter, for an old bubblewrap no new options', async () => {
  const { places, work } = world({ bwrap: 'echo "bwrap: old" >&2; exit 0' })
  const wrap = await findSandbox({ ...places, platform: 'linux', machine: 'mips' }, never)
  const launch = await wrap?.('ls', [], { cwd: work })
  expect(launch?.args).not.toContain('--seccomp')
  expect(launch?.inputs).toHaveLength(1)
  expect(String(launch?.inputs[0])).not.toMatch(/--disable-userns|--size/)
  await launch?.inspect(true)
})

test.each([
  ['is not there', {}],
  ['is refused by the kernel', { bwrap: '[ "$1" = --help ] || exit 1' }],
])('where bubblewrap %s there is no sandbox', async (_, programs) => {
  const { places } = world(programs as Record<string, string>)
  expect(await findSandbox({ ...places, ...linux }, never)).toBeUndefined()
})

test('who has left is not answered', async () => {
  const { places } = world({ bwrap: 'exit 0' })
  await expect(findSandbox({ ...places, ...linux }, AbortSignal.abort())).rejects.toThrow()
})

test('what a command leaves is looked at after it, the placeholder only when it is over', async () => {
  const { places, work } = world({ bwrap: 'exit 0' })
  const launch = await (await findSandbox({ ...places, ...linux }, never))?.('ls', [], { cwd: work })
  mkdirSync(join(work, '.git'))
  await launch?.refresh()
  writeFileSync(join(work, '.envrc'), 'evil')
  expect(await launch?.inspect(false)).toEqual([join(work, '.envrc.blocked')])
  expect(existsSync(join(work, '.git'))).toBe(true)
  expect(await launch?.inspect(true)).toEqual([])
  expect(readdirSync(work)).toEqual(['.envrc.blocked'])
})

test('what is only looked at is not inspected', async () => {
  const { places, work } = world({ bwrap: 'exit 0' })
  const launch = await (await findSandbox({ ...places, ...linux }, never))?.('ls', [], { cwd: work, readOnly: true })
  writeFileSync(join(work, '.envrc'), 'mine')
  await launch?.refresh()
  expect(await launch?.inspect(true)).toEqual([])
  expect(readdirSync(work)).toEqual(['.envrc'])
})

test.each<[string, Record<string, string>, string | undefined, string[]]>([
  [
    'python3 first',
    { python3: 'printf "/x/bin/python3\\n/usr\\n/x\\n"', python: 'echo /y' },
    '/x/bin/python3',
    ['/x', '/x/bin'],
  ],
  ['python where there is no other', { python: 'printf "/y/python\\n/y\\n/\\n"' }, '/y/python', ['/y', '/y']],
  ['none that fails', { python3: 'echo /x; exit 1' }, undefined, []],
  ['none that says nothing', { python3: 'true' }, undefined, []],
  ['none', {}, undefined, []],
])('of Python %s is found, and its folders but the system’s', async (_, programs, file, readable) => {
  const { env } = world(programs)
  expect(await findPython(env, never)).toEqual(file === undefined ? undefined : { file, readable })
})
