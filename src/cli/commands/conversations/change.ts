import { basename, resolve } from 'node:path'
import { ownerReason } from '../../../app/admin/folder-ownership.ts'
import { ownerOfFile } from '../../../app/docs/file-origins.ts'
import { conversationMessages } from '../../../messages/commands/conversations.ts'
import { AssistantError, fail } from '../../../protocol/index.ts'
import type { Cli, CommandRun } from '../../command-context.ts'
import { conversationId } from '../../conversation-id.ts'
import { readGivenFile } from '../given-file.ts'
import { settingsOf } from '../mcp/servers.ts'

/** `conversations fork <id> [--message id] [--before]`: prints the id of the new one. */
export const forkConversation: CommandRun = async (cli, { args: [typed = ''], options }) => {
  const assistant = await cli.assistant()
  const id = await conversationId(assistant, typed, cli.language)
  const message = typeof options.message === 'string' ? { message: options.message } : {}
  const made = assistant.conversations.fork(id, { ...message, before: options.before === true })
  return printConversationId(
    cli,
    await made.catch((error) => throwSentence(error, conversationMessages[cli.language].noMessage)),
    options.json,
  )
}

/** `conversations rename <id> <title>`. */
export const renameConversation: CommandRun = async (cli, { args: [typed = '', words = ''] }) => {
  const title = words.replace(/\s+/g, ' ').trim()
  if (title === '') fail('bad-input', { data: { sentence: conversationMessages[cli.language].noTitle } })
  const assistant = await cli.assistant()
  await assistant.conversations.rename(await conversationId(assistant, typed, cli.language), title)
  await cli.terminal.print(title)
  return 0
}

/** `conversations import <file> [--own]`: what `export --format json` wrote; somebody else's is text from outside. */
export const importFrom: CommandRun = async (cli, { args: [file = ''], options }) => {
  const say = conversationMessages[cli.language]
  const path = resolve(cli.environment.cwd, file)
  const text = (await readGivenFile(cli, file)).toString('utf8')
  const owner = options.own ? undefined : await ownerOfFile(await settingsOf(cli), cli.environment, path)
  const source = owner?.owner === 'foreign' ? `file ${basename(path)}` : undefined
  if (owner && source) await cli.terminal.note(say.importForeign(ownerReason(owner, cli.language)))
  const assistant = await cli.assistant()
  return printConversationId(
    cli,
    await assistant.conversations.import(text, source).catch((error) => throwSentence(error, say.noImport)),
    options.json,
  )
}

/** `conversations compact <id>`: summarises its earlier part now; 1 when there is nothing to summarise. */
export const compactConversation: CommandRun = async (cli, { args: [typed = ''] }) => {
  const assistant = await cli.assistant()
  const done = await assistant.compact(await conversationId(assistant, typed, cli.language), cli.stop)
  await cli.terminal.note(conversationMessages[cli.language][done ? 'compacted' : 'nothingToCompact'])
  return done ? 0 : 1
}

async function printConversationId(cli: Cli, made: { id: string }, json: unknown): Promise<number> {
  if (json) await cli.terminal.json(made)
  else await cli.terminal.print(made.id)
  return 0
}

function throwSentence(error: unknown, sentence: string): never {
  if (error instanceof AssistantError && error.failure.code === 'bad-input')
    return fail('bad-input', { data: { sentence } }, error)
  throw error
}
