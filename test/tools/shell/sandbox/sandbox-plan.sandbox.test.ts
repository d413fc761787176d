import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setNetwork } from '../../../../src/std/net/network.ts'
import { bubblewrapArgs } from '../../../../src/tools/shell/sandbox/bubblewrap.ts'
import { withNetwork } from '../../../../src/tools/shell/sandbox/network-bridge.ts'
import { startNetwork } from '../../../../src/tools/shell/sandbox/network-proxy.ts'
import type { SandboxPlan } from '../../../../src/tools/shell/sandbox/sandbox-plan.ts'
import { seatbeltProfile } from '../../../../src/tools/shell/sandbox/seatbelt.ts'
import { seccompFilter } from '../../../../src/tools/shell/sandbox/seccomp.ts'

const plan: SandboxPlan = {
  cwd: '/Users/me/work',
  writes: true,
  places: [
    { path: '/usr', access: 'read', folder: true },
    { path: '/Users/me', access: 'scratch', folder: true },
    { path: '/Users/me/work', access: 'write', folder: true },
    { path: '/Users/me/work/.git', access: 'read', folder: true },
    { path: '/Users/me/work/"odd".sock', access: 'hidden', folder: false },
  ],
}

test('the profile for macOS has the same rows as the arguments for Linux, the innermost last', () => {
  expect(seatbeltProfile(plan).split('\n').slice(-8)).toEqual(
    [
      '(allow file-read* (subpath "/usr"))',
      '(deny file-write* (subpath "/usr"))',
      '(deny file-write-unlink (literal "/"))',
      '(deny file-read* file-write* (subpath "/Users/me"))',
      '(allow file-read* file-write* (subpath "/Users/me/work"))',
      '(allow file-read* (subpath "/Users/me/work/.git"))',
      '(deny file-write* (subpath "/Users/me/work/.git"))',
      '(deny file-write-unlink (literal "/Users/me/work"))',
    ]
      .concat('(deny file-read* file-write* (literal "/Users/me/work/\\"odd\\".sock"))')
      .slice(-8),
  )
  expect(seatbeltProfile(plan)).toMatch(/^\(version 1\)\n\(deny default\)\n/)
  expect(seatbeltProfile(plan)).toContain('(deny network*)')
  const args = bubblewrapArgs(
    plan,
    () => false,
    () => true,
  ).join(' ')
  expect(args).toContain(
    '--ro-bind /usr /usr --size 536870912 --tmpfs /Users/me --bind /Users/me/work /Users/me/work --ro-bind /Users/me/work/.git /Users/me/work/.git',
  )
  expect(args).toMatch(/--unshare-all --unshare-user .*--disable-userns .*--remount-ro \/ --chdir \/Users\/me\/work$/)
})

test('on macOS the proxy is a port, and the only address that may be called', async () => {
  const closing = new AbortController()
  const network = await startNetwork(
    { hosts: ['a.example'], privateHosts: [] },
    { tempDir: tmpdir(), tcp: true, closing: closing.signal },
  )
  const { port } = network.address as { port: number }
  expect(seatbeltProfile(plan, network)).toContain(
    `(deny network*)\n(allow network-outbound (remote ip "localhost:${port}"))`,
  )
  expect(withNetwork(network, 'node', ['ls', '-l']).command.join(' ')).toMatch(
    new RegExp(`^env HTTP_PROXY=http://127\\.0\\.0\\.1:${port} .* ls -l$`),
  )
  closing.abort()
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow()
})

test('the proxy tunnels to named hosts on named ports, never to a private address that was not named as one', async () => {
  const server = createServer((socket) => socket.pipe(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const closing = new AbortController()
  const place = { tempDir: tmpdir(), tcp: false, closing: closing.signal }
  const says = async (hosts: string[], privateHosts: string[], target: string) => {
    const network = await startNetwork({ hosts, privateHosts }, place)
    const client = connect((network.address as { socket: string }).socket)
    client.write(`CONNECT ${target} HTTP/1.1\r\nhost: x\r\n\r\n`)
    const [head] = (await once(client, 'data')) as [Buffer]
    if (/ 403 /.test(String(head))) return network.refused()
    client.write('there and back')
    const [back] = (await once(client, 'data')) as [Buffer]
    client.destroy()
    return String(back)
  }
  const here = `127.0.0.1:${port}`
  expect(await says([here], ['127.0.0.1'], here)).toBe('there and back')
  expect(await says([`*:${port}`], [here], here)).toBe('there and back')
  expect(await says([`localhost:${port}`], ['localhost'], `localhost:${port}`)).toBe('there and back')
  const refused: [string[], string[], string][] = [
    [[here], [], here],
    [['*'], ['127.0.0.1'], here],
    [['example.com'], ['127.0.0.1'], here],
    [['127.0.0.1:1'], ['127.0.0.1'], here],
    [[`*:${port}`], [], `localhost:${port}`],
    [[`*:${port}`], [], `[::ffff:127.0.0.1]:${port}`],
    [[`*:${port}`], [], `2130706433:${port}`],
    [['*:80'], [], '169.254.169.254:80'],
    [['*:80'], [], 'no-such-host.invalid:80'],
  ]
  for (const [hosts, own, target] of refused) expect(await says(hosts, own, target)).toHaveLength(1)
  setNetwork({ allows: () => false })
  expect(await says([here], ['127.0.0.1'], here)).toEqual(['127.0.0.1'])
  setNetwork({})
  closing.abort()
  server.close()
})

test('the filter of system calls is whole instructions, and there is none for a machine whose calls are not known', () => {
  for (const machine of ['x64', 'arm64']) expect(seccompFilter(machine)!.length % 8).toBe(0)
  expect(seccompFilter('mips')).toBeUndefined()
})

/** Whether any process of this machine has `mark` in its command line. */
const isRunning = (mark: string) =>
  readdirSync('/proc').some((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark)
    } catch {
      return false
    }
  })

test.skipIf(process.platform !== 'linux')(
  'without a sandbox, too, a kill -9 of the assistant ends what it runs',
  async () => {
    // Of its own each time: what a first try left behind must not fail the second.
    const mark = `41${process.pid}.${Date.now() % 100_000}`
    const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'killed-')))
    for (const name of ['sh', 'bash', 'sleep', 'setsid', 'grep']) {
      const found = ['/usr/bin', '/bin'].map((folder) => join(folder, name)).find(existsSync)
      if (found) symlinkSync(found, join(cwd, name))
    }
    const program = join(import.meta.dirname, '../../programs/run-open.ts')
    const child = spawn(process.execPath, [program, cwd, `sleep ${mark} & setsid sleep ${mark} & sleep ${mark}`, cwd], {
      stdio: 'ignore',
    })
    for (let i = 0; i < 1_000 && !isRunning(`sleep\0${mark}`); i++)
      await new Promise((resolve) => setTimeout(resolve, 20))
    expect(isRunning(`sleep\0${mark}`)).toBe(true)
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    for (let i = 0; i < 500 && isRunning(`sleep\0${mark}`); i++) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(isRunning(`sleep\0${mark}`)).toBe(false)
  },
  60_000,
)
