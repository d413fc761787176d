import { listMessages } from '../../messages/tools/lists.ts'
import {
  deedText,
  type Id,
  type Json,
  type JsonObject,
  type ListStep,
  type Tool,
  type ToolContext,
  type ToolResult,
  type UndoOutcome,
} from '../../protocol/index.ts'
import { itemText } from '../../std/korean/numbers/item.ts'
import { findNamed } from '../../std/korean/search/named-item.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import { civilDate } from '../../std/time/calendar.ts'
import type { Trace } from '../jobs/trace.ts'
import { whenText } from '../reminders/reminder-text.ts'
import type { ReminderStore } from '../reminders/store.ts'
import { joinReminders } from './due-reminders.ts'
import { listedItems } from './list-page.ts'
import { applySteps } from './list-steps.ts'
import { type Changed, type ListPages, ListStore, listNamed, type PageChange } from './list-store.ts'
import { dueText, type ListReader, listData, listText, overviewText } from './list-text.ts'
import { lookAtSources } from './note-tasks.ts'

const stepProperties = {
  action: {
    type: 'string',
    enum: ['show', 'create', 'add', 'tick', 'untick', 'remove', 'set', 'rename', 'due', 'move', 'clear', 'delete'],
  },
  list: { type: 'string' },
  items: { type: 'array', items: { type: 'string', maxLength: 300 }, maxItems: 200 },
  to: { type: 'string', maxLength: 300 },
  due: { type: 'string' },
  done: { type: 'boolean' },
  more: { type: 'boolean' },
}

/** A look at lists, or a change of them. */
export type ListArgs = (Omit<ListStep, 'action'> & { action: ListStep['action'] | 'show' }) & {
  and?: readonly ListStep[]
}

type Asker = Pick<ToolContext, 'now' | 'zone' | 'language' | 'profile' | 'by' | 'sources'> & { conversation?: Id }

/** `lists`: shopping, things to do and any other list, as pages that the person may edit. */
export function listTool(home: string, reminders: ReminderStore): Tool {
  return {
    name: 'lists',
    facts: { group: 'lists', kind: 'other', subject: 'arguments', reads: 'memory', leavesNothing: true },
    deeds: {
      object: ({ action, list, items }) => (action === 'show' ? undefined : objectOf(list, items)),
      undo: (kept, context) => undoLists(home, reminders, kept, context),
    },
    category: 'safe',
    effect: ({ action }) => (action === 'show' ? undefined : 'keeps'),
    idempotent: false,
    timeoutMs: 0,
    description: 'Lists of the user: shopping, to-do, any name.',
    schema: {
      type: 'object',
      properties: {
        ...stepProperties,
        and: {
          type: 'array',
          items: { type: 'object', properties: stepProperties, required: ['action'] },
          maxItems: 8,
        },
      },
      required: ['action'],
      additionalProperties: false,
    },
    async *run(args: JsonObject, context) {
      return performList(home, reminders, args as unknown as ListArgs, context)
    },
  }
}

/** Do what a person asked about their lists; the receipt is given when it is on the disk. */
export async function performList(
  home: string,
  reminders: ReminderStore,
  { and = [], ...first }: ListArgs,
  context: Asker,
): Promise<ToolResult> {
  const say = listMessages[context.language]
  const store = new ListStore(home, context.profile)
  const reader = { language: context.language, zone: context.zone, now: context.now() }
  if (first.action === 'show') {
    const pages = await store.pages()
    return showLists(pages, first, { ...reader, sources: await lookAtSources(pages) })
  }
  const steps: ListStep[] = []
  for (const step of [first as ListStep, ...and]) {
    const due = step.due === undefined || step.due === '' ? step.due : dueOf(step.due, reader)
    if (due === undefined && step.due) return { text: say.badDue, isError: true }
    steps.push({ ...step, ...(due === undefined ? {} : { due }) })
  }
  const { told, fault, ...changed } = await store.change((pages) => {
    const { pages: wanted, told, fault } = applySteps(pages, steps, context.language)
    return { wanted, result: { told, fault } }
  })
  if (fault) return { text: fault, isError: true }
  const trace: Trace = []
  const rings = await joinDue(reminders, changed, context, trace)
  const dues = steps.flatMap(({ action, items = [], due }) =>
    due && (action === 'due' || action === 'add') ? [say.due(items.join(', '), dueText(due, reader))] : [],
  )
  const text = [...told, ...dues, ...rings].join('\n')
  if (changed.changes.length === 0) return { text, data: [] }
  const undo = { changes: changed.changes, trace } as unknown as Json
  return { text, data: dataOf(changed), deed: { object: changed.changes.map(({ list }) => list).join(', '), undo } }
}

const objectOf = (list: Json | undefined, items: Json | undefined): string =>
  [deedText(list), Array.isArray(items) ? deedText(items.join(', ')) : ''].filter(Boolean).join(': ')

/** Makes pages and reminders stand as before a deed; reminders that changed since follow what is due now. */
async function undoLists(
  home: string,
  reminders: ReminderStore,
  kept: Json,
  context: ToolContext,
): Promise<UndoOutcome> {
  const { changes, trace } = (kept ?? {}) as unknown as { changes?: readonly PageChange[]; trace?: Json }
  if (!Array.isArray(changes) || trace === undefined) return 'changed'
  const back = await new ListStore(home, context.profile).undo(changes)
  if ((await reminders.takeBack(trace)) === 'changed') await joinDue(reminders, back, context)
  return 'undone'
}

async function joinDue(reminders: ReminderStore, changed: Changed, context: Asker, trace?: Trace): Promise<string[]> {
  const { now, zone, language, ...who } = context
  const made = await joinReminders(reminders, changed, { ...who, now: now(), zone }, trace)
  const say = listMessages[language]
  return made.map(({ next = 0 }) => say.rings(whenText(next, { language, zone, now: now() })))
}

function dataOf({ before, after }: Changed) {
  return listData(new Map([...after].filter(([list, page]) => before.get(list) !== page)))
}

/** One list, all of them, or where a thing stands. */
function showLists(
  pages: ListPages,
  { list, items = [], due }: Pick<ListArgs, 'list' | 'items' | 'due'>,
  reader: ListReader,
): ToolResult {
  const say = listMessages[reader.language]
  const until = due === undefined ? undefined : dueOf(due, reader)?.slice(0, 10)
  const name = list === undefined ? undefined : listNamed(pages, list)
  if (items.length > 0)
    return { text: items.map((item) => placeText(pages, item, name, reader)).join('\n'), data: listData(pages, name) }
  if (name === undefined && until === undefined)
    return { text: overviewText(pages, reader.language), data: listData(pages) }
  const page = name === undefined ? undefined : pages.get(name)
  if (name !== undefined && page === undefined) {
    const known = [...pages.keys()].join(', ')
    return { text: say.unknownList(list ?? '', known), data: [] }
  }
  const those = name === undefined ? [...pages] : [[name, page ?? ''] as const]
  return {
    text: those.map(([one, text]) => listText(one, text, reader, until)).join('\n'),
    data: listData(pages, name, reader.sources),
  }
}

function placeText(pages: ListPages, said: string, list: string | undefined, { language }: ListReader): string {
  const say = listMessages[language]
  const all = [...pages]
    .filter(([name]) => list === undefined || name === list)
    .flatMap(([name, page]) => listedItems(name, page))
  const found = findNamed(all, said)
  if (found.length === 0) return say.unknownItem(said)
  return found.map((item) => say.has(itemText(item), item.list, item.done)).join('\n')
}

/** A day as ISO text or as a person says it: "2026-05-15", "2026-05-15 15:00", "금요일". */
function dueOf(said: string, { now, zone }: ListReader): string | undefined {
  const [, date = '', time] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d)?\S*)?$/.exec(said.trim()) ?? []
  if (date) {
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
    return civilDate(year, month, day) === undefined ? undefined : [date, ...(time ? [time] : [])].join(' ')
  }
  const read = readSentence(said).days({ now, zone })[0]
  return read && 'date' in read && read.from === 0 && read.to === said.trim().length ? read.date : undefined
}
