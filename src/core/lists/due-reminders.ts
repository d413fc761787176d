import type { Id, Principal } from '../../protocol/index.ts'
import { editChecklist } from '../../std/text/checklist.ts'
import { toInstant } from '../../std/time/local-time.ts'
import type { Trace } from '../jobs/trace.ts'
import type { Reminder } from '../reminders/reminder.ts'
import type { ReminderStore } from '../reminders/store.ts'
import { type ListedItem, listedItems } from './list-page.ts'
import { type Changed, type ListPages, ListStore } from './list-store.ts'

/** The person who asks, and the conversation in which their reminder rings. */
export interface ReminderOwner {
  now: Date
  zone: string
  profile: string
  by: Principal
  conversation?: Id
  sources?: readonly string[]
}

/** A thing that is open and due at a time: a reminder stands for it. */
const keyOf = ({ list, name, due }: ListedItem) => `${list}\n${name}\n${due}`

const isWanted = ({ done, due }: ListedItem) => !done && due !== undefined

const itemsOf = (pages: ListPages): ListedItem[] => [...pages].flatMap(([list, page]) => listedItems(list, page))

/**
 * Bring reminders in line with what is due on the pages: what was ticked rings no more, what is due anew rings, and
 * what was taken back rings again. A reminder that the person cancelled stays so. Return the reminders that were made.
 */
export async function joinReminders(
  store: ReminderStore,
  { before, after }: Pick<Changed, 'before' | 'after'>,
  owner: ReminderOwner,
  trace?: Trace,
): Promise<Reminder[]> {
  const [old, now] = [itemsOf(before), itemsOf(after)]
  const wanted = new Map(now.filter(isWanted).map((item) => [keyOf(item), item]))
  const known = new Set(old.filter(isWanted).map(keyOf))
  const all = [...(await store.all()).values()].filter((one) => one.item !== undefined && one.profile === owner.profile)
  for (const one of all) {
    const item = one.item as string
    if (one.state !== 'waiting' || wanted.has(item)) continue
    const isDone = now.some((other) => other.done && keyOf(other) === item)
    await store.settle(one.id, isDone ? 'completed' : 'cancelled', trace)
  }
  const made: Reminder[] = []
  for (const [key, item] of wanted) {
    const last = all.findLast((one) => one.item === key)
    if (last && (last.state === 'waiting' || last.state === 'rang' || known.has(key))) continue
    const next = ringTime(item.due ?? '', owner)
    if (next === undefined) continue
    const { sources = [], conversation } = owner
    made.push(
      last
        ? await store.restore({ ...last, state: 'waiting', next }, trace)
        : await store.create(
            {
              ...{ kind: 'reminder', title: item.name, next, zone: owner.zone, item: key },
              ...{ profile: owner.profile, by: owner.by, createdAt: +owner.now },
              ...(sources.length > 0 ? { source: sources.join(', ') } : {}),
              ...(conversation === undefined ? {} : { conversation }),
            },
            trace,
          ),
    )
  }
  return made
}

/** Tick the thing on a list that a reminder stands for, or open it again: whoever is done with one is with both. */
export async function markListed(
  home: string,
  { item, profile }: Pick<Reminder, 'item' | 'profile'>,
  done: boolean,
): Promise<void> {
  if (item === undefined) return
  await new ListStore(home, profile).change((pages) => {
    const found = itemsOf(pages).find((one) => keyOf(one) === item && one.done !== done)
    const page = found && pages.get(found.list)
    const wanted = new Map(found && page ? [[found.list, editChecklist(page, [{ at: found.at, done }])]] : [])
    return { wanted, result: {} }
  })
}

/** A day is told of at nine in the morning, or at six in the evening when it is later; a time an hour before. */
function ringTime(due: string, { now, zone }: ReminderOwner): number | undefined {
  const [date = '', time] = due.split(' ')
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const at = (hour: number, minute = 0) => +toInstant({ year, month, day, hour, minute, second: 0 }, zone)
  const [hour = 0, minute = 0] = (time ?? '').split(':').map(Number)
  const times = time === undefined ? [at(9), at(18)] : [at(hour, minute) - 3_600_000, at(hour, minute)]
  return times.find((one) => one > +now)
}
