import type { Tool, ToolContext, ToolResult } from '../../src/protocol/index.ts'

/** What a turn at this machine tells a tool; the clock stands at Saturday 2026-11-21 10:35 in Seoul. */
export function context(more: Partial<ToolContext> = {}): ToolContext {
  return {
    signal: new AbortController().signal,
    now: () => new Date('2026-11-21T01:35:00Z'),
    zone: 'Asia/Seoul',
    language: 'ko',
    conversation: '01KC000000000000000000000C',
    turn: '01KC000000000000000000000T',
    origin: 'tui',
    by: 'owner',
    agent: '비서',
    workspace: 'default',
    profile: 'me',
    ...more,
  }
}

/** Runs a tool to its end. */
export async function use(
  tool: Tool,
  args: Record<string, unknown>,
  more: Partial<ToolContext> = {},
): Promise<ToolResult> {
  const run = tool.run(args as never, context(more))
  while (true) {
    const step = await run.next()
    if (step.done) return step.value
  }
}
