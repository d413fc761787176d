import { basename, join } from 'node:path'
import { serveControl } from '../../../core/ownership/control-socket.ts'
import { daemonMessages } from '../../../messages/commands/daemon.ts'
import { turnMessages } from '../../../messages/engine/turn.ts'
import { AssistantError, fail, type Id, type Json, type JsonObject } from '../../../protocol/index.ts'
import { sleep } from '../../../std/abort.ts'
import { damageData, onDamage } from '../../../std/fs/damage.ts'
import { claimLock } from '../../../std/fs/lock.ts'
import { RotatingLog } from '../../../std/fs/rotating-log.ts'
import { identifyProcess } from '../../../std/process/process-id.ts'
import { loadThread } from '../../../threads/journal.ts'
import type { Thread } from '../../../threads/thread.ts'
import { readThread } from '../../../threads/thread-store.ts'
import { scopeOf } from '../../../ui/telegram/inbound/access.ts'
import type { Assistant } from '../../assistant.ts'
import type { AppContext } from '../../context/app-context.ts'
import { askDaemon, type DaemonStatus, lockPath, outboxOf, socketPath } from '../../environment/ask-daemon.ts'
import { runReminderClock } from '../../reminders/reminder-clock.ts'
import { followHeartbeat } from '../../schedules/heartbeat.ts'
import { runSchedulesHere } from '../../schedules/schedule-clock.ts'
import { runsTasks, untilChange } from '../../sync/role.ts'
import { hasEars, phoneOf, tellRings } from './announce.ts'
import { takeOver } from './take-over.ts'
import { type TelegramBot as Bot, startTelegram, type TelegramSeams } from './telegram.ts'

/** Pause before work that failed is begun anew, in milliseconds. */
const againMs = 10_000

/** Return the path of the daemon's log; older ones stand beside it with a number. */
export const daemonLog = ({ loaded }: Pick<AppContext, 'loaded'>) => join(loaded.paths.state, 'daemon.log')

/**
 * Runs what works without a window: Telegram, reminders, what turns left to do behind them, and the control socket.
 * Ends well when the signal aborts: turns may finish, or are stopped and say so. Throws `busy` with {pid} when
 * another one runs for this home.
 */
export async function runDaemon(
  assistant: Assistant,
  note: (line: string) => void,
  signal: AbortSignal,
  seams: TelegramSeams = {},
): Promise<void> {
  const { parts } = assistant
  const { pid } = parts.environment
  const self = (await identifyProcess(pid)) ?? { pid, started: 'unknown' }
  const held = await claimLock(lockPath(parts), self, socketPath(parts))
  if ('heldBy' in held) fail('busy', { data: { pid: held.heldBy.pid } })
  const log = logger(parts, note)
  onDamage((damage) => log(turnMessages[assistant.language].notice('file-damaged', damageData(damage))))
  const stop = new AbortController()
  const until = AbortSignal.any([signal, stop.signal])
  try {
    log(daemonMessages[assistant.language].started(pid))
    // Sync keeps the lease of this device: begun anew with each role, it would let go of what it had just got.
    const jobs = again(() => assistant.jobs('daemon', until), until, failed(log, 'jobs'))
    while (!until.aborted) await serveInRole(assistant, log, until, () => stop.abort(), seams)
    await jobs
    log(daemonMessages[assistant.language].stopped)
  } finally {
    stop.abort()
    await held.release()
  }
}

/**
 * Of several devices, one answers Telegram: when that is another one, or comes to be this one, everything begins
 * anew.
 */
async function serveInRole(
  assistant: Assistant,
  log: (line: string) => void,
  until: AbortSignal,
  stop: () => void,
  seams: TelegramSeams,
): Promise<void> {
  const { parts, language } = assistant
  const role = new AbortController()
  const both = AbortSignal.any([until, role.signal])
  const isRunner = runsTasks(parts.loaded.paths)
  void untilChange(parts.loaded.paths, both).then(() => role.abort())
  try {
    const bot = isRunner ? await startTelegram(assistant, log, both, seams) : undefined
    if (!isRunner) log(daemonMessages[language].elsewhere)
    else if (!bot) log(daemonMessages[language].noToken)
    if (!(await hasEars(parts, bot))) log(turnMessages[language].notice('nobody-hears', {}))
    await serve(assistant, bot, both, stop, log)
  } finally {
    role.abort()
  }
}

async function serve(
  assistant: Assistant,
  bot: Bot | undefined,
  until: AbortSignal,
  stop: () => void,
  log: (line: string) => void,
): Promise<void> {
  const { parts } = assistant
  const status: Pick<DaemonStatus, 'pid' | 'startedAt' | 'telegram'> = {
    pid: parts.environment.pid,
    startedAt: +parts.now(),
    telegram: bot ? 'running' : 'off',
  }
  const ended = bot?.ended.then(
    (why) => {
      status.telegram = why
    },
    (error) => {
      status.telegram = 'stopped'
      throw error
    },
  )
  const close = await serveControl(socketPath(parts), async (request) => {
    if (request.do === 'stop') stop()
    if (request.do === 'handoff') return handOff(assistant, bot, String(request.conversation))
    if (request.do === 'welcome') return { welcomed: (await bot?.welcome(Number(request.chat))) === true }
    if (request.do === 'send-file') return sendFileFor(bot, request, outboxOf(parts))
    if (request.do === 'take-over') return takeOver(assistant, String(request.conversation), bot, until)
    return {
      ...status,
      hears: await hasEars(parts, status.telegram === 'running' ? bot : undefined),
      busy: bot?.busy() ?? 0,
      chats: bot?.chats() ?? [],
    }
  })
  const aborted = new Promise<void>((resolve) => {
    if (until.aborted) resolve()
    until.addEventListener('abort', () => resolve(), { once: true })
  })
  const lasting = (what: string, work: () => Promise<void>) => again(work, until, failed(log, what))
  await Promise.all([
    lasting('reminders', () => runReminderClock(parts, 'daemon', until)),
    lasting('schedules', () =>
      runSchedulesHere(assistant, 'daemon', until, { ...phoneOf(bot), failed: failed(log, 'schedules') }),
    ),
    lasting('heartbeat', () => followHeartbeat(parts, until)),
    lasting('reminders', () => tellRings(parts, bot, until)),
    ended?.catch(failed(log, 'telegram')),
    aborted,
  ])
  await close()
}

const failed = (log: (line: string) => void, what: string) => (error: unknown) =>
  log(`${what}: ${error instanceof Error ? error.stack : String(error)}`)

/**
 * Runs work that is to last until the signal aborts; what throws (a full disk, a folder that is away) is told and
 * begun anew.
 */
async function again(work: () => Promise<void>, signal: AbortSignal, failed: (error: unknown) => void): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error) => signal.aborted || failed(error))
    await sleep(againMs, signal).catch(() => {})
  }
}

/** A conversation that is open elsewhere goes on in the chat of the person whose profile it has. */
async function handOff(assistant: Assistant, bot: Bot | undefined, id: Id): Promise<Json> {
  const { parts, language } = assistant
  const thread = await loadThread(join(parts.loaded.paths.home, 'conversations'), id)
  const senders = (await bot?.access.read())?.senders ?? []
  const sender = senders.find((one) => one.profile === thread.profile && one.workspace === thread.workspace)
  if (!bot || !sender || thread.seq === 0) fail('bad-input', { data: { sentence: daemonMessages[language].noChat } })
  await bot.adopt(sender.id, id, scopeOf(sender), await seqOfRunning(assistant, thread))
  await bot.post(sender.id, `handoff-${id}-${thread.seq}`, daemonMessages[language].handedOff)
  return { chat: sender.id }
}

/** Puts a file that lies in the outbox on its way to somebody who was let in. */
async function sendFileFor(bot: Bot | undefined, request: JsonObject, outbox: string): Promise<Json> {
  const { chat, key, name, caption } = request
  const senders = (await bot?.access.read())?.senders ?? []
  if (!bot || !senders.some(({ id }) => id === chat)) return { sent: false }
  const file = { document: join(outbox, basename(String(key))), name: String(name), plain: String(caption ?? '') }
  await bot.send(bot.placeOf(Number(chat), String(request.conversation)), String(key), file)
  return { sent: true }
}

/** Return the position where the running turn began, so that it is told from there on; else where the next one will. */
async function seqOfRunning({ parts }: Assistant, { id, seq, running }: Thread): Promise<number> {
  if (!running) return seq + 1
  for await (const envelope of readThread(join(parts.loaded.paths.home, 'conversations'), id))
    if (envelope.event.type === 'turn.started' && envelope.turn === running.turn) return envelope.seq
  return seq + 1
}

/** Lines with their time, on stderr and in a file that rotates; no secret in either. */
function logger(parts: AppContext, note: (line: string) => void): (line: string) => void {
  const file = new RotatingLog(daemonLog(parts))
  return (line) => {
    const safe = parts.secrets.redact(line)
    note(safe)
    void file.add(`${parts.now().toISOString()} ${safe}`).catch(() => {})
  }
}

/**
 * `/handoff`: goes on with a conversation in Telegram. Throws with a sentence when there is no daemon or nobody to
 * hand it to.
 */
export async function handoffToTelegram(assistant: Assistant, conversation: Id): Promise<number> {
  const answer = await askDaemon(assistant.parts, { do: 'handoff', conversation })
  if (answer) return (answer as unknown as { chat: number }).chat
  throw new AssistantError({ code: 'bad-input', data: { sentence: daemonMessages[assistant.language].notRunning } })
}

/** `/attach`: the conversations that Telegram chats have open, to be joined by their id. */
export async function attachableChats(assistant: Assistant): Promise<DaemonStatus['chats']> {
  return (await askDaemon(assistant.parts, { do: 'status' }))?.chats ?? []
}
