import { toolMessages } from '../messages/tools/tools.ts'
import { AssistantError, type ToolContext, type ToolResult } from '../protocol/index.ts'
import type { PathFault, PathPolicy } from './path-policy.ts'
import { refuses } from './tool.ts'

/** How a file tool gets the policy of its turn. */
export type PathPolicyOf = (context: ToolContext) => Promise<PathPolicy>

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
  } = error.failure.data as { fault: PathFault; path?: string; code?: string; limit?: string }
  const say = toolMessages[language].files
  if (fault === 'noRoots' || fault === 'badName') return say[fault]
  if (fault === 'system') return say.system(path, code)
  return fault === 'large' ? say.large(path, limit) : say[fault](path)
}
