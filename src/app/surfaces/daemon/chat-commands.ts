import { snoozeBy } from '../../../core/reminders/read-snooze.ts'
import { perform } from '../../../core/reminders/tools.ts'
import { performSchedule, readScheduleRequest } from '../../../core/schedules/tools.ts'
import { telegramMessages } from '../../../messages/surfaces/telegram.ts'
import { tuiMessages } from '../../../messages/surfaces/tui.ts'
import type { Id } from '../../../protocol/index.ts'
import type { TelegramHost } from '../../../ui/telegram/host.ts'
import type { Sender } from '../../../ui/telegram/inbound/access.ts'
import type { Assistant } from '../../assistant.ts'
import { showLists } from '../../lists/lists-of.ts'
import { answerReminders, remindersOf } from '../../reminders/reminder-store.ts'
import { schedulesOf } from '../../schedules/schedule-clock.ts'

type About = Parameters<TelegramHost['about']>

/** Models that a message names; one can also be chosen by a part of its name. */
const mostModels = 40
/** A summary may take so long, in milliseconds. */
const compactMs = 120_000

/**
 * Does what a person asked by a command about reminders, schedules, or the conversation of their chat. What they are
 * told.
 */
export async function aboutChat(
  assistant: Assistant,
  what: About[0],
  words: string,
  sender: Sender,
  here?: Id,
): Promise<string> {
  const { parts, language } = assistant
  const { now, zone } = parts
  const { id, profile } = sender
  const context = { now, zone, language, profile, by: `telegram:${id}` as const }
  switch (what) {
    case 'schedule':
      return (await performSchedule(schedulesOf(parts), readScheduleRequest(words), context)).text
    case 'snooze':
      return (
        (await answerReminders(parts, context, (store, trace) => snoozeBy(store, words, context, trace))) ??
        tuiMessages[language].snoozeUsage
      )
    case 'reminders':
      return (await perform(remindersOf(parts), { action: 'list' }, context)).text
    case 'list':
      return (await showLists(parts, words, context)).text
    case 'model':
      return aboutModel(assistant, words, sender, here)
    case 'usage':
    case 'memory':
      return report(assistant, what, sender, here)
    case 'compact': {
      const isDone = here !== undefined && (await assistant.compact(here, AbortSignal.timeout(compactMs)))
      return isDone ? telegramMessages[language].compacted : tuiMessages[language].nothingToCompact
    }
    default:
      return what satisfies never
  }
}

/** Report the usage of the conversation, or the memory: the owner's own pages, for whoever stands for the owner. */
async function report(
  assistant: Assistant,
  what: 'usage' | 'memory',
  { profile }: Sender,
  here: Id | undefined,
): Promise<string> {
  const { parts, language } = assistant
  const isOwner = profile === parts.loaded.settings.profile
  if (what === 'memory' && !isOwner) return telegramMessages[language].onlyOwner
  const { usageReport, memoryReport } = await import('../tui/reports.ts')
  const { title, rows } =
    what === 'usage'
      ? await usageReport(assistant, here ?? '')
      : await memoryReport(assistant, '', { now: parts.now(), zone: parts.zone })
  return [title, ...rows.map(({ label, value }) => `- ${[label, value].filter(Boolean).join(': ')}`)].join('\n')
}

/** Shows the models, or has the conversation of this chat use another from its next turn on. */
async function aboutModel(
  assistant: Assistant,
  words: string,
  { profile }: Sender,
  here: Id | undefined,
): Promise<string> {
  const say = telegramMessages[assistant.language]
  const all = (await assistant.models()).map(({ provider, model }) => `${provider}:${model}`)
  const { provider, model } = await assistant.model()
  const shown = all.length > mostModels ? [...all.slice(0, mostModels), '…'] : all
  if (words === '') return say.choices(say.model, `${provider}:${model}`, shown)
  // Only the owner chooses what costs money.
  if (profile !== assistant.parts.loaded.settings.profile) return say.onlyOwner
  const fitting = all.filter((one) => one === words || one.split(':').slice(1).join(':') === words)
  const chosen = fitting.length > 0 ? fitting : all.filter((one) => one.includes(words))
  const [only, ...more] = chosen
  if (!only || more.length > 0)
    return `${say.notAllowed(words.slice(0, 60))}\n${say.choices(say.model, `${provider}:${model}`, more.length > 0 ? chosen.slice(0, mostModels) : shown)}`
  if (here === undefined) return say.firstTalk
  const conversation = await assistant.open({ kind: 'id', id: here }, { canAsk: true })
  try {
    await conversation.append({ type: 'conversation.tuned', model: only })
  } finally {
    await conversation.close()
  }
  return say.modelChosen(only)
}
