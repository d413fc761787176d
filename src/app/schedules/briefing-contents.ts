import { topicsOf } from '../../llm/rules/plans/briefing.ts'
import { scheduleMessages } from '../../messages/engine/schedules.ts'
import type { AppContext } from '../context/app-context.ts'

/**
 * Return the topics of a schedule's briefing now, and those that it leaves out for want of a key or an account;
 * undefined for other schedules.
 */
export async function briefingContents(
  { loaded, tools, language }: AppContext,
  prompt: string,
): Promise<string | undefined> {
  const topics = topicsOf(prompt.trim())
  if (!topics) return undefined
  const say = scheduleMessages[language].briefing
  const { calendars, mail } = loaded.settings
  const offered = new Set((await tools.tools()).map(({ name }) => name))
  const [told, left]: [string[], string[]] = [[], []]
  const topic = (isWanted: boolean, isThere: boolean, there: string, missing: string) => {
    if (isWanted) (isThere ? told : left).push(isThere ? there : missing)
  }
  topic(topics.weather, offered.has('get_weather'), say.weather, say.noWeather)
  topic(
    topics.agenda,
    Object.keys(calendars).length > 0,
    say.calendars(Object.keys(calendars).join(', ')),
    say.noCalendar,
  )
  topic(topics.agenda, offered.has('reminders'), say.reminders, say.reminders)
  topic(topics.mail, Object.keys(mail).length > 0, say.mail(Object.keys(mail).join(', ')), say.noMail)
  topic(topics.notes, true, say.notes, say.notes)
  return say.contents(told.join(', '), left.join(', '))
}
