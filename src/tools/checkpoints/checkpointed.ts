import type { JsonObject, Tool, ToolContext } from '../../protocol/index.ts'
import { AssistantError } from '../../protocol/index.ts'
import { isMissing } from '../../std/fs/files.ts'
import { ulid } from '../../std/ulid.ts'
import type { PathPolicyOf } from '../files/file-errors.ts'
import { entryAt, writablePath } from '../files/path-policy.ts'
import type { CheckpointStore } from './store.ts'

/**
 * Arguments that name what a call changes: `entries` as they stand (a link is meant itself), `targets` as writing
 * follows them.
 */
export interface ChangedPaths {
  entries?: readonly string[]
  targets?: readonly string[]
}

/**
 * A tool that changes the files it names, with a checkpoint before each call of a conversation: what it did can be
 * taken back.
 */
export function withCheckpoints(tool: Tool, names: ChangedPaths, policyOf: PathPolicyOf, store: CheckpointStore): Tool {
  return {
    ...tool,
    async *run(args, context) {
      const paths = context.ephemeral ? [] : await pathsOf(args, names, policyOf, context)
      if (paths.length === 0) return yield* tool.run(args, context)
      const change = { id: ulid(+context.now()), by: tool.name, paths }
      const call = tool.run(args, context)
      return await store.around(context.turn, change, async () => {
        for (;;) {
          const step = await call.next()
          if (step.done) return step.value
        }
      })
    },
  }
}

/** Real paths that a call names. One that is refused is told by the tool itself. */
async function pathsOf(
  args: JsonObject,
  names: ChangedPaths,
  policyOf: PathPolicyOf,
  context: ToolContext,
): Promise<string[]> {
  try {
    const policy = await policyOf(context)
    const named = (keys: readonly string[]) => keys.map((key) => args[key]).filter((path) => typeof path === 'string')
    const [there, made] = [named(names.entries ?? []), named(names.targets ?? [])]
    return await Promise.all([
      ...there.map(async (path) => (await entryAt(path, policy)).real),
      ...made.map((path) => writablePath(path, policy)),
    ])
  } catch (error) {
    if (error instanceof AssistantError || isMissing(error)) return []
    throw error
  }
}
