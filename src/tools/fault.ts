import { toolMessages } from '../messages/tools.ts'
import { AssistantError, type ToolContext, type ToolResult } from '../protocol/index.ts'
import type { Fence, PathFault } from './guard.ts'
import { refuses } from './tool.ts'

/** How a file tool gets the fence of its turn. */
export type FenceOf = (context: ToolContext) => Promise<Fence>

/** Runs `work`; a refused path becomes a result that says why and what else to do. Bugs stay bugs. */
export async function guarded(context: ToolContext, work: () => Promise<ToolResult>): Promise<ToolResult> {
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
