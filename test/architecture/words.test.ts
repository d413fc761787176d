import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countSpelledEndings, countWords } from './words.ts'

const tree = Object.fromEntries(
  globSync('**/*.{ts,tsx}', { cwd: 'src' }).map((file) => [file, readFileSync(join('src', file), 'utf8')]),
)

/** Today's figures may not be passed; whoever gets below one lowers it. */
const ceilings = { oneWordShare: 0.15, questions: 100, longLines: 136, spelledEndings: 55 }

test('functions are named by verb and object, comments are short sentences, lines have 120 columns', () => {
  const { functions, oneWord, questions, longLines } = countWords(tree)
  expect(functions).toBeGreaterThan(1_000)
  expect(oneWord / functions, 'one-word names: say what is done to what').toBeLessThanOrEqual(ceilings.oneWordShare)
  expect(questions, 'comments that begin with a question word: say what it is or returns').toBeLessThanOrEqual(
    ceilings.questions,
  )
  expect(longLines, 'lines over 120 columns: npm run fix').toBeLessThanOrEqual(ceilings.longLines)
})

test('the ending of a request is spelled in the grammar, and read elsewhere by its name', () => {
  const count = countSpelledEndings(tree)
  expect(count).toBeGreaterThan(0)
  expect(count, 'patterns take GIVE or GIVING of std/korean/grammar/ending.ts').toBeLessThanOrEqual(
    ceilings.spelledEndings,
  )
  const comment = "/** 알려줘 */ const a = '주세요|줘'"
  expect(countSpelledEndings({ 'services/a.ts': comment, 'ui/b.ts': comment })).toBe(2)
})

test('free functions count, methods and callbacks do not', () => {
  const source = `
    /** What it is. */
    export function run() { const inner = () => 1; return inner }
    // Where it is, a line of more than 120 columns: ${'x'.repeat(100)}
    class Port { open() { [1].map(() => 2) } }
    const readAll = async () => {}
  `
  expect(countWords({ 'core/a.ts': source })).toEqual({ functions: 3, oneWord: 2, questions: 2, longLines: 1 })
})

test('no word runs over the end of a line of a pattern, where its blank would be lost', () => {
  const broken = Object.entries(tree).flatMap(([file, source]) =>
    [...source.matchAll(/(?:patternOf\([^)]*\)|inOneLine)`([^`]*)`/g)].flatMap(([, text = '']) =>
      [...text.matchAll(/[\p{L}\d]\n\s*[\p{L}\d]/gu)].map(
        ({ index }) => `${file}: ${text.slice(index - 20, index + 30)}`,
      ),
    ),
  )
  expect(broken).toEqual([])
})
