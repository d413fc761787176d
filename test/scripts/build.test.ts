import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test as sample } from 'vitest'
// @ts-expect-error A script of the build is plain JavaScript.
import { helpTexts } from '../../scripts/help-texts.js'
import { say, scriptedServer } from '../fakes/model-server.ts'
import { longTest as test } from '../parts.ts'

const run = promisify(execFile)

let out: string
/** Chunks of two older builds, one of today and one of long ago. */
const [young, old] = ['young-AAAA.js', 'old-BBBB.js']
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'assistant-build-'))
  await age()
  // Two at the same time: what is said of a build below holds for builds that meet.
  await Promise.all([build(), build()])
}, 300_000)
afterAll(() => rm(out, { recursive: true }))

const build = (npmCommand = 'run') =>
  run(process.execPath, ['scripts/build.js', '--out', out], { env: { ...process.env, npm_command: npmCommand } })
async function age() {
  await mkdir(join(out, 'chunks'), { recursive: true })
  for (const name of [young, old]) await writeFile(join(out, 'chunks', name), '')
  await utimes(join(out, 'chunks', old), 0, 0)
}
const made = () => globSync('**/*.*', { cwd: out }).sort()

sample('the build is whole: every entry is there, and so is every chunk that a file of it imports', async () => {
  expect(made()).toEqual(
    expect.arrayContaining(['THIRD-PARTY.txt', 'cli.cjs', 'help.en.json', 'help.ko.json', 'index.js']),
  )
  for (const file of made().filter((name) => /\.c?js$/.test(name))) {
    const text = await readFile(join(out, file), 'utf8')
    const chunks = [...text.matchAll(/\brequire\("(\.{1,2}\/[\w./-]+\.js)"\)/g)].map(([, path = '']) =>
      join(out, dirname(file), path),
    )
    expect(chunks.filter((chunk) => !existsSync(chunk))).toEqual([])
  }
})

test('the engine is not read before the prompt stands: nothing that draws it imports it', async () => {
  const imported = async (file: string, known: Set<string>): Promise<Set<string>> => {
    if (known.has(file)) return known
    known.add(file)
    const text = await readFile(file, 'utf8')
    // At once, that is: what is loaded on demand is behind `then`.
    const next = [...text.matchAll(/(?<!=>|\?\?=)\brequire\("(\.{1,2}\/[\w./-]+\.js)"\)/g)].map(([, path = '']) =>
      join(dirname(file), path),
    )
    for (const one of next) await imported(one, known)
    return known
  }
  const [drawing = ''] = globSync('chunks/run-tui-*.js', { cwd: out })
  const all = await imported(join(out, drawing), new Set())
  expect([all.size > 2, all.has(join(out, 'chunks', 'engine.js'))]).toEqual([true, false])
})

test('a question loads nothing that most answers do without', async () => {
  const [engine = '', ...more] = await Promise.all(
    ['engine', 'begin', 'first'].map((name) => readFile(join(out, 'chunks', `${name}.js`), 'utf8')),
  )
  const doors = [engine, ...more].flatMap((text) =>
    [...text.matchAll(/\?\?=require\("\.\/([^"]+)"\)/g)].map(([, name]) => name),
  )
  expect(doors.length).toBeGreaterThan(50)
  // Read, and taken from what V8 kept, by every answer. What makes it grow is for scripts/at-first-use.js, unless
  // every answer needs it. Dialects of servers, the model of this machine and whose text a folder holds took it beyond
  // 800,000; lists, the money book, deeds that are taken back and several requests in one message beyond 910,000; events
  // that move by a length and more kinds of payments beyond 1,060,000.
  expect(engine.length + more.join('').length).toBeLessThan(1_070_000)
  const home = join(out, 'home')
  await using server = await scriptedServer([], { otherwise: say('안녕하세요.') })
  const program = `require(${JSON.stringify(resolve('bin/load.js'))})(${JSON.stringify(join(out, 'cli.cjs'))}, ${JSON.stringify(home)})`
  const env = { PATH: process.env.PATH, ASSISTANT_HOME: home, OPENAI_API_KEY: 'key', OPENAI_BASE_URL: server.openai }
  const ran = run(process.execPath, ['-e', program, 'assistant', '-p', 'hi'], { env })
  ran.child.stdin?.end()
  expect((await ran).stdout).toBe('안녕하세요.\n')
  const kept = await readFile(join(home, (await readdir(home)).find((name) => name.endsWith('.bin')) ?? ''))
  // As bin/load.js writes it: a checksum, a length, and a list of what was loaded.
  const loaded = JSON.parse(kept.toString('utf8', 8, 8 + kept.readUInt32LE(4))).map(([name]: [string]) => name)
  expect(loaded).toContain('engine.js')
  expect(doors.filter((name) => loaded.includes(name))).toEqual([])
  await rm(home, { recursive: true })
})

test('a chunk of an older build stays for a day, for programs that still run; a package takes none, nor what two builds left', async () => {
  const both = made()
  expect([both.includes(`chunks/${young}`), both.includes(`chunks/${old}`)]).toEqual([true, false])
  await age()
  await build('pack')
  expect(made()).toEqual(both.filter((name) => name !== `chunks/${young}`))
}, 60_000)

test('whoever gets the bundle gets the licences of what is in it', async () => {
  const text = await readFile(join(out, 'THIRD-PARTY.txt'), 'utf8')
  for (const name of ['commander', 'ink', 'react', 'undici', 'zod'])
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, 'm'))
  expect(text).not.toContain('(undefined)')
})

describe.each(['ko', 'en'])('--help in %s', (language) => {
  const help = async (path: string) => {
    const argv = ['bin/assistant.js', ...path.split(' ').filter(Boolean), '--help']
    return (await run(process.execPath, argv, { env: { ...process.env, ASSISTANT_LANG: language } })).stdout
  }

  test('is for every command exactly what commander would print', async () => {
    const expected: Record<string, string> = (await helpTexts(process.cwd()))[language]
    expect(Object.keys(expected)).toContain('')
    expect(JSON.parse(await readFile(join(out, `help.${language}.json`), 'utf8'))).toEqual(expected)
    // The program prints these texts as they stand: some of each depth are enough to see it.
    const paths = Object.keys(expected)
    const some = [
      '',
      ...[1, 2, 3].flatMap((depth) => paths.filter((path) => path.split(' ').length === depth && path).slice(0, 4)),
    ]
    for (const path of some) expect(await help(path)).toBe(expected[path])
    expect(await help('config get model')).toBe(expected['config get'])
  }, 60_000)
})
