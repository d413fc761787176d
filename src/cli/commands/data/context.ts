import { cliMessages } from '../../../messages/commands/cli.ts'
import type { CommandRun } from '../../command-context.ts'
import { conversationId } from '../../conversation-id.ts'
import { textTable } from '../../output/text-table.ts'

/** `context [id] [--for question]`: what the next request would carry, part by part, with sizes and reasons. */
export const showContext: CommandRun = async (cli, { args: [typed], options }) => {
  const assistant = await cli.assistant()
  const id = typed === undefined ? undefined : await conversationId(assistant, typed, cli.language)
  const report = await assistant.context(id, typeof options.for === 'string' ? options.for : undefined)
  if (options.json) {
    await cli.terminal.json(report)
    return 0
  }
  const say = cliMessages[cli.language].context
  for (const { name, text } of report.parts) await cli.terminal.print(`── ${name}\n${text.trimEnd()}\n`)
  await cli.terminal.print(
    `── tools\n${report.tools.listed.map(({ name, description }) => `${name}: ${description}`).join('\n')}\n`,
  )
  const rows = report.parts.map(({ name, chars, bytes, tokens }) => [name, chars, bytes, tokens])
  await cli.terminal.print(textTable(say.heads, rows, cliMessages[cli.language].number))
  for (const { scope, lines, carried, pinned } of report.memory) {
    if (lines === carried) continue
    await cli.terminal.print(say.carried(scope, carried, lines, pinned.length))
  }
  for (const { text, place, matched } of report.recalled) await cli.terminal.print(say.recalled(text, place, matched))
  if (report.model) await cli.terminal.print(say.model(report.model))
  await cli.terminal.print(`${say.messages(report.messages)} · ${say.tools(report.tools.count, report.tools.bytes)}`)
  await cli.terminal.print(say.texts(report.texts.version, report.texts.own))
  await cli.terminal.print(say.total(report.totalChars, report.limitChars, report.totalTokens))
  return 0
}
