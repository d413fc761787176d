import { emptyTrash, restoreEntry } from '../../../app/admin/trash.ts'
import { trashMessages } from '../../../messages/commands/trash.ts'
import { fail } from '../../../protocol/index.ts'
import { listTrash, sweepTrash, type TrashEntry } from '../../../std/fs/trash.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { showHidden } from '../../../std/text/sanitise.ts'
import { isoMinute } from '../../../std/time/local-time.ts'
import type { Cli, CommandRun } from '../../command-context.ts'
import { confirmQuestion } from '../../output/ask-line.ts'
import { textTable } from '../../output/text-table.ts'
import { settingsOf } from '../mcp/servers.ts'

async function trashOf(cli: Cli): Promise<{ home: string; zone: string; entries: TrashEntry[] }> {
  const { paths, settings } = await settingsOf(cli)
  await sweepTrash(paths.home, +cli.now())
  return { home: paths.home, zone: settings.zone ?? cli.environment.zone, entries: await listTrash(paths.home) }
}

/** `trash list`: what was removed, the newest first. */
export const listRemoved: CommandRun = async (cli, { options }) => {
  const say = trashMessages[cli.language]
  const { entries, zone } = await trashOf(cli)
  if (options.json) await cli.terminal.json(entries.map((entry, at) => ({ number: at + 1, ...entry })))
  else if (entries.length === 0) await cli.terminal.note(say.empty)
  else {
    const rows = entries.map(({ at, by, path, title }, index) => {
      const when = isoMinute(new Date(at), zone)
      return [String(index + 1), when, say.by[by], showHidden(path), showHidden(title).slice(0, 60)]
    })
    await cli.terminal.print(textTable(say.heads, rows))
    await cli.terminal.note(say.howTo)
  }
  return 0
}

/** `trash restore`: by numbers, or all since a time. */
export const restoreRemoved: CommandRun = async (cli, { rest, options }) => {
  const say = trashMessages[cli.language]
  const { home, zone, entries } = await trashOf(cli)
  const wanted =
    options.since === undefined
      ? entriesByNumber(cli, entries, rest)
      : entriesSince(cli, entries, String(options.since), zone)
  let failed = 0
  // The oldest first: a page is as it was when its first line went.
  for (const entry of wanted.toReversed()) {
    const title = showHidden(entry.title || entry.path)
    const done = await restoreEntry(home, entry)
    if (done !== 'restored') failed++
    if (done === 'restored') await cli.terminal.print(say.restored(title))
    else await cli.terminal.note(say.done[done](title), 'error')
  }
  return failed > 0 ? 1 : 0
}

function entriesByNumber(cli: Cli, entries: readonly TrashEntry[], args: readonly string[]): TrashEntry[] {
  const say = trashMessages[cli.language]
  if (args.length === 0) return fail('bad-input', { data: { sentence: say.which } })
  return args.map((typed) => {
    const entry = /^\d+$/.test(typed) ? entries[Number(typed) - 1] : entries.find(({ id }) => id === typed)
    return entry ?? fail('bad-input', { data: { sentence: say.none(typed) } })
  })
}

function entriesSince(cli: Cli, entries: readonly TrashEntry[], typed: string, zone: string): TrashEntry[] {
  const moment = readSentence(typed).moment({ now: cli.now(), zone })
  if (!moment || 'invalid' in moment)
    return fail('bad-input', { data: { sentence: trashMessages[cli.language].when(typed) } })
  return entries.filter(({ at }) => at >= +moment.at)
}

/** `trash empty`: after a yes. */
export const emptyRemoved: CommandRun = async (cli, { options }) => {
  const say = trashMessages[cli.language]
  const { home, entries } = await trashOf(cli)
  if (entries.length === 0) {
    await cli.terminal.note(say.empty)
    return 0
  }
  if (!options.yes && !cli.terminal.canAsk) return fail('bad-input', { data: { sentence: say.needsYes } })
  if (!options.yes && !(await confirmQuestion(cli, say.question(entries.length)))) {
    await cli.terminal.note(say.kept)
    return 1
  }
  await emptyTrash(home, entries)
  await cli.terminal.print(say.emptied(entries.length))
  return 0
}
