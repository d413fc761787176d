import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hwp, paragraph } from '../fakes/hwp-file.ts'
import { docx, pdf } from '../fixtures/docs/make.ts'
import { oracleFile, testWithOracles } from '../oracles/oracle.ts'

const run = promisify(execFile)
const { files, name, version } = JSON.parse(await readFile('package.json', 'utf8'))

let place: string
let packed: { filename: string; files: { path: string }[]; unpackedSize: number }

/** What the package runs on; `scripts/package-on.sh` names others than this. */
const node = process.env.PACKAGE_NODE ?? process.execPath

/** That Node first, nothing of the source tree, and no model within reach: what a stranger's machine has. */
const env = () => ({
  PATH: [dirname(node), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
  HOME: join(place, 'home'),
  OLLAMA_HOST: 'http://127.0.0.1:9',
})
const npm = (cwd: string, ...args: string[]) => run('npm', [...args, '--offline'], { cwd, env: env(), timeout: 60_000 })
const installed = () => join(place, 'elsewhere', 'node_modules', '.bin', 'assistant')

// The package is made as `npm publish` makes it, `prepare` included, from a copy of the sources, because other tests
// are running what is in dist/ at this moment.
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'assistant-package-'))
  const source = join(place, 'source')
  const parts = [
    'package.json',
    'tsconfig.json',
    'tsconfig.types.json',
    'LICENSE',
    'README.md',
    'src',
    'scripts',
    ...files,
  ].filter((file) => file !== 'dist' && !file.startsWith('!'))
  for (const folder of ['source', 'elsewhere', 'home']) await mkdir(join(place, folder))
  await Promise.all(parts.map((file) => cp(file, join(source, file), { recursive: true })))
  await symlink(resolve('node_modules'), join(source, 'node_modules'))
  // What an earlier build left behind, as in the folder of whoever publishes.
  await mkdir(join(source, 'dist', 'chunks'), { recursive: true })
  await writeFile(join(source, 'dist', 'chunks', 'old-AAAA.js'), '')
  packed = JSON.parse((await npm(source, 'pack', '--json')).stdout)[0]
  await npm(
    join(place, 'elsewhere'),
    'install',
    '--omit=optional',
    '--no-audit',
    '--no-fund',
    join(source, packed.filename),
  )
}, 120_000)
afterAll(() => rm(place, { recursive: true }))

test('the package holds the program, its manual and every licence, and none of the sources', () => {
  const paths = packed.files.map((file) => file.path)
  expect(paths).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'README.ko.md',
      'bin/assistant.js',
      'bin/package.json',
      'man/assistant.1',
      'man/ko/man1/assistant.1',
    ]),
  )
  expect(paths).toEqual(
    expect.arrayContaining([
      'dist/cli.cjs',
      'dist/index.js',
      'dist/types/library/index.d.ts',
      'dist/THIRD-PARTY.txt',
      'dist/help.ko.json',
    ]),
  )
  expect(paths.filter((path) => path.includes('old-AAAA'))).toEqual([])
  expect(paths.filter((path) => /^(src|test|bench|scripts)\//.test(path))).toEqual([])
  // Calendars and mail took it beyond 9 MiB; mail files (postal-mime, 78 kB), HWP (cfb, 33 kB) and backups
  // (modern-tar, 40 kB) beyond 10; the official client of OpenSearch (500 kB) and embedding here (ONNX Runtime's
  // JavaScript and its tokenizers, 110 kB) beyond 11; noise suppression for the voice (SpeexDSP with its WebAssembly,
  // 100 kB) beyond 12; what the codes of Korean, Japanese and Chinese fonts in a PDF mean (1.1 MB) and decoders of
  // its scanned pages (330 kB) beyond 13; dialects of servers, the model of this machine, tables and the trash (230 kB)
  // beyond 14; the detector of speech (Silero, 1.3 MB), lists, a money book and calendars of Outlook beyond 15; word
  // vectors of Korean and English (2.1 MB), with which documents are searched, beyond 17.
  expect(packed.unpackedSize).toBeLessThan(19 * (1 << 20))
})

test('installed elsewhere it tells its version', async () => {
  expect((await run(installed(), ['--version'], { env: env() })).stdout).toBe(`${version}\n`)
})

test('installed elsewhere it answers without a key, a network or a model', async () => {
  const asked = run(installed(), ['-p', '3*(2+4)는?'], { env: env(), cwd: place, timeout: 20_000 })
  asked.child.stdin?.end()
  expect((await asked).stdout).toContain('18')
})

test('installed elsewhere it reads documents with the parsers that are bundled', async () => {
  const folder = join(place, 'documents')
  await mkdir(folder)
  await writeFile(join(folder, '계획.hwp'), hwp([paragraph(0, '한글 문서의 낱말')]))
  await writeFile(join(folder, 'mail.eml'), 'Subject: words\r\n\r\nwords of a mail\r\n')
  await writeFile(join(folder, 'words.rtf'), '{\\rtf1 words of RTF}')
  await writeFile(join(folder, 'words.docx'), docx(['words of DOCX']))
  await writeFile(join(folder, 'words.pdf'), pdf(['words of PDF'], { isBare: true }))
  const added = await run(installed(), ['docs', 'add', folder], { env: env(), cwd: place, timeout: 20_000 })
  expect(added.stderr).toContain('5')
  const searched = await run(installed(), ['docs', 'search', '낱말 words', '--json'], {
    env: env(),
    cwd: place,
    timeout: 20_000,
  })
  const files = JSON.parse(searched.stdout).hits.map(({ file }: { file: string }) =>
    file.slice(file.lastIndexOf('/') + 1),
  )
  expect(files.sort()).toEqual(['mail.eml', 'words.docx', 'words.pdf', 'words.rtf', '계획.hwp'])
})

test('the bill of materials lists what is bundled and what is installed along, and no tool of developers', async () => {
  const { bomFormat, metadata, components } = JSON.parse((await run(process.execPath, ['scripts/sbom.js'])).stdout)
  const listed = components.map((one: { name: string; version: string }) => `${one.name}@${one.version}`)
  const notices = await readFile('dist/THIRD-PARTY.txt', 'utf8')
  const bundled = [...notices.matchAll(/^(\S+) (\d\S*) \(.*\)$/gm)].map(([, of, at]) => `${of}@${at}`)
  expect({ bomFormat, name: metadata.component.name }).toEqual({ bomFormat: 'CycloneDX', name })
  expect(bundled.filter((one) => !listed.includes(one))).toEqual([])
  expect(listed.some((one: string) => one.startsWith('sherpa-onnx-node@'))).toBe(true)
  expect(listed.filter((one: string) => /^(?:vitest|typescript|esbuild)@/.test(one))).toEqual([])
}, 60_000)

test('installed elsewhere it is one package', async () => {
  const there = await readdir(join(place, 'elsewhere', 'node_modules'))
  expect(there.filter((name) => !name.startsWith('.'))).toEqual([name])
})

describe('installed elsewhere, the library', () => {
  const elsewhere = () => join(place, 'elsewhere')

  test('has its three entries', async () => {
    const script = `const entries = ['', '/korean', '/service'].map((entry) => import('${name}' + entry))
      Promise.all(entries).then((all) => console.log(all.map(Object.keys).map((keys) => keys.length > 0)))`
    expect((await run(node, ['-e', script], { cwd: elsewhere(), env: env() })).stdout).toBe('[ true, true, true ]\n')
  })

  test('runs the examples, whose types a strict compiler accepts with nothing but those of Node', async () => {
    const settings = {
      module: 'nodenext',
      target: 'es2024',
      lib: ['es2024'],
      strict: true,
      noEmit: true,
      types: ['node'],
    }
    const compilerOptions = {
      ...settings,
      exactOptionalPropertyTypes: true,
      typeRoots: [resolve('node_modules/@types')],
    }
    await writeFile(join(elsewhere(), 'package.json'), '{"type":"module"}')
    await writeFile(join(elsewhere(), 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['examples'] }))
    await cp('examples', join(elsewhere(), 'examples'), { recursive: true })
    expect(await run(resolve('node_modules/.bin/tsc'), [], { cwd: elsewhere() }).catch((error) => error)).toMatchObject(
      {
        stdout: '',
        stderr: '',
      },
    )
    const ran = await run(node, ['examples/03-provider.ts'], { cwd: elsewhere(), env: env() })
    expect(ran.stdout).toBe('· calculator {"expression":"6*7"}\nIt is 6*7 = 42\n')
  })
})

testWithOracles('publint', '@arethetypeswrong/cli').each([
  ['publint', ['--strict']],
  // Only for ECMAScript modules: whoever uses require() on an old Node gets a dynamic import told.
  ['attw', ['--profile', 'esm-only', '--no-color']],
])(
  '%s finds nothing to complain about in the package',
  async (tool, options) => {
    const tarball = join(place, 'source', packed.filename)
    const ended = await run(oracleFile(`.bin/${tool}`), [tarball, ...options], { env: env() }).catch((error) => error)
    expect({ code: ended.code ?? 0, out: `${ended.stdout}${ended.stderr}` }).toMatchObject({ code: 0 })
  },
  120_000,
)
