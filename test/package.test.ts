import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const { files, version } = JSON.parse(await readFile('package.json', 'utf8'))

let place: string
let packed: { filename: string; files: { path: string }[]; unpackedSize: number }

/** This Node first, nothing of the source tree, and no model within reach: what a stranger's machine has. */
const env = () => ({
  PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
  HOME: join(place, 'home'),
  OLLAMA_HOST: 'http://127.0.0.1:9',
})
const npm = (cwd: string, ...args: string[]) => run('npm', [...args, '--offline'], { cwd, env: env(), timeout: 60_000 })
const installed = () => join(place, 'elsewhere', 'node_modules', '.bin', 'assistant')

// The package is made as `npm publish` makes it, `prepare` included, from a copy of the sources, because other tests are running
// what is in dist/ at this moment.
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'assistant-package-'))
  const source = join(place, 'source')
  const parts = ['package.json', 'tsconfig.json', 'LICENSE', 'README.md', 'src', 'scripts', ...files].filter(
    (file) => file !== 'dist',
  )
  for (const folder of ['source', 'elsewhere', 'home']) await mkdir(join(place, folder))
  await Promise.all(parts.map((file) => cp(file, join(source, file), { recursive: true })))
  await symlink(resolve('node_modules'), join(source, 'node_modules'))
  packed = JSON.parse((await npm(source, 'pack', '--json')).stdout)[0]
  await npm(join(place, 'elsewhere'), 'install', '--omit=optional', '--no-audit', '--no-fund', join(source, packed.filename))
}, 120_000)
afterAll(() => rm(place, { recursive: true }))

test('the package holds the program, its manual and every licence, and none of the sources', () => {
  const paths = packed.files.map((file) => file.path)
  expect(paths).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'README.ko.md', 'bin/assistant.js', 'bin/package.json', 'man/assistant.1']),
  )
  expect(paths).toEqual(expect.arrayContaining(['dist/cli.js', 'dist/index.js', 'dist/THIRD-PARTY.txt', 'dist/help.ko.json']))
  expect(paths.filter((path) => /^(src|test|bench|scripts)\//.test(path))).toEqual([])
  expect(packed.unpackedSize).toBeLessThan(8 << 20)
})

test('installed elsewhere it tells its version', async () => {
  expect((await run(installed(), ['--version'], { env: env() })).stdout).toBe(`${version}\n`)
})

test('installed elsewhere it answers without a key, a network or a model', async () => {
  const asked = run(installed(), ['-p', '3*(2+4)는?'], { env: env(), cwd: place, timeout: 20_000 })
  asked.child.stdin?.end()
  expect((await asked).stdout).toContain('18')
})

test('installed elsewhere the library can be imported', async () => {
  const script = "import('assistant').then((library) => console.log(Object.keys(library).length > 0))"
  const options = { cwd: join(place, 'elsewhere'), env: env() }
  expect((await run(process.execPath, ['-e', script], options)).stdout).toBe('true\n')
})
