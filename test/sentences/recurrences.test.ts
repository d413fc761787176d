import { RRuleTemporal } from 'rrule-temporal'
import { expect, test } from 'vitest'
import { planOf } from '../../src/core/reminders/plan.ts'
import { loadRecurrence, nextOccurrences, type Recurrence, toRuleText } from '../../src/std/time/recurrence.ts'
import { collect, requestOf } from '../llm/rules/world.ts'
import { Random } from '../random.ts'
import { sentenceCount, sentenceSeed } from './count.ts'
import { type SaidSet, someSet } from './lists.ts'
import { someRule } from './recurrences.ts'

const when = { now: new Date('2026-11-21T03:00:00Z'), zone: 'Asia/Seoul' }
const wall = (at: Date) => new Date(+at + 9 * 3_600_000).toISOString().slice(0, 16)
const DAY = 86_400_000
const two = (n: number) => String(n).padStart(2, '0')

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
  const random = new Random(sentenceSeed(20_261_126))
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
    if (times.join() !== expected(said).join())
      wrong.push(`${said.text}: ${plan.rule} ${times} instead of ${expected(said)}`)
  }
  expect(wrong.slice(0, 30)).toEqual([])
  expect(unread.length / count, unread.slice(0, 30).join('\n')).toBeLessThanOrEqual(0.02)
})

/** The first times of a set after the moment at which all is said, at most twelve of them. */
function timesOf({ isOn, hours }: SaidSet): string[] {
  const times: string[] = []
  for (let day = Date.UTC(2026, 10, 21); times.length < 12 && day < Date.UTC(2035, 0, 1); day += DAY) {
    const date = new Date(day).toISOString().slice(0, 10)
    if (isOn(new Date(day)))
      times.push(...hours.map((hour) => `${date}T${two(hour)}:00`).filter((at) => at > '2026-11-21T14:03'))
  }
  return times.slice(0, 12)
}

/** The first times that are made of what is said; undefined where it is asked about. */
async function planned(at: string | undefined, repeat: string | undefined): Promise<string[] | undefined> {
  const now = { ...when, now: new Date('2026-11-21T05:03:00Z') }
  const plan = await planOf(at, repeat, now)
  if (typeof plan === 'string' || 'unread' in plan) return undefined
  const all = [plan, ...(plan.also ?? [])].flatMap(({ next, rule }) =>
    rule ? nextOccurrences(rule, now.now, when.zone, 12).map(wall) : [wall(new Date(next))],
  )
  return [...new Set(all)].sort().slice(0, 12)
}

async function reminded(text: string): Promise<string[] | undefined> {
  const parts = await collect(requestOf({ text, setting: ['with reminders timer'] }))
  const calls = parts.flatMap((part) => (part.type === 'call' ? [part.call] : []))
  if (calls.some(({ args }) => args.title !== '운동' && args.title !== 'stretch'))
    return [`titled ${calls[0]?.args.title}`]
  const all = await Promise.all(calls.map(({ args }) => planned(String(args.at), args.repeat as string | undefined)))
  return calls.length > 0 ? all.flatMap((times) => times ?? []) : undefined
}

test(
  'of several days and hours none is left out: all of them, or it is asked',
  async () => {
    const random = new Random(sentenceSeed(20_261_203))
    const [wrong, unread]: [string[], string[]] = [[], []]
    let plain = 0
    for (let i = 0; i < sentenceCount(150, 5_000); i++) {
      const said = someSet(random)
      const task = said.language === 'ko' ? `${said.words}에 운동 알려줘` : `remind me to stretch ${said.words}`
      const wanted = timesOf(said).join(' ')
      for (const [text, got] of [
        [task, await reminded(task)],
        [said.words, await planned(undefined, said.words)],
      ] as const) {
        if (got && got.join(' ') !== wanted) wrong.push(`${text}: ${got} instead of ${wanted}`)
        // What never comes is asked about.
        if (said.open || said.once || wanted === '') continue
        plain++
        if (!got) unread.push(text)
      }
    }
    if (process.env.SENTENCES) console.info({ plain, unread: unread.length, wrong: wrong.length })
    expect(wrong.slice(0, 40)).toEqual([])
    expect(unread.length / plain, unread.slice(0, 40).join('\n')).toBeLessThanOrEqual(0.02)
  },
  sentenceCount(60_000, 600_000),
)

const ZONES = [
  ...['Asia/Seoul', 'America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'Africa/Cairo'],
  ...['Asia/Kathmandu', 'Pacific/Apia', 'America/St_Johns', 'UTC'],
]

/** A rule of any kind that words can say, in times of the day that no zone skips. */
function someRecurrence(random: Random): Recurrence {
  const every = random.pick(['day', 'week', 'month', 'month', 'year'] as const)
  const anchor = `20${random.int(20, 28)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`
  const hour = random.int(4, 15)
  const days =
    every === 'week'
      ? { weekdays: [random.int(1, 3) as 1, random.int(4, 7) as 4] }
      : every === 'month' && random.chance(0.4)
        ? { nth: random.pick([1, 2, 3, 4, 5, -1]), weekdays: [random.int(1, 7) as 1] }
        : every === 'month' || every === 'year'
          ? { day: random.pick([random.int(1, 31), random.int(27, 31), 'last' as const]) }
          : {}
  const end = random.chance(0.2)
    ? { until: `20${random.int(30, 36)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}` }
    : random.chance(0.1)
      ? { count: random.int(1, 400) }
      : {}
  const minute = random.int(0, 59)
  const more = every !== 'year' && random.chance(0.2) ? { more: [{ hour: hour + random.int(1, 7), minute }] } : {}
  const except = random.chance(0.2)
    ? { except: [`20${random.int(26, 36)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`] }
    : {}
  return { every, interval: random.int(1, 4), anchor, time: { hour, minute }, ...days, ...end, ...more, ...except }
}

test(
  'an occurrence is the library’s own, in every zone, over ten years, leap years among them',
  async () => {
    await loadRecurrence()
    const random = new Random(sentenceSeed(20_261_127))
    for (let i = 0; i < sentenceCount(40, 10_000); i++) {
      const zone = random.pick(ZONES)
      const text = toRuleText(someRecurrence(random), zone)
      const library = new RRuleTemporal({ rruleString: text })
      for (let year = 2026; year < 2036; year++) {
        const from = new Date(Date.UTC(year, 0, 1) + random.int(0, 364) * DAY)
        const ours = nextOccurrences(text, from, zone, 3).map((at) => at.toISOString())
        const theirs: string[] = []
        for (let at = library.next(from, false); at && theirs.length < 3; at = library.next(at, false))
          theirs.push(new Date(at.epochMilliseconds).toISOString())
        expect(ours, `${text} after ${from.toISOString()}`).toEqual(theirs)
      }
    }
  },
  sentenceCount(60_000, 600_000),
)
