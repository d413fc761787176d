import { toolMessages } from '../messages/tools/tools.ts'
import { AssistantError, fail, type Tool, type ToolContext, type ToolResult } from '../protocol/index.ts'
import { addLocalMonths } from '../std/time/calendar.ts'
import { isoOffset, offsetAt, toInstant, toLocal, utcOf } from '../std/time/local-time.ts'
import { zoneNamed } from '../std/time/zone-names.ts'
import { type DateTimeReading, readDate } from './datetime/read.ts'
import { refuses, textResult, tool } from './tool.ts'

const units = ['minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const
type Unit = (typeof units)[number]

/** Milliseconds. */
const dayMs = 86_400_000

/** The calendar and the clock: now, between zones, between dates, ahead and back. */
export const datetime: Tool = tool({
  name: 'datetime',
  facts: { group: 'core', kind: 'think', subject: 'arguments', reads: 'nothing', leavesNothing: true },
  deeds: 'none',
  category: 'safe',
  readOnly: true,
  description: 'Clock, calendar. ISO dates, default now. diff to date2, convert to zone "to".',
  schema: {
    type: 'object',
    properties: {
      action: { type: 'string', enum: ['now', 'convert', 'diff', 'add'] },
      date: { type: 'string' },
      date2: { type: 'string' },
      amount: { type: 'number' },
      unit: { type: 'string', enum: units },
      zone: { type: 'string' },
      to: { type: 'string' },
    },
    required: ['action'],
  },
  async run(args, context) {
    const desk = new Desk(context, args.zone)
    try {
      if (args.action === 'now') return desk.now()
      if (args.action === 'convert') return desk.convert(args.date, args.to)
      if (args.action === 'add') return desk.add(args.date, args.amount, args.unit)
      return desk.diff(args.date, args.date2)
    } catch (error) {
      if (error instanceof AssistantError && error.failure.code === 'bad-input')
        return refuses(error.failure.detail ?? '')
      throw error
    }
  },
})

const refuse = (sentence: string): never => fail('bad-input', { detail: sentence })

/** One question to the calendar, in the person's zone and language. */
class Desk {
  private readonly context: ToolContext
  private readonly asked: string | undefined
  constructor(context: ToolContext, zone: string | undefined) {
    this.context = context
    this.asked = zone
  }

  now(): ToolResult {
    return this.resultAt(this.context.now().getTime(), this.zone)
  }

  convert(date: string | undefined, to: string | undefined): ToolResult {
    const zone = this.zoneOf(to ?? refuse(this.say.need('to', 'convert')))
    const { at } = this.read(date ?? 'now')
    const { text, data } = this.resultAt(at, zone)
    return textResult(`${this.words({ at, timed: true }, this.zone)} (${this.label(at, this.zone)}) = ${text}`, data)
  }

  add(date: string | undefined, amount: number | undefined, unit: Unit | undefined): ToolResult {
    if (amount === undefined || unit === undefined)
      return refuse(this.say.need(amount === undefined ? 'amount' : 'unit', 'add'))
    const clock = unit === 'minutes' || unit === 'hours'
    const from = this.read(date ?? (clock ? 'now' : 'today'))
    const to = { at: this.moved(from.at, amount, unit), timed: from.timed || clock }
    const label = this.say.amount(Math.abs(amount).toLocaleString('en'), this.say.units[unit], amount < 0)
    return textResult(
      this.say.sum(this.words(from, this.zone), label, this.words(to, this.zone)),
      this.data(to.at, this.zone),
    )
  }

  diff(date: string | undefined, date2: string | undefined): ToolResult {
    const first = this.read(date ?? refuse(this.say.need('date', 'diff')))
    const [from, to] =
      date2 === undefined ? [this.read(first.timed ? 'now' : 'today'), first] : [first, this.read(date2)]
    const timed = from.timed || to.timed
    const { text, days } = this.span(from.at, to.at, timed)
    return textResult(`${this.words(from, this.zone)} → ${this.words(to, this.zone)}: ${text}`, {
      days,
      minutes: Math.round((to.at - from.at) / 60_000),
    })
  }

  /** From one moment to another: in days by the calendar, and in larger and smaller units where they say more. */
  private span(from: number, to: number, timed: boolean): { text: string; days: number } {
    const [start, end] = from <= to ? [from, to] : [to, from]
    const [a, b] = [toLocal(new Date(start), this.zone), toLocal(new Date(end), this.zone)]
    const clockLeft = utcOf(b) - utcOf(a)
    const days = Math.floor(clockLeft / dayMs)
    let months = (b.year - a.year) * 12 + b.month - a.month
    if (utcOf(addLocalMonths(a, months)) > utcOf(b)) months--
    const rest = Math.floor((utcOf(b) - utcOf(addLocalMonths(a, months))) / dayMs)
    const minutes = timed ? Math.floor((clockLeft % dayMs) / 60_000) : 0
    const clock = this.parts({ hours: Math.floor(minutes / 60), minutes: minutes % 60 })
    const main = [...(days > 0 || clock.length === 0 ? [this.part(days, 'days')] : []), ...clock].join(' ')
    const calendar =
      months > 0
        ? ` (${this.parts({ years: Math.floor(months / 12), months: months % 12, days: rest }).join(' ')})`
        : ''
    return { text: `${main}${calendar}${from > to ? ` ${this.say.before}` : ''}`, days: from > to ? -days : days }
  }

  private parts(counts: Partial<Record<Unit, number>>): string[] {
    return Object.entries(counts).flatMap(([unit, n]) => (n ? [this.part(n, unit as Unit)] : []))
  }

  private part(n: number, unit: Unit): string {
    return this.say.part(n, this.say.units[unit])
  }

  /** Minutes and hours are lengths of time; days and more are pages of the calendar. */
  private moved(at: number, amount: number, unit: Unit): number {
    const result =
      unit === 'minutes'
        ? at + amount * 60_000
        : unit === 'hours'
          ? at + amount * 3_600_000
          : this.turned(at, amount, unit)
    const year = Number.isFinite(result) ? new Date(result).getUTCFullYear() : Number.NaN
    return year >= 1 && year <= 9999 ? result : refuse(this.say.range)
  }

  private turned(at: number, amount: number, unit: Unit): number {
    if (!Number.isInteger(amount)) return refuse(this.say.whole(this.say.units[unit]))
    if (Math.abs(amount) > 4_000_000) return refuse(this.say.range)
    const wall = toLocal(new Date(at), this.zone)
    if (unit === 'months' || unit === 'years')
      return +toInstant(addLocalMonths(wall, amount * (unit === 'years' ? 12 : 1)), this.zone)
    return +toInstant({ ...wall, day: wall.day + amount * (unit === 'weeks' ? 7 : 1) }, this.zone)
  }

  private resultAt(at: number, zone: string): ToolResult {
    return textResult(`${this.words({ at, timed: true }, zone)} (${this.label(at, zone)})`, this.data(at, zone))
  }

  private data(at: number, zone: string) {
    const clock = new Date(utcOf(toLocal(new Date(at), zone))).toISOString().slice(0, 19)
    return {
      date: clock.slice(0, 10),
      time: clock.slice(11, 16),
      weekday: new Date(`${clock}Z`).getUTCDay(),
      zone,
      at: new Date(at).toISOString(),
    }
  }

  private words({ at, timed }: DateTimeReading, zone: string): string {
    return formatOf(this.context.language, timed, zone).format(at)
  }

  private label(at: number, zone: string): string {
    return `${zone}, UTC${isoOffset(offsetAt(at, zone))}`
  }

  private read(text: string): DateTimeReading {
    return readDate(text, this.zone, this.context.now().getTime()) ?? refuse(this.say.date(text))
  }

  private get zone(): string {
    return this.zoneOf(this.asked ?? this.context.zone)
  }

  private zoneOf(text: string): string {
    return zoneNamed(text) ?? refuse(this.say.zone(text))
  }

  private get say() {
    return toolMessages[this.context.language].datetime
  }
}

/** Formats that were used before: making one costs as much as a small turn. */
const formats = new Map<string, Intl.DateTimeFormat>()
const mostFormats = 200

function formatOf(language: string, timed: boolean, zone: string): Intl.DateTimeFormat {
  const key = `${language} ${timed} ${zone}`
  const known = formats.get(key)
  if (known) return known
  const clock = timed ? ({ timeStyle: 'short' } as const) : {}
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'full', ...clock, timeZone: zone })
  if (formats.size < mostFormats) formats.set(key, format)
  return format
}
