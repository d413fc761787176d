import { cliMessages } from '../../../messages/commands/cli.ts'
import { isoMinute } from '../../../std/time/local-time.ts'
import { exitUsage } from '../../../ui/oneshot/exit-code.ts'
import type { CommandRun } from '../../command-context.ts'
import { conversationId } from '../../conversation-id.ts'
import { confirmQuestion } from '../../output/ask-line.ts'
import { textTable } from '../../output/text-table.ts'

/** `conversations list`: the latest first. */
export const listConversations: CommandRun = async (cli, { options }) => {
  const { conversations, parts } = await cli.assistant()
  const all = await conversations.list()
  const latest = all.toSorted((a, b) => b.updatedAt - a.updatedAt)
  const say = cliMessages[cli.language]
  if (options.json) await cli.terminal.json(latest)
  else if (latest.length === 0) await cli.terminal.note(say.none)
  else {
    const rows = latest.map((one) => [
      one.id,
      isoMinute(one.updatedAt, parts.zone),
      one.messages,
      one.title || say.conversations.untitled,
    ])
    await cli.terminal.print(textTable(say.conversations.heads, rows))
  }
  return 0
}

/** `conversations show <id>`: as Markdown, safe for a terminal. */
export const showConversation: CommandRun = async (cli, { args: [id = ''] }) => {
  const assistant = await cli.assistant()
  const text = await assistant.conversations.export(await conversationId(assistant, id, cli.language), 'markdown')
  await cli.terminal.print(text.trimEnd())
  return 0
}

/** `conversations export <id> [--format markdown|json]`: exactly as it is, except on a terminal. */
export const exportTo: CommandRun = async (cli, { args: [id = ''], options }) => {
  const assistant = await cli.assistant()
  const format = options.format === 'json' ? 'json' : 'markdown'
  const text = await assistant.conversations.export(await conversationId(assistant, id, cli.language), format)
  await (cli.terminal.stdoutIsTerminal ? cli.terminal.print(text.trimEnd()) : cli.terminal.write(`${text.trimEnd()}\n`))
  return 0
}

/** `conversations search <query>`. */
export const searchConversations: CommandRun = async (cli, { args: [query = ''], options }) => {
  const { conversations, parts } = await cli.assistant()
  const found = await conversations.search(query)
  const say = cliMessages[cli.language].conversations
  if (options.json) await cli.terminal.json(found)
  else if (found.length === 0) await cli.terminal.note(say.nothingFound)
  // Question and answer are of one conversation, which is listed once, at its best place.
  else
    for (const { conversation, excerpt, at } of [
      ...new Map(found.toReversed().map((hit) => [hit.conversation.id, hit])).values(),
    ].toReversed()) {
      await cli.terminal.print(
        `${conversation.id}  ${isoMinute(at, parts.zone)}  ${conversation.title || say.untitled}\n    ${excerpt.replaceAll('\n', ' ')}`,
      )
    }
  return 0
}

/** `conversations delete <id> [--yes]`: asks, because nothing brings it back. */
export const removeConversation: CommandRun = async (cli, { args: [typed = ''], options }) => {
  const { conversations } = await cli.assistant()
  const say = cliMessages[cli.language]
  const id = await conversationId(await cli.assistant(), typed, cli.language)
  if (!options.yes && !cli.terminal.canAsk) {
    await cli.terminal.note(say.yesNeeded, 'error')
    return exitUsage
  }
  const title = (await conversations.list()).find((one) => one.id === id)?.title || say.conversations.untitled
  if (!options.yes && !(await confirmQuestion(cli, say.conversations.remove(title)))) {
    await cli.terminal.note(say.left)
    return 1
  }
  const removed = await conversations.remove(id)
  await cli.terminal.note(removed ? say.conversations.removed : say.noConversation(id))
  return removed ? 0 : 1
}
