import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { takeDamage } from '../../../src/std/fs/damage.ts'
import { backupPath, healText, textFaults, writeState } from '../../../src/std/fs/state-file.ts'

let folder: string
let page: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'state-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  page = join(folder, 'me.md')
  takeDamage()
})

const written = '- one\n- two\n- three\n'
const kindsOf = (text: string | Buffer) => textFaults(Buffer.from(text), page).map(({ kind }) => kind)

describe('a text beside the copy of what the program wrote', () => {
  beforeEach(() => writeState(page, written))
  test.each<[what: string, text: string | Buffer, kinds: string[]]>([
    ['as it was written', written, []],
    ['one line more by hand', `${written}- four\n`, []],
    ['one line less by hand', '- one\n- two\n', []],
    ['other words without a line end', '- uno', []],
    ['longer, and without a line end', `${written}- four`, []],
    ['only a line end', '\n', []],
    ['nothing', '', ['cut']],
    ['half of the second line', '- one\n- t', ['cut']],
    ['its first letter', '-', ['cut']],
    ['bytes that are 0', Buffer.alloc(20), ['broken']],
    ['a 0 at the end', `${written}\0`, ['broken']],
    ['no UTF-8', Buffer.from([0x2d, 0x20, 0xff, 0x0a]), ['broken']],
  ])('%s', (_, text, kinds) => expect(kindsOf(text)).toEqual(kinds))

  test('is put back when it is damaged, and told; a text that is whole stays', async () => {
    writeFileSync(page, '')
    expect([await healText(page, () => true), readFileSync(page, 'utf8')]).toEqual([true, written])
    expect(takeDamage().at(-1)).toMatchObject({ path: page, healed: true })
    writeFileSync(page, '- by hand\n')
    expect([await healText(page, () => true), readFileSync(page, 'utf8')]).toEqual([false, '- by hand\n'])
  })

  test('is put back where it is gone only if that is asked for, and only a copy that is right', async () => {
    rmSync(page)
    expect(await healText(page, () => true)).toBe(false)
    expect(await healText(page, () => false, true)).toBe(false)
    expect(existsSync(page)).toBe(false)
    expect([await healText(page, () => true, true), readFileSync(page, 'utf8')]).toEqual([true, written])
  })
})

test('without a copy an empty text is a person’s wish', () => {
  expect(kindsOf('')).toEqual([])
})

test.each<[what: string, name: string, damage: string | Buffer | undefined, isKept: boolean]>([
  ['full of 0', 'me.md', Buffer.alloc(9), true],
  ['emptied', 'me.md', '', true],
  ['gone', 'me.md', undefined, true],
  ['no JSON', 'tokens.json', '{"a":', true],
  ['as it was', 'me.md', '- good\n', false],
  ['JSON as it was', 'tokens.json', '{"a":1}', false],
])('a write over a file that is %s (%s) keeps the good copy', async (_, name, damage, isKept) => {
  const path = join(folder, name)
  const good = name.endsWith('.json') ? '{"a":1}' : '- good\n'
  await writeState(path, good)
  if (damage === undefined) rmSync(path)
  else writeFileSync(path, damage)
  await writeState(path, name.endsWith('.json') ? '{"b":2}' : '- new\n')
  const kept = readdirSync(folder).filter((one) => one.includes('.kept-'))
  expect(kept.map((one) => readFileSync(join(folder, one), 'utf8'))).toEqual(isKept ? [good] : [])
  expect(readFileSync(backupPath(path), 'utf8')).toBe(readFileSync(path, 'utf8'))
})
