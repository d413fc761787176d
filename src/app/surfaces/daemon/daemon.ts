import { join } from 'node:path'
import { askControl, serveControl } from '../../../core/ownership/control-socket.ts'
import { daemonMessages } from '../../../messages/commands/daemon.ts'
import { turn } from '../../../messages/engine/turn.ts'
import { AssistantError, fail, type Id, type Json, type JsonObject } from '../../../protocol/index.ts'
import { sleep } from '../../../std/abort.ts'
import { damageData, onDamage } from '../../../std/fs/damage.ts'
import { claim, holderOf } from '../../../std/fs/lock.ts'
import { RotatingLog } from '../../../std/fs/rotating-log.ts'
import { identify } from '../../../std/process/process-id.ts'
import { loadThread } from '../../../threads/journal.ts'
import { scopeOf } from '../../../ui/telegram/inbound/access.ts'
import type { Assistant } from '../../assistant.ts'
import type { AppContext } from '../../context/app-context.ts'
import { runtimeFor } from '../../environment/runtime-folder.ts'
import { followRingsHere, runReminderClock } from '../../reminders/reminder-clock.ts'
import { runSchedulesHere } from '../../schedules/schedule-clock.ts'
import { runHeartbeat } from './heartbeat.ts'
import { startTelegram, type TelegramSeams } from './telegram.ts'

type Bot = NonNullable<Awaited<ReturnType<typeof startTelegram>>>

/** What a running daemon says of itself. */
export interface DaemonStatus {
  pid: number
  startedAt: number
  telegram: 'off' | 'running' | 'token' | 'stopped'
  busy: number
  chats: { chat: number; conversation: Id }[]
}

/** Pause before work that failed is begun anew, in milliseconds. */
const againMs = 10_000

const lockPath = ({ loaded }: AppContext) => join(loaded.paths.state, 'daemon')

/** Where the log of the daemon is; older ones beside it with a number. */
export const daemonLog = ({ loaded }: Pick<AppContext, 'loaded'>) => join(loaded.paths.state, 'daemon.log')

function socketPath({ loaded, surroundings }: AppContext): string {
  return join(runtimeFor(loaded.paths.runtime, surroundings.tempDir), 'daemon.sock')
}

/**
 * Runs what works without a window: Telegram, reminders, what turns left to do behind them, and the control socket. Ends well when the signal aborts: turns may
 * finish, or are stopped and say so. Throws `busy` with {pid} when another one runs for this home.
 */
export async function runDaemon(
  assistant: Assistant,
  note: (line: string) => void,
  signal: AbortSignal,
  seams: TelegramSeams = {},
): Promise<void> {
  const { parts } = assistant
  const { pid } = parts.surroundings
  const self = (await identify(pid)) ?? { pid, started: 'unknown' }
  const held = await claim(lockPath(parts), self, socketPath(parts))
  if ('heldBy' in held) fail('busy', { data: { pid: held.heldBy.pid } })
  const log = logger(parts, note)
  onDamage((damage) => log(turn[assistant.language].notice('file-damaged', damageData(damage))))
  const stop = new AbortController()
  const until = AbortSignal.any([signal, stop.signal])
  try {
    log(daemonMessages[assistant.language].started(pid))
    const bot = await startTelegram(assistant, log, until, seams)
    if (!bot) log(daemonMessages[assistant.language].noToken)
    await serve(assistant, bot, until, () => stop.abort(), log)
    log(daemonMessages[assistant.language].stopped)
  } finally {
    await held.release()
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
    pid: parts.surroundings.pid,
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
    return { ...status, busy: bot?.busy() ?? 0, chats: bot?.chats() ?? [] }
  })
  const failed = (what: string) => (error: unknown) => log(`${what}: ${error instanceof Error ? error.stack : String(error)}`)
  const aborted = new Promise<void>((resolve) => {
    if (until.aborted) resolve()
    until.addEventListener('abort', () => resolve(), { once: true })
  })
  const lasting = (what: string, work: () => Promise<void>) => again(work, until, failed(what))
  await Promise.all([
    lasting('reminders', () => runReminderClock(parts, 'daemon', until)),
    lasting('jobs', () => assistant.jobs('daemon', until)),
    lasting('schedules', () =>
      runSchedulesHere(assistant, 'daemon', until, { conversationOf: chatOf(bot), failed: failed('schedules') }),
    ),
    runHeartbeat(assistant, until, failed('heartbeat')),
    bot ? lasting('reminders', () => tellRings(parts, bot, until)) : undefined,
    ended?.catch(failed('telegram')),
    aborted,
  ])
  await close()
}

/** Runs work that is to last until the signal aborts; what throws (a full disk, a folder that is away) is told and begun anew. */
async function again(work: () => Promise<void>, signal: AbortSignal, failed: (error: unknown) => void): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error) => signal.aborted || failed(error))
    await sleep(againMs, signal).catch(() => {})
  }
}

/** What a person of Telegram schedules is answered in the conversation that their chat has then. */
function chatOf(bot: Bot | undefined): (schedule: { by: string }) => Id | undefined {
  return ({ by }) => bot?.chats().find(({ chat }) => by === `telegram:${chat}`)?.conversation
}

/** Reminders go to whoever made them, or to everybody whose chat stands for that profile. */
async function tellRings(parts: AppContext, bot: Bot, until: AbortSignal): Promise<void> {
  for await (const { key, text, profile, by, conversation, markShown: told } of followRingsHere(parts, 'telegram', until)) {
    const { senders } = await bot.access.read()
    const own = senders.filter(({ id }) => by === `telegram:${id}`)
    const receivers = own.length > 0 ? own : senders.filter((sender) => sender.profile === profile)
    const follows = new Set(bot.chats().flatMap((one) => (one.conversation === conversation ? [one.chat] : [])))
    for (const { id } of receivers) if (!follows.has(id)) await bot.post(id, `${key}-${id}`, text)
    // Nobody to tell here is nothing told: another surface may still do it.
    if (receivers.length > 0) await told()
  }
}

/** A conversation that is open elsewhere goes on in the chat of the person whose profile it has. */
async function handOff(assistant: Assistant, bot: Bot | undefined, id: Id): Promise<Json> {
  const { parts, language } = assistant
  const thread = await loadThread(join(parts.loaded.paths.home, 'conversations'), id)
  const senders = (await bot?.access.read())?.senders ?? []
  const sender = senders.find((one) => one.profile === thread.profile && one.workspace === thread.workspace)
  if (!bot || !sender || thread.seq === 0) fail('bad-input', { data: { sentence: daemonMessages[language].noChat } })
  await bot.adopt(sender.id, id, scopeOf(sender), thread.seq + 1)
  await bot.post(sender.id, `handoff-${id}-${thread.seq}`, daemonMessages[language].handedOff)
  return { chat: sender.id }
}

/** Lines with their time, on stderr and in a file that rotates; no secret in either. */
function logger(parts: AppContext, note: (line: string) => void): (line: string) => void {
  const file = new RotatingLog(daemonLog(parts))
  return (line) => {
    const safe = parts.secrets.redact(line).replace(/\b\d{6,12}:[A-Za-z0-9_-]{30,}/g, '••••')
    note(safe)
    void file.add(`${parts.now().toISOString()} ${safe}`).catch(() => {})
  }
}

/** What a running daemon of this home answers; undefined when there is none. */
export async function askDaemon(parts: AppContext, request: JsonObject): Promise<DaemonStatus | undefined> {
  const holder = await holderOf(lockPath(parts))
  if (!holder?.note) return undefined
  return (await askControl(holder.note, request)) as unknown as DaemonStatus | undefined
}

/** `/handoff`: goes on with a conversation in Telegram. Throws with a sentence when there is no daemon or nobody to hand it to. */
export async function handoffToTelegram(assistant: Assistant, conversation: Id): Promise<number> {
  const answer = await askDaemon(assistant.parts, { do: 'handoff', conversation })
  if (answer) return (answer as unknown as { chat: number }).chat
  throw new AssistantError({ code: 'bad-input', data: { sentence: daemonMessages[assistant.language].notRunning } })
}

/** `/attach`: the conversations that Telegram chats have open, to be joined by their id. */
export async function attachable(assistant: Assistant): Promise<DaemonStatus['chats']> {
  return (await askDaemon(assistant.parts, { do: 'status' }))?.chats ?? []
}
