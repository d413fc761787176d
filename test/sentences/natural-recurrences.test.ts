import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { planOf } from '../../src/core/reminders/plan.ts'
import { nextOccurrences } from '../../src/std/time/recurrence.ts'
import { requestOf, turn } from '../llm/rules/world.ts'
import { sentenceCount } from './count.ts'

const when = { now: new Date('2026-11-21T03:00:00Z'), zone: 'Asia/Seoul' }
const wall = (at: Date | number) => new Date(+at + 9 * 3_600_000).toISOString().slice(0, 16)
const DAY = 86_400_000
const NOON = '2026-11-21T12:00'
const WEEK = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

interface Wording {
  text: string
  meant: string
}

function wordings(): Wording[] {
  const lines = readFileSync(new URL('../fixtures/recurrences-natural.txt', import.meta.url), 'utf8').split('\n')
  let meant = ''
  return lines.flatMap((line) => {
    if (line.startsWith('=')) meant = line.slice(1).trim()
    return /^[=#]|^\s*$/.test(line) ? [] : [{ text: line.trim(), meant }]
  })
}

/**
 * Whether a day (UTC midnight stands for it) is one that the words mean, by the calendar alone. `first`: the first
 * such day.
 */
function isMeant(days: string, day: Date, first: number | undefined): boolean {
  const [kind = '', ...rest] = days.split(' ')
  const [month, date] = [day.getUTCMonth() + 1, day.getUTCDate()]
  const lastDate = new Date(Date.UTC(day.getUTCFullYear(), month, 0)).getUTCDate()
  const since = first === undefined ? 0 : Math.round((+day - first) / DAY)
  const months = first === undefined ? 0 : month - 1 + day.getUTCFullYear() * 12 - monthsOf(first)
  if (kind === 'daily') return true
  if (kind === 'weekly') return rest.includes(WEEK[day.getUTCDay()] as string)
  if (kind === 'dates') return rest.includes(day.toISOString().slice(0, 10))
  if (kind === 'yearly') return `${month}-${date}` === rest[0]
  if (kind === 'every' && rest[1] === 'days') return since % Number(rest[0]) === 0
  if (kind === 'every' && rest[1] === 'weeks')
    return WEEK[day.getUTCDay()] === rest[2] && (first === undefined || since % (7 * Number(rest[0])) === 0)
  if (kind === 'every') return date === Number(rest[2]) && months % Number(rest[0]) === 0
  if (kind !== 'monthly') throw new Error(days)
  if (rest.length === 2 && /[a-z]/.test(rest[1] as string)) {
    if (WEEK[day.getUTCDay()] !== rest[1]) return false
    const nth = rest[0] === '-1' ? date + 7 > lastDate && -1 : Math.ceil(date / 7)
    return String(rest[0]).split('+').map(Number).includes(Number(nth))
  }
  return rest.some((one) => date === (one === 'last' ? lastDate : Math.min(Number(one), lastDate)))
}

const monthsOf = (time: number) => new Date(time).getUTCMonth() + new Date(time).getUTCFullYear() * 12

function expected(meant: string): string[] {
  const [main = '', bounds = ''] = meant.split(';').map((part) => part.trim())
  const [days = '', clocks = ''] = main.split('@').map((part) => part.trim())
  const [kind, step] = days.split(' ')
  if (kind === 'hourly' || kind === 'minutely')
    return [1, 2, 3].map((n) => wall(+when.now + n * Number(step) * (kind === 'hourly' ? 60 : 1) * 60_000))
  const bound = (name: string) => new RegExp(`${name} (\\S+)`).exec(bounds)?.[1]
  const [until = '9999', from = '', except, most = 3] = [
    bound('until'),
    bound('from'),
    bound('except'),
    Number(bound('count') ?? 3),
  ]
  const times: string[] = []
  let first: number | undefined
  for (let day = Date.UTC(2026, 10, 21); times.length < Math.min(3, most) && day < Date.UTC(2040, 0, 1); day += DAY) {
    const date = new Date(day).toISOString().slice(0, 10)
    if (date > until || date < from || !isMeant(days, new Date(day), first)) continue
    const coming = clocks
      .split(' ')
      .map((clock) => `${date}T${clock}`)
      .filter((at) => at > NOON)
    if (coming.length > 0) first ??= day
    if (date !== except) times.push(...coming)
  }
  return times.slice(0, Math.min(3, most))
}

const all = wordings()

test('five hundred ways to say what repeats: the next three times are what the words mean', async () => {
  const [wrong, unread]: [string[], string[]] = [[], []]
  expect(all.length).toBeGreaterThanOrEqual(500)
  for (const { text, meant } of all) {
    const plan = await planOf(undefined, text, when)
    if (typeof plan === 'string' || 'unread' in plan) {
      unread.push(`${text}: ${typeof plan === 'string' ? plan : plan.unread} — ${meant}`)
      continue
    }
    const rules = [plan, ...(plan.also ?? [])]
    const times = rules
      .flatMap(({ rule, next }) => (rule ? nextOccurrences(rule, when.now, when.zone, 3).map(wall) : [wall(next)]))
      .sort()
      .slice(0, 3)
    if (times.join() !== expected(meant).join())
      wrong.push(`${text}: ${times} instead of ${expected(meant)} (${plan.rule})`)
  }
  expect(unread.length / all.length, `${unread.length}:\n${unread.join('\n')}`).toBeLessThanOrEqual(0.02)
  expect(wrong).toEqual([])
})

const TOLD = [/^(.*) 알려드릴게요: (.*?) \(첫 알림/, /^I will remind you (.*?): (.*) \(first/] as const
/** Particles that cannot stand behind what says how often by itself. */
const TWICE = /(?:씩|마다|으?로|매[일주달월년시]|시간|[까]지|만|빼고|제외|동안|번|에)에$/

test('a receipt of each of them says it as a sentence does, and names what is to be done', async () => {
  const wrong: string[] = []
  const step = sentenceCount(3, 1)
  for (const { text } of all.filter((_, at) => at % step === 0)) {
    const language = /[가-힣]/.test(text) ? 0 : 1
    const said = language === 0 ? `${text} 물 마시라고 알려줘` : `remind me to drink water ${text}`
    const receipt = (await turn(requestOf({ text: said, setting: ['with reminders timer'] }))).text
    const [, often, title] = TOLD[language].exec(receipt) ?? []
    if (often === undefined) continue
    if (
      TWICE.test(often) ||
      (language === 1 && !/^(?:on|at|every|each|once|twice|\w+ times|\w*(?:ly|ight))\b/.test(often))
    )
      wrong.push(`${text}: ${often}`)
    if (title !== ['물 마시기', 'drink water'][language]) wrong.push(`${text}: ${title}`)
  }
  expect(wrong).toEqual([])
})
