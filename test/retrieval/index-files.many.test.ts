import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DocsEvent } from '../../src/retrieval/index-files.ts'
import { createLibrary } from '../../src/retrieval/library.ts'
import { partOf } from '../parts.ts'

/** A tenth of what bench/ does in full (`documents-files`): enough for whatever would grow with the square of it. */
const [count, perFolder] = [partOf(5_000, 1_000), partOf(500, 100)]

test('thousands of small files: every one is indexed and found, and the second look reads none', {
  timeout: 120_000,
}, async () => {
  const home = await mkdtemp(join(tmpdir(), 'library-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const fileOf = (n: number) => join(home, 'docs', `${Math.floor(n / perFolder)}`, `${n}.txt`)
  for (let n = 0; n < count; n++) {
    if (n % perFolder === 0) await mkdir(join(fileOf(n), '..'), { recursive: true })
    await writeFile(fileOf(n), `첫 줄\n\n문서 ${n}의 비밀은 낱말${n.toString(36)}입니다.\n`)
  }
  const { signal } = new AbortController()
  const library = createLibrary({ dir: join(home, 'index'), now: () => new Date() })
  const ended = async (events: AsyncIterable<DocsEvent>) => (await Array.fromAsync(events)).at(-1)
  const done = { type: 'finished', indexed: count, unchanged: 0, removed: 0, skipped: 0, chunks: count }
  expect(await ended(library.add([join(home, 'docs')], signal))).toEqual(done)
  expect(await ended(library.reindex(signal))).toEqual({ ...done, indexed: 0, unchanged: count })
  for (const n of [0, 234, count - 1]) {
    const [hit] = await library.search(`낱말${n.toString(36)}의 비밀`, 1, signal)
    expect(hit).toMatchObject({ file: fileOf(n), line: 1, text: expect.stringContaining(`문서 ${n}의`) })
  }
  await library.close()
})
