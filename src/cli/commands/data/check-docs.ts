import { docsMessages } from '../../../messages/commands/docs.ts'
import { turnMessages } from '../../../messages/engine/turn.ts'
import type { TurnEvent } from '../../../protocol/index.ts'
import { betterOf, type Comparison, compareSearch, type Reword } from '../../../retrieval/check/compare.ts'
import type { Cli, CommandRun } from '../../command-context.ts'
import { docsProgress } from '../../output/docs-progress.ts'
import { progressLine } from '../../output/progress-line.ts'
import { costOf, workspaceOf } from './docs.ts'

/** Questions that are asked at most: with a hundred, a difference of ten is hardly chance. */
const most = 100
/** With fewer questions than that a difference says nothing. */
const fewest = 20

/** `docs check`: whether searching by meaning, too, finds more in these documents. 1 where they are too few to tell. */
export const checkDocuments: CommandRun = async (cli, call) => {
  const say = docsMessages[cli.language]
  const { docs, parts } = await cli.assistant()
  const asked: TurnEvent[] = []
  const reword = await createRewording(cli, asked)
  const { words, hybrid } = await docs.bothWays(await workspaceOf(cli, call))
  try {
    await docsProgress(cli, hybrid.reindex(cli.stop), false, 'changes')
    const show = progressLine(cli)
    const events = compareSearch(words, hybrid, most, cli.stop, reword)
    let step = await events.next()
    for (; !step.done; step = await events.next()) await show.line(say.checking(step.value.done, step.value.total))
    await show.clear()
    await tellAsked(cli, step.value, asked)
    const { settings } = parts.loaded
    const better = step.value.asked < fewest ? undefined : betterOf(step.value)
    if (call.options.json) await cli.terminal.json({ ...step.value, better: better ?? null })
    else await printComparison(cli, step.value, better, settings.docs)
    return better ? 0 : 1
  } finally {
    await words.close()
    await hybrid.close()
  }
}

/** Return what words the questions anew; the events of what it asked go to `asked`. Undefined without a model. */
async function createRewording(cli: Cli, asked: TurnEvent[]): Promise<Reword | undefined> {
  const { models } = (await cli.assistant()).parts
  const { questionWriter } = await import('../../../app/docs/question-writer.ts')
  return questionWriter({
    ...{ models, now: cli.now, asked: (events: TurnEvent[]) => asked.push(...events) },
    failed: (failure) =>
      cli.terminal.note(docsMessages[cli.language].unworded(turnMessages[cli.language].failure(failure))),
  })
}

/** Print the number of questions that a model worded, and their cost where it is known. */
async function tellAsked(cli: Cli, { reworded, asked }: Comparison, events: readonly TurnEvent[]): Promise<void> {
  const { model, cost } = costOf(events, 'questions')
  if (model !== undefined) await cli.terminal.note(docsMessages[cli.language].reworded(reworded, asked, model, cost))
}

async function printComparison(
  cli: Cli,
  { asked, words, hybrid }: Comparison,
  better: 'words' | 'hybrid' | undefined,
  now: { store: string; embedder: string },
): Promise<void> {
  const say = docsMessages[cli.language]
  if (!better) return cli.terminal.note(say.tooFew(asked))
  const wanted = { words: 'keyword', hybrid: 'vector' }[better]
  const commands = [
    ...(better === 'hybrid' && now.embedder === 'none' ? ['assistant config set docs.embedder local'] : []),
    ...(wanted === now.store ? [] : [`assistant config set docs.store ${wanted}`]),
  ]
  const next = commands.length === 0 ? say.asItIs : say.toSet(commands)
  await cli.terminal.print([say.checked(asked, words, hybrid), say.better[better], next].join('\n'))
}
