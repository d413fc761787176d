import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readFlags, rootFlags } from '../../src/cli/flags.ts'

describe('the command line of a question', () => {
  test.each([
    ['-p hi', { flags: { print: true }, words: ['hi'] }],
    ['hi -p there', { flags: { print: true }, words: ['hi', 'there'] }],
    ['-cqm gpt hi', { flags: { continue: true, quiet: true, model: 'gpt' }, words: ['hi'] }],
    ['-mgpt --max-turns=3 hi', { flags: { model: 'gpt', 'max-turns': '3' }, words: ['hi'] }],
    ['-r -- -p', { flags: { resume: true }, words: ['-p'] }],
    ['-r 01ABC hi -', { flags: { resume: '01ABC' }, words: ['hi', '-'] }],
    [
      '--allow shell(ls) --deny=edit_file --allow open_url hi',
      {
        flags: { allow: 'open_url', deny: 'edit_file' },
        lists: { allow: ['shell(ls)', 'open_url'], deny: ['edit_file'] },
        words: ['hi'],
      },
    ],
    ['--output-format stream-json', { flags: { 'output-format': 'stream-json' }, words: [] }],
  ])('%s', (line, reading) => {
    expect(readFlags(line.split(' '))).toEqual(reading)
  })

  test.each([
    ['--modle x', { code: 'unknown-flag', what: '--modle' }],
    ['-px', { code: 'unknown-flag', what: '-px' }],
    ['--print=yes', { code: 'unknown-flag', what: '--print=yes' }],
    ['hi -m', { code: 'no-value', what: '--model' }],
    ['-m -q', { code: 'no-value', what: '--model' }],
    ['--output-format xml', { code: 'bad-value', what: '--output-format xml', near: 'text | json | stream-json' }],
  ])('%s is a mistake', (line, misuse) => {
    expect(readFlags(line.split(' ')).misuse).toEqual(misuse)
  })

  test.each([['-5 + 3은?'], ['-5+3'], ['- 우유 사기'], ['-- 그리고?'], ['--그게 뭐야 "--modle" 같은 거']])(
    '%s begins with a dash and is no flag',
    (words) => expect(readFlags([words, '-q'])).toEqual({ flags: { quiet: true }, words: [words] }),
  )

  test.each([['--model gpt 4'], ['-x'], ['-q 안녕']])('%s stays a mistake', (arg) => {
    expect(readFlags([arg]).misuse).toEqual({ code: 'unknown-flag', what: arg })
  })

  test('after -- everything is a word; no word is ever lost or read as two things', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        expect(readFlags(['-q', '--', ...words])).toEqual({ flags: { quiet: true }, words })
      }),
    )
  })

  test('whatever is typed, it is read, and known flags are read alike in both forms', () => {
    const flag = fc.constantFrom(...rootFlags.filter(({ value, choices }) => value?.startsWith('<') && !choices))
    fc.assert(
      fc.property(
        flag,
        fc.string({ minLength: 1 }).filter((text) => !text.startsWith('-')),
        ({ long }, value) => {
          expect(readFlags([`--${long}=${value}`])).toEqual(readFlags([`--${long}`, value]))
        },
      ),
    )
    fc.assert(fc.property(fc.array(fc.string()), (argv) => void readFlags(argv)))
  })
})
