import { keptByText } from '../std/by-text.ts'
import { grownMap } from '../std/grown-map.ts'
import { type Fact, factsOf, type Page, type Provenance, parsePage } from './page.ts'
import { type PinReason, pinReason } from './pinned.ts'

/**
 * A piece of a page that goes into a request whole or not at all: a fact with what is indented below it, a heading, a
 * paragraph.
 */
export interface ExcerptBlock {
  /** Its first line on the page, from 1. */
  line: number
  raw: string
  /** Its text; of a fact without the dash. */
  text: string
  kind: 'fact' | 'heading' | 'text'
  pin?: PinReason
  from?: Provenance
}

/** The part of a page that a request carries, in the order of the page, and the rest. */
export interface Excerpt {
  text: string
  /** True when the page fits and is carried as it is. */
  whole: boolean
  carried: readonly ExcerptBlock[]
  left: readonly ExcerptBlock[]
}

/** Share of the budget that pinned lines may take, so that the newest lines have some, too. */
const pinnedShare = 0.75

/** Characters of pages whose blocks are kept: every turn asks for them, and pages may be long. */
const pagesKept = 2 << 20

/** The blocks of a page, in its order. The list is cached: callers must not change it. */
export const blocksOf = keptByText((text): readonly ExcerptBlock[] => parseBlocks(parsePage(text)), pagesKept)

const pinOf = keptByText((text) => ({ pin: pinReason(text) }), pagesKept)

/** The blocks of facts: a page that grew has the same ones, and one more. */
const factBlocks = grownMap<Fact, ExcerptBlock>()

function blockOf({ line, text, below, from }: Fact, { lines }: Page): ExcerptBlock {
  const { pin } = pinOf(text)
  const raw = lines.slice(line - 1, line + below).map((each) => each.raw)
  return { line, raw: raw.join('\n'), text, kind: 'fact', ...(pin ? { pin } : {}), ...(from ? { from } : {}) }
}

function parseBlocks(page: Page): ExcerptBlock[] {
  const facts = factBlocks(factsOf(page), (fact) => blockOf(fact, page))
  const below = factsOf(page).map((fact) => fact.below)
  const blocks: ExcerptBlock[] = []
  let paragraph: ExcerptBlock | undefined
  let next = 0
  for (let at = 0; at < page.lines.length; at++) {
    const raw = page.lines[at]?.raw ?? ''
    const fact = facts[next]
    if (fact?.line === at + 1) {
      blocks.push(fact)
      at += below[next++] ?? 0
      paragraph = undefined
    } else if (raw.trim() === '') paragraph = undefined
    else if (/^#{1,6}\s/.test(raw)) {
      blocks.push({ line: at + 1, raw, text: raw.replace(/^#+\s+/, ''), kind: 'heading' })
      paragraph = undefined
    } else if (paragraph) {
      paragraph.raw += `\n${raw}`
      paragraph.text += ` ${raw.trim()}`
    } else {
      paragraph = { line: at + 1, raw, text: raw.trim(), kind: 'text' }
      blocks.push(paragraph)
    }
  }
  return blocks
}

/**
 * Choose the part of a page that goes into every request: all of it where it fits into `room` characters, else its
 * pinned lines and the newest others. Nothing leaves the page: what is not carried is `left` for search and recall.
 * Headings go with what stands below them.
 */
export function excerptOf(text: string, room: number): Excerpt {
  const known = excerptsOf(text)
  const excerpt = known.get(room) ?? makeExcerpt(text, room)
  if (known.size >= mostRooms) known.clear()
  known.set(room, excerpt)
  return excerpt
}

/** Excerpts that are kept of one page: a request that is too long asks for ever smaller ones. */
const mostRooms = 8

const excerptsOf = keptByText(() => new Map<number, Excerpt>(), pagesKept)

function makeExcerpt(text: string, room: number): Excerpt {
  const blocks = blocksOf(text)
  const whole = text.trim()
  if (whole.length <= room) return { text: whole, whole: true, carried: blocks, left: [] }
  const chosen = chooseBlocks(blocks, room)
  const headings = headingsOf(blocks, chosen, room)
  const carried = blocks.filter((block) => chosen.has(block) || headings.has(block))
  const left = blocks.filter((block) => block.kind !== 'heading' && !chosen.has(block))
  return { text: carried.map(({ raw }) => raw).join('\n'), whole: false, carried, left }
}

function chooseBlocks(blocks: readonly ExcerptBlock[], room: number): Set<ExcerptBlock> {
  const chosen = new Set<ExcerptBlock>()
  const newest = blocks.filter(({ kind }) => kind !== 'heading').toReversed()
  const reserve = headingRoom(blocks, room)
  let free = room - reserve
  const takeBlocks = (some: readonly ExcerptBlock[], upTo: number) => {
    for (const block of some) {
      const size = block.raw.length + 1
      if (chosen.has(block) || size > upTo) continue
      chosen.add(block)
      upTo -= size
      free -= size
    }
  }
  takeBlocks(
    newest.filter(({ pin }) => pin),
    Math.floor(free * pinnedShare),
  )
  takeBlocks(newest, free)
  return chosen
}

/** Share of the budget for headings: usually there are few and short ones. */
const headingRoom = (blocks: readonly ExcerptBlock[], room: number) =>
  Math.min(
    room / 10,
    blocks.reduce((sum, { kind, raw }) => (kind === 'heading' ? sum + raw.length + 1 : sum), 0),
  )

/** The nearest heading above each chosen block, newest sections first as long as their reserve lasts. */
function headingsOf(
  blocks: readonly ExcerptBlock[],
  chosen: ReadonlySet<ExcerptBlock>,
  room: number,
): Set<ExcerptBlock> {
  const wanted = new Set<ExcerptBlock>()
  let heading: ExcerptBlock | undefined
  for (const block of blocks) {
    if (block.kind === 'heading') heading = block
    else if (heading && chosen.has(block)) wanted.add(heading)
  }
  const kept = new Set<ExcerptBlock>()
  let free = headingRoom(blocks, room)
  for (const one of [...wanted].toReversed()) {
    free -= one.raw.length + 1
    if (free >= 0) kept.add(one)
  }
  return kept
}
