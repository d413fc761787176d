import { scheduleMessages } from '../../messages/engine/schedules.ts'
import type { Id, JsonObject, ToolResult } from '../../protocol/index.ts'
import type { Schedule } from './schedule.ts'
import type { ScheduleAsker } from './schedule-args.ts'
import { scheduleLine } from './schedule-text.ts'
import type { ScheduleStore } from './store.ts'

/** Those of one person; the next one first. */
async function own(store: ScheduleStore, { profile }: ScheduleAsker): Promise<Schedule[]> {
  const all = [...(await store.all()).values()].filter((one) => one.profile === profile)
  return all.sort((a, b) => (a.next ?? Number.POSITIVE_INFINITY) - (b.next ?? Number.POSITIVE_INFINITY))
}

/** The schedule of that number, if it is this person's. */
export async function findOwn(
  store: ScheduleStore,
  id: Id | undefined,
  context: ScheduleAsker,
): Promise<Schedule | undefined> {
  return (await own(store, context)).find((one) => one.id === id)
}

/** The schedules of one person as lines, and for programs. */
export async function listSchedules(store: ScheduleStore, context: ScheduleAsker): Promise<ToolResult> {
  const all = await own(store, context)
  const text = all.map((one) => scheduleLine(one, { ...context, now: context.now() })).join('\n')
  const source = all.find((one) => one.source)?.source
  return {
    text: text || scheduleMessages[context.language].none,
    data: all.map(shown),
    ...(source === undefined ? {} : { untrusted: true, source: `schedule (${source})` }),
  }
}

/** A schedule for programs. */
export function shown(schedule: Schedule): JsonObject {
  const { id, title, prompt, state, next, results, tokens, minutes, missed } = schedule
  const { rule, conversation, agent, workspace, model, folder, file, webhook, usd, tools, skills, watch, quiet } =
    schedule
  const chosen = {
    rule,
    conversation,
    agent,
    workspace,
    model,
    folder,
    file,
    webhook,
    usd,
    tools,
    skills,
    watch,
    quiet,
  }
  return {
    ...{ id, title, prompt, state, tokens, minutes, missed },
    ...(next === undefined ? {} : { next: new Date(next).toISOString() }),
    ...(Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)) as JsonObject),
    results: results.map(({ due, at, outcome, text, tokens }) => ({
      ...{ due: new Date(due).toISOString(), at: new Date(at).toISOString(), outcome, text, tokens },
    })),
  }
}
