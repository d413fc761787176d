import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { mcpMessages } from '../../../messages/tools/mcp.ts'
import type { JsonObject, ToolContext, ToolResult } from '../../../protocol/index.ts'
import type { DescribedTool } from '../convert/catalogue.ts'
import { readResult } from '../convert/result.ts'
import { McpConnectionError } from './connection-errors.ts'
import type { Server } from './server.ts'

/**
 * Answers of the protocol that say that the tool was never run; a login that is missing or too narrow
 * (`McpConnectionError`) says so too.
 */
const notRun: readonly number[] = [ErrorCode.InvalidParams, ErrorCode.MethodNotFound, ErrorCode.InvalidRequest]

/**
 * One call for code that has to know what became of it: the tool's answer, an error result where it was surely not
 * run, and a throw where nobody can tell, because it was asked and gave no answer. It is never asked twice.
 */
export async function callOnce(
  server: Server,
  { name: tool, task }: Pick<DescribedTool, 'name' | 'task'>,
  args: JsonObject,
  withheld: () => boolean,
  { signal, language }: Pick<ToolContext, 'signal' | 'language'>,
): Promise<ToolResult> {
  let asked = false
  try {
    const result = await server.use({ signal }, async (connection, options) => {
      if (withheld()) throw new McpConnectionError('changed', { tool })
      asked = true
      return connection.callTool(tool, args, task, options).catch((error) => {
        asked = !(error instanceof McpConnectionError || (error instanceof McpError && notRun.includes(error.code)))
        throw error
      })
    })
    return readResult(result, language)
  } catch (error) {
    if (asked || !(error instanceof McpConnectionError || signal.aborted)) throw error
    const { kind, data } =
      error instanceof McpConnectionError ? error : new McpConnectionError('network', { detail: 'timeout' })
    return { text: mcpMessages[language].trouble(kind, server.spec.name, data), isError: true, untrusted: true }
  }
}
