import { join } from 'node:path'
import { markOf } from '../std/fs/file-cache.ts'
import { queryTerms, terms } from '../std/korean/search/analysis.ts'
import { TextIndex } from '../std/text-index.ts'
import { rankHits } from '../std/text-rank.ts'
import { blocksOf, type ExcerptBlock } from './excerpt.ts'
import { readPage } from './store.ts'

/** A piece of a page that answers a question. */
export interface BlockHit {
  file: string
  block: ExcerptBlock
  score: number
  coverage: number
  matched: string[]
}

/** Characters of a block that are found: what is longer is no fact. */
const longestText = 2_000

/** The lines of memory pages, found by questions. The pages stay the truth; this is made from them as soon as they have changed. */
export class PageIndex {
  readonly #home: string
  #index: Promise<TextIndex> | undefined
  /** Pages as they were indexed last in this process: what a question needs no look at the index for. */
  readonly #known = new Map<string, { mark: string; blocks: Map<string, ExcerptBlock> }>()

  constructor(home: string) {
    this.#home = home
  }

  /** The pieces of these pages that answer a question best. */
  async search(query: string, files: readonly string[], limit: number, now: number): Promise<BlockHit[]> {
    const index = await this.#open()
    const pages = new Map<string, Map<string, ExcerptBlock>>()
    for (const file of files) pages.set(file, await this.#read(index, file))
    const hits = index.search(queryTerms(query), files, Math.max(40, limit * 3))
    return rankHits(query, hits, now)
      .flatMap(({ hit, ...found }) => {
        const block = pages.get(hit.group)?.get(hit.key)
        return block ? [{ file: hit.group, block, ...found }] : []
      })
      .slice(0, limit)
  }

  async close(): Promise<void> {
    ;(await this.#index)?.close()
    this.#index = undefined
  }

  async #open(): Promise<TextIndex> {
    const path = join(this.#home, 'memory', '.index.db')
    this.#index ??= TextIndex.open(path)
    const index = await this.#index
    if (!index.broken) return index
    index.close()
    this.#known.clear()
    this.#index = TextIndex.open(path, true)
    return this.#index
  }

  async #read(index: TextIndex, file: string): Promise<Map<string, ExcerptBlock>> {
    const mark = markOf(file) ?? ''
    const known = this.#known.get(file)
    if (known && known.mark === mark && mark !== '') return known.blocks
    const text = await readPage(file)
    const blocks = new Map(blocksOf(text).flatMap((block) => (block.kind === 'heading' ? [] : [[keyOf(block), block]])))
    // A process that comes later finds what this one has indexed.
    if (index.mark(file) !== mark || mark === '') {
      const before = index.keys(file)
      const add = [...blocks].filter(([key]) => !before.has(key)).map(([key, block]) => entryOf(key, block))
      const remove = [...before].filter((key) => !blocks.has(key))
      index.change(file, { mark, scope: file, add, remove })
    }
    this.#known.set(file, { mark, blocks })
    return blocks
  }
}

const keyOf = ({ text }: ExcerptBlock) => text.slice(0, longestText)

function entryOf(key: string, { from }: ExcerptBlock) {
  const at = from ? Date.parse(`${from.date}T12:00:00Z`) : 0
  return { key, text: key, terms: terms(key), at: Number.isFinite(at) ? at : 0 }
}
