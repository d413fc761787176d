import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { docsMessages } from '../../../messages/commands/docs.ts'
import { documentSurveyMessages } from '../../../messages/tools/document-survey.ts'
import { fail, type Purpose, type Source, type TurnEvent } from '../../../protocol/index.ts'
import { passagesText, sourcesOf } from '../../../retrieval/answers/cite.ts'
import { betterOf, type Comparison, compareSearch } from '../../../retrieval/check/compare.ts'
import type { Library } from '../../../retrieval/library.ts'
import { filesWithin, foldersOf, isLimited, type Within } from '../../../retrieval/within.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { documentKinds } from '../../../std/text/document-formats.ts'
import type { Cli, CommandCall, CommandRun } from '../../command-context.ts'
import { docsProgress } from '../../output/docs-progress.ts'
import { textTable } from '../../output/text-table.ts'

/** The library of `--workspace`, else of the settings. */
async function libraryOf(cli: Cli, call: CommandCall): Promise<Library> {
  return (await cli.assistant()).docs.library(await workspaceOf(cli, call))
}

/** The name of `--workspace`, else of the settings. Throws for a workspace that does not exist; it is not created. */
async function workspaceOf(cli: Cli, { options }: CommandCall): Promise<string> {
  const assistant = await cli.assistant()
  if (typeof options.workspace !== 'string') return assistant.parts.loaded.settings.workspace
  const { listWorkspaces } = await import('../../../memory/agents.ts')
  const there = await listWorkspaces(assistant.home)
  const name = options.workspace.normalize('NFC').trim()
  if (!there.includes(name))
    fail('bad-input', { data: { sentence: docsMessages[cli.language].noWorkspace(name, there.join(', ')) } })
  return name
}

const resolvePaths = (cli: Cli, { rest }: CommandCall) => rest.map((path) => resolve(cli.environment.cwd, path))

/** Checks that all paths exist before anything is indexed, so that a typing error changes nothing. */
async function requirePaths(cli: Cli, call: CommandCall): Promise<string[]> {
  const { access } = await import('node:fs/promises')
  const wanted = resolvePaths(cli, call)
  for (const path of wanted) {
    await access(path).catch((error) =>
      fail('bad-input', { data: { sentence: docsMessages[cli.language].noPath(path) } }, error),
    )
  }
  return wanted
}

/**
 * `docs add PATH… [--watch] [--see]`: 1 when not one of them could be read. With `--see` the model in use reads
 * pictures.
 */
export const addDocuments: CommandRun = async (cli, call) => {
  const wanted = await requirePaths(cli, call)
  const library = await libraryOf(cli, call)
  const assistant = await cli.assistant()
  const letters = call.options.see === true ? await assistant.docs.letters() : undefined
  const code = await docsProgress(cli, library.add(wanted, cli.stop, letters), call.options.json === true)
  if (letters) await tellSeen(cli, assistant.docs.asked())
  return call.options.watch ? watchDocuments(cli, call, library) : code
}

/** Print the number of pictures that a model read, and their cost where it is known. */
async function tellSeen(cli: Cli, events: readonly TurnEvent[]): Promise<void> {
  const { count, model, cost } = costOf(events, 'letters')
  if (model !== undefined) await cli.terminal.note(docsMessages[cli.language].seen(count, model, cost))
}

/**
 * Return how often which model answered to a purpose, and what that cost: dollars, or '' where a price is not known.
 */
function costOf(
  events: readonly TurnEvent[],
  purpose: Purpose,
): { count: number; model: string | undefined; cost: string } {
  const answers = events.flatMap((event) =>
    event.type === 'model.answered' && event.purpose === purpose ? [event] : [],
  )
  const costs = answers.map(({ usage }) => usage.costUsd)
  const cost = costs.every((one) => one !== undefined) ? `$${costs.reduce((sum, one) => sum + one, 0).toFixed(4)}` : ''
  return { count: answers.length, model: answers[0]?.model, cost }
}

/**
 * `docs reindex [--thorough] [--watch]`: what changed, what was interrupted, what vanished; `--thorough` reads every
 * file.
 */
export const reindexDocuments: CommandRun = async (cli, call) => {
  const library = await libraryOf(cli, call)
  const thorough = call.options.thorough === true
  if ((await library.chosen()).documents.length === 0) return noteSentence(cli, docsMessages[cli.language].none)
  const code = await docsProgress(cli, library.reindex(cli.stop, { thorough }), call.options.json === true)
  return call.options.watch ? watchDocuments(cli, call, library) : code
}

/** Follows the added folders until it is stopped. */
async function watchDocuments(cli: Cli, call: CommandCall, library: Library): Promise<number> {
  await cli.terminal.note(docsMessages[cli.language].watching)
  return docsProgress(cli, library.watch(cli.stop), call.options.json === true, 'changes')
}

/** `docs list`: every indexed document with the number of its passages. */
export const listDocuments: CommandRun = async (cli, call) => {
  const library = await libraryOf(cli, call)
  const [documents, { documents: roots }] = [await library.list(cli.stop), await library.chosen()]
  const say = docsMessages[cli.language]
  if (call.options.json) await cli.terminal.json({ roots, documents })
  else if (documents.length === 0) await cli.terminal.note(say.none)
  else await cli.terminal.print(textTable(say.heads, documents.map(rowOf), (value) => value.toLocaleString('en-US')))
  return 0
}

const rowOf = ({ path, chunks, modified }: Awaited<ReturnType<Library['list']>>[number]) => [
  path,
  chunks,
  new Date(modified).toISOString().slice(0, 10),
]

/** `docs remove PATH…`: 1 when nothing of it had been indexed. */
export const removeDocuments: CommandRun = async (cli, call) => {
  const library = await libraryOf(cli, call)
  const removed = await library.remove(resolvePaths(cli, call), cli.stop)
  if (call.options.json) await cli.terminal.json({ removed })
  else await cli.terminal.note(docsMessages[cli.language].removed(removed))
  return removed === 0 ? 1 : 0
}

/**
 * `docs search QUERY [--count n] [--in FOLDER] [--kind KIND] [--since DAY] [--until DAY]`: the best passages, each
 * under its place.
 */
export const searchDocuments: CommandRun = async (cli, call) => {
  const count = countOf(cli, call)
  const within = withinOf(cli, call)
  const library = await libraryOf(cli, call)
  const say = docsMessages[cli.language]
  const all = isLimited(within) ? await library.list(cli.stop) : []
  const meant = filesWithin(all, within, cli.environment.zone).map(({ path }) => path)
  if (all.length > 0 && meant.length === 0)
    return noteSentence(cli, documentSurveyMessages[cli.language].none(foldersOf(all, 10)))
  const hits = await library.search(call.rest.join(' '), count, cli.stop, all.length > 0 ? meant : undefined)
  const assistant = await cli.assistant()
  if (call.options.json) await cli.terminal.json({ hits: sourcesOf(hits) satisfies Source[] })
  else if (hits.length > 0) await cli.terminal.print(passagesText(hits, cli.environment.cwd))
  else await cli.terminal.note((await library.status(cli.stop)).files === 0 ? say.none : say.nothing)
  const { turnMessages } = await import('../../../messages/engine/turn.ts')
  for (const { code, data } of assistant.docs.news())
    await cli.terminal.note(turnMessages[cli.language].notice(code, data))
  return 0
}

/** Return which documents are meant. A folder that is there is taken by its path, another by its name. */
function withinOf(cli: Cli, { options }: CommandCall): Within {
  const say = docsMessages[cli.language]
  const { in: folder, kind } = options
  const zone = cli.environment.zone
  const readDays = (said: unknown) => {
    if (said === undefined) return undefined
    const sentence = readSentence(String(said))
    const read = sentence.period({ now: cli.now(), zone })
    const isWhole = read?.from === 0 && read.to === sentence.text.length
    return isWhole ? read : fail('bad-input', { data: { sentence: say.badDay(String(said)) } })
  }
  const known = documentKinds.find((one) => one === kind)
  if (kind !== undefined && !known) fail('bad-input', { data: { sentence: say.badKind(documentKinds.join(', ')) } })
  const path = typeof folder === 'string' ? resolve(cli.environment.cwd, folder) : undefined
  const named = path && existsSync(path) ? realpathSync(path) : folder
  return {
    folder: named === undefined ? undefined : String(named),
    kind: known,
    since: readDays(options.since)?.first,
    until: readDays(options.until)?.last,
  }
}

function countOf(cli: Cli, { options }: CommandCall): number {
  const count = Number(options.count ?? 5)
  if (Number.isInteger(count) && count >= 1 && count <= 100) return count
  return fail('bad-input', { data: { sentence: docsMessages[cli.language].badCount } })
}

/** `docs status`: the store, how much is in it, the paths that were added, and where the index is behind the files. */
export const showDocsStatus: CommandRun = async (cli, call) => {
  const library = await libraryOf(cli, call)
  const [now, chosen, behind] = [await library.status(cli.stop), await library.chosen(), await library.behind(cli.stop)]
  const say = docsMessages[cli.language]
  const compared = now.kind === 'vector' ? await compareWays(cli, call, library) : undefined
  const { documents: roots, without } = chosen
  if (call.options.json) await cli.terminal.json({ ...now, roots, without, behind, ...(compared && { compared }) })
  else {
    const ways = compared && say.compared(compared.asked, compared.words, compared.hybrid, betterOf(compared))
    const lines = [say.status(now, chosen), ...(roots.length > 0 ? [say.behind(behind)] : []), ...(ways ? [ways] : [])]
    await cli.terminal.print(lines.join('\n'))
  }
  return 0
}

/** Questions that are made of the documents: fewer than the least say nothing. */
const questions = { most: 40, least: 20 }

/** Compare searching by words alone with the way that is set; undefined if too few questions can be made. */
async function compareWays(cli: Cli, call: CommandCall, hybrid: Library): Promise<Comparison | undefined> {
  const words = await (await cli.assistant()).docs.byWords(await workspaceOf(cli, call))
  try {
    const compared = await compareSearch(words, hybrid, questions.most, cli.stop)
    return compared.asked < questions.least ? undefined : compared
  } finally {
    await words.close()
  }
}

async function noteSentence(cli: Cli, sentence: string): Promise<number> {
  await cli.terminal.note(sentence)
  return 0
}
