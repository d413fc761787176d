import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { OAuthError } from '@modelcontextprotocol/sdk/server/auth/errors.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import type { mcpMessages } from '../../../messages/tools/mcp.ts'
import type { JsonObject } from '../../../protocol/index.ts'
import { codeOf } from '../../../std/fs/files.ts'
import { Overdue } from '../transport/deadline.ts'
import { type ServerLog, tooLargeCode } from '../transport/stdio.ts'

export type McpConnectionErrorKind = keyof typeof mcpMessages.ko.troubles

/** An error of one server, with a kind that has a sentence. It never affects other servers. */
export class McpConnectionError extends Error {
  override name = 'McpConnectionError'
  readonly kind: McpConnectionErrorKind
  readonly data: JsonObject
  /** True if the connection is unusable. */
  readonly fatal: boolean
  constructor(kind: McpConnectionErrorKind, data: JsonObject = {}, fatal = false) {
    super(`${kind} ${JSON.stringify(data)}`)
    this.kind = kind
    this.data = data
    this.fatal = fatal
  }
}

/** Classifies an error of the SDK, the transport or the system. */
export function mcpErrorOf(error: unknown, log: ServerLog): McpConnectionError {
  if (error instanceof McpConnectionError) return error
  if (error instanceof Overdue) return new McpConnectionError('timeout', { seconds: error.ms / 1_000 })
  if (error instanceof UnauthorizedError) return new McpConnectionError('login', {}, true)
  if (error instanceof OAuthError)
    return new McpConnectionError(
      'login-refused',
      { detail: log.mask(error.message || error.errorCode).slice(0, 300) },
      true,
    )
  if (error instanceof McpError) {
    const code: number = error.code
    if (code === ErrorCode.ConnectionClosed) return new McpConnectionError('ended', { detail: log.lastLine }, true)
    if (code === tooLargeCode) return new McpConnectionError('large')
    return new McpConnectionError('refused', { detail: log.mask(error.message).slice(0, 2_000) })
  }
  const system = codeOf(error) ?? codeOf((error as Error).cause)
  return new McpConnectionError(
    'network',
    { detail: system ?? log.mask(error instanceof Error ? error.message : String(error)).slice(0, 300) },
    true,
  )
}
