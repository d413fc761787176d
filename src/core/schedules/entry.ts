import { fits, type Shape } from '../../std/json-guards.ts'
import { nextOccurrence } from '../../std/time/recurrence.ts'
import { missedChoices, type ScheduleEntry } from './schedule.ts'

type Fields = Record<string, unknown>

const plan: Shape = {
  ...{
    id: 'string',
    title: 'string',
    prompt: 'string',
    next: 'number?',
    rule: 'string?',
    zone: 'string',
    missed: 'string',
  },
  ...{ conversation: 'string?', agent: 'string?', workspace: 'string?', model: 'string?', file: 'string?' },
  ...{
    tokens: 'number',
    minutes: 'number',
    profile: 'string',
    by: 'string',
    createdAt: 'number',
    source: 'string?',
    ...{ tools: 'list?', watch: 'object?', line: 'string?', webhook: 'string?' },
    ...{ folder: 'string?', skills: 'list?', usd: 'number?', looks: 'list?' },
  },
}
const attempt: Shape = {
  ...{
    due: 'number',
    input: 'string',
    tries: 'number',
    missed: 'number',
    conversation: 'string?',
    again: 'number?',
    news: 'string?',
  },
}
const result: Shape = {
  due: 'number',
  at: 'number',
  outcome: 'string',
  text: 'string',
  tokens: 'number',
  missed: 'number',
}

/**
 * Return true if a line of the file is one of ours. A person may have been in it with an editor: what is not is passed
 * over.
 */
export function isEntry(value: unknown): value is ScheduleEntry {
  if (!fits(value, { type: 'string' })) return false
  if (value.type === 'created') return isPlan(value.schedule)
  if (value.type === 'kept') return isKept(value.schedule)
  return fits(value, { id: 'string' }) && (shapes[value.type as string]?.(value) ?? false)
}

const shapes: Readonly<Record<string, (entry: Fields) => boolean>> = {
  begun: (entry) =>
    fits(entry, { attempt: 'object', next: 'number?', seen: 'string?' }) && fits(entry.attempt, attempt),
  looked: (entry) => fits(entry, { seen: 'string?', blind: 'number', next: 'number?' }),
  opened: (entry) => fits(entry, { conversation: 'string' }),
  postponed: (entry) => fits(entry, { input: 'string', again: 'number' }),
  ended: (entry) => fits(entry, { result: 'object', next: 'number?' }) && fits(entry.result, result),
  told: (entry) => fits(entry, { due: 'number', to: 'string' }),
  paused: () => true,
  resumed: (entry) => fits(entry, { next: 'number?' }),
  edited: (entry) => fits(entry, { changes: 'object' }) && isPlan({ ...sample, ...(entry.changes as Fields) }),
  moved: (entry) =>
    fits(entry, { zone: 'string', rule: 'string', next: 'number' }) &&
    isPlan({ ...sample, zone: entry.zone, rule: entry.rule }),
  removed: () => true,
}

/** A plan that is right, to hold changes against. */
const sample = {
  ...{
    id: '1',
    title: '',
    prompt: '-',
    zone: 'UTC',
    missed: 'once',
    tokens: 1,
    minutes: 1,
    profile: '',
    by: 'owner',
    createdAt: 0,
  },
}

/** A rule that cannot be counted on would begin never, or for ever. `loadRecurrence` comes first. */
function isPlan(value: unknown): value is Fields {
  if (!fits(value, plan) || !missedChoices.some((one) => one === value.missed)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: String(value.zone) })
    if (value.rule !== undefined)
      nextOccurrence(String(value.rule), new Date(Number(value.createdAt)), String(value.zone))
    return true
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return false
  }
}

function isKept(value: unknown): boolean {
  return (
    isPlan(value) &&
    fits(value, { state: 'string', results: 'list', running: 'object?' }) &&
    ['active', 'paused', 'over'].includes(String(value.state)) &&
    hasRun(value) &&
    (value.doubted === undefined ||
      (fits(value.doubted, { results: 'list', zone: 'string', next: 'number?' }) && hasRun(value.doubted)))
  )
}

const hasRun = ({ results, running }: Fields): boolean =>
  (results as unknown[]).every((one) => fits(one, { ...result, told: 'list' })) &&
  (running === undefined || fits(running, attempt))
