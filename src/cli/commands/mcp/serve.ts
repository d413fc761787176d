import { serveAssistant } from '../../../app/surfaces/mcp-server.ts'
import { mcpCommandMessages } from '../../../messages/commands/mcp-cli.ts'
import type { CommandRun } from '../../command-context.ts'

/** `mcp serve`: the assistant for other programs, over standard input and output, until they close them. */
export const serveMcp: CommandRun = async (cli) => {
  if (cli.terminal.stdinIsTerminal) await cli.terminal.note(mcpCommandMessages[cli.language].serving)
  await serveAssistant(await cli.assistant(), { input: process.stdin, output: process.stdout }, cli.stop)
  return 0
}
