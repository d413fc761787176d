// `node cluster-story.ts URL`: what the program does with a cluster, on a real one; tests tell the same story to the
// small one here.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLibrary } from '../../src/retrieval/library.ts'
import { OpenSearchStore } from '../../src/retrieval/opensearch/store.ts'
import type { Embedder } from '../../src/retrieval/ports.ts'
import { meaning } from './embeddings.ts'

const { signal } = new AbortController()
const embedder: Embedder = {
  name: 'story',
  embed: async (texts) => texts.map((text) => Float32Array.from(meaning(text))),
}

/**
 * Adds, finds, changes, makes the index anew with vectors, finds by meaning, removes. Throws where a cluster does
 * something else.
 */
export async function clusterStory(url: string): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'cluster-story-'))
  const index = `assistant-story-${process.pid}`
  const open = (more: { embedder?: Embedder } = {}) =>
    createLibrary({
      dir: join(home, 'index'),
      now: () => new Date(),
      store: new OpenSearchStore({ url, index, ...more }),
    })
  const first = async (library: ReturnType<typeof open>, question: string) =>
    (await library.search(question, 1, signal))[0]?.text
  try {
    await writeFile(join(home, '휴가.md'), '# 규정\n\n휴가정책은 15일입니다.\n')
    await writeFile(join(home, 'sea.txt'), '파도 소리를 들으며 걷는다\n')
    const files = ['휴가.md', 'sea.txt'].map((name) => join(home, name))
    const library = open()
    for await (const _ of library.add(files, signal));
    assert.equal(await first(library, '휴가 정책이 뭐야?'), '휴가정책은 15일입니다.')
    await writeFile(join(home, '휴가.md'), '휴가는 이제 20일입니다.\n')
    for await (const _ of library.reindex(signal));
    assert.equal(await first(library, '휴가'), '휴가는 이제 20일입니다.')
    const hybrid = open({ embedder })
    for await (const _ of hybrid.reindex(signal, { thorough: true }));
    assert.equal(await first(hybrid, '해변 물놀이'), '파도 소리를 들으며 걷는다')
    assert.deepEqual(await hybrid.status(signal), { kind: 'opensearch', files: 2, chunks: 2 })
    assert.equal(await hybrid.remove(files, signal), 2)
    assert.deepEqual(await hybrid.list(signal), [])
  } finally {
    await rm(home, { recursive: true })
  }
}

if (import.meta.main) {
  await clusterStory(process.argv[2] ?? '')
  console.log('the cluster does what the program expects of one')
}
