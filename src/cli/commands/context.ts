import { cli as messages } from '../../messages/cli.ts'
import type { Run } from '../cli.ts'
import { conversationId } from '../conversation-id.ts'
import { textTable } from '../text-table.ts'

/** `context [id]`: what the next request would carry, part by part, with sizes. */
export const context: Run = async (cli, { args: [typed], options }) => {
  const assistant = await cli.assistant()
  const report = await assistant.context(typed === undefined ? undefined : await conversationId(assistant, typed, cli.language))
  if (options.json) {
    await cli.terminal.json(report)
    return 0
  }
  const say = messages[cli.language].context
  for (const { name, text } of report.parts) await cli.terminal.print(`── ${name}\n${text.trimEnd()}\n`)
  const rows = report.parts.map(({ name, chars, bytes, tokens }) => [name, chars, bytes, tokens])
  await cli.terminal.print(textTable(say.heads, rows, messages[cli.language].number))
  await cli.terminal.print(`${say.messages(report.messages)} · ${say.tools(report.tools.count, report.tools.bytes)}`)
  await cli.terminal.print(say.total(report.totalChars, report.limitChars, report.totalTokens))
  return 0
}
