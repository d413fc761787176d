import { serveEditor } from '../../../app/surfaces/acp-server.ts'
import { acpMessages } from '../../../messages/surfaces/acp.ts'
import type { CommandRun } from '../../command-context.ts'
import { packageOf } from '../../update-notice.ts'

/** `acp`: the assistant for an editor, over standard input and output, until it closes them. */
export const serveAcp: CommandRun = async (cli) => {
  if (cli.terminal.stdinIsTerminal) await cli.terminal.note(acpMessages[cli.language].serving)
  const streams = { input: process.stdin, output: process.stdout }
  await serveEditor(await cli.assistant(), packageOf().version, streams, cli.stop)
  return 0
}
