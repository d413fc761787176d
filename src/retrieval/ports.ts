import type { Disagreement, JudgedPassage } from '../protocol/index.ts'

/**
 * A line of a document after its reader. `line` counts from 1 in the file, `page` in paged formats, `level` 1–6 makes
 * it a heading.
 */
export interface TextLine {
  text: string
  line: number
  page?: number
  level?: number
  /** Of a table's row all cells, if some of them are open and its text does not tell which. */
  cells?: string[]
  /** Belongs to the line above (a fenced code block): no cut is made before it if it can be helped. */
  joined?: true
}

/** A passage: what is indexed, found and quoted. `heading` is the path to it, "규정 > 이월과 보상"; empty at the top. */
export interface Chunk {
  text: string
  line: number
  endLine: number
  page?: number
  heading: string
}

/**
 * A document as a store keeps it. `hash` is the SHA-256 of the file's bytes, `size` in bytes, `modified` milliseconds
 * since 1970.
 */
export interface StoredFile {
  path: string
  hash: string
  size: number
  modified: number
  chunks: number
  /** Pages that are pictures and were not read because nothing here could; a store may forget it. */
  unread?: number[]
}

/** A passage that was found, best first. Scores compare only within one answer. */
export interface PassageHit extends Chunk {
  file: string
  score: number
  /** The degree to which it answers the question, if that was asked for. */
  judged?: JudgedPassage
  /**
   * Nearest in meaning to the question, and no further from it than passages are from each other: told by a store that
   * has vectors.
   */
  isNearest?: true
  /** Nearest by the vectors of its words alone: something to show, and no answer that decides what is asked. */
  isNearInWords?: true
  /** The part of the question, by rarity of its words, that its best sentence holds. */
  share?: number
  /** Set on the first of several passages if another document says it differently. */
  differs?: Disagreement
}

/** A passage with the hash of the file that it was read from, where the store knows it. */
export type StoredHit = PassageHit & { hash?: string }

/** In how many of all passages each term stands. */
export interface Rarity {
  passages: number
  found: ReadonlyMap<string, number>
}

/**
 * Turns texts into vectors of one length. `name` identifies the model: vectors of different models are never
 * compared.
 */
export interface Embedder {
  name: string
  /**
   * One vector per text, in order; some models tell questions from passages (the default). Throws AssistantError as a
   * provider does.
   */
  embed(texts: string[], signal: AbortSignal, as?: 'query' | 'passage'): Promise<Float32Array[]>
}

export interface StoreStatus {
  kind: 'keyword' | 'vector' | 'opensearch'
  files: number
  chunks: number
  /** Passages that have a vector, where the store keeps vectors. */
  vectors?: number
  bytes?: number
}

/**
 * A store in which documents are kept and searched. `put` replaces a document as one step: a reader sees all of it or
 * the one before.
 */
export interface DocumentStore {
  put(file: Omit<StoredFile, 'chunks'>, chunks: Chunk[], signal: AbortSignal): Promise<void>
  remove(path: string, signal: AbortSignal): Promise<void>
  file(path: string, signal: AbortSignal): Promise<StoredFile | undefined>
  list(signal: AbortSignal): Promise<StoredFile[]>
  /** Some of the headings, where the store can tell them cheaply. */
  headings?(most: number, signal: AbortSignal): Promise<string[]>
  /** The best passages; with `only`, of the documents at these paths. */
  search(query: string, k: number, signal: AbortSignal, only?: readonly string[]): Promise<StoredHit[]>
  /**
   * Passages that hold any of these terms, with all others of a small library, where the store can: what is near in
   * other words is chosen among them.
   */
  withAnyTerm?(terms: readonly string[], k: number, only?: readonly string[]): Promise<StoredHit[]>
  /** At most so many passages, taken evenly from all of them, where the store can. */
  sample?(count: number, signal: AbortSignal): Promise<StoredHit[]>
  /** In how many passages each term stands, where the store can tell. */
  rarity?(terms: readonly string[], signal: AbortSignal): Promise<Rarity>
  status(signal: AbortSignal): Promise<StoreStatus>
  /** Work that is best done in batches after documents were put (vectors): yields how far it is. */
  settle?(signal: AbortSignal): AsyncGenerator<{ done: number; total: number; reset?: true }>
  /** Begins the store anew beside what is searched, which `finish` replaces as one step, where the store can. */
  renew?(signal: AbortSignal): Promise<{ finish(): Promise<void>; abandon(): Promise<void> }>
  close(): Promise<void>
}
