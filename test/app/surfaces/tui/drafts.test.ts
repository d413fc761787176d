import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { draftsIn } from '../../../../src/app/surfaces/tui/drafts.ts'

const folder = join(mkdtempSync(join(tmpdir(), 'assistant-drafts-')), 'drafts')
afterAll(() => rmSync(join(folder, '..'), { recursive: true }))
/** Beyond what Linux gives out: nobody has this number. */
const gone = 5_000_000

test('what a killed process was writing is the draft of the next chat; that of a living one stays its own', async () => {
  expect(await draftsIn(folder, process.pid).left()).toBe('')
  await draftsIn(folder, gone).keep('쓰다 만 말\n둘째 줄')
  await draftsIn(folder, process.pid).keep('여기서 쓰는 말')
  const next = draftsIn(folder, process.ppid)
  expect(await next.left()).toBe('쓰다 만 말\n둘째 줄')
  // It lies on the disk all the time: whoever dies now has it, too.
  expect(readdirSync(folder).sort()).toEqual([`${process.ppid}.txt`, `${process.pid}.txt`].sort())
  await next.keep('')
  expect(await next.left()).toBe('')
  expect(await draftsIn(folder, process.pid).left()).toBe('여기서 쓰는 말')
  await draftsIn(folder, process.pid).keep('')
})

test('of several chats that died together none loses its draft: the latest comes first, the next chats have the others', async () => {
  for (const [at, text] of ['하나', '둘', '셋'].entries()) {
    await draftsIn(folder, gone - at).keep(text)
    utimesSync(join(folder, `${gone - at}.txt`), at, at)
  }
  const [one, two] = [draftsIn(folder, process.pid), draftsIn(folder, process.ppid)]
  const first = await Promise.all([one.left(), two.left()])
  expect(first.toSorted()).toEqual(['둘', '셋'])
  await one.keep('')
  expect(await one.left()).toBe('하나')
  await Promise.all([one.keep(''), two.keep('')])
})

test('what was sent is no draft any more', async () => {
  const drafts = draftsIn(folder, gone)
  await drafts.keep('보낼 말')
  await drafts.keep('')
  expect(await draftsIn(folder, gone + 1).left()).toBe('')
})
