import { mcpMessages } from '../../../messages/tools/mcp.ts'
import {
  type JsonObject,
  type Tool,
  type ToolContext,
  type ToolResult,
  unknownDeeds,
  unknownFacts,
} from '../../../protocol/index.ts'
import { McpConnectionError } from '../client/connection-errors.ts'
import { ProgressLines } from '../client/progress.ts'
import type { Server } from '../client/server.ts'
import { slugOf } from '../config/names.ts'
import type { ServerSpec } from '../config/spec.ts'
import type { DescribedTool } from './catalogue.ts'
import { readResult } from './result.ts'

/**
 * Milliseconds after which the engine ends a call; before that, the connection counts the silence that this server is
 * allowed.
 */
const hardMs = 660_000

/** A server's tool as one of ours. `withheld`: its description is no longer the one that the person agreed to. */
export function toolOf(
  server: Server,
  name: string,
  { name: original, title, description, schema, checked, task }: DescribedTool,
  withheld: () => boolean,
): Tool {
  const { spec } = server
  return {
    name,
    ...(title === undefined ? {} : { title }),
    facts: { ...unknownFacts, group: { server: slugOf(spec.name) } },
    deeds: isSafe(spec, original) || spec.effects === 'none' ? 'none' : unknownDeeds,
    category: isSafe(spec, original) ? 'safe' : 'sensitive',
    effect: () => (spec.effects === 'none' ? undefined : 'sends'),
    idempotent: false,
    timeoutMs: hardMs,
    description,
    schema,
    ...(checked ? { checked } : {}),
    explain: async (_, { language }) => ({ effect: mcpMessages[language].effect(spec.name, original), risk: 'medium' }),
    run: (args, context) => callTool(server, { name: original, task }, args, withheld, context),
  }
}

/** Return true if the person's file calls this tool of a server safe. */
function isSafe({ safe }: ServerSpec, tool: string): boolean {
  return safe === true || (Array.isArray(safe) && safe.includes(tool))
}

/**
 * One call of a server's tool: its progress as lines, and a result whatever becomes of it. Only the signal's reason
 * is thrown.
 */
async function* callTool(
  server: Server,
  { name: tool, task }: Pick<DescribedTool, 'name' | 'task'>,
  args: JsonObject,
  withheld: () => boolean,
  { signal, language }: Pick<ToolContext, 'signal' | 'language'>,
): AsyncGenerator<string, ToolResult> {
  const lines = new ProgressLines()
  let unanswered = false
  const running = server.use({ signal, progress: (line) => lines.add(line) }, async (connection, options) => {
    // Looked at here, because the connection may have been made just now, with another list.
    if (withheld()) throw new McpConnectionError('changed', { tool })
    const before = connection.unanswered
    try {
      return await connection.callTool(tool, args, task, options)
    } finally {
      unanswered = connection.unanswered > before
    }
  })
  running.then(
    () => lines.end(),
    () => lines.end(),
  )
  yield* lines.read()
  const result = await running.then(
    (answer) => readResult(answer, language),
    (error) => {
      signal.throwIfAborted()
      if (!(error instanceof McpConnectionError)) throw error
      return {
        text: mcpMessages[language].trouble(error.kind, server.spec.name, error.data),
        isError: true,
        untrusted: true,
      }
    },
  )
  const known = { ...result, source: `mcp ${server.spec.name}` }
  return unanswered ? { ...known, notice: { code: 'mcp-asked', data: { server: server.spec.name } } } : known
}
