import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { draftsIn } from '../../../src/app/surfaces/tui/drafts.ts'

const folder = join(mkdtempSync(join(tmpdir(), 'assistant-drafts-')), 'drafts')
afterAll(() => rmSync(join(folder, '..'), { recursive: true }))
/** Beyond what Linux gives out: nobody has this number. */
const gone = 5_000_000

test('what a killed process was writing is given out once; that of a living one stays its own', async () => {
  expect(await draftsIn(folder, process.pid).left()).toBe('')
  await draftsIn(folder, gone).keep('쓰다 만 말\n둘째 줄')
  await draftsIn(folder, process.pid).keep('여기서 쓰는 말')
  const next = draftsIn(folder, gone + 1)
  expect([await next.left(), await next.left()]).toEqual(['쓰다 만 말\n둘째 줄', ''])
  expect(await draftsIn(folder, process.pid).left()).toBe('여기서 쓰는 말')
})

test('what was sent is no draft any more', async () => {
  const drafts = draftsIn(folder, gone)
  await drafts.keep('보낼 말')
  await drafts.keep('')
  expect(await draftsIn(folder, gone + 1).left()).toBe('')
})
