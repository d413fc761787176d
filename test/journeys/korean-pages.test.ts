import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

// Whoever changes a page in one language is told here to change the other one.

const english = globSync(['man/*.[0-9]', 'docs/*.md']).sort()
const koreanOf = (page: string) => page.replace(/^docs\//, 'docs/ko/').replace(/^man\/(.*(\d))$/, 'man/ko/man$2/$1')
const pairs = english.map((page) => [page, koreanOf(page)] as const)
const read = (page: string) => readFileSync(page, 'utf8')

test('every English page has a Korean one, and every Korean page an English one', () => {
  expect(globSync(['man/ko/*/*', 'docs/ko/*']).sort()).toEqual(english.map(koreanOf).sort())
})

/**
 * What must be the same in both languages of a manual page: sections, entries, defaults, and the words that a reader
 * types.
 */
function manual(page: string) {
  const counts = Object.fromEntries(
    ['Sh', 'Ss', 'It', 'Bd'].map((macro) => [macro, page.split(`\n.${macro}`).length - 1]),
  )
  const typed = { Cm: new Set<string>(), Fl: new Set<string>(), Ev: new Set<string>(), Va: new Set<string>() }
  for (const line of page.split('\n').filter((text) => text.startsWith('.'))) {
    let macro = ''
    for (const word of line.slice(1).split(/\s+/))
      if (/^[A-Z][a-z]$/.test(word)) macro = word
      else if (macro in typed && /[\p{L}\d]/u.test(word)) typed[macro as keyof typeof typed].add(word)
  }
  const words = Object.fromEntries(Object.entries(typed).map(([macro, found]) => [macro, [...found].sort()]))
  const defaults = [...page.matchAll(/\((?:default|기본값) (.*)\)\.$/gm)].map(([, value]) =>
    value === '없음' ? 'none' : value,
  )
  return { ...counts, ...words, defaults }
}

/**
 * What of an example is for the machine: data whole, with comments all but its texts; of code, dialogues and
 * transcripts, which speak to people, the lines.
 */
function said(language: string, body: string): string | number {
  if (['md', 'ts', 'console'].includes(language)) return body.split('\n').length
  if (language !== 'jsonc') return body
  return body.replace(/"[^"\n]*"(:?)/g, (text, colon) => (colon ? text : '""')).replace(/ *\/\/.*/g, '')
}

/**
 * What must be the same in both languages of a guide: headings by level, blocks of code, their commands, tables and
 * lists.
 */
function guide(page: string) {
  const blocks = [...page.matchAll(/^```(\w*)\n(.*?)^```/gms)]
  const prose = page.replace(/^```.*?^```/gms, '')
  const commands = /^ *(?:\$ )?(?:assistant|npm|curl) [^#"\n]*/gm
  return {
    headings: prose.match(/^#+(?= )/gm),
    blocks: blocks.map(([, language]) => language),
    data: blocks
      .filter(([, language]) => language !== 'sh')
      .map(([, language = '', body = '']) => said(language, body)),
    commands: [...blocks.map(([, , body]) => body), prose.match(/^ {4}.*/gm)?.join('\n')].flatMap((text) =>
      (text?.match(commands) ?? []).map((line) => line.trim()),
    ),
    rows: prose.match(/^\|/gm)?.length,
    items: prose.match(/^- /gm)?.length,
  }
}

test.each(pairs.filter(([page]) => page.startsWith('man/')))(
  '%s and %s: the same sections, options and commands',
  (page, korean) => {
    expect(manual(read(korean))).toEqual(manual(read(page)))
  },
)

test.each(pairs.filter(([page]) => page.endsWith('.md')))(
  '%s and %s: the same headings, commands and tables',
  (page, korean) => {
    expect(guide(read(korean))).toEqual(guide(read(page)))
    expect(read(page).split('\n')[2]).toBe(`[한국어](ko/${basename(page)})`)
    expect(read(korean).split('\n')[2]).toBe(`[English](../${basename(page)})`)
    const links = [...read(korean).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(`docs/ko/${link}`))).toEqual([])
  },
)
