import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const page = readFileSync('ARCHITECTURE.md', 'utf8')
const tasks = page.slice(page.indexOf('## To add'), page.indexOf('## Twenty words')).split(/^- /m).slice(1)

/** Paths of the page, with the folder that was named before where only a file is: "`conversation/a.ts` → `b.ts`". */
function pathsOf(text: string): string[] {
  let folder = ''
  return [...text.matchAll(/`([\w./-]+?)(?:\/\*)?`/g)].flatMap(([, path = '']) => {
    const isPath = /\.(?:tsx?|js|json|md|sh|\d)$/.test(path) || path.endsWith('/')
    if (!isPath) return []
    const found = [path, `src/${path}`, `${folder}/${path}`].find((one) => existsSync(one))
    if (found) folder = join(found, '..')
    return [found ?? `missing: ${path}`]
  })
}

test('every path that the page names is there', () => {
  // Rooms of a table row stand below the room of the row.
  const rows = page.split('\n').map((line) => {
    const room = /^\| \d \| `([\w/*]+?)\/?(?:\*)?`/.exec(line)?.[1]
    return room
      ? line.replace(
          /`([\w-]+\/?(?:[\w.-]+)?)`/g,
          (_, path) => `\`${existsSync(`src/${room}/${path}`) ? `${room}/${path}` : path}\``,
        )
      : line
  })
  const missing = pathsOf(rows.join('\n')).filter((path) => path.startsWith('missing'))
  // What a build makes.
  expect(missing.filter((path) => path !== 'missing: dist/')).toEqual([])
})

test.each([
  'provider',
  'tool',
  'slash command',
  'setting',
  'sentence',
  'service',
  'surface',
  'channel',
  'document format',
  'failure code',
])('a newcomer adds a %s in at most five files', (task) => {
  const text = tasks.find((one) => one.startsWith(`**a ${task}**`))
  expect(text).toBeDefined()
  const sources = pathsOf((text as string).split('Optional:')[0] as string).filter((path) =>
    /^src\/.*\.tsx?$/.test(path),
  )
  expect(new Set(sources).size).toBeLessThanOrEqual(5)
})

test('every source file that a comment names is there', () => {
  const sources = globSync('{src,test,bench,evals,scripts,examples}/**/*.{ts,tsx,js}', {
    exclude: (path) => path.includes('node_modules'),
  })
  const named = /(?<![\w./:@-])(?:[\w.-]+\/)*[\w.-]*[a-z-]+\.tsx?\b(?![\w/(])/g
  const missing = sources
    .filter((file) => !file.startsWith('test/'))
    .flatMap((file) =>
      parseSync(file, readFileSync(file, 'utf8')).comments.flatMap(({ value }) =>
        [...value.matchAll(named)]
          .filter(([path]) => !sources.some((one) => one === path || one.endsWith(`/${path}`)))
          .map(([path]) => `${file} names ${path}`),
      ),
    )
  expect(missing).toEqual([])
})
