import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn as spawnTerminal } from '@lydell/node-pty'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

// What the starter promises before anything of src/ is loaded. The package around it is a small real one in a folder
// of its own: a `dist/cli.cjs` that does what its first argument says, and the Node that runs this test as the
// bundled one.
const program = `
  const [, , what, value] = process.argv
  if (what === 'exit') process.exitCode = Number(value)
  if (what === 'say') console.log([process.versions.node, ...process.argv.slice(3)].join(' '))
  if (what === 'die') process.removeAllListeners(value), process.kill(process.pid, value)
  if (what === 'seize') process.stdin.setRawMode(true), process.kill(process.pid, 'SIGKILL')
  if (what === 'wait') {
    process.on('SIGTERM', () => process.exit(143))
    process.on('SIGINT', () => process.exit(130))
    setInterval(() => {}, 1000)
    console.log('waiting')
  }
`
// Makes the first process believe that it is an old Node. What it starts reads its own, true version.
const pretender = `
  if (process.env.PRETEND) Object.defineProperty(process, 'versions', { value: { ...process.versions, node: process.env.PRETEND } })
  delete process.env.PRETEND
`

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'assistant-bin-'))
  await cp('bin', join(home, 'bin'), { recursive: true })
  await writeFile(join(home, 'package.json'), JSON.stringify({ type: 'module', version: '1.2.3' }))
  await writeFile(join(home, 'pretender.cjs'), pretender)
  await mkdir(join(home, 'dist'))
  await writeFile(join(home, 'dist', 'cli.cjs'), program)
})
afterEach(() => rm(home, { recursive: true }))

async function bundleNode() {
  await mkdir(join(home, 'node_modules', '.node', 'bin'), { recursive: true })
  await symlink(process.execPath, join(home, 'node_modules', '.node', 'bin', 'node'))
}

function start(args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(
    process.execPath,
    ['--require', join(home, 'pretender.cjs'), join(home, 'bin', 'assistant.js'), ...args],
    {
      env: { PATH: process.env.PATH, HOME: home, ...env },
    },
  )
}

async function end(child: ChildProcess) {
  let [out, err] = ['', '']
  child.stdout?.on('data', (data) => (out += data))
  child.stderr?.on('data', (data) => (err += data))
  const [code, signal] = await once(child, 'close')
  return { code, signal, out, err }
}
const run = (args: string[], env?: NodeJS.ProcessEnv) => end(start(args, env))

const old = { PRETEND: '20.20.2' }

test('--version answers from package.json, built or not, on any Node', async () => {
  await rm(join(home, 'dist'), { recursive: true })
  expect(await run(['--version'])).toEqual({ code: 0, signal: null, out: '1.2.3\n', err: '' })
  expect(await run(['--version'], old)).toEqual({ code: 0, signal: null, out: '1.2.3\n', err: '' })
})

test('a source tree that was not built says how to build it', async () => {
  await rm(join(home, 'dist'), { recursive: true })
  const told = async () => (await run(['hi'], { ASSISTANT_LANG: 'en' })).err
  expect(await told()).toBe(`Not built yet. Please run \`npm ci && npm run build\` in ${home} first.\n`)
  await mkdir(join(home, 'node_modules'), { recursive: true })
  expect(await told()).toBe(`Not built yet. Please run \`npm run build\` in ${home} first.\n`)
})

test('a source tree on a Node that is too old says that npm brings one along', async () => {
  await mkdir(join(home, 'src'))
  expect((await run(['hi'], { ...old, ASSISTANT_LANG: 'en' })).err).toContain(`\`npm ci\` in ${home} brings one along`)
})

test('arguments, output and exit status are those of the program', async () => {
  expect(await run(['say', '한글', '--flag'])).toMatchObject({
    code: 0,
    out: `${process.versions.node} 한글 --flag\n`,
    err: '',
  })
  expect(await run(['exit', '41'])).toMatchObject({ code: 41, signal: null })
})

describe('on a Node that is too old', () => {
  test('the bundled one runs the same command line', async () => {
    await bundleNode()
    expect(await run(['say', '한글', '--flag'], old)).toEqual({
      code: 0,
      signal: null,
      out: `${process.versions.node} 한글 --flag\n`,
      err: '',
    })
  })

  test('its exit status and its death by a signal are passed on exactly', async () => {
    await bundleNode()
    expect(await run(['exit', '53'], old)).toMatchObject({ code: 53, signal: null })
    expect(await run(['die', 'SIGKILL'], old)).toMatchObject({ code: null, signal: 'SIGKILL' })
    expect(await run(['die', 'SIGTERM'], old)).toMatchObject({ code: null, signal: 'SIGTERM' })
  })

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('%s reaches the program, which decides how to end', async (signal, code) => {
    await bundleNode()
    const child = start(['wait'], old)
    await once(child.stdout!, 'data')
    child.kill(signal)
    expect(await end(child)).toMatchObject({ code, signal: null })
  })

  test('without a bundled one it says what to do, in both languages or the chosen one', async () => {
    const ko =
      'Node.js 22.19 이상이 필요해요 (지금은 20.20.2). https://nodejs.org 에서 새 버전을 설치한 뒤 다시 실행해 주세요.\n'
    const en =
      'Node.js 22.19 or newer is needed (this is 20.20.2). Please install a newer one from https://nodejs.org and try again.\n'
    expect(await run(['hi'], old)).toEqual({ code: 1, signal: null, out: '', err: ko + en })
    expect(await run(['hi'], { ...old, ASSISTANT_LANG: 'ko' })).toMatchObject({ code: 1, err: ko })
    expect(await run(['hi'], { ...old, ASSISTANT_LANG: 'en' })).toMatchObject({ code: 1, err: en })
  })

  test.each(['22.18.0', '18.0.0', '10.24.1'])('%s is too old', async (version) => {
    expect(await run(['hi'], { PRETEND: version })).toMatchObject({ code: 1 })
  })
  test.each(['22.19.0', '24.0.0', '100.0.0'])('%s is not', async (version) => {
    expect(await run(['exit', '0'], { PRETEND: version })).toMatchObject({ code: 0, err: '' })
  })
})

test('a program that was killed while it had the terminal leaves it as a shell wants it', async () => {
  await bundleNode()
  const line = `"$1" --require "$2/pretender.cjs" "$2/bin/assistant.js" seize; stty -a`
  const shell = spawnTerminal('sh', ['-c', line, 'sh', process.execPath, home], {
    env: { PATH: process.env.PATH ?? '', HOME: home, PRETEND: '18.0.0' },
  })
  let seen = ''
  shell.onData((data) => {
    seen += data
  })
  await new Promise((resolve) => shell.onExit(resolve))
  expect(seen).toContain('\x1b[?2004l\x1b[?25h')
  expect(seen.match(/-?\b(?:icanon|echo|isig)\b/g)?.sort()).toEqual(['echo', 'icanon', 'isig'])
})
