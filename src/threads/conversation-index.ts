import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Envelope, Id } from '../protocol/index.ts'
import { isMissing } from '../std/fs/files.ts'
import { readLog } from '../std/fs/jsonl.ts'
import { terms } from '../std/korean/search/analysis.ts'
import { type IndexEntry, TextIndex } from '../std/text-index.ts'
import { noteTerms, occasionMessages, rankHits, timeAsked } from '../std/text-rank.ts'
import { isEnvelope, journalPath } from './journal.ts'

/** A message of an earlier conversation that answers a question. */
export interface MessageHit {
  conversation: Id
  message: Id
  role: 'user' | 'assistant' | 'title'
  at: number
  /** The words that were said, at most `longestText` characters of it. */
  text: string
  /** It with the messages before and after it, where it is among the best. */
  around: readonly string[]
  score: number
  coverage: number
  matched: string[]
  /** Text from outside had a part in it. */
  untrusted: boolean
}

/** Characters of a message that are found and shown; what is longer was pasted. */
const longestText = 2_000
/** Messages that are compared with a question. */
const mostCompared = 400
/** Share of the neighbouring messages in a message's score. */
const besideShare = 0.4
/** Time of reading conversations in one go before everything else gets its turn, in milliseconds. */
const breathMs = 10

/** The part of a conversation that is in the index. */
interface Mark {
  /** Bytes of the journal. */
  offset: number
  profile: string
  title: string
  /** Text from outside came in: what the assistant says since may rest on it. */
  tainted?: true
}

const fresh: Mark = { offset: 0, profile: '', title: '' }

/** Search index over all conversations of a folder. The journals stay the truth; this is made from them. */
export class ConversationIndex {
  readonly #folder: string
  #index: Promise<TextIndex> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Takes in what a conversation's journal holds since it was looked at last. */
  async read(id: Id): Promise<void> {
    const index = await this.#open()
    const known = readMark(index.mark(id))
    const size = sizeNow(journalPath(this.#folder, id))
    if (size === undefined) {
      if (index.mark(id) !== undefined) index.remove(id)
      return
    }
    if (size === known.offset) return
    // A journal that got shorter is another one.
    if (size < known.offset) index.remove(id)
    const { mark, entries } = await this.#since(id, size < known.offset ? fresh : known)
    index.change(id, { mark: JSON.stringify(mark), scope: mark.profile, add: entries })
  }

  /**
   * Takes in all conversations that have grown, the newest first, until the signal aborts. Returns how many it read.
   */
  async catchUp(signal?: AbortSignal): Promise<number> {
    const index = await this.#open()
    const known = index.groups('')
    const there = this.#journals()
    const grown = there.filter(({ id, size }) => readMark(known.get(id)).offset !== size)
    let since = performance.now()
    for (const { id } of grown) {
      if (signal?.aborted) break
      await this.read(id)
      if (performance.now() - since < breathMs) continue
      await setImmediate()
      since = performance.now()
    }
    const alive = new Set(there.map(({ id }) => id))
    for (const id of known.keys()) if (!alive.has(id)) index.remove(id)
    return grown.length
  }

  /** Messages that answer a question best, of these profiles. Reads no journal: `read` and `catchUp` do. */
  async search(query: string, profiles: readonly string[], limit: number, now: number): Promise<MessageHit[]> {
    // If nothing was ever read there is nothing to open, and no file to make.
    if (!this.#index && sizeNow(join(this.#folder, '.index.db')) === undefined) return []
    const index = await this.#open()
    const hits = index.search(noteTerms(query), profiles, mostCompared)
    const best = rankHits(query, hits, { now, when: await timeAsked(query, now), beside: besideShare }).slice(0, limit)
    const around = index.around(best.slice(0, occasionMessages).map(({ hit }) => hit))
    return best.map(({ hit, score, coverage, matched }, n) => {
      const [role = 'user', untrusted] = hit.data.split(' ')
      return {
        around: around[n] ?? [hit.text],
        conversation: hit.group,
        message: hit.key,
        role: role as MessageHit['role'],
        at: hit.at,
        text: hit.text,
        score,
        coverage,
        matched,
        untrusted: untrusted !== undefined,
      }
    })
  }

  /** The profiles whose conversations are here. */
  async profiles(): Promise<string[]> {
    return [...new Set([...(await this.#open()).groups('').values()].map((mark) => readMark(mark).profile))]
  }

  async remove(id: Id): Promise<void> {
    ;(await this.#open()).remove(id)
  }

  async close(): Promise<void> {
    ;(await this.#index)?.close()
    this.#index = undefined
  }

  async #open(): Promise<TextIndex> {
    const path = join(this.#folder, '.index.db')
    this.#index ??= TextIndex.open(path)
    const index = await this.#index
    if (!index.broken) return index
    index.close()
    this.#index = TextIndex.open(path, true)
    return this.#index
  }

  async #since(id: Id, from: Mark): Promise<{ mark: Mark; entries: IndexEntry[] }> {
    const entries = new Map<string, IndexEntry>()
    let mark = { ...from }
    for await (const { value, to } of readLog(journalPath(this.#folder, id), from.offset)) {
      mark.offset = to
      if (!isEnvelope(value)) continue
      mark = noteEnvelope(mark, value)
      for (const entry of entriesOf(value, mark)) entries.set(entry.key, entry)
    }
    return { mark, entries: [...entries.values()] }
  }

  #journals(): { id: Id; size: number }[] {
    const names = namesIn(this.#folder).filter((name) => name.endsWith('.jsonl'))
    // Ids begin with their time: the newest conversations come first.
    return names
      .sort()
      .reverse()
      .flatMap((name) => {
        const size = sizeNow(join(this.#folder, name))
        return size === undefined ? [] : [{ id: name.slice(0, -6), size }]
      })
  }
}

function noteEnvelope(mark: Mark, { event }: Envelope): Mark {
  if (event.type === 'conversation.created') return { ...mark, profile: event.profile }
  if (event.type === 'conversation.tuned' && event.profile !== undefined) return { ...mark, profile: event.profile }
  if (event.type === 'conversation.titled') return { ...mark, title: event.title }
  const foreign =
    (event.type === 'tool.ended' && event.untrusted && !event.own) ||
    (event.type === 'sources.found' && event.sources.some(({ own }) => !own)) ||
    ((event.type === 'turn.started' || event.type === 'input.steered') &&
      (event.input.untrusted || event.input.attachments?.some((one) => one.untrusted && !one.own)))
  return foreign ? { ...mark, tainted: true } : mark
}

function entriesOf({ event, at }: Envelope, { tainted }: Mark): IndexEntry[] {
  const entryOf = (key: string, role: MessageHit['role'], said: string, foreign: boolean): IndexEntry[] => {
    const text = said.normalize('NFC').trim().slice(0, longestText)
    return text === '' ? [] : [{ key, text, terms: terms(text), at, data: foreign ? `${role} untrusted` : role }]
  }
  switch (event.type) {
    case 'conversation.titled':
      return entryOf('title', 'title', event.title, tainted === true)
    case 'turn.started':
    case 'input.steered':
      return entryOf(event.input.id, 'user', event.input.text, event.input.untrusted === true)
    case 'model.answered':
      return event.purpose === 'reply' ? entryOf(event.message, 'assistant', event.text, tainted === true) : []
    case 'turn.done':
      return entryOf(event.message, 'assistant', event.text, tainted === true)
    default:
      return []
  }
}

function readMark(text: string | undefined): Mark {
  return text === undefined ? fresh : JSON.parse(text)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/**
 * Asking the system at once costs a tenth of waiting for a thread of the pool, and there are thousands to ask about.
 */
function sizeNow(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}
