import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileTools } from '../../../src/tools/files/file-tools.ts'
import { use } from '../context.ts'

/** How long each of the five is attacked; RACE_SECONDS=60 is the long run. */
const runMs = Number(process.env.RACE_SECONDS ?? 0.6) * 1000

interface Place {
  work: string
  /** The folder that turns into a link to `outside` and back. */
  flip: string
  outside: string
}

function makePlace(): Place {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'race-')))
  const place = {
    work: join(base, 'work'),
    flip: join(base, 'work/flip'),
    outside: join(base, 'outside'),
  }
  for (const folder of [place.work, place.flip, place.outside]) mkdirSync(folder)
  symlinkSync(place.outside, join(place.work, 'link'))
  writeFileSync(join(place.outside, 'secret-name'), 'top secret')
  return place
}

/** Whichever name the real folder has at the moment. */
function inside({ flip, work, outside }: Place, act: (folder: string) => void): void {
  for (const folder of [join(work, 'link'), flip]) {
    try {
      if (realpathSync(folder) !== outside) act(folder)
    } catch {
      // It was exchanged meanwhile.
    }
  }
}

const attempts: Record<
  string,
  (place: Place, at: number, tool: (name: string, args: object) => Promise<string>) => Promise<string>
> = {
  read: (_, __, tool) => tool('read_file', { path: 'flip/secret-name' }),
  list: (_, __, tool) => tool('list_files', { path: 'flip', depth: 2 }),
  write: (_, at, tool) => tool('write_file', { path: `flip/new-${at}`, content: 'x' }),
  'write below': (_, at, tool) => tool('write_file', { path: `flip/deep-${at}/er/new`, content: 'x' }),
  move: (place, at, tool) => {
    writeFileSync(join(place.work, `m-${at}`), 'x')
    return tool('move_file', { from: `m-${at}`, to: `flip/m-${at}` })
  },
  'move out': (_, at, tool) => tool('move_file', { from: 'flip/secret-name', to: `got-${at}` }),
  delete: (_, __, tool) => tool('delete_file', { path: 'flip/secret-name' }),
  'delete a folder': (place, _, tool) => {
    inside(place, (folder) => mkdirSync(join(folder, 'tree/below'), { recursive: true }))
    return tool('delete_file', { path: 'flip/tree', recursive: true })
  },
}

const hasPython = spawnSync('python3', ['-c', 'import ctypes; ctypes.CDLL(None).renameat2']).status === 0
if (!hasPython && process.env.CI === 'true') throw new Error('a system part is missing: apt-get install python3')

test.skipIf(!hasPython).each(Object.entries(attempts))(
  '%s: a folder that turns into a link and back lets nothing in or out',
  async (name, attempt) => {
    const place = makePlace()
    mkdirSync(join(place.outside, 'tree/below'), { recursive: true })
    writeFileSync(join(place.outside, 'tree/below/kept'), 'kept')
    const tools = fileTools({ home: '/nowhere', userHome: place.work, roots: () => [place.work] })
    const tool = async (wanted: string, args: object) =>
      (await use(tools.find((one) => one.name === wanted)!, { ...args }, { cwd: place.work })).text
    const program = join(import.meta.dirname, '../programs/exchange.py')
    const swapper = spawn('python3', [program, place.flip, join(place.work, 'link')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const before = readdirSync(place.outside, { recursive: true }).sort()
    let tries = 0
    try {
      await once(swapper.stdout, 'data')
      const until = performance.now() + runMs
      for (; performance.now() < until; tries++)
        expect(await attempt(place, tries, tool)).not.toMatch(/top secret|secret-name \(/)
    } finally {
      const gone = once(swapper, 'exit')
      swapper.kill('SIGKILL')
      await gone
    }
    expect(readdirSync(place.outside, { recursive: true }).sort()).toEqual(before)
    expect(readFileSync(join(place.outside, 'secret-name'), 'utf8')).toBe('top secret')
    const got = readdirSync(place.work).filter((one) => one.startsWith('got-'))
    expect(got).toEqual([])
    expect(tries).toBeGreaterThan(10)
    if (process.env.RACE_SECONDS) console.log(`${name}: ${tries} tries, 0 outside`)
    rmSync(join(place.work, '..'), { recursive: true, force: true })
  },
  runMs + 30_000,
)
