import { basename, join } from 'node:path'
import type { EngineOptions } from '../../../audio/engine-supervisor.ts'
import { answerRing } from '../../../core/reminders/answer-ring.ts'
import { failureOf } from '../../../protocol/index.ts'
import { addresses } from '../../../std/machine.ts'
import { ulid } from '../../../std/ulid.ts'
import { sourcesRead } from '../../../threads/last-sources.ts'
import { createBot } from '../../../ui/telegram/bot.ts'
import type { TelegramHost } from '../../../ui/telegram/host.ts'
import { AccessFile, type Sender } from '../../../ui/telegram/inbound/access.ts'
import { sentencesFor } from '../../../ui/telegram/messages.ts'
import { createRedactor } from '../../../ui/telegram/outbound/redact.ts'
import { DeliveryLog } from '../../../ui/telegram/outbox.ts'
import { runTelegram, type Telegram } from '../../../ui/telegram/run.ts'
import type { Assistant } from '../../assistant.ts'
import { outboxOf } from '../../environment/ask-daemon.ts'
import { requireDestinations } from '../../environment/load-config.ts'
import { answerReminders } from '../../reminders/reminder-store.ts'
import { aboutChat } from './chat-commands.ts'
import { hearing, speaking } from './telegram-voice.ts'

/** The bot while it runs, and who may use it. */
export type TelegramBot = Telegram & { access: AccessFile }

/** Turns that run when the daemon is to end may go on this long, in milliseconds. */
const graceMs = 5_000

/** Whoever sits at the desk is not called by their phone, too, within this, in milliseconds. */
const deskFirstMs = 5_000

/** The reader of voice messages: a process with the speech models, whose program only `cli/` knows. */
export interface TelegramSeams {
  engine?: Omit<EngineOptions, 'now'>
}

/** Starts the bot over the assistant; undefined when there is no token. */
export async function startTelegram(
  assistant: Assistant,
  log: (line: string) => void,
  signal: AbortSignal,
  seams: TelegramSeams = {},
): Promise<TelegramBot | undefined> {
  const { loaded, secrets } = assistant.parts
  const token = secrets.get('TELEGRAM_BOT_TOKEN')?.value
  if (!token) return undefined
  requireDestinations(assistant.parts, 'services.telegramUrl')
  const { telegram, services } = loaded.settings
  const ledger = await DeliveryLog.open(join(loaded.paths.state, 'telegram.jsonl'))
  const { engine } = seams
  const voice = engine && { transcribe: hearing(assistant, engine), speech: speaking(assistant, engine) }
  const host = {
    ...hostOf(assistant, ledger, log),
    ...voice,
    bot: createBot(services.telegramUrl.replace(/\/+$/, ''), token),
  }
  const backlog = { newest: telegram.backlog, withinMs: telegram.backlogMs }
  const running = runTelegram(host, { pollSeconds: telegram.pollSeconds, backlog, graceMs }, signal)
  return { ...running, access: host.access }
}

function hostOf(assistant: Assistant, ledger: DeliveryLog, log: (line: string) => void): Omit<TelegramHost, 'bot'> {
  const { parts, language } = assistant
  const { paths, settings } = parts.loaded
  const { env, userHome, tempDir } = parts.environment
  const names = [basename(userHome), env.USER, env.LOGNAME].flatMap((name) => name ?? [])
  const access = new AccessFile(paths.config)
  const folders = [...new Set([...Object.values(paths), userHome, tempDir])]
  return {
    language,
    ledger,
    access,
    now: parts.now,
    newId: () => ulid(+parts.now()),
    mergeMs: settings.telegram.mergeMs,
    ...{ whileBusy: settings.telegram.whileBusy, deskFirstMs, network: addresses, drafts: { isOn: true, count: 0 } },
    outbox: outboxOf(parts),
    begin: (sender) => unlessGone(assistant.open({ kind: 'new' }, { canAsk: true, goesOn: true, ...scopeOf(sender) })),
    open: (id) => unlessGone(assistant.open({ kind: 'id', id }, { canAsk: true, goesOn: true })),
    status: async ({ agent = settings.agent }, chat) => {
      const { provider, model } = await assistant.model()
      const here = chat === undefined ? undefined : ledger.chats.get(chat)?.conversation
      const outside = here === undefined ? [] : await sourcesRead(join(assistant.home, 'conversations'), here)
      return { agent, model: `${provider}:${model}`, outside }
    },
    agents: async (workspace) =>
      (await assistant.agents()).filter((one) => one.workspace === workspace).map(({ name }) => name),
    answerRing: (ref, choice, { id, profile }) => {
      const reader = { profile, language, zone: parts.zone, now: parts.now() }
      const who = { profile, by: `telegram:${id}` as const }
      return answerReminders(parts, who, (store, trace) => answerRing(store, ref, choice, reader, trace))
    },
    about: (what, words, sender, chat) =>
      aboutChat(assistant, what, words, sender, ledger.chats.get(chat)?.conversation),
    readDocument: async (name, bytes, keep, signal) => {
      const { readReceived } = await import('./telegram-files.ts')
      return readReceived(assistant, name, bytes, keep?.workspace, signal)
    },
    scrub: createRedactor({ folders, names, redact: parts.secrets.redact }),
    say: sentencesFor(language),
    log,
  }
}

/** Return the opened value; undefined if it, or a thing that it needs, is gone. */
async function unlessGone<T>(opening: Promise<T>): Promise<T | undefined> {
  try {
    return await opening
  } catch (error) {
    if (failureOf(error).code === 'bad-input') return undefined
    throw error
  }
}

function scopeOf({ workspace, agent, profile }: Sender) {
  return { profile, ...(workspace ? { workspace } : {}), ...(agent ? { agent } : {}) }
}
