import {
  AssistantError,
  deedText,
  type Json,
  type JsonObject,
  type Tool,
  type ToolContext,
  type ToolDeeds,
  type ToolResult,
  type UndoOutcome,
} from '../../protocol/index.ts'
import { isMissing } from '../../std/fs/files.ts'
import { ulid } from '../../std/ulid.ts'
import type { PathPolicyOf } from '../files/file-errors.ts'
import { entryAt, writablePath } from '../files/path-policy.ts'
import type { CheckpointStore } from './store.ts'
import { changedPaths, planReversals, takeBack } from './take-back.ts'

/**
 * Arguments that name what a call changes: `entries` as they stand (a link is meant itself), `targets` as writing
 * follows them.
 */
export interface ChangedPaths {
  entries?: readonly string[]
  targets?: readonly string[]
}

/**
 * A tool that changes files, with a checkpoint before each call of a conversation: what it did can be taken back, with
 * its turn or alone.
 */
export function withCheckpoints(tool: Tool, store: CheckpointStore): Tool {
  const { deeds } = tool
  if (deeds === 'none' || !deeds.files) return tool
  const { files } = deeds
  return {
    ...tool,
    deeds: { ...deeds, undo: (kept, context) => undoFiles(store, deeds.undo, kept, context) },
    async *run(args, context) {
      const object = deeds.object(args)
      const paths = context.ephemeral || object === undefined ? [] : await pathsOrNone(files(args, context))
      if (paths.length === 0) return withDeed(yield* tool.run(args, context), object)
      const call = tool.run(args, context)
      const { result, change, isChanged } = await keepFiles(store, context, { by: tool.name, paths }, async () => {
        for (;;) {
          const step = await call.next()
          if (step.done) return step.value
        }
      })
      if (result.isError || object === undefined) return result
      const own = result.deed?.undo
      if (!isChanged && own === undefined) return result
      return { ...result, deed: { object, ...result.deed, undo: { ...change, ...(own ? { own } : {}) } } }
    },
  }
}

/** Runs what may change these paths with a checkpoint around it. `change` names it for the inverse of file deeds. */
export async function keepFiles<T>(
  store: CheckpointStore,
  { turn, now }: Pick<ToolContext, 'turn' | 'now'>,
  { by, paths }: { by: string; paths: readonly string[] },
  work: () => Promise<T>,
): Promise<{ result: T; change: { turn: string; change: string }; isChanged: boolean }> {
  const id = ulid(+now())
  const result = await store.around(turn, { id, by, paths }, work)
  return { result, change: { turn, change: id }, isChanged: await changedIn(store, turn, id) }
}

/** A deed that nobody kept is done all the same; it cannot be taken back. */
const withDeed = (result: ToolResult, object: string | undefined): ToolResult =>
  result.isError || object === undefined || result.deed ? result : { ...result, deed: { object } }

/** A path that is refused, or a name that is none, is told by the tool itself. */
async function pathsOrNone(paths: Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await paths
  } catch (error) {
    if (error instanceof AssistantError || isMissing(error)) return []
    throw error
  }
}

/** Files stand otherwise after a change. */
async function changedIn(store: CheckpointStore, turn: string, id: string): Promise<boolean> {
  const change = (await store.changes([turn])).find((one) => one.id === id)
  return change !== undefined && changedPaths(change).length > 0
}

/** Puts the files of one change back, unless one of them was changed since; then what the tool itself kept. */
async function undoFiles(
  store: CheckpointStore,
  own: Exclude<ToolDeeds, 'none'>['undo'],
  kept: Json,
  context: ToolContext,
): Promise<UndoOutcome> {
  const { turn, change: id, own: more } = (kept ?? {}) as { turn?: string; change?: string; own?: Json }
  const change = turn && (await store.changes([turn])).find((one) => one.id === id)
  if (!turn || !change) return 'changed'
  const plan = await planReversals([change], store)
  if (plan.some(({ isEdited }) => isEdited)) return 'changed'
  if (plan.length > 0) {
    const taking = { id: ulid(+context.now()), by: 'undo', paths: plan.map(({ path }) => path) }
    const { left } = await store.around(turn, taking, () => takeBack(plan, false, store))
    // A folder stays that others have put something into.
    if (left.some(({ now }) => now?.kind !== 'folder')) return 'changed'
  }
  return more !== undefined && typeof own === 'function' ? own(more, context) : 'undone'
}

/** Deeds of a tool that changes the files which arguments name; the first of them is the object. */
export function fileDeeds({ entries = [], targets = [] }: ChangedPaths, policyOf: PathPolicyOf): ToolDeeds {
  const named = (args: JsonObject, keys: readonly string[]) =>
    keys.map((key) => args[key]).filter((path) => typeof path === 'string')
  return {
    object: (args) =>
      named(args, [...entries, ...targets])
        .map(deedText)
        .join(' → '),
    async files(args, context) {
      const policy = await policyOf(context)
      return await Promise.all([
        ...named(args, entries).map(async (path) => (await entryAt(path, policy)).real),
        ...named(args, targets).map((path) => writablePath(path, policy)),
      ])
    },
    undo: 'files',
  }
}
