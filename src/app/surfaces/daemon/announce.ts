import type { Schedule } from '../../../core/schedules/schedule.ts'
import type { Id } from '../../../protocol/index.ts'
import { sleep } from '../../../std/abort.ts'
import { hasDesktop, notifyDesktop } from '../../../tools/desktop/desktop-notification.ts'
import { desktopEnv } from '../../../tools/shell/environment.ts'
import { type ChatKey, chatIdOf } from '../../../ui/telegram/place.ts'
import type { Announcement } from '../../context/announcement.ts'
import type { AppContext } from '../../context/app-context.ts'
import { followRingsHere } from '../../reminders/reminder-clock.ts'
import type { ScheduleClockOptions } from '../../schedules/schedule-clock.ts'
import type { TelegramBot as Bot } from './telegram.ts'

/** A chat that is open tells at once; where none is, the desktop does after this, in milliseconds. */
const openChatMs = 3_000

const desktopOf = ({ environment: { platform, env } }: AppContext) => ({ platform, env: desktopEnv(env) })

/** Return true if a ring would be heard by anybody when no chat is open at the machine. */
export async function hasEars(parts: AppContext, bot: Bot | undefined): Promise<boolean> {
  return hasDesktop(desktopOf(parts)) || ((await bot?.access.read())?.senders.length ?? 0) > 0
}

/**
 * Tells what rings until the signal aborts: to whoever made it, or to everybody whose chat stands for that profile.
 * Where there is no such chat and nobody has one open at the machine, the desktop tells it.
 */
export async function tellRings(parts: AppContext, bot: Bot | undefined, until: AbortSignal): Promise<void> {
  for await (const one of followRingsHere(parts, 'telegram', until)) {
    const receivers = bot ? await receiversOf(one, bot) : []
    const follows = new Set(
      bot?.chats().flatMap(({ chat, conversation }) => (conversation === one.conversation ? [chatIdOf(chat)] : [])),
    )
    for (const id of receivers)
      if (!follows.has(id)) await bot?.post(bot.placeOf(id, one.askedIn), `${one.key}-${id}`, one.text, one.rings)
    // Nobody to tell here is nothing told: another surface may still do it.
    if (receivers.length > 0) await one.markShown()
    else void onDesktop(one, parts, until).catch(() => {})
  }
}

/** The schedules' way to a phone: the conversation they answer in, and the person asked for a yes. */
export function phoneOf(bot: Bot | undefined): ScheduleClockOptions {
  if (!bot) return {}
  const receivers = (whose: Pick<Schedule, 'profile' | 'by'>) => receiversOf(whose, bot)
  const talksIn = (place: ChatKey) => bot.chats().find(({ chat }) => chat === place)?.conversation
  const follows = (id: number, conversation: Id) =>
    bot.chats().some((one) => one.conversation === conversation && chatIdOf(one.chat) === id)
  return {
    // A request is answered in its conversation, or in the one that its topic has now; else in the chat of whoever
    // asked.
    async conversationOf(schedule) {
      const [first, ...more] = await receivers(schedule)
      const { conversation, by } = schedule
      const isOwn = by.startsWith('telegram:') || (conversation === undefined && more.length === 0)
      if (first === undefined || !isOwn) return undefined
      return conversation !== undefined && follows(first, conversation)
        ? conversation
        : talksIn(bot.placeOf(first, conversation))
    },
    canAsk: async (schedule) => (schedule.tools ?? []).length > 0 && (await receivers(schedule)).length > 0,
    asked(schedule, conversation, { id, ask, expiresAt }) {
      const show = (chats: readonly number[]) => {
        // A chat that follows the conversation shows its questions by itself.
        for (const chat of chats)
          if (!follows(chat, conversation.id))
            bot.asks(bot.placeOf(chat, conversation.id)).ask(conversation, id, ask, { expiresAt })
      }
      void receivers(schedule).then(show, () => {})
    },
    answered(schedule, conversation, id, allowed) {
      const close = (chats: readonly number[]) => {
        for (const chat of chats) bot.asks(bot.placeOf(chat, conversation)).answered(id, allowed)
      }
      void receivers(schedule).then(close, () => {})
    },
  }
}

/** The chats of those whom it concerns. */
async function receiversOf({ profile, by }: Pick<Announcement, 'profile' | 'by'>, bot: Bot): Promise<number[]> {
  const { senders } = await bot.access.read()
  const own = senders.filter(({ id }) => by === `telegram:${id}`)
  return (own.length > 0 ? own : senders.filter((sender) => sender.profile === profile)).map(({ id }) => id)
}

async function onDesktop(
  { text, isTold, markShown }: Announcement,
  parts: AppContext,
  until: AbortSignal,
): Promise<void> {
  if (!hasDesktop(desktopOf(parts))) return
  await sleep(openChatMs, until)
  if (!(await isTold()) && (await tellDesktop(parts, text, until))) await markShown()
}

/** Shows a notification where there is a desktop; whether there is. */
export async function tellDesktop(parts: AppContext, text: string, until: AbortSignal): Promise<boolean> {
  const desktop = desktopOf(parts)
  return hasDesktop(desktop) && notifyDesktop({ title: parts.loaded.settings.agent, text }, desktop, until)
}
