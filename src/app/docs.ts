import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { Secrets } from '../config/secrets.ts'
import type { Loaded } from '../config/settings.ts'
import type { Passages, RouteParts } from '../core/route.ts'
import { pathsIn } from '../memory/layout.ts'
import type { Language } from '../messages/language.ts'
import { AssistantError, type Failure, failureOf, type Input, isRemote, type JsonObject, type Tool } from '../protocol/index.ts'
import { forRemote, passagesText, sourcesOf } from '../retrieval/cite.ts'
import type { Library } from '../retrieval/library.ts'
import type { LibraryInfo } from '../retrieval/needs-documents.ts'
import { searchDocuments } from '../retrieval/tools.ts'
import { isMissing } from '../std/files.ts'
import type { Thread } from '../threads/thread.ts'
import { embedderOf, openSearchAt } from './docs-stores.ts'
import type { Models } from './models.ts'
import { reranker } from './rerank.ts'

export interface DocsParts {
  loaded: Loaded
  secrets: Secrets
  models: Models
  language: Language
  now(): Date
  /** Working directory of this process: places below it are shown relative to it. */
  cwd: string
}

/** The documents of every workspace. Nothing is loaded or opened for a workspace that has none. */
export interface Docs {
  /** The library of a workspace. Throws `config` or `auth` when the chosen store cannot be used. */
  library(workspace: string): Promise<Library>
  /** Whether documents were ever added there; costs one look at the disk. */
  has(workspace: string): Promise<boolean>
  /** The tool `search_documents`, once the workspace has documents. */
  tools(workspace: string): Promise<Tool[]>
  /** How the chat flow asks the documents; `offered` says whether this agent may search them on this surface. */
  route(offered: (input: Input, thread: Thread) => boolean): RouteParts
  /** What the person is to be told, each thing once: a store or an embedder that did not answer. */
  news(): { code: string; data: JsonObject }[]
  close(): Promise<void>
}

/** Passages of a turn; SPEC §2 gives them no number: five fit beside a long conversation. */
const passages = 5

/** Names of more documents than this say nothing about a question any more. */
const titlesAtMost = 2_000

/** Where the list and the index of a workspace's documents stand. */
const docsFolder = (home: string, workspace: string): string => join(pathsIn(home).workspace(workspace).folder, 'documents')

/** The documents of this home, over the store that the settings choose. */
export function createDocs(parts: DocsParts): Docs {
  const { settings, paths } = parts.loaded
  const libraries = new Map<string, Promise<Library>>()
  const seen = new Map<string, { key: string; info: Promise<LibraryInfo> }>()
  const told = new Map<string, JsonObject>()
  const listOf = (workspace: string) => versionOf(join(docsFolder(paths.home, workspace), 'documents.json'))
  const notice = ({ code, detail }: Failure) => told.set('documents-words-only', { code, ...(detail ? { detail } : {}) })

  const library = (workspace: string): Promise<Library> => {
    const open = libraries.get(workspace) ?? openLibrary(parts, workspace, notice)
    libraries.set(workspace, open)
    // A setting that is wrong now may be right at the next call.
    open.catch(() => libraries.delete(workspace))
    return open
  }

  /** How many documents there are and their names; undefined without any. Read again when the list changed, or half a minute passed. */
  const info = async (workspace: string, signal: AbortSignal): Promise<LibraryInfo | undefined> => {
    const list = await listOf(workspace)
    if (list === undefined) return undefined
    const key = `${list} ${Math.floor(parts.now().getTime() / 30_000)}`
    const known = seen.get(workspace)
    if (known?.key === key) return known.info
    const fresh = infoOf(await library(workspace), signal)
    seen.set(workspace, { key, info: fresh })
    fresh.catch(() => seen.delete(workspace))
    return fresh
  }

  const search = async ({ text, origin }: Input, thread: Thread, signal: AbortSignal): Promise<Passages> => {
    if ((await listOf(thread.workspace)) === undefined) return { text: '', sources: [] }
    const found = await (await library(thread.workspace)).search(text, passages, signal)
    const hits = isRemote(origin) ? forRemote(found) : found
    return { text: passagesText(hits, isRemote(origin) ? undefined : parts.cwd), sources: sourcesOf(hits) }
  }

  const offered = new Set<string>()
  const tool = searchDocuments(({ workspace }) => library(workspace))
  const has = async (workspace: string) => (await listOf(workspace)) !== undefined
  return {
    library,
    has,
    async tools(workspace) {
      // What was offered once stays: the list of a conversation's tools only grows.
      if (offered.has(workspace) || (await has(workspace))) offered.add(workspace)
      return offered.has(workspace) ? [tool] : []
    },
    route: (isOffered) => ({
      byModel: settings.window.profile === 'graph',
      async rules(input, context) {
        const thread = context.thread()
        if (!isOffered(input, thread)) return undefined
        try {
          const known = await info(thread.workspace, context.signal)
          if (!known || known.documents === 0) return undefined
          const { needsDocuments } = await import('../retrieval/needs-documents.ts')
          return needsDocuments(input.text, known)
        } catch (error) {
          if (context.signal.aborted || !(error instanceof AssistantError)) throw error
          const { code, detail } = failureOf(error)
          told.set('documents-failed', { code, ...(detail ? { detail } : {}) })
          return undefined
        }
      },
      async search(input, context) {
        const thread = context.thread()
        if (!isOffered(input, thread)) return { text: '', sources: [] }
        // A search of a turn may take as long as a tool (SPEC §3).
        const limit = AbortSignal.timeout(settings.limits.toolMs)
        try {
          return await search(input, thread, AbortSignal.any([context.signal, limit]))
        } catch (error) {
          if (context.signal.aborted || !limit.aborted) throw error
          throw new AssistantError({ code: 'timeout' }, { cause: error })
        }
      },
    }),
    news() {
      const news = [...told].map(([code, data]) => ({ code, data }))
      told.clear()
      return news
    },
    async close() {
      const open = await Promise.allSettled(libraries.values())
      for (const one of open) if (one.status === 'fulfilled') await one.value.close()
    },
  }
}

/** Tells versions of a file apart; undefined where there is none. */
async function versionOf(path: string): Promise<string | undefined> {
  try {
    const { mtimeMs, size } = await stat(path)
    return `${mtimeMs} ${size}`
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function infoOf(library: Library, signal: AbortSignal): Promise<LibraryInfo> {
  const { files } = await library.status(signal)
  if (files === 0 || files > titlesAtMost) return { documents: files, titles: [] }
  const list = await library.list(signal)
  return { documents: files, titles: list.map(({ path }) => basename(path, extname(path)).normalize('NFC')) }
}

async function openLibrary(parts: DocsParts, workspace: string, notice: (failure: Failure) => void): Promise<Library> {
  const { settings, paths } = parts.loaded
  const { createLibrary } = await import('../retrieval/library.ts')
  const embedder = await embedderOf(parts)
  const store = settings.docs.store === 'opensearch' ? await openSearchAt(parts, indexOf(workspace), embedder, notice) : undefined
  const rerank = settings.docs.rerank && settings.window.profile !== 'graph' ? reranker(parts.models, notice) : undefined
  return createLibrary({
    dir: docsFolder(paths.home, workspace),
    now: parts.now,
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
