import { nameRunner } from '../../../app/sync/runner.ts'
import type { SyncSession } from '../../../app/sync/sync-session.ts'
import { syncStatus } from '../../../app/sync/sync-status.ts'
import type { Paths } from '../../../config/paths.ts'
import { syncMessages } from '../../../messages/engine/sync.ts'
import { fail } from '../../../protocol/index.ts'
import { showHidden } from '../../../std/text/sanitise.ts'
import type { RoundReport } from '../../../sync/round/round.ts'
import { isOpenAddress } from '../../../sync/stores/store.ts'
import type { Cli, CommandRun } from '../../command-context.ts'
import { textTable } from '../../output/text-table.ts'
import { withSync } from './session.ts'

/** `sync now`: one exchange with the store. */
export const syncNow: CommandRun = (cli, { options }) =>
  withSync(cli, async (session) => {
    if (session.configuration.paused)
      return fail('bad-input', { data: { sentence: syncMessages[cli.language].isPaused } })
    const decided = options.really ? 'remove' : options.putBack ? 'put-back' : undefined
    const report = await session.round(cli.stop, decided)
    if (options.json) await cli.terminal.json(report)
    else await printRound(cli, report)
    return report.held.length > 0 || report.refused.some(({ fault }) => fault !== 'early') ? 1 : 0
  })

async function printRound(
  cli: Cli,
  { sent, received, waiting, refused, copies, ...report }: RoundReport,
): Promise<void> {
  const say = syncMessages[cli.language]
  await cli.terminal.print(say.done(sent.files, received.files.length, sent.bytes + received.bytes))
  const { held, mended, renewed } = report
  const countNamed = (paths: readonly string[]) => ({ count: paths.length, path: paths[0] ?? '' })
  if (renewed) await cli.terminal.note(say.renewed(renewed))
  if (mended.length > 0) await cli.terminal.note(say.mended(countNamed(mended)))
  if (held.length > 0) await cli.terminal.note(say.held(countNamed(held.map(({ path }) => path))), 'error')
  if (copies > 0) await cli.terminal.note(say.copies(copies))
  if (waiting.length > 0) await cli.terminal.note(say.waiting(waiting.length))
  for (const { path, fault } of refused.slice(0, mostTold)) await cli.terminal.note(say.refused[fault](path), 'error')
}

const mostTold = 10

/** `sync status`: where, with whom, what is shared, what waits, and which promise holds. */
export const showSyncStatus: CommandRun = (cli, { options }) =>
  withSync(cli, async (session, paths) => {
    const fault = await session.faultNow(cli.stop)
    const known = { ...syncStatus(session, paths), fault: fault?.fault ?? null }
    if (options.json) await cli.terminal.json(known)
    else await cli.terminal.print(statusText(cli, session, paths.home, known).join('\n'))
    if (fault && !options.json)
      await cli.terminal.note(syncMessages[cli.language].faults[fault.fault](known.store, fault.message), 'error')
    return 0
  })

function statusText(cli: Cli, session: SyncSession, home: string, known: ReturnType<typeof syncStatus>): string[] {
  const say = syncMessages[cli.language]
  const { without, key } = session.configuration
  const minutes = known.at === null ? undefined : Math.round((+cli.now() - known.at) / 60_000)
  const runner = [known.device, ...known.devices].find(({ id }) => id === known.runner)?.name
  const rows = [
    [say.status.store, known.store],
    [say.status.device, `${known.device.name} (${known.device.id})`],
    [say.status.encrypted, known.encrypted ? say.status.yes : say.status.no],
    [say.status.shared, known.shared.map((kind) => say.kinds[kind]).join(', ')],
    ...(without.length > 0 ? [[say.status.without, without.map((kind) => say.kinds[kind]).join(', ')]] : []),
    [say.status.lastRound, minutes === undefined ? say.status.never : say.units.minutesAgo(minutes)],
    [say.status.unsent, `${known.unsentBytes} B`],
    [say.status.devices, [known.device.name, ...known.devices.map(({ name }) => name)].join(', ')],
  ]
  return [
    ...rows.map(([what, value]) => `${what}: ${value}`),
    ...(known.paused ? [say.status.paused] : []),
    ...(key === undefined && isOpenAddress(session.configuration.store) ? [say.status.open(home)] : []),
    ...(key === undefined && !without.includes('memory') ? [say.status.servicesNeedKey] : []),
    say.status.promise[known.promise],
    runner === undefined ? say.status[known.promise === 'named' ? 'noRunner' : 'nobody'] : say.status.runner(runner),
    ...(known.held.length > 0 ? [say.heldRow(known.held.length)] : []),
    ...(known.conflicts > 0 ? [say.status.conflicts(known.conflicts)] : []),
  ]
}

/** `sync verify`: whether the other devices show the same as this one, as far as they have said. */
export const verifySync: CommandRun = (cli, { options }) =>
  withSync(cli, async (session) => {
    const say = syncMessages[cli.language]
    const found = await session.verify(cli.stop)
    const apart = found.filter(({ paths }) => paths.length > 0)
    if (options.json) await cli.terminal.json(found)
    else if (found.length === 0) await cli.terminal.note(say.alone)
    else if (apart.length === 0) await cli.terminal.print(say.verified(found.length))
    else {
      const agoText = (at: number) => say.units.minutesAgo(Math.max(0, Math.round((+cli.now() - at) / 60_000)))
      for (const { name, at, paths } of apart)
        await cli.terminal.print(
          say.differs(
            showHidden(name),
            agoText(at),
            paths.map((path) => path || '?'),
          ),
        )
      await cli.terminal.note(say.howToMend)
    }
    return apart.length > 0 ? 1 : 0
  })

/** `sync devices`: who takes part; `--runner` names the one that runs remote tasks over a folder. */
export const listDevices: CommandRun = (cli, { options }) =>
  withSync(cli, async (session, paths) => {
    const say = syncMessages[cli.language]
    if (typeof options.runner === 'string') return setRunner(cli, session, paths, options.runner)
    const { device, replica } = session
    if (options.json) {
      await cli.terminal.json([{ ...device, me: true }, ...replica.devices()])
      return 0
    }
    const agoText = (at: number) => say.units.minutesAgo(Math.max(0, Math.round((+cli.now() - at) / 60_000)))
    const others = replica.devices().map(({ id, name, number, at }) => [id, name, String(number), agoText(at)])
    await cli.terminal.print(textTable(say.heads, [[device.id, `${device.name} ${say.me}`, '', ''], ...others]))
    return 0
  })

/** Names the device that runs remote tasks, by its name or id; `none`: each its own again. */
async function setRunner(cli: Cli, session: SyncSession, paths: Paths, called: string): Promise<number> {
  const say = syncMessages[cli.language]
  const all = [session.device, ...session.replica.devices()]
  const found = all.find(({ id, name }) => id === called || name === called)
  if (!found && called !== 'none') return fail('bad-input', { data: { sentence: say.noDevice(called) } })
  await nameRunner(paths, found?.id ?? '')
  await session.round(cli.stop)
  await cli.terminal.print(found ? say.runnerSet(found.name) : say.runnerCleared)
  return 0
}
