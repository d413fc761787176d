import type { BroughtTool } from '../src/protocol/index.ts'

/** A tool of a task that only reads and does nothing: what is judged is the call. `answer`: what it gives back. */
export const idleTool = (
  about: Pick<BroughtTool, 'name' | 'description' | 'schema'>,
  answer: (args: Record<string, unknown>) => string,
): BroughtTool => ({
  ...about,
  category: 'safe',
  idempotent: true,
  timeoutMs: 0,
  readOnly: true,
  async *run(args) {
    return { text: answer(args as Record<string, unknown>) }
  },
})
