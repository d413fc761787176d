import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { node, root } from '../measure.ts'
import type { Options, Result, Row } from '../row.ts'

/**
 * Runs a bench of retrieval in a process of its own, so that its memory is its own, and reads what it prints with
 * `--json`.
 */
function measured(script: string, args: readonly string[]): Record<string, number> {
  const out = execFileSync(node, [join(root, 'bench/retrieval', script), '--json', ...args], { encoding: 'utf8' })
  return JSON.parse(out.trim().split('\n').at(-1) ?? '')
}

function take(all: Record<string, number>, name: string): number {
  const value = all[name]
  if (value === undefined) throw new Error(`${name} was not measured`)
  return value
}
const size = ({ quick }: Options) => (quick ? 10_000 : 100_000)

/** The Korean test sets against a plain BM25 over what stands between spaces. */
export const documentsQuality: Row = {
  name: 'documents-quality',
  async measure() {
    const all = measured('quality.ts', [])
    const of = (row: string, name: string, unit: Result['unit'], least: number, what?: string): Result => ({
      row,
      unit,
      value: take(all, name),
      ...(what ? { floor: { value: take(all, what), what: 'BM25 over words' } } : {}),
      limit: { least },
    })
    return [
      of('documents: hit@5', 'hit', '%', 95, 'plainHit'),
      of('documents: MRR × 100', 'mrr', '%', 85, 'plainMrr'),
      of('documents: hit@5, second writer', 'hitB', '%', 95, 'plainHitB'),
      of('documents: MRR × 100, second writer', 'mrrB', '%', 85, 'plainMrrB'),
    ]
  },
}

/**
 * The least share of paraphrases to be seen of each set with paraphrases, by words alone: the aim, 85, is met with an
 * embedder only.
 */
const answered = new Map([
  ['ko-c', 90],
  ['en-c', 75],
  ['ko-d', 95],
  ['en-d', 72],
  ['en-e', 25],
  ['ko-e', 28],
  ['en-f', 45],
])

/**
 * Questions by somebody who had not read the code, over households and companies, asked of the program without a
 * model.
 */
export const documentsHeldOut: Row = {
  name: 'documents-held-out',
  async measure() {
    const all = measured('held-out.ts', [...answered.keys()])
    const english = measured('english.ts', [])
    const porter = take(english, 'porter')
    return [
      {
        row: 'documents: nDCG@10 × 100, English',
        unit: '%',
        value: take(english, 'ndcg'),
        floor: { value: porter, what: "BM25 over Porter's stems" },
        limit: { least: porter },
      },
      ...[...answered].flatMap(([set, leastSeen]): Result[] => [
        {
          row: `documents: literal questions answered, ${set}`,
          unit: '%',
          value: take(all, `${set}Right`),
          limit: { least: 93 },
        },
        {
          row: `documents: paraphrases answered or shown, ${set}`,
          unit: '%',
          value: take(all, `${set}ParaphraseSeen`),
          limit: { least: leastSeen },
        },
        {
          row: `documents: claims where none answers, ${set}`,
          unit: '%',
          value: take(all, `${set}Misled`),
          limit: { most: 3.5 },
        },
      ]),
    ]
  },
}

/** Words alone among 100,000 passages: latency and memory. */
export const documentsKeyword: Row = {
  name: 'documents-keyword',
  async measure(options) {
    const all = measured('scale.ts', ['--chunks', String(size(options))])
    return [
      { row: 'documents: query p95', unit: 'ms', value: take(all, 'p95'), limit: { most: 30 } },
      { row: 'documents: hits lost to the full query', unit: '%', value: take(all, 'lost'), limit: { most: 1 } },
      { row: 'documents: memory', unit: 'MB', value: take(all, 'memory'), limit: { most: 300 } },
      { row: 'documents: passages indexed a second', unit: '/s', value: take(all, 'rate'), limit: { least: 500 } },
      { row: 'documents: index on disk', unit: 'MB', value: take(all, 'disk'), limit: { most: 300 } },
    ]
  },
}

/** 384-dimensional vectors against an exact scan. */
export const documentsVectors: Row = {
  name: 'documents-vectors',
  async measure(options) {
    const all = measured('vectors.ts', ['--count', String(size(options))])
    return [
      { row: 'documents: vector query p95', unit: 'ms', value: take(all, 'p95'), limit: { most: 50 } },
      { row: 'documents: vector recall@10', unit: '%', value: take(all, 'recall'), limit: { least: 98 } },
      { row: 'documents: memory of vectors', unit: 'MB', value: take(all, 'memory'), limit: { most: 300 } },
    ]
  },
}

/** A folder of many small files: each is a file to open, a row and an entry of its own. */
export const documentsFiles: Row = {
  name: 'documents-files',
  async measure({ quick }) {
    const count = quick ? 5_000 : 50_000
    const all = measured('files.ts', ['--count', String(count)])
    return [
      { row: `documents: ${count} small files, a second`, unit: '/s', value: take(all, 'rate'), limit: { least: 600 } },
      // Two seconds of 50,000 files.
      {
        row: 'documents: the same again, ms a file',
        unit: 'ms',
        value: (take(all, 'again') * 1000) / count,
        limit: { most: 0.04 },
      },
      // Of 50,000: 13 MB live, the rest is what collecting later costs less.
      { row: 'documents: memory of many files', unit: 'MB', value: take(all, 'memory'), limit: { most: 400 } },
    ]
  },
}

/** What memory and earlier conversations for one turn take. */
export const recall: Row = {
  name: 'recall',
  async measure({ quick }) {
    const conversations = quick ? 1_000 : 10_000
    const all = measured('recall.ts', ['--conversations', String(conversations)])
    const floor = { value: take(all, 'floor'), what: 'the same words in both indexes' }
    return [
      {
        row: `recall: 10,000 facts, ${conversations} conversations, p95`,
        unit: 'ms',
        value: take(all, 'p95'),
        floor,
        limit: { most: 15 },
      },
    ]
  },
}
