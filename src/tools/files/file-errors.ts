import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { toolMessages } from '../../messages/tools/tools.ts'
import { AssistantError, type ToolContext, type ToolResult } from '../../protocol/index.ts'
import { codeOf } from '../../std/fs/files.ts'
import { refuses } from '../tool.ts'
import { type PathFault, type PathPolicy, writablePath } from './path-policy.ts'

/** The way to the policy of a turn. */
export type PathPolicyOf = (context: ToolContext) => Promise<PathPolicy>

/** Return true if all of these would be written inside the working folder; a path that is refused anyway is not. */
export async function areInWorkingFolder(
  paths: readonly string[],
  policyOf: PathPolicyOf,
  context: ToolContext,
): Promise<boolean> {
  const { cwd } = context
  if (cwd === undefined) return false
  try {
    const policy = await policyOf(context)
    const [here, ...real] = await Promise.all([realpath(cwd), ...paths.map((path) => writablePath(path, policy))])
    return real.every((path) => path.startsWith(here.endsWith(sep) ? here : `${here}${sep}`))
  } catch (error) {
    if (error instanceof AssistantError || codeOf(error)) return false
    throw error
  }
}

/** Runs `work`; a refused path becomes a result that says why and what else to do. Bugs stay bugs. */
export async function withFileErrors(context: ToolContext, work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work()
  } catch (error) {
    return refuses(faultText(error, context))
  }
}

/** The sentence for a refused path; anything else is thrown on. */
export function faultText(error: unknown, { language }: ToolContext): string {
  if (!(error instanceof AssistantError) || !error.failure.data) throw error
  const {
    fault,
    path = '',
    code = '',
    limit = '',
    near = '',
  } = error.failure.data as { fault: PathFault; path?: string; code?: string; limit?: string; near?: string }
  const say = toolMessages[language].files
  if (fault === 'noRoots' || fault === 'badName') return say[fault]
  if (fault === 'system') return say.system(path, code)
  if (fault === 'missing' && near) return say.missingBut(path, near)
  return fault === 'large' ? say.large(path, limit) : say[fault](path)
}
