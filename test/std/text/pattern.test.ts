import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { inOneLine, patternOf } from '../../../src/std/text/pattern.ts'

test('a pattern that stands in several lines is the one that would stand in one', () => {
  const inLines = patternOf('i')`
    ^(?:one|
    two) \d+\s?
    (?<unit>won|원)$
  `
  expect([inLines.source, inLines.flags]).toEqual(['^(?:one|two) \\d+\\s?(?<unit>won|원)$', 'i'])
  expect(inLines.exec('TWO 30원')?.groups?.unit).toBe('원')
  const count = '\\d{1,3}'
  expect(inOneLine`
    ^(?:undo|
    take back) ${count}$
  `).toBe('^(?:undo|take back) \\d{1,3}$')
})

/** Rows of words, which are read as rows; no patterns. */
const tables = /(?:kinds|synonyms|categories-table|lexicon)\.ts$/

test('no line of a pattern is longer than 160 characters where sentences are read', () => {
  const long = ['llm/rules', 'std/korean', 'services', 'core/service'].flatMap((room) => {
    const folder = fileURLToPath(new URL(`../../../src/${room}/`, import.meta.url))
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return files
      .filter((file) => file.endsWith('.ts') && !tables.test(file))
      .flatMap((file) =>
        readFileSync(`${folder}${file}`, 'utf8')
          .split('\n')
          .flatMap((line, at) => (line.length > 160 ? [`${room}/${file}:${at + 1}`] : [])),
      )
  })
  expect(long).toEqual([])
})
