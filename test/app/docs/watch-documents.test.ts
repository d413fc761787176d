import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { seeded } from '../../../bench/retrieval/corpus.ts'
import { watchDocuments } from '../../../src/app/docs/watch-documents.ts'
import type { Failure } from '../../../src/protocol/index.ts'
import { createLibrary } from '../../../src/retrieval/library.ts'

/** So many edits, and as many questions meanwhile. */
const edits = Number(process.env.EDITS ?? 40)

/** A watched library over a folder. */
async function watched() {
  const folder = mkdtempSync(join(tmpdir(), 'watch-documents-'))
  const files = join(folder, 'files')
  mkdirSync(files)
  writeFileSync(join(files, '하나.md'), '첫 글은 사과를 말한다.')
  const library = createLibrary({ dir: join(folder, 'index'), now: () => new Date() })
  const stop = new AbortController()
  for await (const _ of library.add([files], stop.signal));
  const failures: Failure[] = []
  const watching = watchDocuments(
    { listed: () => 'one', library: async () => library, failed: (failure) => failures.push(failure) },
    stop.signal,
  )
  onTestFinished(async () => {
    stop.abort()
    await watching
    await library.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { files, library, failures, signal: stop.signal }
}

test('what is new, changed, moved or gone is in the index a moment later', { timeout: 60_000 }, async () => {
  const { files, library, failures, signal } = await watched()
  const found = async (words: string) =>
    (await library.search(words, 5, signal)).map(({ file }) => file.slice(files.length + 1))
  writeFileSync(join(files, '둘.md'), '둘째 글은 오렌지를 말한다.')
  await expect.poll(() => found('오렌지'), { timeout: 20_000 }).toEqual(['둘.md'])
  mkdirSync(join(files, '안'))
  renameSync(join(files, '둘.md'), join(files, '안/셋.md'))
  await expect.poll(() => found('오렌지'), { timeout: 20_000 }).toEqual(['안/셋.md'])
  rmSync(join(files, '안/셋.md'))
  await expect.poll(async () => (await library.list(signal)).length, { timeout: 20_000 }).toBe(1)
  expect(failures).toEqual([])
})

test(`${edits} edits, renames and deletions during as many questions: no quotation that did not stand in its file`, {
  timeout: 600_000,
}, async () => {
  const { files, library, signal } = await watched()
  const random = seeded(17)
  const history: { path: string; text: string; from: number; to: number }[] = []
  const current = (path: string) => history.find((one) => one.path === path && one.to === Infinity)
  const end = (path: string) => {
    const one = current(path)
    if (one) one.to = performance.now()
  }
  const write = (path: string, text: string) => {
    const from = performance.now()
    writeFileSync(path, text)
    end(path)
    history.push({ path, text, from, to: Infinity })
  }
  const pathOf = (n: number) => join(files, `항목 ${n}.md`)
  let value = 0
  const edit = () => {
    const path = pathOf(Math.floor(random() * 10))
    const there = current(path)
    const choice = random()
    if (!there || choice < 0.6) return write(path, `# 항목\n\n창고에 있는 물건의 값은 ${++value * 7919}원이다.\n`)
    const to = pathOf(10 + Math.floor(random() * 5))
    if (choice < 0.8) {
      renameSync(path, to)
      end(to)
      history.push({ path: to, text: there.text, from: performance.now(), to: Infinity })
    } else rmSync(path)
    end(path)
  }
  const wrong: string[] = []
  let quoted = 0
  const asker = async () => {
    // What was edited is indexed a moment later: questions may be quicker than that.
    for (let n = 0; n < edits || quoted === 0; n++) {
      const began = performance.now()
      const hits = await library.search('창고 물건 값이 얼마야?', 5, signal)
      const ended = performance.now()
      for (const { file, text } of hits) {
        quoted++
        const stood = history.some(
          (one) => one.path === file && one.from <= ended && one.to >= began && one.text.includes(text),
        )
        if (!stood) wrong.push(`${file}: ${text}`)
      }
    }
  }
  const editor = async () => {
    for (let n = 0; n < edits; n++) {
      edit()
      // Some edits fall between two questions, others into one.
      for (let turns = Math.floor(random() * 60); turns > 0; turns--) await setImmediate()
    }
  }
  await Promise.all([asker(), editor()])
  expect(wrong).toEqual([])
  expect(quoted).toBeGreaterThan(0)
})
