import { basename, join, resolve } from 'node:path'
import { changeLists as change } from '../../../app/lists/lists-of.ts'
import type { ListArgs } from '../../../core/lists/tools.ts'
import { listMessages } from '../../../messages/tools/lists.ts'
import { refuse } from '../../../protocol/index.ts'
import { decodeText } from '../../../std/text/decode.ts'
import type { Cli, CommandCall, CommandRun } from '../../command-context.ts'
import { printToolResult } from '../../output/tool-result.ts'
import { readGivenFile } from '../given-file.ts'

/** `lists`: every list with how much is left of it, and where their pages are. */
export const listLists: CommandRun = async (cli, call) => {
  const status = await changeLists(cli, call, { action: 'show' })
  const { parts } = await cli.assistant()
  if (!call.options.json)
    await cli.terminal.note(listMessages[cli.language].folder(join(parts.loaded.paths.home, 'lists')))
  return status
}

/** `lists show <name>`: what stands on a list. */
export const showList: CommandRun = (cli, call) => changeLists(cli, call, { action: 'show', list: call.args.join(' ') })

/** `lists add <list> <things...> [--due <day>]`: one thing a quoted argument, or words with commas between things. */
export const addToList: CommandRun = (cli, call) => {
  const { due } = call.options
  const [list = ''] = call.args
  return changeLists(cli, call, {
    ...{ action: 'add', list, items: thingsOf(call) },
    ...(typeof due === 'string' ? { due } : {}),
  })
}

/** `lists tick <things...>`: done, or bought. */
export const tickThings: CommandRun = (cli, call) => ofThings(cli, call, 'tick')
/** `lists untick <things...>`: open again. */
export const untickThings: CommandRun = (cli, call) => ofThings(cli, call, 'untick')
/** `lists remove <things...>`. */
export const removeThings: CommandRun = (cli, call) => ofThings(cli, call, 'remove')

/** `lists move <to> <things...>`: to another list. */
export const moveThings: CommandRun = (cli, call) => {
  const [to = ''] = call.args
  return changeLists(cli, call, { action: 'move', to, items: thingsOf(call), ...listOption(call) })
}

/** `lists clear <list> [--done]`: everything, or what is ticked. */
export const clearList: CommandRun = (cli, call) =>
  changeLists(cli, call, { action: 'clear', list: call.args.join(' '), done: call.options.done === true })

/** `lists delete <list>`: the list itself. */
export const deleteList: CommandRun = (cli, call) =>
  changeLists(cli, call, { action: 'delete', list: call.args.join(' ') })

/** `lists from <file> [--list <name>]`: the tasks of notes, each with its line and its day. */
export const takeFromNotes: CommandRun = async (cli, call) => {
  const { parts } = await cli.assistant()
  const path = resolve(cli.environment.cwd, call.args[0] ?? '')
  const { tasksOfNotes } = await import('../../../core/lists/note-tasks.ts')
  const text = decodeText(await readGivenFile(cli, call.args[0] ?? ''))?.text ?? ''
  const tasks = tasksOfNotes(text, { now: parts.now(), zone: parts.zone })
  const say = listMessages[cli.language]
  if (tasks.length === 0) return refuse(say.noTasks(basename(path)))
  const list = String(call.options.list ?? say.todo)
  const steps = tasks.map(({ name, due, line, mark }) => ({
    ...{ action: 'add' as const, list, items: [name], sources: [{ path, line, mark }] },
    ...(due === undefined ? {} : { due }),
  }))
  const [first, ...and] = steps
  return await changeLists(cli, call, { ...first, action: 'add', and })
}

const ofThings = (cli: Cli, call: CommandCall, action: 'tick' | 'untick' | 'remove') =>
  changeLists(cli, call, { action, items: thingsOf(call), ...listOption(call) })

const listOption = ({ options: { list } }: CommandCall) => (typeof list === 'string' ? { list } : {})

/** Return the things of a command line: where an argument was quoted, one for each argument. */
const thingsOf = ({ rest }: CommandCall): string[] =>
  (rest.some((word) => /\s/.test(word)) ? rest : [rest.join(' ')])
    .flatMap((one) => one.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '')

async function changeLists(cli: Cli, { options }: CommandCall, args: ListArgs): Promise<number> {
  const { parts } = await cli.assistant()
  return printToolResult(cli, await change(parts, args), options.json)
}
