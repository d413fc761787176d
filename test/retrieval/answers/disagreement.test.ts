import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withFiles } from '../../../bench/retrieval/held-out.ts'
import { createLibrary } from '../../../src/retrieval/library.ts'

const { signal } = new AbortController()

/** Of each passage its file, and of the first its note of a disagreement. */
async function search(documents: Record<string, string>, question: string, modified: Record<string, string> = {}) {
  let found: { files: string[]; differs: unknown } = { files: [], differs: undefined }
  await withFiles(new Map(Object.entries(documents)), async (folder, files) => {
    for (const [name, day] of Object.entries(modified)) utimesSync(join(files, name), new Date(day), new Date(day))
    const library = createLibrary({ dir: join(folder, 'index'), now: () => new Date() })
    for await (const _ of library.add([files], signal));
    const hits = await library.search(question, 5, signal)
    found = { files: hits.map(({ file }) => file.slice(files.length + 1)), differs: hits[0]?.differs }
    await library.close()
  })
  return found
}

const rule = (amount: string, day = '') => `# 출장 규정\n\n${day}숙박비 한도는 1박 ${amount}이다.\n`

test('of two rules that differ the newer comes first, by the day in the text, in the name, else of the file', async () => {
  const question = '숙박비 한도가 얼마야?'
  const days = { 'a.md': rule('10만 원', '개정 2024-01-01. '), 'b.md': rule('12만 원', '개정 2027년 3월 2일. ') }
  expect(await search(days, question)).toEqual({
    files: ['b.md', 'a.md'],
    differs: { other: 2, days: ['2027-03-02', '2024-01-01'] },
  })
  const names = { '규정_2027.md': rule('12만 원'), '규정_2024.md': rule('10만 원') }
  expect(await search(names, question)).toEqual({
    files: ['규정_2027.md', '규정_2024.md'],
    differs: { other: 2, days: ['2027-01-01', '2024-01-01'] },
  })
  const bare = { 'a.md': rule('12만 원'), 'b.md': rule('10만 원') }
  const modified = { 'a.md': '2025-02-03T12:00:00Z', 'b.md': '2026-02-03T12:00:00Z' }
  expect(await search(bare, question, modified)).toEqual({
    files: ['b.md', 'a.md'],
    differs: { other: 2, days: ['2026-02-03', '2025-02-03'] },
  })
})

test('the same number in both, a number of something else, and two passages of one document are no disagreement', async () => {
  const question = '숙박비 한도가 얼마야?'
  const differs = async (documents: Record<string, string>) => (await search(documents, question)).differs
  expect(
    await differs({ 'a.md': rule('10만 원', '개정 2024-01-01. '), 'b.md': rule('10만 원', '개정 2027-01-01. ') }),
  ).toBe(undefined)
  expect(await differs({ 'a.md': rule('10만 원'), 'b.md': '# 주차\n\n주차 한도는 하루 8시간이다.\n' })).toBe(undefined)
  expect(await differs({ 'a.md': `${rule('10만 원')}\n# 옛 규정\n\n숙박비 한도는 1박 9만 원이다.\n` })).toBe(undefined)
})
