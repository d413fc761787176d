import { mcp } from '../../messages/mcp.ts'
import type { JsonObject, Tool, ToolContext, ToolResult } from '../../protocol/index.ts'
import type { Described } from './catalogue.ts'
import { ProgressLines } from './progress.ts'
import { readResult } from './result.ts'
import type { Server } from './server.ts'
import { Trouble } from './trouble.ts'

/** Milliseconds after which the engine ends a call; before that, the connection counts the silence that this server is allowed. */
const hardMs = 660_000

/** A server's tool as one of ours. `withheld`: its description is no longer the one that the person agreed to. */
export function toolOf(
  server: Server,
  name: string,
  { name: original, description, schema }: Described,
  withheld: () => boolean,
): Tool {
  const { safe, name: serverName } = server.spec
  return {
    name,
    category: safe === true || (Array.isArray(safe) && safe.includes(original)) ? 'safe' : 'sensitive',
    idempotent: false,
    timeoutMs: hardMs,
    description,
    schema,
    explain: async (_, { language }) => ({ effect: mcp[language].effect(serverName, original), risk: 'medium' }),
    run: (args, context) => call(server, original, args, withheld, context),
  }
}

async function* call(
  server: Server,
  tool: string,
  args: JsonObject,
  withheld: () => boolean,
  { signal, language }: ToolContext,
): AsyncGenerator<string, ToolResult> {
  const lines = new ProgressLines()
  const running = server.use({ signal, progress: (line) => lines.add(line) }, async (connection, options) => {
    // Looked at here, because the connection may have been made just now, with another list.
    if (withheld()) throw new Trouble('changed', { tool })
    return connection.request('tools/call', { name: tool, arguments: args }, options)
  })
  running.then(
    () => lines.end(),
    () => lines.end(),
  )
  yield* lines.read()
  try {
    return readResult(await running, language)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Trouble)) throw error
    return { text: mcp[language].trouble(error.kind, server.spec.name, error.data), isError: true, untrusted: true }
  }
}
