import { expect, test } from 'vitest'
import { isOwnFile, originMark } from '../../../src/tools/origin/own-files.ts'

test.each([
  ['/home/me/work/notes.md', true],
  ['/home/me/work/src/deep/a.ts', true],
  ['/home/me/work', true],
  ['/home/me/work/Downloads/a.pdf', false],
  ['/home/me/work/다운로드/a.pdf', false],
  ['/home/me/work/다운로드/a.pdf'.normalize('NFD'), false],
  ['/home/me/work/node_modules/x/README.md', false],
  ['/home/me/work/downloads', true],
  ['/home/me/workshop/a.md', false],
  ['/tmp/a.md', false],
])('%s is own: %s', (file, own) => expect(isOwnFile(file, ['/home/me/work'])).toBe(own))

test('a folder that the person chose is theirs wherever it stands', () => {
  expect(isOwnFile('/tmp/downloads/project/a.md', ['/tmp/downloads/project'])).toBe(true)
})

test('of several files one stranger is enough, and is named', () => {
  const folders = ['/home/me/work']
  expect(originMark(['/home/me/work/a.md'], folders)).toEqual({ untrusted: true, own: true })
  expect(originMark(['/home/me/work/a.md', '/home/me/work/vendor/b.md'], folders)).toEqual({
    untrusted: true,
    source: 'file b.md',
  })
})
