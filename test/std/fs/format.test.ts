import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as forms from '../../../src/std/fs/format.ts'

function freshHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'format-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}

test.each([
  ['{"v":2}', 2],
  ['\uFEFF{"v":7}', 7],
  ['{}', 1],
  ['{"v":"2"}', 1],
  ['null', 1],
  ['{"v":', 1],
  ['', 1],
])('a home whose file says %j has the form %i', (text, version) => {
  const home = freshHome()
  expect(forms.formatOfHome(home)).toBe(1)
  writeFileSync(forms.formatPath(home), text)
  expect(forms.formatOfHome(home)).toBe(version)
})

test('a home of a newer program, its folders and files are only read', () => {
  const home = freshHome()
  onTestFinished(() => forms.guardNewerHome(freshHome(), []))
  writeFileSync(forms.formatPath(home), JSON.stringify({ v: forms.format }))
  forms.guardNewerHome(home, ['/state'])
  expect(() => forms.refuseNewer(join(home, 'page.md'))).not.toThrow()
  writeFileSync(forms.formatPath(home), JSON.stringify({ v: forms.format + 1 }))
  forms.guardNewerHome(home, ['/state'])
  for (const path of [home, join(home, 'a', 'page.md'), '/state', '/state/x'])
    expect(() => forms.refuseNewer(path)).toThrow(expect.objectContaining({ code: forms.newerCode, path }))
  for (const path of [`${home}-2/page.md`, '/states', '/']) expect(() => forms.refuseNewer(path)).not.toThrow()
})

test('a file of a newer program is only read, and those beside it are written', () => {
  const file = join(freshHome(), 'log.jsonl')
  forms.guardNewerFile(file)
  expect(() => forms.refuseNewer(file)).toThrow(forms.newerCode)
  expect(() => forms.refuseNewer(`${file}.bak`)).not.toThrow()
})

test.each<[unknown, number | undefined, boolean]>([
  [{ v: forms.format }, undefined, false],
  [{ v: forms.format + 1 }, undefined, true],
  [{ v: 1 }, 1, false],
  [{ v: 2 }, 1, true],
  [{ v: '9' }, undefined, false],
  [{}, undefined, false],
  [null, undefined, false],
  [9, undefined, false],
])('%j is newer than %s: %s', (value, known, isNewer) => {
  expect(forms.isNewer(value, known)).toBe(isNewer)
})
