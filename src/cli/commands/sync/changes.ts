import { openConflicts, resolveConflict, undoChange } from '../../../app/sync/sync-changes.ts'
import { syncMessages } from '../../../messages/engine/sync.ts'
import { fail } from '../../../protocol/index.ts'
import { isoMinute } from '../../../std/time/local-time.ts'
import type { Applied } from '../../../sync/replica/replica.ts'
import type { CommandRun } from '../../command-context.ts'
import { textTable } from '../../output/text-table.ts'
import { withSync } from './session.ts'

/** Changes that are shown. */
const shown = 50

/** `sync log`: what sync changed on this device, the newest first. */
export const showSyncLog: CommandRun = (cli, { options }) =>
  withSync(cli, async ({ replica }) => {
    const say = syncMessages[cli.language]
    const all = replica.applied(shown)
    const rows = all.map((one) => ({ id: one.id, at: new Date(one.at).toISOString(), path: one.path, did: didOf(one) }))
    if (options.json) await cli.terminal.json(rows)
    else if (rows.length === 0) await cli.terminal.note(say.noLog)
    else {
      const timeText = (at: string) => isoMinute(new Date(at), cli.environment.zone)
      const cells = rows.map(({ id, at, path, did }) => [String(id), timeText(at), path, say.did[did]])
      await cli.terminal.print(textTable(say.logHeads, cells))
    }
    return 0
  })

function didOf({ before, after }: Applied): 'created' | 'changed' | 'deleted' | 'added' {
  if (before) return after ? 'changed' : 'deleted'
  return after ? 'created' : 'added'
}

/** `sync undo <number>`: takes back one of them, here and then on the other devices. */
export const undoSyncChange: CommandRun = (cli, { args: [typed = ''] }) =>
  withSync(cli, async (session) => {
    const say = syncMessages[cli.language]
    const { done, path } = await undoChange(session, Number(typed))
    if (done !== 'undone')
      return fail('bad-input', { data: { sentence: say.cannotUndo[done](done === 'none' ? typed : path) } })
    await cli.terminal.print(say.undone(path))
    return 0
  })

/** `sync resolve`: what two devices wrote in the place of the same; with a number, which of them stays. */
export const resolveCopy: CommandRun = (cli, { args: [typed], options }) =>
  withSync(cli, async (session) => {
    const say = syncMessages[cli.language]
    const conflicts = openConflicts(session)
    if (typed === undefined && options.json) await cli.terminal.json(conflicts)
    else if (typed === undefined && conflicts.length === 0) await cli.terminal.note(say.noConflicts)
    else if (typed === undefined) {
      await cli.terminal.print(
        conflicts.map(({ id, path, kept, other }) => say.conflict(id, path, kept, other)).join('\n'),
      )
      await cli.terminal.note(say.howToResolve)
    } else {
      const keep = options.keep === 'other' || options.keep === 'both' ? options.keep : 'now'
      const done = await resolveConflict(session, Number(typed), keep)
      if (done !== 'settled') return fail('bad-input', { data: { sentence: say.cannotResolve[done](typed) } })
      await cli.terminal.print(say.resolved(typed))
    }
    return 0
  })
