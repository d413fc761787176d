// Prints the figures of the house: what a reader meets. `node scripts/house.ts`
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { factsOf } from '../test/architecture/facts.ts'
import { functionLines, judge } from '../test/architecture/rules.ts'
import { countWords } from '../test/architecture/words.ts'

const files = globSync('**/*.{ts,tsx}', { cwd: 'src' })
const tree = Object.fromEntries(files.map((file) => [file, readFileSync(join('src', file), 'utf8')]))
const tests = globSync('test/**/*.test.{ts,tsx}', { exclude: (path) => path.includes('node_modules') })
const { functions, oneWord, questions, longLines } = countWords(tree)
const lines = Object.entries(tree).map(([file, source]) => factsOf(file, source).lines)
const language = ['llm/rules/', 'std/korean/', 'services/', 'core/service/']
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
const count = (text: string) => text.split('\n').length - 1

console.table({
  files: files.length,
  'lines with comments': sum(Object.values(tree).map(count)),
  'lines of code': sum(lines),
  'lines of language code': sum(
    Object.entries(tree).map(([file, text]) => (language.some((room) => file.startsWith(room)) ? count(text) : 0)),
  ),
  'longest file, lines of code': Math.max(...lines),
  'of a hundred functions ninety-nine have at most, lines of code': functionLines(tree, 0.99),
  'broken rules': judge(tree).length,
  'free functions': functions,
  'names of one word, %': Math.round((1000 * oneWord) / functions) / 10,
  'comments that begin with a question word': questions,
  'lines over 120 columns': longLines,
  'test files': tests.length,
})
