import { createHash } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, ensureDir, writeAtomic } from '../std/fs/files.ts'
import { withLock } from '../std/fs/lock.ts'
import type { Paths } from './paths.ts'

/**
 * The decision about a file's content: `changed` has another one than they said yes to, `new` was never seen by them.
 */
export type TrustState = 'yes' | 'no' | 'new' | 'changed'

/** A project's file whose content somebody has to judge. */
export interface UnconfirmedFile {
  path: string
  changed: boolean
}

interface Decision {
  sha256: string
  yes: boolean
}

/** Path of the decisions: with the assistant's own state, which neither tools nor commands can write. */
const listPath = ({ state }: Pick<Paths, 'state'>) => join(state, 'trusted-files.json')

/**
 * The content of a project's file and what the person said of exactly this content. Both come from one reading, so
 * that nobody can put another content between the judgement and the use. Without `bytes` the file cannot be read.
 */
export function readTrust(paths: Pick<Paths, 'state'>, path: string): { state: TrustState; bytes?: Uint8Array } {
  const bytes = bytesOf(path)
  const decision = readDecisions(paths)[realPath(path)]
  if (bytes === undefined) return { state: decision?.yes ? 'yes' : 'new' }
  if (decision?.sha256 === hashOf(bytes)) return { state: decision.yes ? 'yes' : 'no', bytes }
  return { state: decision?.yes ? 'changed' : 'new', bytes }
}

/** Keeps what a person said of contents they were shown; `undefined` forgets it. Throws the system's error. */
export async function recordTrust(
  paths: Pick<Paths, 'state'>,
  files: readonly { path: string; bytes: Uint8Array }[],
  yes: boolean | undefined,
): Promise<void> {
  const path = listPath(paths)
  await ensureDir(dirname(path))
  await withLock(path, async () => {
    const decisions = readDecisions(paths)
    for (const file of files) {
      if (yes === undefined) delete decisions[realPath(file.path)]
      else decisions[realPath(file.path)] = { sha256: hashOf(file.bytes), yes }
    }
    await writeAtomic(path, `${JSON.stringify(decisions, undefined, 2)}\n`)
  })
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A list that is damaged or cannot be read says nothing: everything is asked again. */
function readDecisions(paths: Pick<Paths, 'state'>): Record<string, Decision> {
  try {
    const read: unknown = JSON.parse(readFileSync(listPath(paths), 'utf8'))
    return Object.fromEntries(
      Object.entries(Object(read)).filter((entry): entry is [string, Decision] => isDecision(entry[1])),
    )
  } catch (error) {
    if (!(error instanceof SyntaxError) && codeOf(error) === undefined) throw error
    return {}
  }
}

function isDecision(value: unknown): value is Decision {
  return (
    typeof value === 'object' && value !== null && 'sha256' in value && 'yes' in value && typeof value.yes === 'boolean'
  )
}

function bytesOf(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return undefined
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return path
  }
}
