import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect } from 'vitest'
import { longTest as test } from '../parts.ts'
import { judge } from './rules.ts'

const copies: string[] = []
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true })
})

/** A step of a recipe: a new file, or a line put before the first one that holds `before`. */
type Step = { file: string } & ({ content: string } | { before: string; line: string })

/** A copy of what is checked, in which a recipe may be followed. */
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'recipe-'))
  copies.push(copy)
  for (const name of ['src', 'test', 'bench', 'evals', 'scripts', 'examples', 'docs', 'man'])
    cpSync(name, join(copy, name), { recursive: true })
  for (const name of [
    'package.json',
    'tsconfig.json',
    'biome.json',
    'vitest.config.ts',
    'ARCHITECTURE.md',
    '.gitignore',
  ])
    cpSync(name, join(copy, name))
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  return copy
}

function follow(copy: string, steps: readonly Step[]): void {
  for (const step of steps) {
    const path = join(copy, step.file)
    if ('content' in step) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, step.content)
      continue
    }
    const lines = readFileSync(path, 'utf8').split('\n')
    const at = lines.findIndex((line) => line.includes(step.before))
    expect(at, `${step.file} has no line with ${step.before}`).toBeGreaterThanOrEqual(0)
    writeFileSync(path, lines.toSpliced(at, 0, step.line).join('\n'))
  }
}

/** Runs a tool of the project in the copy; returns what it printed when it failed, else nothing. */
const runIn = (copy: string, tool: string, ...args: string[]): Promise<string> =>
  promisify(execFile)(resolve('node_modules/.bin', tool), args, { cwd: copy, maxBuffer: 64 << 20 }).then(
    () => '',
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  )

const tool: Step[] = [
  {
    file: 'src/tools/coin.ts',
    content: `import type { Tool } from '../protocol/index.ts'
import { textResult, tool } from './tool.ts'

/** Tosses a coin. */
export const coin: Tool = tool({
  name: 'toss_coin',
  facts: { group: 'core', kind: 'think', subject: 'arguments', reads: 'nothing', leavesNothing: true },
  deeds: 'none',
  category: 'safe',
  readOnly: true,
  description: 'Tosses a coin.',
  schema: { type: 'object', properties: { heads: { type: 'string' } }, required: ['heads'] },
  async run({ heads }) {
    return textResult(heads)
  },
})
`,
  },
  {
    file: 'src/messages/tools/words/basic-words.ts',
    before: '  calculator: {',
    line: "  toss_coin: {\n    ko: { title: '동전 던지기', purpose: '동전을 던져요' },\n    en: { title: 'Toss a coin', purpose: 'Toss a coin' },\n  },",
  },
  { file: 'src/messages/tools/tool-guides.ts', before: '  calculator:', line: "  toss_coin: '동전을 던진다.'," },
  {
    file: 'src/app/tools/built-in-tools.ts',
    before: '() => [calculator, datetime],',
    line: '  () => [coin],',
  },
  {
    file: 'src/app/tools/built-in-tools.ts',
    before: "import { datetime } from '../../tools/datetime.ts'",
    line: "import { coin } from '../../tools/coin.ts'",
  },
]

const format: Step[] = [
  {
    file: 'src/std/text/document-formats.ts',
    before: "  formatRow('pdf', 'pdf',",
    line: "  formatRow('org', 'outline', { kind: 'text' }),",
  },
  { file: 'src/std/text/document-formats.ts', before: "  | 'none'", line: "  | 'outline'" },
  {
    file: 'src/retrieval/readers/outline.ts',
    content: `import type { TextLine } from '../ports.ts'
import { textLines } from './text.ts'

/** Return the lines of an outline without its stars. */
export const outlineLines = (text: string): TextLine[] => textLines(text.replaceAll(/^\\*+ /gm, ''))
`,
  },
  {
    file: 'src/retrieval/readers/read-here.ts',
    before: '  html: async (text) =>',
    line: "  outline: async (text) => (await import('./outline.ts')).outlineLines(text),",
  },
]

const subcommand: Step[] = [
  {
    file: 'src/cli/commands/data/rows.ts',
    before: "  { path: 'jobs'",
    line: "  { path: 'moon', load: async () => (await import('./moon.ts')).showMoon },",
  },
  {
    file: 'src/cli/commands/data/moon.ts',
    content: `import type { CommandRun } from '../../command-context.ts'

/** \`moon\`: prints a moon. */
export const showMoon: CommandRun = async (cli) => {
  await cli.terminal.write('🌕\\n')
  return 0
}
`,
  },
]

const subcommandWords: Step[] = [
  { file: 'src/messages/commands/subcommands.ts', before: "'docs add': '파일과", line: "    moon: '달을 보여줘요'," },
  {
    file: 'src/messages/commands/subcommands.ts',
    before: "'docs add': 'add files",
    line: "    moon: 'show the moon',",
  },
]

test('a tool, a document format and a subcommand that follow their recipes compile and keep every rule', async () => {
  const recipes = { tool, format, subcommand: [...subcommand, ...subcommandWords] }
  for (const [name, steps] of Object.entries(recipes))
    expect(new Set(steps.map(({ file }) => file)).size, name).toBeLessThanOrEqual(5)

  const copy = copySources()
  for (const steps of Object.values(recipes)) follow(copy, steps)
  // The English guide stands behind the Korean one: the same line once more.
  const guides = join(copy, 'src/messages/tools/tool-guides.ts')
  const text = readFileSync(guides, 'utf8')
  const english = text.lastIndexOf('  calculator:')
  writeFileSync(guides, `${text.slice(0, english)}  toss_coin: 'Tosses a coin.',\n${text.slice(english)}`)

  expect(await runIn(copy, 'biome', 'check', '--error-on-warnings', '--vcs-enabled=false', 'src')).toBe('')
  expect(await runIn(copy, 'tsc', '--noEmit', '--incremental', 'false')).toBe('')
  const sources = globSync('**/*.{ts,tsx}', { cwd: join(copy, 'src') })
  expect(
    judge(Object.fromEntries(sources.map((file) => [file, readFileSync(join(copy, 'src', file), 'utf8')]))),
  ).toEqual([])
}, 180_000)
