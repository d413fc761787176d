import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

// Whoever changes a page in one language is told here to change the other one.

/** English pages without a Korean one. This list may only shrink. */
const missing = [
  'man/assistant-config.5',
  'man/assistant-voice.1',
  'docs/api.md',
  'docs/permissions.md',
  'docs/serve.md',
  'docs/services.md',
  'docs/skills.md',
]

const twinOf = (page: string) => page.replace(/^docs\//, 'docs/ko/').replace(/^man\/(.*(\d))$/, 'man/ko/man$2/$1')
const english = globSync(['man/*.[0-9]', 'docs/*.md']).sort()
const pairs = english.filter((page) => !missing.includes(page)).map((page) => [page, twinOf(page)] as const)
const read = (page: string) => readFileSync(page, 'utf8')

test('every English page has a Korean one, and every Korean page an English one', () => {
  expect(english.filter((page) => !existsSync(twinOf(page)))).toEqual(
    [...missing].sort().filter((page) => english.includes(page)),
  )
  expect(missing.filter((page) => !english.includes(page))).toEqual([])
  expect(globSync(['man/ko/*/*', 'docs/ko/*']).filter((page) => !english.map(twinOf).includes(page))).toEqual([])
})

/** The words of a manual page that a reader types: what stands behind each use of the macros, by macro. */
function typed(page: string) {
  const found = { Cm: new Set<string>(), Fl: new Set<string>(), It: 0, Sh: 0, Ss: 0 }
  for (const line of page.split('\n').filter((text) => text.startsWith('.'))) {
    const words = line.slice(1).split(/\s+/)
    if (words[0] === 'It' || words[0] === 'Sh' || words[0] === 'Ss') found[words[0]]++
    let macro = ''
    for (const word of words)
      if (/^[A-Z][a-z]$/.test(word)) macro = word
      else if ((macro === 'Cm' || macro === 'Fl') && /[\p{L}\d]/u.test(word)) found[macro].add(word)
  }
  return { ...found, Cm: [...found.Cm].sort(), Fl: [...found.Fl].sort() }
}

/** What must be the same in both languages of a Markdown page: headings by level, commands, links to other pages. */
function skeleton(page: string) {
  const fences = [...page.matchAll(/^```(\w*)\n(.*?)^```/gms)].map(([, kind, body = '']) => [kind, body])
  const prose = page.replace(/^```.*?^```/gms, '')
  return {
    headings: prose.match(/^#+(?= )/gm),
    kinds: fences.map(([kind]) => kind),
    commands: fences
      .flatMap(([, body = '']) => body.match(/^ *(?:\$ )?(?:assistant|npm|curl) (?:[^#'"\n]*)/gm) ?? [])
      .map((line) => line.trim()),
    indented: (prose.match(/^ {4}(?:\$ )?(?:assistant|npm) [^#\n]*/gm) ?? []).map((line) => line.trim()),
    rows: prose.match(/^\|/gm)?.length,
    items: prose.match(/^- /gm)?.length,
  }
}

test.each(pairs.filter(([page]) => page.startsWith('man/')))(
  '%s and %s: the same sections, options and commands',
  (page, twin) => {
    expect(typed(read(twin))).toEqual(typed(read(page)))
  },
)

test.each(pairs.filter(([page]) => page.endsWith('.md')))('%s and %s: the same headings, commands and tables', (page, twin) => {
  expect(skeleton(read(twin))).toEqual(skeleton(read(page)))
  expect(read(page).split('\n')[2]).toBe(`[한국어](ko/${basename(page)})`)
  expect(read(twin).split('\n')[2]).toBe(`[English](../${basename(page)})`)
  const links = [...read(twin).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link)
  expect(links.filter((link) => !existsSync(`docs/ko/${link}`))).toEqual([])
})
