import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '../../std/fs/files.ts'
import { refuseNewer } from '../../std/fs/format.ts'
import type { Learnt, RefusedField } from './capability-types.ts'
import type { LearntStore } from './learnt.ts'

/** Lifetime of what a server states: it may replace a model under the same name. In milliseconds, as the next one. */
const statedMs = 7 * 86_400_000
/** Lifetime of what a refusal taught: then it is tried again. */
const taughtMs = 86_400_000

interface Taught {
  said: string
  /** Milliseconds since 1970. */
  at: number
}

interface LearntModel {
  at?: number
  server?: Learnt['server']
  lacks?: Partial<Record<RefusedField, Taught>>
  leftOut?: Record<string, Taught>
}

interface LearntFile {
  v: 1
  /** By address and model. */
  models: Record<string, LearntModel>
}

/** A store in a file of the cache. A file that cannot be read or written costs no more than learning again. */
export function fileStore(path: string, now: () => Date): LearntStore {
  let kept: LearntFile | undefined
  const loadOnce = () => (kept ??= readLearnt(path))
  const isFresh = ({ at }: Taught) => at + taughtMs > +now()
  const change = (server: string, model: string, more: (before: LearntModel) => LearntModel) => {
    // Merge with the file: another process may have written it meanwhile.
    kept = readLearnt(path)
    kept.models[`${server} ${model}`] = more(kept.models[`${server} ${model}`] ?? {})
    writeLearnt(path, kept)
  }
  return {
    get(server, model) {
      const { at = 0, server: stated, lacks, leftOut } = loadOnce().models[`${server} ${model}`] ?? {}
      const fresh = (all: Partial<Record<string, Taught>> = {}) =>
        Object.entries(all).flatMap(([name, one]) => (one && isFresh(one) ? [[name, one.said] as const] : []))
      const [fields, tools] = [fresh(lacks), fresh(leftOut)]
      return {
        ...(stated && at + statedMs > +now() && { server: stated }),
        ...(fields.length > 0 && { lacks: Object.fromEntries(fields) }),
        ...(tools.length > 0 && { leftOut: Object.fromEntries(tools) }),
      }
    },
    add(server, model, more) {
      const at = +now()
      const stamp = (all: Partial<Record<string, string>> = {}) =>
        Object.fromEntries(Object.entries(all).map(([name, said = '']) => [name, { said, at }]))
      change(server, model, (before) => ({
        ...before,
        ...(more.server && { server: { ...before.server, ...more.server }, at }),
        ...(more.lacks && { lacks: { ...before.lacks, ...stamp(more.lacks) } }),
        ...(more.leftOut && { leftOut: { ...before.leftOut, ...stamp(more.leftOut) } }),
      }))
    },
    forget(server, model) {
      const { lacks, leftOut } = this.get(server, model)
      change(server, model, ({ lacks: _, leftOut: __, ...stated }) => stated)
      return lacks !== undefined || leftOut !== undefined
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
