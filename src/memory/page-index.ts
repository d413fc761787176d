import { join } from 'node:path'
import { markOf } from '../std/fs/file-cache.ts'
import { terms } from '../std/korean/search/analysis.ts'
import { peopleIn } from '../std/korean/search/people.ts'
import { relativesIn } from '../std/korean/search/relatives.ts'
import { oneByOne } from '../std/once.ts'
import { TextIndex } from '../std/text-index.ts'
import { noteTerms, type Occasions, occasionWeight, ownersIn, rankHits, timeAsked } from '../std/text-rank.ts'
import { blocksOf, type ExcerptBlock } from './excerpt.ts'
import { searchFacts } from './search.ts'
import { readPage } from './store.ts'

/** A block of a page that matches a query. */
export interface BlockHit {
  file: string
  block: ExcerptBlock
  score: number
  coverage: number
  matched: string[]
}

/** The state of a page when it was last indexed, and the people on it. */
interface KnownPage {
  mark: string
  blocks: Map<string, ExcerptBlock>
  people: ReturnType<typeof peopleIn>
  owners: ReadonlySet<string>
}

/** Weight of a match by another name of the same person, below a match by the name itself. */
const namesakeShare = 0.8
/** Weight of the neighbours of a match: adjacent lines were often noted together. */
const besideShare = 0.1
/**
 * Weight of the best others of its day: what was noted on one day is of one occasion. Both chosen on LoCoMo's
 * conversations, which they are measured on, too.
 */
const dayShare = 0.3
/**
 * Lines that are compared with a question: about people and things of a whole life, a hundred lines share its one
 * word.
 */
const mostCompared = 400
/** So many of them are ranked again by another name of somebody who is asked about. */
const mostNamesakes = 100
/** Indexed characters of a block; a longer block is not a fact. */
const longestText = 2_000

/**
 * The lines of memory pages, found by questions. The pages stay the truth; this is made from them as soon as they
 * have changed.
 */
export class PageIndex {
  readonly #home: string
  readonly #inTurn = oneByOne()
  #index: Promise<TextIndex> | undefined
  /** Pages as they were indexed last in this process: what a question needs no look at the index for. */
  readonly #known = new Map<string, KnownPage>()

  constructor(home: string) {
    this.#home = home
  }

  /**
   * The pieces of these pages that answer a question best. `occasions`: the conversations in which its matter was
   * spoken of.
   */
  async search(
    query: string,
    files: readonly string[],
    limit: number,
    now: number,
    occasions: Occasions = new Map(),
  ): Promise<BlockHit[]> {
    const index = await this.#open()
    const pages = new Map<string, Map<string, ExcerptBlock>>()
    for (const file of files) pages.set(file, await this.#read(index, file))
    // Relations of people stand on the same pages: 딸 생일 is found as 지은이 생일.
    const others = [...files.flatMap((file) => this.#known.get(file)?.people(query) ?? []), ...relativesIn(query)]
    const named = others.map(({ word, means }) => ({ words: query.replace(word, means), means }))
    const owners = new Set(files.flatMap((file) => [...(this.#known.get(file)?.owners ?? [])]))
    const hints = { now, owners, when: await timeAsked(query, now), beside: besideShare, sameDay: dayShare }
    // One look for all names in place of one for each.
    const asked = [query, ...named.map(({ words }) => words)]
    const hits = index.search([...new Set(asked.flatMap(noteTerms))], files, mostCompared)
    const byName = named.flatMap(({ words, means }) => {
      const parts = means.toLowerCase().split(' ')
      const theirs = hits
        .filter(({ text }) => parts.every((part) => text.toLowerCase().includes(part)))
        .slice(0, mostNamesakes)
      return rankHits(words, theirs, hints).map((one) => ({ ...one, score: one.score * namesakeShare }))
    })
    const ranked = [...rankHits(query, hits, hints), ...byName]
    const placed = ranked.flatMap(({ hit, ...found }) => {
      const block = pages.get(hit.group)?.get(hit.key)
      if (!block) return []
      const told = occasionWeight(block.text, occasions.get(block.from?.conversation ?? ''))
      return [{ file: hit.group, block, ...found, score: found.score * told }]
    })
    return bestBlocks(placed).slice(0, limit)
  }

  /** The same for a question with initials in it, which stand in no index: every piece is compared. */
  async searchInitials(
    query: string,
    files: readonly string[],
    limit: number,
  ): Promise<Pick<BlockHit, 'file' | 'block'>[]> {
    const index = await this.#open()
    const pieces: Pick<BlockHit, 'file' | 'block'>[] = []
    for (const file of files) for (const block of (await this.#read(index, file)).values()) pieces.push({ file, block })
    return searchFacts(query, pieces, ({ block }) => block.text, limit).map(({ item }) => item)
  }

  async close(): Promise<void> {
    ;(await this.#index)?.close()
    this.#index = undefined
  }

  async #open(): Promise<TextIndex> {
    const path = join(this.#home, 'memory', '.index.db')
    this.#index ??= TextIndex.open(path)
    const opening = this.#index
    const index = await opening
    if (!index.broken) return index
    // Somebody else has opened it anew meanwhile.
    if (this.#index !== opening) return this.#open()
    index.close()
    this.#known.clear()
    this.#index = TextIndex.open(path, true)
    return this.#index
  }

  /** One page after the other: of two readings the older one could come last and take back what the newer one found. */
  #read(index: TextIndex, file: string): Promise<Map<string, ExcerptBlock>> {
    return this.#inTurn(() => this.#readNow(index, file))
  }

  async #readNow(index: TextIndex, file: string): Promise<Map<string, ExcerptBlock>> {
    const mark = markOf(file) ?? ''
    const known = this.#known.get(file)
    if (known && known.mark === mark && mark !== '') return known.blocks
    const text = await readPage(file)
    const blocks = new Map(blocksOf(text).flatMap((block) => (block.kind === 'heading' ? [] : [[keyOf(block), block]])))
    // Stored, so that a later process need not index the page again.
    if (index.mark(file) !== mark || mark === '') {
      // Entries that this process put there itself need no look-up.
      const before = known && index.mark(file) === known.mark ? new Set(known.blocks.keys()) : index.keys(file)
      const add = [...blocks].filter(([key]) => !before.has(key)).map(([key, block]) => entryOf(key, block))
      const remove = [...before].filter((key) => !blocks.has(key))
      index.change(file, { mark, scope: file, add, remove })
    }
    this.#known.set(file, { mark, blocks, people: peopleIn(blocks.keys()), owners: ownersIn(blocks.keys()) })
    return blocks
  }
}

/** The hits without duplicates, each with its best score, best first. */
function bestBlocks(found: readonly BlockHit[]): BlockHit[] {
  const seen = new Set<ExcerptBlock>()
  return found.toSorted((a, b) => b.score - a.score).filter(({ block }) => !seen.has(block) && seen.add(block))
}

const keyOf = ({ text }: ExcerptBlock) => text.slice(0, longestText)

function entryOf(key: string, { from }: ExcerptBlock) {
  const at = from ? Date.parse(`${from.date}T12:00:00Z`) : 0
  return { key, text: key, terms: terms(key), at: Number.isFinite(at) ? at : 0 }
}
