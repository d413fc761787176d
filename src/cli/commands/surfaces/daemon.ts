import { spawnSync } from 'node:child_process'
import { chmod, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { askDaemon, silentDaemon } from '../../../app/environment/ask-daemon.ts'
import { daemonLog, runDaemon } from '../../../app/surfaces/daemon/daemon.ts'
import type { ServiceUnit } from '../../../app/surfaces/daemon/service-units.ts'
import { loadSecrets, secretNames } from '../../../config/secrets.ts'
import { daemonMessages } from '../../../messages/commands/daemon.ts'
import { failureOf } from '../../../protocol/index.ts'
import { ensureDir, readTextIfThere, writeAtomic } from '../../../std/fs/files.ts'
import { isoMinute } from '../../../std/time/local-time.ts'
import { exitUsage } from '../../../ui/oneshot/exit-code.ts'
import { programOf } from '../../child-programs.ts'
import type { Cli, CommandRun } from '../../command-context.ts'
import { confirmQuestion } from '../../output/ask-line.ts'
import {
  installedUnit,
  patienceMs,
  runServiceManager,
  startDaemon,
  stopDaemon,
  unitOf,
  waitForAnswer,
} from './start-daemon.ts'

/** Lines of the log that `daemon logs` shows. */
const shownLines = 200

/** `daemon`: in the foreground until a signal ends it; its log on stderr. */
export const runInForeground: CommandRun = async (cli) => {
  const say = daemonMessages[cli.language]
  try {
    const engine = { program: programOf('voice-engine'), node: process.execPath, env: cli.environment.env }
    await runDaemon(await cli.assistant(), (line) => void cli.terminal.note(line), cli.stop, { engine })
    return 0
  } catch (error) {
    const { code, data } = failureOf(error)
    if (code !== 'busy' || typeof data?.pid !== 'number' || data.path) throw error
    await cli.terminal.note(say.running(data.pid), 'error')
    return 1
  }
}

/** `daemon status [--json]`: 0 when it runs, 1 when not. */
export const showDaemonStatus: CommandRun = async (cli, { options }) => {
  const say = daemonMessages[cli.language]
  const { parts } = await cli.assistant()
  const now = await askDaemon(parts, { do: 'status' })
  const hung = now ? undefined : await silentDaemon(parts)
  if (options.json) await cli.terminal.json(now ?? (hung === undefined ? null : { pid: hung, hung: true }))
  else if (!now)
    await cli.terminal.note(
      hung === undefined ? say.notRunning : say.hung(hung),
      hung === undefined ? 'plain' : 'error',
    )
  else {
    await cli.terminal.print(
      say.status(now.pid, isoMinute(now.startedAt, parts.zone), say.telegram[now.telegram], now.busy),
    )
    if ((await installedUnit(cli.environment))?.isOld) await cli.terminal.note(say.serviceOld, 'quiet')
  }
  return now ? 0 : 1
}

/** `daemon start`: by the service where one is installed, else as a process of its own. */
export const startInBackground: CommandRun = async (cli) => {
  const say = daemonMessages[cli.language]
  const { parts } = await cli.assistant()
  const there = await askDaemon(parts, { do: 'status' })
  if (there) {
    await cli.terminal.note(say.running(there.pid))
    return 0
  }
  const hung = await silentDaemon(parts)
  if (hung !== undefined) {
    await cli.terminal.note(say.hung(hung), 'error')
    return 1
  }
  const running = await startDaemon(parts)
  await cli.terminal.note(running ? say.started(running.pid) : say.notRunning, running ? 'plain' : 'error')
  return running ? 0 : 1
}

/** `daemon stop`: asks it to end well and waits for that; one that answers nothing is ended by force. */
export const stopInBackground: CommandRun = async (cli) => {
  const say = daemonMessages[cli.language]
  const { parts } = await cli.assistant()
  if (!(await askDaemon(parts, { do: 'stop' }))) {
    const hung = await silentDaemon(parts)
    if (hung !== undefined) return endHung(cli, hung)
    await cli.terminal.note(say.notRunning)
    return 1
  }
  await cli.terminal.note(say.stopping)
  const ended = await waitForAnswer(async () => !(await askDaemon(parts, { do: 'status' })))
  if (ended) await cli.terminal.note(say.stopped)
  return ended ? 0 : 1
}

/** Ends a daemon that answers nothing. What it had taken stands on the disk, and the next one goes on with it. */
async function endHung(cli: Cli, pid: number): Promise<number> {
  const say = daemonMessages[cli.language]
  process.kill(pid, 'SIGKILL')
  const { parts } = await cli.assistant()
  const ended = await waitForAnswer(async () => (await silentDaemon(parts)) === undefined)
  await cli.terminal.note(ended ? say.hungEnded(pid) : say.hung(pid), ended ? 'plain' : 'error')
  return ended ? 0 : 1
}

/** `daemon logs`: the end of the log. */
export const showDaemonLogs: CommandRun = async (cli) => {
  const text = await readTextIfThere(daemonLog((await cli.assistant()).parts))
  if (text === undefined) await cli.terminal.note(daemonMessages[cli.language].noLogs)
  else await cli.terminal.print(text.trimEnd().split('\n').slice(-shownLines).join('\n'))
  return 0
}

/**
 * `daemon install`: writes the service of this user and starts it; says which command to run where that is not
 * possible.
 */
export const installDaemon: CommandRun = async (cli) => {
  const say = daemonMessages[cli.language]
  const { env, platform } = cli.environment
  const unit = unitOf(cli.environment)
  if (!unit) {
    await cli.terminal.note(say.unsupported, 'error')
    return exitUsage
  }
  const before = await installedUnit(cli.environment)
  if (before) runServiceManager(before.stop)
  await ensureDir(dirname(unit.path))
  await writeAtomic(unit.path, unit.text)
  await chmod(unit.path, 0o600)
  await cli.terminal.note(say.installed(unit.path))
  await cli.terminal.note(say.shell(env.PATH ?? '', env.LC_ALL ?? env.LANG ?? ''), 'quiet')
  await beginService(cli, unit)
  if (platform === 'linux') await offerLinger(cli)
  const lost = await onlyHere(cli)
  if (lost.length > 0) await cli.terminal.note(say.keysStay(lost.join(', ')))
  else await cli.terminal.note(say.tokenHint, 'quiet')
  return 0
}

/**
 * Hands the service to the system. A daemon that runs by itself makes room for it; what cannot be done is told as
 * commands.
 */
async function beginService(cli: Cli, { install: commands }: ServiceUnit): Promise<void> {
  const say = daemonMessages[cli.language]
  const { parts } = await cli.assistant()
  const failed: string[] = []
  for (const [at, command] of commands.entries()) {
    if (at === commands.length - 1 && failed.length === 0) await stopDaemon(parts)
    if (!runServiceManager(command)) failed.push(command.join(' '))
  }
  for (const command of failed) await cli.terminal.note(say.byHand(command))
  if (failed.length > 0) return
  const running = await waitForAnswer(async () => askDaemon(parts, { do: 'status' }))
  await cli.terminal.note(running ? say.started(running.pid) : say.notBegun, running ? 'plain' : 'error')
}

const lingers = {
  ask: ['loginctl', 'show-user', '--property=Linger', '--value'],
  allow: ['loginctl', 'enable-linger'],
} as const

/** A user's services of Linux end when the person logs out, unless they may linger (loginctl(1)). */
async function offerLinger(cli: Cli): Promise<void> {
  const say = daemonMessages[cli.language]
  const [program, ...words] = lingers.ask
  const asked = spawnSync(program, words, { encoding: 'utf8', timeout: patienceMs })
  if (asked.status !== 0 || asked.stdout.trim() !== 'no') return
  const may = cli.terminal.canAsk && (await confirmQuestion(cli, say.linger))
  if (!may || !runServiceManager(lingers.allow)) await cli.terminal.note(say.lingerByHand)
}

/** Keys that stand in a variable of this shell and nowhere else: a service does not have them. */
async function onlyHere(cli: Cli): Promise<string[]> {
  const { loaded, environment, now } = (await cli.assistant()).parts
  const { env, cwd } = environment
  const kept = await loadSecrets({}, loaded.paths, { cwd, now: now(), warn: () => {} })
  return secretNames.filter((name) => env[name] && !env[`${name}_FILE`] && !kept.get(name))
}

/** `daemon uninstall`: stops the service and removes its file. */
export const uninstallDaemon: CommandRun = async (cli) => {
  const say = daemonMessages[cli.language]
  const unit = await installedUnit(cli.environment)
  if (!unit) {
    await cli.terminal.note(say.notInstalled)
    return 1
  }
  const [first, ...rest] = unit.uninstall
  if (first) runServiceManager(first)
  await rm(unit.path, { force: true })
  for (const command of rest) runServiceManager(command)
  await cli.terminal.note(say.uninstalled(unit.path))
  return 0
}
