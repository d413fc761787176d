import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { factsOf } from './facts.ts'
import { circlesOf, floors, folders, functionLines, judge, owners, roomOf } from './rules.ts'

const sources = globSync('**/*.{ts,tsx}', { cwd: 'src' }).sort()
const tree = Object.fromEntries(sources.map((file) => [file, readFileSync(join('src', file), 'utf8')]))

describe('the house as it stands', () => {
  test('every file is on a floor, imports its own room and lower floors and never in a circle, and leaves outside things to their owners', () => {
    expect(sources.length).toBeGreaterThan(10)
    expect(judge(tree)).toEqual([])
  })

  test('benches, evaluations and scripts import each other in no circle either', () => {
    const files = globSync('{bench,evals,scripts}/**/*.{ts,tsx}')
    expect(files.length).toBeGreaterThan(50)
    expect(circlesOf(Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual([])
  })

  test('of a hundred named functions, ninety-nine have at most 41 lines of code', () => {
    expect(functionLines(tree, 0.99)).toBeLessThanOrEqual(41)
  })

  test('every room and folder that the rules name is there', () => {
    const rooms = [...floors.flat(), ...Object.values(owners).flat()].map((room) => room.replace('/*', ''))
    const inside = Object.entries(folders).flatMap(([room, names]) => names.map((name) => `${room}/${name}`))
    expect(
      [...new Set([...rooms, ...inside])].filter((room) => !sources.some((file) => file.startsWith(`${room}/`))),
    ).toEqual([])
  })

  test('every outside package that has an owner is one that we depend on', () => {
    const {
      dependencies = {},
      optionalDependencies = {},
      devDependencies,
    } = JSON.parse(readFileSync('package.json', 'utf8'))
    const ours = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
    expect(Object.keys(owners).filter((name) => !name.startsWith('node:') && !ours.includes(name))).toEqual([])
  })

  test('a test stands where its subject does: test/a/b.test.ts or test/a/b.what.test.ts tests src/a/b; stories stand apart', () => {
    expect(
      globSync('test/**/*.test.{ts,tsx}', { exclude: (path) => path.includes('node_modules') })
        .sort()
        .flatMap(misplacedTest),
    ).toEqual([])
  })

  test('no test replaces a module', () => {
    const tests = globSync('{test,bench}/**/*.{ts,tsx}', { exclude: (path) => path.includes('node_modules') })
    const mocks = tests.flatMap((file) =>
      factsOf(file, readFileSync(file, 'utf8')).mocks.map((mock) => `${file}: ${mock}`),
    )
    expect(mocks).toEqual([])
  })

  test.each(globSync('src/messages/**/*.ts').sort())('%s says everything in Korean and in English', async (file) => {
    const exported = Object.values(await import(join('../..', file)))
    const pairs = exported.filter(
      (value): value is { ko: unknown; en: unknown } => Object(value) === value && 'ko' in Object(value),
    )
    for (const { ko, en } of pairs) expect(shape(en)).toEqual(shape(ko))
  })
})

/** Keys and kinds of a table of sentences: two languages are complete when theirs are equal. */
function shape(value: unknown): unknown {
  if (typeof value === 'function') return `function of ${value.length}`
  if (Array.isArray(value)) return value.map(shape)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]))
}

/** Tests of no single file: whole stories, failing disks, sentences of any wording, hostile input, the rules themselves. */
const apart = ['journeys', 'faults', 'sentences', 'hostile', 'architecture']

/** The sentence for a test file whose subject does not stand where its path says. */
function misplacedTest(file: string): string[] {
  const [, path = ''] = /^test\/(.+)\.test\.tsx?$/.exec(file) ?? []
  if (apart.includes(path.split('/')[0] ?? '')) return []
  const subjects = [path, path.replace(/\.[^./]+$/, '')].flatMap((name) => [`src/${name}`, name, `test/${name}`])
  const isThere = subjects.some((name) =>
    ['', '.ts', '.tsx', '.js', '.json'].some((ending) => existsSync(`${name}${ending}`)),
  )
  return isThere ? [] : [`${file}: no src/${path}; name it after its subject, or move it to test/${apart.join('|')}`]
}

describe('the rules can fail', () => {
  test('lengths are those of the longest functions', () => {
    const lines = (name: string, count: number) => `function ${name}() {\n${'0\n'.repeat(count - 2)}}`
    const tree = { 'std/a.ts': `${lines('a', 2)}\n${lines('b', 50)}`, 'std/b.ts': lines('c', 7) }
    expect([functionLines(tree, 0.5), functionLines(tree, 0.99)]).toEqual([7, 50])
  })

  const doc = '/** Says what. */\n'

  test('lower floors, the own room and the room around it may be imported', () => {
    expect(
      judge({
        'core/turn.ts':
          "import { a } from '../std/a.ts'\nimport type { B } from './b.ts'\nexport * from '../tools/x/c.ts'",
        'ui/tui/app.tsx': "import { fold } from '../fold.ts'\nimport { Box } from 'ink'",
        'messages/turn.ts': "import type { FailureCode } from '../protocol/index.ts'",
      }),
    ).toEqual([])
  })

  test.each([
    ['llm/a.ts', "import { x } from '../tools/x.ts'", 'llm/a.ts (llm) imports ../tools/x.ts (tools): a neighbour'],
    [
      'llm/rules/a.ts',
      "import type { X } from '../../core/x.ts'",
      'llm/rules/a.ts (llm) imports ../../core/x.ts (core): upwards',
    ],
    [
      'ui/tui/a.ts',
      "export { x } from '../oneshot/x.ts'",
      'ui/tui/a.ts (ui/tui) imports ../oneshot/x.ts (ui/oneshot): a neighbour',
    ],
    ['ui/a.ts', "import { x } from './tui/x.ts'", 'ui/a.ts (ui) imports ./tui/x.ts (ui/tui): a neighbour'],
    [
      'std/korean/numbers/a.ts',
      "import { x } from '../dates/x.ts'",
      'std/korean/numbers/a.ts (numbers) imports ../dates/x.ts (dates): upwards in std/korean',
    ],
    ['core/a.ts', "const x = await import('../app/x.ts')", 'core/a.ts (core) imports ../app/x.ts (app): upwards'],
    ['core/a.ts', "import { x } from './x'", 'core/a.ts imports ./x: Node finds no file without its ending'],
    ['core/a.ts', "let x: import('../cli/x.ts').X", 'core/a.ts (core) imports ../cli/x.ts (cli): upwards'],
    ['core/a.ts', "import '../../bench/x.ts'", 'core/a.ts imports ../../bench/x.ts, which is on no floor'],
    [
      'protocol/a.ts',
      "import { x } from '../messages/x.ts'",
      'protocol/a.ts (protocol) imports ../messages/x.ts (messages): upwards',
    ],
    [
      'protocol/a.ts',
      "import { join } from 'node:path'",
      'protocol/a.ts (protocol) imports node:path: the shared words depend on nothing',
    ],
    ['core/a.ts', "import { Box } from 'ink'", 'core/a.ts (core) imports ink, which belongs to ui/tui'],
    ['core/a.ts', "import x from 'left-pad/x'", 'core/a.ts imports left-pad, which has no owner'],
    [
      'memory/a.ts',
      "const x = require('child_process')",
      'memory/a.ts (memory) imports node:child_process, which belongs to std, tools, audio, llm, ui, cli',
    ],
    [
      'memory/a.ts',
      "const x = await import('node:sqlite')",
      'memory/a.ts (memory) imports node:sqlite, which belongs to std, retrieval, sync',
    ],
    ['core/a.ts', 'const x = process.env.HOME', 'core/a.ts reads process.env: only cli/ may'],
    ['core/a.ts', 'const { env } = process', 'core/a.ts reads process: only cli/ may'],
    ['core/a.ts', 'const x = globalThis.process.cwd()', 'core/a.ts reads process: only cli/ may'],
    ['std/a.ts', 'const x = process.cwd()', 'std/a.ts reads process.cwd: only cli/ may'],
    ['core/a.ts', 'const x = Date.now()', 'core/a.ts uses Date.now: make it an argument'],
    ['core/a.ts', 'const x = new Date()', 'core/a.ts uses new Date(): make it an argument'],
    ['core/a.ts', "console.log('x')", 'core/a.ts uses console: make it an argument'],
    ['core/a.ts', 'export function f() {}', 'core/a.ts exports f without a doc comment'],
    ['core/a.ts', '// Not a doc comment.\nexport const f = () => 1', 'core/a.ts exports f without a doc comment'],
    [
      'core/a.ts',
      `${doc}const x = 1\nexport default function () {}`,
      'core/a.ts exports default without a doc comment',
    ],
    [
      'core/a.ts',
      "import { likely, readMoment } from '../std/korean/dates/moment.ts'",
      'core/a.ts imports readMoment: std/korean/sentence.ts reads sentences for everybody',
    ],
    ['helpers/a.ts', '', 'helpers/a.ts is on no floor'],
    ['a.ts', '', 'a.ts is on no floor'],
  ])('%s %j', (file, source, finding) => {
    expect(judge({ [file]: source })).toEqual([finding])
  })

  test('files of one room may not need each other, not even for types; nor when it is asked for', () => {
    expect(
      judge({
        'core/a.ts': "import { b } from './b.ts'",
        'core/b.ts': "export { c } from './c.ts'",
        'core/c.ts': "import type { A } from './a.ts'",
        'core/d.ts': "const x = await import('./e.ts')",
        'core/e.ts': "import type { D } from './d.ts'",
      }),
    ).toEqual([
      'core/a.ts → core/b.ts → core/c.ts → core/a.ts: a circle',
      'core/d.ts → core/e.ts → core/d.ts: a circle',
    ])
  })

  test('inside a crowded room no folder imports from a higher one', () => {
    expect(
      judge({
        'core/turn/a.ts': "import { b } from '../conversation/b.ts'",
        'core/conversation/b.ts': "import { c } from '../context/c.ts'\nimport { f } from '../flow.ts'",
      }),
    ).toEqual(['core/turn/a.ts (turn) imports ../conversation/b.ts (conversation): upwards in core'])
  })

  test('a type name is exported once, a folder holds twenty-five files, a function seventy lines of code', () => {
    const crowd = Object.fromEntries(Array.from({ length: 26 }, (_, at) => [`llm/x/${at}.ts`, '']))
    expect(
      judge({
        'llm/a.ts': 'export interface Row {}',
        'memory/a.ts': 'export type Row = string',
        'core/a.ts': `const long = () => {\n${'0\n\n// A comment is no code.\n'.repeat(69)}}`,
        ...crowd,
      }),
    ).toEqual([
      'core/a.ts: long has 71 lines, more than 70: give a part of it a name',
      'Row is exported by llm/a.ts and memory/a.ts',
      'llm/x holds 26 files, more than 25: make a folder of one subject',
    ])
  })

  test('a file that is too long has two subjects', () => {
    expect(judge({ 'core/a.ts': '0\n\n'.repeat(301), 'messages/a.ts': '0\n'.repeat(400) })).toEqual([
      'core/a.ts has 301 lines of code, more than 300: move one of its subjects into a file beside it',
    ])
  })

  test('what only looks like an import, an ambient value or a mock is none', () => {
    const source = `
      // import x from 'ink'
      const text = "import x from 'ink'", template = \`\${1} require('ink')\`
      const own = { process: 1, console: 2 }, kept = own.process + own.console
      const at = new Date(0), pattern = /import 'ink'/
      interface Named { process: string }
      ${doc}export const f = () => [text, template, kept, at, pattern]
      export type { Named }
    `
    expect(judge({ 'core/a.ts': source })).toEqual([])
  })

  test('documented functions, overloads and values are in order; a mock is found wherever it stands', () => {
    const overloads = `${doc}export function f(a: 1): 1\nexport function f(a: 2): 2\nexport function f(a: never) { return a }\nexport const n = 1`
    expect(judge({ 'core/a.ts': overloads })).toEqual([])
    expect(factsOf('a.test.ts', "import { vi } from 'vitest'\nif (true) vi.mock('x', () => ({}))").mocks).toEqual([
      'vi.mock',
    ])
  })

  test('a file that cannot be read is no pass', () => {
    expect(() => judge({ 'core/a.ts': 'import {' })).toThrow('core/a.ts')
  })

  test('two languages that differ in a key, a kind or a number of arguments differ in shape', () => {
    expect(shape({ a: 'x', b: (n: number) => `${n}` })).toEqual({ a: 'string', b: 'function of 1' })
    expect(shape({ a: ['x'] })).not.toEqual(shape({ a: [] }))
  })

  test('rooms are named by their folder', () => {
    expect(
      [roomOf('llm/rules/x.ts'), roomOf('ui/tui/view/x.ts'), roomOf('ui/x.ts')].map((found) => found?.room),
    ).toEqual(['llm', 'ui/tui', 'ui'])
  })
})
