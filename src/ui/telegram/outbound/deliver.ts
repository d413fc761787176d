import { readFile, rm } from 'node:fs/promises'
import { sleep } from '../../../std/abort.ts'
import { isMissing } from '../../../std/fs/files.ts'
import { type Bot, BotError } from '../bot.ts'
import { whileDiskRefuses } from '../disk-retry.ts'
import type { TelegramHost } from '../host.ts'
import type { Out, OutPart } from '../ledger-entries.ts'
import type { DeliveryLog } from '../outbox.ts'
import { pauseAfter } from '../pause.ts'
import { type ChatKey, chatIdOf } from '../place.ts'
import { mostCaption } from './format.ts'
import { sendTo } from './send-to.ts'

export interface DeliverDeps {
  bot: Bot
  ledger: DeliveryLog
  signal: AbortSignal
  speech?: TelegramHost['speech']
  /** Says to the log what could not be delivered; never what it was. */
  log(line: string): void
}

type Log = DeliverDeps['log']

/** Waits between attempts while the server is away, in milliseconds; the last one repeats. */
const pausesMs = [500, 1_000, 2_000, 5_000, 15_000, 30_000]
/**
 * While the net is away no server is spared by waiting: a reply goes out as soon after it is back as a message comes
 * in.
 */
const offlineMs = 5_000

/**
 * Sends a reply that was written down, part by part, each noted on disk when Telegram has taken it. Floods, broken
 * nets and servers that are away are waited for; a chat that is gone ends its replies. Throws when the token is
 * refused or the signal aborts.
 *
 * What is promised: every part arrives, in order; none is sent again once its `sent` line is on disk. The one window
 * in which a part may arrive twice lies between Telegram's taking it and that line: a process killed there sends that
 * part once more. A part that replaces the progress message has no such window, since an edit that changes nothing
 * does nothing.
 */
export async function deliverReply({ bot, ledger, signal, speech, log }: DeliverDeps, key: string): Promise<void> {
  while (true) {
    const out = ledger.outs.get(key)
    const part = out?.parts[out.next]
    if (!out || !part) return
    try {
      const message = await retryWhileOffline(() => sendPart(bot, out, part, { signal, speech, log }), signal, log)
      const sent = { type: 'sent' as const, key, part: out.next, ...(message === undefined ? {} : { message }) }
      // It has gone out: only the line is tried again.
      await whileDiskRefuses(() => ledger.write(sent), signal, log)
      await removeFile(part)
    } catch (error) {
      if (!(error instanceof BotError) || error.fault !== 'gone') throw error
      log(`chat ${out.chat} is gone: ${error.message}`)
      return dropReplies(ledger, out.chat)
    }
  }
}

/** Lets go of what waits for a chat that is gone, and of its pictures. */
export async function dropReplies(ledger: DeliveryLog, chat: ChatKey): Promise<void> {
  const outs = [...ledger.outs.values()].filter((out) => chatIdOf(out.chat) === chatIdOf(chat))
  await ledger.write({ type: 'dropped', chat })
  for (const part of outs.flatMap(({ parts }) => parts)) await removeFile(part)
}

async function removeFile({ photo, document }: OutPart): Promise<void> {
  const path = photo ?? document
  if (path) await rm(path, { force: true })
}

/** Repeats a call until it is answered: after a flood when the server says, else after longer and longer pauses. */
export async function retryWhileOffline<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof BotError) || !['flood', 'network', 'server', 'conflict'].includes(error.fault)) throw error
      const most = error.fault === 'network' ? offlineMs : Number.POSITIVE_INFINITY
      const pause = pauseAfter(error, Math.min(most, pausesMs[Math.min(attempt, pausesMs.length - 1)] ?? 0))
      log(`waiting ${pause} ms: ${error.message}`)
      await sleep(pause, signal)
    }
  }
}

/** Sends one part in the best shape that is taken: HTML, else plain text. The new message's id, where there is one. */
async function sendPart(
  bot: Bot,
  out: Out & { next: number },
  part: OutPart,
  { signal, speech, log }: Pick<DeliverDeps, 'signal' | 'speech' | 'log'>,
): Promise<number | undefined> {
  const edit = out.next === 0 ? out.edit : undefined
  if (part.speech) return sendSpeech(bot, out.chat, part.speech, { signal, speech, log })
  if (part.photo) return sendFile(bot, out.chat, { field: 'photo', path: part.photo, part }, signal, log)
  if (part.document) return sendFile(bot, out.chat, { field: 'document', path: part.document, part }, signal, log)
  const shapes = [{ text: part.html, parse_mode: 'HTML' }, { text: part.plain }]
  for (const [at, shape] of shapes.entries()) {
    try {
      const params = { ...shape, ...previewOff, ...keyboardOf(part) }
      if (edit !== undefined) return (await editText(bot, out.chat, edit, params, signal)) ?? edit
      return await sendTo(bot, 'sendMessage', out.chat, { ...params, ...answeredMessage(out) }, signal)
    } catch (error) {
      if (!(error instanceof BotError) || error.fault !== 'refused') throw error
      if (at === shapes.length - 1) return reportLost(bot, out.chat, error, signal, log)
    }
  }
  return undefined
}

const previewOff = { link_preview_options: { is_disabled: true } }

/** Edits, or sends anew where there is nothing to edit any more. */
async function editText(bot: Bot, chat: ChatKey, message: number, params: { text: string }, signal: AbortSignal) {
  try {
    await bot.call('editMessageText', { chat_id: chatIdOf(chat), message_id: message, ...params }, signal)
    return undefined
  } catch (error) {
    if (!(error instanceof BotError)) throw error
    if (error.fault === 'unchanged') return undefined
    if (
      error.fault !== 'refused' ||
      !/message to edit not found|can't be edited|message_id_invalid/i.test(error.message)
    )
      throw error
    return sendTo(bot, 'sendMessage', chat, params, signal)
  }
}

/** Return the message that the first part of a reply answers, while that is still there. */
const answeredMessage = ({ answers, next }: Out & { next: number }) =>
  answers === undefined || next > 0
    ? {}
    : { reply_parameters: { message_id: answers, allow_sending_without_reply: true } }

/** Nothing of it was taken: that is said, instead of silence. The next parts still go out. */
async function reportLost(
  bot: Bot,
  chat: ChatKey,
  error: BotError,
  signal: AbortSignal,
  log: Log,
): Promise<number | undefined> {
  const text = `(Telegram: ${error.message.slice(0, 100)})`
  try {
    return await sendTo(bot, 'sendMessage', chat, { text }, signal)
  } catch (again) {
    if (!(again instanceof BotError) || again.fault !== 'refused') throw again
    log(`a part for chat ${chat} was refused: ${error.message}`)
    return undefined
  }
}

async function sendFile(
  bot: Bot,
  chat: ChatKey,
  { field, path, part }: { field: 'photo' | 'document'; path: string; part: OutPart },
  signal: AbortSignal,
  log: Log,
): Promise<number | undefined> {
  try {
    const bytes = await readFile(path)
    const caption = part.plain.slice(0, mostCaption)
    const params = caption ? { caption } : {}
    const method = field === 'photo' ? 'sendPhoto' : 'sendDocument'
    const upload = { field, name: part.name ?? 'image', bytes }
    return await sendTo(bot, method, chat, params, signal, upload)
  } catch (error) {
    // The file went with an earlier attempt that was cut before its line; or Telegram does not take this picture.
    if (isMissing(error)) return undefined
    if (error instanceof BotError && error.fault === 'refused') return reportLost(bot, chat, error, signal, log)
    throw error
  }
}

/** An answer that stands there already, spoken. Where that cannot be, its text is enough. */
async function sendSpeech(
  bot: Bot,
  chat: ChatKey,
  text: string,
  { signal, speech, log }: Pick<DeliverDeps, 'signal' | 'speech' | 'log'>,
): Promise<number | undefined> {
  const bytes = await speech?.speak(text, signal).catch((error) => {
    signal.throwIfAborted()
    log(`voice: ${String(error)}`)
  })
  if (!bytes) return undefined
  try {
    return await sendTo(bot, 'sendVoice', chat, {}, signal, { field: 'voice', name: 'answer.ogg', bytes })
  } catch (error) {
    // Somebody may have forbidden voice messages to them.
    if (!(error instanceof BotError) || error.fault !== 'refused') throw error
    log(`voice: ${error.message}`)
    return undefined
  }
}

/** Buttons by their number: what they say stands in the ledger, so that any label fits in 64 bytes. */
function keyboardOf({ buttons, actions }: OutPart) {
  if (actions && actions.length > 0)
    return { reply_markup: { inline_keyboard: [actions.map(({ text, data }) => ({ text, callback_data: data }))] } }
  if (!buttons || buttons.length === 0) return {}
  return { reply_markup: { inline_keyboard: [buttons.map((text, index) => ({ text, callback_data: `b:${index}` }))] } }
}
