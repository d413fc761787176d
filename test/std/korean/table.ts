import { readFileSync } from 'node:fs'
import type { When } from '../../../src/std/time/calendar.ts'

/** The rows of a fixture in test/fixtures/korean, written by hand: tab-separated, `#` begins a remark. */
export function rows(name: string): [string, string][] {
  const text = readFileSync(new URL(`../../fixtures/korean/${name}.tsv`, import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t') as [string, string])
}

/** The moment that the fixtures are read at: Wednesday 17 June 2026, 10:00 in Seoul. */
export const WHEN: When = { now: new Date('2026-06-17T01:00:00Z'), zone: 'Asia/Seoul' }

/** What a reader makes of the first column, beside what a person says it is: `told(rows, read)` equals `rows`. */
export function told(table: [string, string][], read: (text: string) => string): [string, string][] {
  return table.map(([text]) => [text, read(text)])
}
