import { turnMessages } from '../../messages/engine/turn.ts'
import type { ToolResult } from '../../protocol/index.ts'
import type { Cli } from '../command-context.ts'

/** Prints what a tool answered to a subcommand, as JSON where that was asked for. Returns the exit status. */
export async function printToolResult(cli: Cli, result: ToolResult, json: unknown): Promise<number> {
  if (json) await cli.terminal.json(result.isError ? { error: result.text } : (result.data ?? null))
  else if (result.isError) await cli.terminal.note(result.text, 'error')
  else await cli.terminal.print(result.text)
  if (result.notice) await cli.terminal.note(turnMessages[cli.language].notice(result.notice.code, result.notice.data))
  return result.isError ? 1 : 0
}
