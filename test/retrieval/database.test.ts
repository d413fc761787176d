import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Database } from '../../src/retrieval/database.ts'
import { keywordSearch, listFiles, putFile } from '../../src/retrieval/keyword.ts'

const file = (path: string) => ({ path, hash: '', size: 0, modified: 0 })
const passage = (text: string) => ({ text, line: 1, endLine: 1, heading: '' })

test('a disk that is full is a storage failure; the document before it stays, half of one is never seen', async () => {
  const db = await Database.open(':memory:')
  putFile(db, file('/a'), [passage('휴가 규정')])
  db.get('PRAGMA max_page_count = 40')
  const long = Array.from({ length: 2000 }, (_, n) => passage(`긴 문서의 ${n}번째 조각입니다`))
  expect(() => putFile(db, file('/b'), long)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ code: 'storage' }) }),
  )
  expect(listFiles(db).map(({ path }) => path)).toEqual(['/a'])
  expect(keywordSearch(db, '휴가', 5).length).toBe(1)
  expect(keywordSearch(db, '긴 문서', 5)).toEqual([])
  db.close()
})

test('an index of another version is not touched', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'version-'))
  const path = join(folder, 'a.db')
  const first = await Database.open(path)
  first.get('PRAGMA user_version = 99')
  first.close()
  await expect(Database.open(path)).rejects.toThrow()
  await rm(folder, { recursive: true })
})
