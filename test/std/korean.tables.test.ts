import { expect, test } from 'vitest'
import { readDate } from '../../src/std/korean/dates/date.ts'
import { readMoment } from '../../src/std/korean/dates/moment.ts'
import { readRecurrence } from '../../src/std/korean/dates/recurrence.ts'
import { readDuration, readTime } from '../../src/std/korean/dates/time.ts'
import { matchWake } from '../../src/std/korean/dialogue/wake.ts'
import { type Josa, josa } from '../../src/std/korean/grammar/particles.ts'
import { type Person, readName, readPeople } from '../../src/std/korean/grammar/people.ts'
import { readAmounts } from '../../src/std/korean/numbers/amount.ts'
import { formatWon } from '../../src/std/korean/numbers/money.ts'
import { readNumber } from '../../src/std/korean/numbers/number.ts'
import type { Clock } from '../../src/std/time/local-time.ts'
import { rows, told, WHEN } from './korean/table.ts'

const two = (value: number) => String(value).padStart(2, '0')
const clock = ({ hour, minute, second }: Clock) => `${two(hour)}:${two(minute)}${second ? `:${two(second)}` : ''}`
const orNone = (words: string[]) => words.join(' ') || '-'

const readers: Record<string, (text: string) => string> = {
  amounts: (text) =>
    orNone(
      readAmounts(text).map((read) =>
        'won' in read ? `${read.won}${read.approximate ? '~' : ''}${read.each ? '*' : ''}` : `!${read.refused}`,
      ),
    ),
  numbers: (text) => String(readNumber(text)?.value ?? '-'),
  dates(text) {
    const read = readDate(text, WHEN)
    if (!read) return '-'
    return 'date' in read ? `${read.date}${read.approximate ? '~' : ''}` : `!${read.invalid}`
  },
  times(text) {
    const read = readTime(text)
    if (!read) return '-'
    return 'hour' in read ? `${clock(read)}${read.ambiguous ? '?' : ''}${read.nextDay ? '+' : ''}` : '!'
  },
  durations: (text) => String((readDuration(text)?.ms ?? Number.NaN) / 1000).replace('NaN', '-'),
  moments(text) {
    const read = readMoment(text, WHEN)
    if (!read) return '-'
    if ('invalid' in read) return `!${read.invalid}`
    return `${read.date}${read.dateOnly ? '' : ` ${clock(read.time)}`}${read.ambiguous ? '?' : ''}${read.approximate ? '~' : ''}`
  },
  recurrences(text) {
    const read = readRecurrence(text, WHEN)
    if (!read) return '-'
    const { every, interval, weekdays, nth, month, day, time } = read.rule
    const parts = [
      `${every}/${interval}`,
      nth && `n${nth}`,
      weekdays && `w${weekdays.join('')}`,
      month && `m${month}`,
      day && `d${day}`,
    ]
    return orNone(
      [...parts, time && `${clock(time)}${read.ambiguous ? '?' : ''}`].filter((part) => typeof part === 'string'),
    )
  },
  people: (text) => orNone(readPeople(text).map(person)),
  names(text) {
    const read = readName(text)
    return read ? person(read) : '-'
  },
  wakes(text) {
    const found = matchWake(text, ['도치야', '비서야', '자비스야'])
    return found ? `${found.word} > ${found.rest}`.trim() : '-'
  },
  josa(text) {
    const cut = text.lastIndexOf(' ')
    return josa(text.slice(0, cut), text.slice(cut + 1) as Josa)
  },
  won: (text) => formatWon(Number(text)),
}

function person({ name, honorific }: Person): string {
  return honorific ? `${name}/${honorific}` : name
}

test.each(Object.keys(readers))('%s are read as a person wrote them down', (name) => {
  const table = rows(name)
  expect(told(table, readers[name] as (text: string) => string)).toEqual(table)
})

test('at least three hundred rows judge the readers, and a third of them must not be read', () => {
  const judged = Object.keys(readers).flatMap((name) => rows(name))
  const hard = judged.filter(([, expected]) => /[-!?~]$|^!|^-$/.test(expected))
  expect(judged.length).toBeGreaterThanOrEqual(300)
  expect(hard.length * 3).toBeGreaterThanOrEqual(judged.length)
})
