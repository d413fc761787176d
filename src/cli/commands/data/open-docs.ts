import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { showSource } from '../../../app/surfaces/tui/open-external.ts'
import { docsMessages } from '../../../messages/commands/docs.ts'
import { fail, type Source } from '../../../protocol/index.ts'
import { placeOf } from '../../../retrieval/answers/cite.ts'
import { lastSources } from '../../../threads/last-sources.ts'
import type { Cli, CommandRun } from '../../command-context.ts'
import { outside } from '../../output/outside.ts'

type DocumentPlace = Pick<Source, 'file' | 'line' | 'page'>

/**
 * `docs open [NUMBER | FILE:LINE | FILE p. PAGE]`: a source of the last answer, or a place, in the editor or viewer;
 * alone the list.
 */
export const openDocument: CommandRun = async (cli, call) => {
  const wanted = call.rest.join(' ').trim()
  const number = /^\[?(\d+)\]?번?$/.exec(wanted)?.[1]
  const sources = wanted === '' || number !== undefined ? await newestSources(cli) : []
  if (wanted === '') return printSources(cli, sources, call.options.json === true)
  const place = number === undefined ? await placeIn(cli, wanted) : sources[Number(number) - 1]
  if (!place) return fail('bad-input', { data: { sentence: docsMessages[cli.language].noSource(sources.length) } })
  const { parts } = await cli.assistant()
  const left = await showSource(parts, place, outside)
  if (left) await cli.terminal.note(left)
  return 0
}

/** The sources of the conversation written last. */
async function newestSources(cli: Cli): Promise<Source[]> {
  const assistant = await cli.assistant()
  const id = await assistant.conversations.resolve('last')
  return id === undefined ? [] : lastSources(join(assistant.home, 'conversations'), id)
}

async function printSources(cli: Cli, sources: Source[], json: boolean): Promise<number> {
  const lines = sources.map(
    ({ line = 1, ...source }, at) => `[${at + 1}] ${placeOf({ ...source, line }, cli.environment.cwd)}`,
  )
  if (json) await cli.terminal.json({ sources })
  else if (lines.length === 0) await cli.terminal.note(docsMessages[cli.language].noSource(0))
  else await cli.terminal.print(lines.join('\n'))
  return 0
}

/** A place as answers name it. A file that is not there by this path is looked for by its name among the documents. */
async function placeIn(cli: Cli, written: string): Promise<DocumentPlace> {
  const [, file = written, line, page, korean] = /^(.+?)(?::(\d+)(?:-\d+)?| p\. ?(\d+)| (\d+)쪽)$/.exec(written) ?? []
  const readNumber = (said: string | undefined) => (said === undefined ? undefined : Number(said))
  const path = resolve(cli.environment.cwd, file)
  const found = existsSync(path) ? path : ((await findByName(cli, file)) ?? path)
  const at = { line: readNumber(line), page: readNumber(page ?? korean) }
  return {
    file: found,
    ...(at.line !== undefined && { line: at.line }),
    ...(at.page !== undefined && { page: at.page }),
  }
}

async function findByName(cli: Cli, name: string): Promise<string | undefined> {
  const { docs, parts } = await cli.assistant()
  const all = await (await docs.library(parts.loaded.settings.workspace)).list(cli.stop)
  const same = all.filter(({ path }) => basename(path).normalize('NFC') === name.normalize('NFC'))
  return same.length === 1 ? same[0]?.path : undefined
}
