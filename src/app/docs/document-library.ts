import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { FlowContext } from '../../core/flow.ts'
import type { Passages, RouteDeps } from '../../core/turn/document-router.ts'
import { pathsIn } from '../../memory/home-layout.ts'
import {
  AssistantError,
  type Failure,
  failureOf,
  type Id,
  type Input,
  isRemote,
  type JsonObject,
  type Tool,
  type TurnEvent,
  type Untrusted,
} from '../../protocol/index.ts'
import { assessedText, forRemote, sourcesOf } from '../../retrieval/answers/cite.ts'
import { type Answering, searchAnswers } from '../../retrieval/answers/several.ts'
import type { Library } from '../../retrieval/library.ts'
import type { LibraryInfo } from '../../retrieval/needs-documents.ts'
import type { Recognise } from '../../retrieval/readers/read.ts'
import { keptChoices } from '../../retrieval/survey/kept-choices.ts'
import { readDocuments } from '../../retrieval/survey/tool.ts'
import { searchDocuments } from '../../retrieval/tools.ts'
import { markOf } from '../../std/fs/file-cache.ts'
import { onceFor } from '../../std/once.ts'
import type { Thread } from '../../threads/thread.ts'
import { originMark } from '../../tools/origin/folder-owners.ts'
import type { Machine } from '../../tools/picture/tesseract.ts'
import type { Models } from '../models/model-registry.ts'
import { embedderOf, openSearchAt, type StoreDeps } from './document-stores.ts'
import { bytesOf, folderOwnersOf, foreignFilesOf } from './file-origins.ts'
import { createReranker } from './reranker.ts'

export interface DocsDeps extends StoreDeps {
  models: Models
  now(): Date
  /** Working directory of this process: places below it are shown relative to it. */
  cwd: string
  userHome: string
  /** The machine on which a program that reads pictures is looked for. */
  machine: Machine
}

/** The documents of every workspace. Nothing is loaded or opened for a workspace that has none. */
export interface Docs {
  /** The library of a workspace. Throws `config` or `auth` when the chosen store cannot be used. */
  library(workspace: string): Promise<Library>
  /** The same documents searched by words alone, whatever the settings say; to be closed. */
  byWords(workspace: string): Promise<Library>
  /** Reads the letters of pictures by the model in use. Throws `config` where it sees none. */
  letters(): Promise<Recognise>
  /** Tell whether documents were ever added there; costs one look at the disk. */
  has(workspace: string): Promise<boolean>
  /** The tool `search_documents`, once the workspace has documents. */
  tools(workspace: string): Promise<Tool[]>
  /**
   * Return the chat flow's way to ask the documents; `offered` tells whether this agent may search them on this
   * surface.
   */
  route(offered: (input: Input, thread: Thread) => boolean): RouteDeps
  /** Keeps the index of a workspace in step with its folders until the signal aborts. */
  watch(workspace: string, signal: AbortSignal): Promise<void>
  /** Return the news for the person, each thing once: a store or an embedder that did not answer. */
  news(): { code: string; data: JsonObject }[]
  /** Return the questions to a model since, as events of the turn that asked. */
  asked(): TurnEvent[]
  close(): Promise<void>
}

/** Passages of a turn; SPEC §2 gives them no number: five fit beside a long conversation. */
const passages = 5

/**
 * So many names and headings of documents tell whether a question means them; analysing them takes about 20 ms, once.
 */
const titlesAtMost = 2_000

/** Turns that run at the same time in one process; more than anybody has. */
const turnsNumbered = 100

/** Return the folder of the list and the index of a workspace's documents. */
const docsFolder = (home: string, workspace: string): string =>
  join(pathsIn(home).workspace(workspace).folder, 'documents')

/** The documents of this home, over the store that the settings choose. */
export const createDocs = (parts: DocsDeps): Docs => new HomeDocs(parts)

class HomeDocs implements Docs {
  readonly #parts: DocsDeps
  readonly #tools: Tool[]
  readonly #libraries = new Map<string, Promise<Library>>()
  readonly #offered = new Set<string>()
  readonly #known = new Map<string, { key: string; info: Promise<LibraryInfo> }>()
  readonly #numbered = new Map<Id, number>()
  readonly #news = new Map<string, JsonObject>()
  #asked: TurnEvent[] = []

  constructor(parts: DocsDeps) {
    this.#parts = parts
    const search = searchDocuments(
      ({ workspace }) => this.library(workspace),
      (files) => this.#mark(files),
      (turn, count) => this.#numbers(turn, count),
    )
    this.#tools = [search, this.#reading()]
  }

  library(workspace: string): Promise<Library> {
    const tell = (code: string) => (failure: Failure) => this.#tell(code, failure)
    const asked = (events: TurnEvent[]) => this.#asked.push(...events)
    // A setting that is wrong now may be right at the next call.
    return onceFor(this.#libraries, workspace, () => openLibrary(this.#parts, workspace, tell, asked))
  }

  async byWords(workspace: string): Promise<Library> {
    const { createLibrary } = await import('../../retrieval/library.ts')
    const { loaded, now } = this.#parts
    return createLibrary({ dir: docsFolder(loaded.paths.home, workspace), now })
  }

  async letters(): Promise<Recognise> {
    const { models, language, now } = this.#parts
    const { letterReader } = await import('./letter-reader.ts')
    return letterReader({ models, language, now, asked: (events) => this.#asked.push(...events) })
  }

  async has(workspace: string): Promise<boolean> {
    return this.#list(workspace) !== undefined
  }

  /** An offered tool stays: the list of a conversation's tools only grows. */
  async tools(workspace: string): Promise<Tool[]> {
    if (!this.#offered.has(workspace) && (await this.has(workspace))) this.#offered.add(workspace)
    return this.#offered.has(workspace) ? this.#tools : []
  }

  route(offered: (input: Input, thread: Thread) => boolean): RouteDeps {
    return {
      byModel: this.#parts.loaded.settings.window.profile === 'graph',
      rules: async (input, context) => (offered(input, context.thread()) ? this.#rules(input, context) : undefined),
      search: async (input, context, wanted) =>
        offered(input, context.thread()) ? this.#search(input, context, wanted) : nothing,
    }
  }

  async watch(workspace: string, signal: AbortSignal): Promise<void> {
    const { watchDocuments } = await import('./watch-documents.ts')
    const failed = (failure: Failure) => this.#tell('documents-unwatched', failure)
    await watchDocuments(
      { listed: () => this.#list(workspace), library: () => this.library(workspace), failed },
      signal,
    )
  }

  news(): { code: string; data: JsonObject }[] {
    const news = [...this.#news].map(([code, data]) => ({ code, data }))
    this.#news.clear()
    return news
  }

  asked(): TurnEvent[] {
    return this.#asked.splice(0)
  }

  async close(): Promise<void> {
    const open = await Promise.allSettled(this.#libraries.values())
    for (const one of open) if (one.status === 'fulfilled') await one.value.close()
  }

  /** Return the tool that goes through whole documents; its parts are loaded when it is used first. */
  #reading(): Tool {
    const { models, now, machine, loaded } = this.#parts
    return readDocuments({
      libraryOf: ({ workspace }) => this.library(workspace),
      chooserFor: async (task) => {
        const { lineChooser } = await import('./line-chooser.ts')
        return lineChooser({ models, now, asked: (events) => this.#asked.push(...events) }, task)
      },
      kept: keptChoices(join(loaded.paths.cache, 'chosen-lines.jsonl')),
      recogniser: async (signal) => (await import('../../tools/picture/tesseract.ts')).openTesseract(machine, signal),
      mark: (files) => this.#mark(files),
      numbers: (turn, count) => this.#numbers(turn, count),
    })
  }

  /** The first of `count` numbers for the passages of a turn: what is found later in it goes on counting. */
  #numbers(turn: Id, count: number): number {
    const before = this.#numbered.get(turn) ?? 0
    // Turns that are over are forgotten, the oldest first.
    if (this.#numbered.size > turnsNumbered) this.#numbered.delete(this.#numbered.keys().next().value as Id)
    this.#numbered.set(turn, before + count)
    return before + 1
  }

  #tell(code: string, { code: cause, detail }: Failure): void {
    this.#news.set(code, { code: cause, ...(detail ? { detail } : {}) })
  }

  /** Changes with the list of what was added; undefined where nothing ever was. */
  #list(workspace: string): string | undefined {
    const mark = markOf(join(docsFolder(this.#parts.loaded.paths.home, workspace), 'documents.json')) ?? 'refused'
    return mark === '' ? undefined : mark
  }

  async #rules({ text }: Input, context: FlowContext): ReturnType<RouteDeps['rules']> {
    try {
      const info = await this.#info(context.thread().workspace)
      if (!info || info.documents === 0) return undefined
      const { needsDocuments } = await import('../../retrieval/needs-documents.ts')
      return needsDocuments(text, info)
    } catch (error) {
      if (!(error instanceof AssistantError)) throw error
      this.#tell('documents-failed', failureOf(error))
      return undefined
    }
  }

  /**
   * Return the number of documents and their names; undefined without any. Read again when the list changed, or half a
   * minute passed.
   */
  async #info(workspace: string): Promise<LibraryInfo | undefined> {
    const list = this.#list(workspace)
    if (list === undefined) return undefined
    const key = `${list} ${Math.floor(this.#parts.now().getTime() / 30_000)}`
    const known = this.#known.get(workspace)
    if (known?.key === key) return known.info
    const info = this.library(workspace).then((library) => infoOf(library, this.#limit()))
    const kept = { key, info }
    this.#known.set(workspace, kept)
    info.catch(() => {
      if (this.#known.get(workspace) === kept) this.#known.delete(workspace)
    })
    return info
  }

  async #search({ text, origin }: Input, context: FlowContext, wanted: 'any' | 'answers'): Promise<Passages> {
    const { workspace } = context.thread()
    if (!(await this.has(workspace))) return nothing
    const limit = this.#limit()
    try {
      const [library, signal] = [await this.library(workspace), AbortSignal.any([context.signal, limit])]
      const answering = await searchAnswers((query) => library.search(query, passages, signal), text, passages)
      const { withTableAnswers } = await import('../../retrieval/tables/answer-tables.ts')
      const about = { library, language: this.#parts.language, signal }
      const { hits: found, ...rest } = await withTableAnswers(answering, text, about)
      if (wanted === 'answers' && !isAnswered({ hits: found, ...rest })) return nothing
      const hits = isRemote(origin) ? forRemote(found) : found
      const marks = await Promise.all(found.map(({ file }) => this.#mark([file])))
      const sources = sourcesOf(hits).map((source, at) => ({ ...source, ...ownMark(marks[at] ?? { untrusted: true }) }))
      const first = this.#numbers(context.turn, hits.length)
      return {
        text: assessedText({ hits, ...rest }, isRemote(origin) ? undefined : this.#parts.cwd, first),
        sources,
      }
    } catch (error) {
      if (context.signal.aborted || !limit.aborted) throw error
      throw new AssistantError({ code: 'timeout' }, { cause: error })
    }
  }

  /** Documents of the person's own folders are their own words; others came from somewhere. */
  async #mark(files: readonly string[]): Promise<Untrusted> {
    const foreign = foreignFilesOf(this.#parts.loaded)
    const written = await Promise.all([...new Set(files)].map(async (file) => foreign.sourcesOf(await bytesOf(file))))
    const { loaded, cwd, userHome, machine } = this.#parts
    const owners = folderOwnersOf(loaded, { userHome, platform: machine.platform })
    return originMark(files, { owners, roots: [cwd, ...loaded.settings.roots] }, written.flat())
  }

  /** A look into the documents may take as long as a tool (SPEC §3). */
  #limit(): AbortSignal {
    return AbortSignal.timeout(this.#parts.loaded.settings.limits.toolMs)
  }
}

/** The part of a question, by rarity of its words, that a passage has whose answer a model may see in other words. */
const leastShare = 0.5

/** Tell whether the documents say what is asked, or a part of it, or hold most of its words. */
function isAnswered({ hits: [first], parts, computed = 0 }: Answering): boolean {
  if (computed > 0 || parts.some(({ verdict }) => verdict === 'says')) return true
  if (first?.judged?.verdict === 'nearest')
    return (first.isNearest === true && !first.isNearInWords) || (first.share ?? 0) >= leastShare
  return first?.judged?.verdict === 'says'
}

const ownMark = ({ own }: Untrusted) => (own ? { own } : {})

const nothing: Passages = { text: '', sources: [] }

async function infoOf(library: Library, signal: AbortSignal): Promise<LibraryInfo> {
  const { files } = await library.status(signal)
  return { documents: files, titles: files === 0 ? [] : await library.titles(titlesAtMost, signal) }
}

async function openLibrary(
  parts: DocsDeps,
  workspace: string,
  tell: (code: string) => (failure: Failure) => void,
  asked: (events: TurnEvent[]) => void,
): Promise<Library> {
  const { settings, paths } = parts.loaded
  const { createLibrary } = await import('../../retrieval/library.ts')
  const embedder = await embedderOf(parts)
  const notice = tell('documents-words-only')
  const store =
    settings.docs.store === 'opensearch' ? await openSearchAt(parts, indexOf(workspace), embedder, notice) : undefined
  const rerank =
    settings.docs.rerank && settings.window.profile !== 'graph'
      ? createReranker({ models: parts.models, now: parts.now, failed: tell('documents-unordered'), asked })
      : undefined
  return createLibrary({
    dir: docsFolder(paths.home, workspace),
    now: parts.now,
    recogniser: async (signal) =>
      (await import('../../tools/picture/tesseract.ts')).openTesseract(parts.machine, signal),
    notice,
    ...(store ? { store } : {}),
    ...(embedder && !store ? { embedder } : {}),
    ...(rerank ? { rerank } : {}),
  })
}

/** OpenSearch takes small letters only, and a workspace may have any name: what is ours is told apart by its hash. */
function indexOf(workspace: string): string {
  return `assistant-documents-${createHash('sha256').update(workspace.normalize('NFC')).digest('hex').slice(0, 16)}`
}
