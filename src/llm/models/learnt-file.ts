import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '../../std/fs/files.ts'
import { refuseNewer } from '../../std/fs/format.ts'
import type { Learnt } from './capability-types.ts'
import { type LearntStore, memoryStore } from './learnt.ts'

/** Lifetime of an entry, in milliseconds: a server may replace a model under the same name. */
const believedMs = 7 * 86_400_000

interface LearntFile {
  v: 1
  /** By address and model. `at`: when something was last learnt, in milliseconds since 1970. */
  models: Record<string, Learnt & { at: number }>
}

/** A store in a file of the cache. A file that cannot be read or written costs no more than learning again. */
export function fileStore(path: string, now: () => Date): LearntStore {
  let kept: LearntFile | undefined
  const loadOnce = () => (kept ??= readLearnt(path))
  const findKnown = (server: string, model: string): Learnt => {
    const { at = 0, ...learnt } = loadOnce().models[`${server} ${model}`] ?? {}
    return at + believedMs > +now() ? learnt : {}
  }
  return {
    get: findKnown,
    add(server, model, more) {
      const merged = memoryStore(new Map([[`${server} ${model}`, findKnown(server, model)]]))
      merged.add(server, model, more)
      // Merge with the file: another process may have written it meanwhile.
      kept = readLearnt(path)
      kept.models[`${server} ${model}`] = { ...merged.get(server, model), at: +now() }
      writeLearnt(path, kept)
    },
  }
}

function readLearnt(path: string): LearntFile {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8'))
    if (value?.v === 1 && typeof value.models === 'object' && value.models !== null) return value
  } catch (error) {
    if (codeOf(error) === undefined && !(error instanceof SyntaxError)) throw error
  }
  return { v: 1, models: {} }
}

function writeLearnt(path: string, kept: LearntFile): void {
  try {
    refuseNewer(path)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(`${path}.tmp`, JSON.stringify(kept), { mode: 0o600 })
    renameSync(`${path}.tmp`, path)
  } catch (error) {
    if (codeOf(error) === undefined) throw error
  }
}
