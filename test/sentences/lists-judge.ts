import { join } from 'node:path'
import { DeedStore } from '../../src/core/deeds/store.ts'
import { undoTool } from '../../src/core/deeds/undo-tool.ts'
import { ListStore } from '../../src/core/lists/list-store.ts'
import { listsPart, relevantLists } from '../../src/core/lists/relevant-lists.ts'
import { listTool } from '../../src/core/lists/tools.ts'
import { ReminderStore } from '../../src/core/reminders/store.ts'
import { reminderTools } from '../../src/core/reminders/tools.ts'
import { itemText } from '../../src/std/korean/numbers/item.ts'
import { isoMinute } from '../../src/std/time/local-time.ts'
import { type Said, saidIn, sayAll, type TalkWorld, zone } from './said-over-days.ts'

const worldAt =
  (language: 'ko' | 'en') =>
  (home: string): TalkWorld => {
    const reminders = new ReminderStore(join(home, 'reminders.jsonl'))
    const deeds = new DeedStore(join(home, 'deeds.jsonl'))
    const tools = [listTool(home, reminders), ...reminderTools(reminders, async () => undefined)]
    return {
      ...{ home, deeds },
      tools: [...tools, undoTool(deeds, () => tools)],
      context: async (text, messages) => {
        const found = await relevantLists(new ListStore(home, 'me'), text, messages)
        return [{ name: 'lists', text: listsPart(found, language) }]
      },
    }
  }

const dayOf = (date: string) => `${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))}`
const shortDue = (due: string) => `${dayOf(due)}${due.slice(10)}`

/** Everything that stands on the lists, as the fixture writes it. */
export async function stateOfLists(home: string): Promise<Set<string>> {
  const items = await new ListStore(home, 'me').items()
  const text = (item: (typeof items)[number]) =>
    itemText(item).replace(' × ', ' ') + (item.due === undefined ? '' : ` (~${shortDue(item.due)})`)
  const reminders = [...(await new ReminderStore(join(home, 'reminders.jsonl')).all()).values()]
  const waiting = reminders.filter(({ state }) => state === 'waiting')
  return new Set([
    ...items.map((item) => `${item.list}: ${item.done ? '[x]' : ''}${text(item)}`),
    ...waiting.map(
      ({ next = 0, title }) => `⏰ ${dayOf(isoMinute(next, zone))} ${isoMinute(next, zone).slice(11, 16)} ${title}`,
    ),
  ])
}

/** What the lines under a sentence make of the state. */
function expectedAfter(before: ReadonlySet<string>, { marks }: Said): Set<string> {
  const state = new Set(before)
  for (const { mark, rest } of marks) {
    const [, list = '', what = ''] = /^([^:]+):\s?(.*)$/.exec(rest) ?? []
    const items = what === '' ? [] : what.split(', ')
    const put = (item: string) => void state.add(`${list}: ${item}`)
    const take = (item: string) => {
      if (!state.delete(`${list}: ${item}`)) state.delete(`${list}: [x]${item}`)
    }
    if (mark === '⏰') {
      const [, sign, said = ''] = /^([+-]) (.*)$/.exec(rest) ?? []
      if (sign === '+') state.add(`⏰ ${said}`)
      else for (const one of state) if (one.startsWith('⏰') && one.endsWith(` ${said}`)) state.delete(one)
    } else if (mark === '+') items.forEach(put)
    else if (mark === '-') items.forEach(take)
    else if (mark === 'x' || mark === 'o')
      for (const item of items) {
        take(item)
        put(mark === 'x' ? `[x]${item}` : item)
      }
    else if (mark === '~') {
      const [old = '', fresh = ''] = what.split(' > ')
      take(old)
      put(fresh)
    }
  }
  return state
}

/** Each sentence after which the lists are not what they should be, or the answer does not say what it must. */
export async function faultsOfLists(language: 'ko' | 'en', table: string = language): Promise<string[]> {
  const faults: string[] = []
  let expected = new Set<string>()
  await sayAll(saidIn(`lists/${table}.txt`), language, worldAt(language), async (said, answer, home) => {
    expected = expectedAfter(expected, said)
    const state = await stateOfLists(home)
    const wrong = [
      ...[...expected].filter((one) => !state.has(one)).map((one) => `missing ${one}`),
      ...[...state].filter((one) => !expected.has(one)).map((one) => `wrong ${one}`),
      ...said.marks
        .filter(({ mark, rest }) => mark === '?' && !answer.replaceAll(' × ', ' ').includes(rest))
        .map(({ rest }) => `unsaid ${rest}`),
    ]
    if (wrong.length > 0) faults.push([`${said.line}: ${said.text}`, ...wrong, `→ ${answer}`].join('\n  '))
    // One fault is told once: what follows goes on from what is there.
    expected = state
  })
  return faults
}
