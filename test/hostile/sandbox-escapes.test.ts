import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shellTools } from '../../src/tools/shell/tools.ts'
import { runsAll } from '../parts.ts'
import { use } from '../tools/context.ts'
import type { Escape } from '../tools/escapes/escape.ts'
import { furtherEscapes } from '../tools/escapes/further.ts'
import { gitEscapes } from '../tools/escapes/git.ts'
import { homeEscapes, homeFolderEscapes } from '../tools/escapes/home.ts'
import { machineEscapes } from '../tools/escapes/machine.ts'
import { projectEscapes } from '../tools/escapes/project.ts'
import { secretEscapes } from '../tools/escapes/secrets.ts'

const isRoot = process.getuid?.() === 0
const works = spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true']).status === 0
const hasParts = works && ['git', 'python3', 'npm'].every((name) => spawnSync(name, ['--version']).status === 0)
if (!hasParts && process.env.CI === 'true')
  throw new Error('a system part is missing: apt-get install bubblewrap git python3')

const all: readonly Escape[] = [
  ...gitEscapes,
  ...homeEscapes,
  ...homeFolderEscapes,
  ...projectEscapes,
  ...secretEscapes,
  ...machineEscapes,
  ...furtherEscapes,
]
/** Of those that need a folder of their own the suite takes some; ESCAPES=all takes all. */
const wanted = all.filter(
  (way, at) =>
    (isRoot || !way.root) &&
    (process.env.ESCAPES === 'all' || at % (runsAll ? 1 : 8) === 0) &&
    (process.env.ESCAPES === 'all' || !way.alone || at % 4 === 0),
)

const base = realpathSync(mkdtempSync(join(tmpdir(), 'escapes-')))
const closing = new AbortController()
const servers: { close(): unknown }[] = []
let port = 0

/** A PATH with everything but bubblewrap. */
function openPath(): string {
  const folder = join(base, 'bin')
  mkdirSync(folder, { recursive: true })
  for (const from of (process.env.PATH ?? '').split(':').filter((one) => existsSync(one)))
    for (const name of readdirSync(from))
      if (name !== 'bwrap' && !existsSync(join(folder, name)))
        try {
          symlinkSync(join(from, name), join(folder, name))
        } catch {
          // The same name, dangling.
        }
  return folder
}

const listening = (server: Server, where: string | number) =>
  new Promise<void>((resolve) =>
    typeof where === 'number' ? server.listen(where, '127.0.0.1', resolve) : server.listen(where, resolve),
  )

beforeAll(async () => {
  // What a program that was started with a key shows of itself.
  const keeper = spawn('sleep', ['600.777'], { env: { ESCAPE_TEST_KEY: 'TOP-SECRET' }, stdio: 'ignore' })
  servers.push({ close: () => keeper.kill() })
  const tcp = createServer((socket) => socket.resume())
  await listening(tcp, 0)
  port = (tcp.address() as AddressInfo).port
  const udp = createSocket('udp4')
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve))
  const [shared, abstract] = [createServer((socket) => socket.resume()), createServer((socket) => socket.resume())]
  await listening(shared, join(base, 'shared.sock'))
  await listening(abstract, `\0escapes-${process.pid}`)
  servers.push(tcp, udp, shared, abstract)
})
afterAll(() => {
  closing.abort()
  for (const server of servers) server.close()
  rmSync(base, { recursive: true, force: true })
})

interface World {
  home: string
  work: string
  proofs: string
}

/** A home with a project in it, and a place for proofs that no command may reach. */
async function makeWorld(name: string, escapes: readonly Escape[]): Promise<World> {
  const world = {
    home: join(base, name, 'home'),
    work: join(base, name, 'home/work'),
    proofs: join(base, name, 'proofs'),
  }
  for (const folder of [world.work, world.proofs, `${world.home}/.gnupg`, `${world.home}/.config`])
    mkdirSync(folder, { recursive: true })
  writeFileSync(`${world.home}/.bashrc`, '')
  for (const path of [`${world.home}/.gnupg/S.gpg-agent`, `${world.work}/dev.sock`]) {
    const server = createServer((socket) => socket.resume())
    await listening(server, path)
    servers.push(server)
  }
  if (escapes[0]?.alone === 'repository') outside(world, 'git init -q; echo a > a; git add a; git commit -q -m a')
  for (const way of escapes) if (way.before) outside(world, way.before)
  return world
}

/** A shell line of the person's own, in the project. */
function outside({ home, work }: World, line: string): void {
  const who = { GIT_AUTHOR_NAME: 'x', GIT_AUTHOR_EMAIL: 'x@y', GIT_COMMITTER_NAME: 'x', GIT_COMMITTER_EMAIL: 'x@y' }
  spawnSync('sh', ['-c', line], {
    cwd: work,
    env: { PATH: process.env.PATH, HOME: home, ...who },
    stdio: 'ignore',
    timeout: 20_000,
  })
}

const filled = (text: string, id: number, { home, work, proofs }: World) =>
  text
    .replaceAll('@PROOF@', join(proofs, String(id)))
    .replaceAll('@TCP@', String(port))
    .replaceAll('@SOCKET@', join(base, 'shared.sock'))
    .replaceAll('@ABSTRACT@', `escapes-${process.pid}`)
    .replaceAll('@PID@', String(process.pid))
    .replaceAll('@ID@', String(id))
    .replaceAll('@HOME@', home)
    .replaceAll('@WORK@', work)

/** Runs one group of escapes in one command, then what the person does next; the names of those that worked. */
async function worked(name: string, escapes: readonly Escape[], path: string): Promise<string[]> {
  const world = await makeWorld(name, escapes)
  const env = { ...process.env, PATH: path, HOME: world.home, PYENV_ROOT: undefined }
  const machine = { platform: process.platform, machine: process.arch, node: process.execPath, tempDir: tmpdir() }
  const own = [join(world.home, '.config/assistant')]
  const tools = shellTools({ env, userHome: world.home, own, limitMs: 240_000, closing: closing.signal, ...machine })
  const lines = escapes.map(
    (way, id) => `( ${filled(way.run, id, world)}\n) >/dev/null 2>&1 </dev/null && echo "DONE-${id}-"`,
  )
  const cwd = escapes[0]?.home ? world.home : world.work
  const { text } = await use(tools[0]!, { command: lines.join('\n') }, { cwd })
  return escapes.flatMap((way, id) => {
    if (way.within) return text.includes(`DONE-${id}-`) ? [way.name] : []
    outside(world, filled(way.next ?? 'true', id, world))
    return existsSync(join(world.proofs, String(id))) ? [way.name] : []
  })
}

/** Command lines of processes that stand in a folder: of what was begun there, whoever its parent is now. */
const processesIn = (folder: string) =>
  readdirSync('/proc').flatMap((pid) => {
    try {
      if (!/^\d+$/.test(pid) || !readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) return []
      return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')]
    } catch {
      return []
    }
  })

/** Those that can share a folder, and each of the others. */
const groups: [string, readonly Escape[]][] = [
  ...[false, true].map((home): [string, readonly Escape[]] => [
    home ? 'in the home' : 'in a project',
    wanted.filter((one) => !one.alone && (one.home ?? false) === home),
  ]),
  ...wanted.filter((one) => one.alone).map((one): [string, readonly Escape[]] => [one.name, [one]]),
]

test('there are 180 of them and more, each of them with its source', () => {
  expect(all.length).toBeGreaterThanOrEqual(180)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  expect(all.filter(({ source }) => !/^https:\/\/\S+\.\S+\//.test(source))).toEqual([])
})

test.skipIf(!hasParts)('descriptors that somebody left open here are not open there', () => {
  const file = join(base, 'left-open')
  writeFileSync(file, 'LEFT-OPEN')
  const line = `exec 9<"$1" 200<"$1"; exec "$2" "$3" "$4" "$5"`
  const program = join(import.meta.dirname, '../tools/programs/left-open.ts')
  const told = JSON.parse(
    execFileSync('bash', ['-c', line, 'bash', file, process.execPath, program, base, openPath()], { encoding: 'utf8' }),
  )
  expect(told).toEqual({ before: ['LEFT-OPEN', 'LEFT-OPEN'], inside: '', open: '' })
})

describe.skipIf(!hasParts)('ways out that others have described', () => {
  const bare = hasParts ? openPath() : ''
  test.each(groups)(
    '%s: every one works without a sandbox, none inside',
    async (name, escapes) => {
      const id = groups.findIndex(([one]) => one === name)
      const free = await worked(`free-${id}`, escapes, bare)
      expect(escapes.map((one) => one.name).filter((one) => !free.includes(one))).toEqual([])
      expect(await worked(`shut-${id}`, escapes, process.env.PATH ?? '')).toEqual([])
      await expect.poll(() => processesIn(join(base, `shut-${id}`)), { timeout: 5_000 }).toEqual([])
    },
    600_000,
  )
})
