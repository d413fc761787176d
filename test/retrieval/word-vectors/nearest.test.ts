import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { createLibrary } from '../../../src/retrieval/library.ts'

const { signal } = new AbortController()

test('a question in other words than the documents is shown the nearest passage, and no claim', async () => {
  const home = await mkdtemp(join(tmpdir(), 'nearest-'))
  const folder = join(home, 'docs')
  await mkdir(folder)
  await writeFile(join(folder, 'treatment.md'), 'Dr. Okafor removes the stitches on day 12.\n')
  await writeFile(join(folder, 'ferry.md'), 'The crossing takes 50 minutes. Dogs travel for nothing.\n')
  const library = createLibrary({ dir: join(home, 'index'), now: () => new Date() })
  for await (const _ of library.add([folder], signal));
  const answers: unknown[] = []
  for (const question of ['Does my puppy ride on the boat?', 'zzyzx?']) {
    const hits = await library.search(question, 5, signal)
    const shown = hits.filter(({ judged }) => judged?.verdict !== 'nothing').slice(0, 1)
    answers.push(shown.map(({ file, judged }) => [basename(file), judged?.verdict]))
  }
  await library.close()
  await rm(home, { recursive: true })
  expect(answers).toEqual([[['ferry.md', 'nearest']], []])
})
