import { RRuleTemporal } from 'rrule-temporal'
import { expect, test } from 'vitest'
import { planOf } from '../../src/core/reminders/plan.ts'
import { loadRecurrence, nextOccurrences, type Recurrence, toRuleText } from '../../src/std/time/recurrence.ts'
import { Random, sentenceCount } from './random.ts'
import { someRule } from './recurrences.ts'

const when = { now: new Date('2026-11-21T03:00:00Z'), zone: 'Asia/Seoul' }
const wall = (at: Date) => new Date(+at + 9 * 3_600_000).toISOString().slice(0, 16)
const DAY = 86_400_000

/** The next three times by the calendar alone. */
function expected({ isOn, clocks }: ReturnType<typeof someRule>): string[] {
  const times: string[] = []
  for (let day = Date.UTC(2026, 10, 21); times.length < 3; day += DAY) {
    if (!isOn(new Date(day))) continue
    const date = new Date(day).toISOString().slice(0, 10)
    times.push(...clocks.map((clock) => `${date}T${clock}`).filter((at) => at > '2026-11-21T12:00'))
  }
  return times.slice(0, 3)
}

test('a rule comes on the days and at the times that were said', async () => {
  const random = new Random(20_261_126)
  const [wrong, unread]: [string[], string[]] = [[], []]
  const count = sentenceCount(600, 5_000)
  for (let i = 0; i < count; i++) {
    const said = someRule(random)
    const plan = await planOf(undefined, said.text, when)
    if (typeof plan === 'string' || 'unread' in plan) {
      unread.push(`${said.text}: ${typeof plan === 'string' ? plan : plan.unread}`)
      continue
    }
    const times = nextOccurrences(plan.rule as string, when.now, when.zone, 3).map(wall)
    if (times.join() !== expected(said).join()) wrong.push(`${said.text}: ${plan.rule} ${times} instead of ${expected(said)}`)
  }
  expect(wrong.slice(0, 30)).toEqual([])
  expect(unread.length / count, unread.slice(0, 30).join('\n')).toBeLessThanOrEqual(0.02)
})

test('an occurrence is the library’s own, in every zone, but for a time that clocks skip: it comes after the gap', async () => {
  await loadRecurrence()
  const random = new Random(20_261_127)
  const zones = ['Asia/Seoul', 'America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'UTC']
  for (let i = 0; i < sentenceCount(40, 10_000); i++) {
    const zone = random.pick(zones)
    const every = random.pick(['day', 'week', 'month', 'year'] as const)
    const rule: Recurrence = {
      every,
      interval: random.int(1, 4),
      anchor: `20${random.int(20, 28)}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`,
      // No zone moves its clocks between three and midnight.
      time: { hour: random.int(4, 22), minute: random.int(0, 59) },
      ...(every === 'week' ? { weekdays: [random.int(1, 3) as 1, random.int(4, 7) as 4] } : {}),
      ...(every === 'month' || every === 'year' ? { day: random.pick([random.int(1, 31), 'last' as const]) } : {}),
    }
    const text = toRuleText(rule, zone)
    const from = new Date(Date.UTC(2026, 0, 1) + random.int(0, 3_000) * DAY)
    const library = new RRuleTemporal({ rruleString: text })
    const ours = nextOccurrences(text, from, zone, 4).map((at) => at.toISOString())
    const theirs: string[] = []
    for (let at = library.next(from, false); at && theirs.length < 4; at = library.next(at, false))
      theirs.push(new Date(at.epochMilliseconds).toISOString())
    expect(ours, text).toEqual(theirs)
  }
})
