import { expect, test } from 'vitest'
import { planOf } from '../../src/core/reminders/plan.ts'
import { nextOccurrences } from '../../src/std/time/recurrence.ts'
import { collect, requestOf } from '../llm/rules/world.ts'
import { Random } from '../random.ts'
import { sentenceCount, sentenceSeed } from './count.ts'
import { type ScheduleSentence, someSchedule } from './schedules.ts'

const when = { now: new Date('2026-11-21T14:03:00+09:00'), zone: 'Asia/Seoul' }
const dayMs = 86_400_000
const hours = (ms: number) => new Date(ms + 9 * 3_600_000)

/** More than a week of every day: another week is seen. */
const many = 9

/** The next times, by a walk over the days. */
function timesOf({ on, minutes }: ScheduleSentence): number[] {
  const found: number[] = []
  const start = Date.parse('2026-11-21T00:00:00+09:00')
  for (let at = start + minutes * 60_000; found.length < many; at += dayMs) {
    const day = hours(at)
    const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() + 1]
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
    if (at > +when.now && on({ year, month, day: day.getUTCDate(), weekday: day.getUTCDay() || 7, last }))
      found.push(at)
  }
  return found
}

/** The next times that are made of words; undefined where they are asked about. */
async function planned(at: string | undefined, repeat: string | undefined): Promise<number[] | undefined> {
  const plan = await planOf(at, repeat, when)
  if (typeof plan === 'string' || 'unread' in plan) return undefined
  const times = [plan, ...(plan.also ?? [])].flatMap(({ next, rule }) => [
    next,
    ...(rule ? nextOccurrences(rule, new Date(next), when.zone, many - 1).map(Number) : []),
  ])
  return times.toSorted((a, b) => a - b).slice(0, many)
}

async function asked(text: string): Promise<number[] | undefined> {
  const parts = await collect(requestOf({ text, setting: ['with reminders timer schedule'] }))
  const call = parts
    .flatMap((part) => (part.type === 'call' ? [part.call] : []))
    .find(({ name }) => name === 'schedule')
  return call && planned(call.args.at as string | undefined, call.args.repeat as string | undefined)
}

const shown = (times: readonly number[]) => times.map((at) => hours(at).toISOString().slice(0, 16)).join(' ')

test('a schedule in words, as an option and as a request, comes when it was meant or is asked about', async () => {
  const random = new Random(sentenceSeed(20_261_202))
  const wrong: string[] = []
  const unread: string[] = []
  let plain = 0
  for (let i = 0; i < sentenceCount(150, 5_000); i++) {
    const one = someSchedule(random)
    const wanted = shown(timesOf(one))
    for (const [said, got] of [
      [one.words, await planned(undefined, one.words)],
      [one.asked, await asked(one.asked)],
    ] as const) {
      const isSame = got !== undefined && shown(got) === wanted
      if (got && (one.more ? isSame : !isSame)) wrong.push(`${said}: ${shown(got)}, ${one.more ?? wanted}`)
      if (one.more) continue
      plain++
      if (!got) unread.push(said)
    }
  }
  if (process.env.SENTENCES) console.info({ plain, unread: unread.length, wrong: wrong.length })
  expect(wrong.slice(0, 40)).toEqual([])
  expect(unread.length / plain, unread.slice(0, 40).join('\n')).toBeLessThanOrEqual(0.02)
})
