import { rewindEngine } from '../../../app/surfaces/tui/rewind.ts'
import { conversationMessages } from '../../../messages/commands/conversations.ts'
import { rewindMessages } from '../../../messages/surfaces/tui-rewind.ts'
import { type Conversation, fail } from '../../../protocol/index.ts'
import { sanitiseLine } from '../../../std/text/sanitise.ts'
import { isoMinute } from '../../../std/time/local-time.ts'
import type { Reversal, TakenBack } from '../../../tools/checkpoints/take-back.ts'
import type { RewindEngine } from '../../../ui/tui/tui-host.ts'
import type { Cli, CommandRun } from '../../command-context.ts'
import { conversationId } from '../../conversation-id.ts'
import { textTable } from '../../output/text-table.ts'

/**
 * `conversations rewind <id>`: what was said, the latest first. With `--message` (its number or id) what going back
 * would change, and with `--talk` and `--files` it is done; `--undo` takes the last rewind back. Nothing is done that
 * was not asked for.
 */
export const rewindConversation: CommandRun = async (cli, { args: [typed = ''], options }) => {
  const assistant = await cli.assistant()
  const id = await conversationId(assistant, typed, cli.language)
  const held: Conversation[] = []
  const engine = rewindEngine(assistant, async (wanted) => {
    const conversation = await assistant.open(wanted, { canAsk: false })
    held.push(conversation)
    return conversation
  })
  // The engine asks for nothing but the id.
  const conversation = { id } as Conversation
  const edited = options.edited === true
  try {
    if (options.undo)
      return await undoRewind(
        cli,
        await engine.planUndo(conversation),
        () => engine.undo(conversation, edited),
        options.json,
      )
    if (typeof options.message !== 'string')
      return await printPoints(cli, await engine.points(conversation), assistant.parts.zone, options.json)
    const message = await messageOf(cli, engine, conversation, options.message)
    const request = { talk: options.talk === true, files: options.files === true, edited }
    if (!request.talk && !request.files)
      return await printPlan(cli, await engine.plan(conversation, message), options.json)
    return await printRewind(cli, await engine.apply(conversation, message, request), options.json)
  } finally {
    for (const one of held) await one.close()
  }
}

type Points = Awaited<ReturnType<RewindEngine['points']>>

async function printPoints(cli: Cli, points: Points, zone: string, json: unknown): Promise<number> {
  const say = conversationMessages[cli.language].rewind
  const rows = points.map(({ text, at, files }, index) => [
    index + 1,
    isoMinute(at, zone),
    files > 0 ? rewindMessages[cli.language].files(files) : '',
    sanitiseLine(text).slice(0, 200),
  ])
  if (json) await cli.terminal.json(points)
  else if (points.length === 0) await cli.terminal.note(say.empty)
  else await cli.terminal.print(textTable(say.heads, rows))
  return 0
}

/** A message by its number in the list, or by its id. */
async function messageOf(cli: Cli, engine: RewindEngine, conversation: Conversation, wanted: string): Promise<string> {
  const points = await engine.points(conversation)
  const found = /^\d{1,6}$/.test(wanted) ? points[Number(wanted) - 1] : points.find(({ message }) => message === wanted)
  return found?.message ?? fail('bad-input', { data: { sentence: conversationMessages[cli.language].rewind.noPoint } })
}

async function printPlan(cli: Cli, plan: readonly Reversal[], json: unknown): Promise<number> {
  if (json) await cli.terminal.json(plan.map(({ path, isEdited, lines }) => ({ path, isEdited, ...lines })))
  else for (const one of plan) await cli.terminal.print(lineOf(one, cli))
  await cli.terminal.note(conversationMessages[cli.language].rewind.planned)
  return 0
}

async function undoRewind(
  cli: Cli,
  plan: readonly Reversal[] | undefined,
  undo: () => Promise<RewindOutcome>,
  json: unknown,
): Promise<number> {
  if (plan) return printRewind(cli, await undo(), json)
  return fail('bad-input', { data: { sentence: conversationMessages[cli.language].rewind.noUndo } })
}

type RewindOutcome = TakenBack & { next?: Conversation }

/** Print the changes of files on standard error, the conversation that goes on on standard output. */
async function printRewind(cli: Cli, { done, left, next }: RewindOutcome, json: unknown): Promise<number> {
  const { left: stays } = rewindMessages[cli.language]
  for (const one of done) await cli.terminal.note(`↺ ${lineOf(one, cli)}`)
  for (const { path } of left) await cli.terminal.note(stays(sanitiseLine(path)))
  const pathsOf = (all: readonly Reversal[]) => all.map(({ path }) => path)
  if (json) await cli.terminal.json({ done: pathsOf(done), left: pathsOf(left), ...(next ? { id: next.id } : {}) })
  // Before the first words there is nothing that could be gone on with.
  else if (next && (await isKept(cli, next.id))) await cli.terminal.print(next.id)
  else if (next) await cli.terminal.note(conversationMessages[cli.language].rewind.nothingLeft)
  return 0
}

async function isKept(cli: Cli, id: string): Promise<boolean> {
  return (await (await cli.assistant()).conversations.list()).some((kept) => kept.id === id)
}

function lineOf({ path, lines, to, isEdited }: Reversal, { language }: Pick<Cli, 'language'>): string {
  const say = rewindMessages[language]
  const counts = lines ? `−${lines.removed} +${lines.added}` : '±'
  return `${counts} ${sanitiseLine(path)}${to === null ? ` · ${say.goes}` : ''}${isEdited ? ` · ${say.edited}` : ''}`
}
