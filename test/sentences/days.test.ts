import { expect, test } from 'vitest'
import { readDate } from '../../src/std/korean/dates/date.ts'
import { type Moment, readMoment } from '../../src/std/korean/dates/moment.ts'
import { Random } from '../random.ts'
import { sentenceCount, sentenceSeed } from './count.ts'
import { someDay, today } from './days.ts'

const when = { now: new Date(today + 3 * 3_600_000), zone: 'Asia/Seoul' }
const two = (n: number) => String(n).padStart(2, '0')
const HOURS = ['', '한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉', '열', '열한', '열두']

/** A time of day whose half is said, and what a clock shows then. */
function someTime(random: Random): { text: string; clock: string } {
  const minute = random.pick([0, 0, 10, 15, 20, 30, 45])
  const rest = minute === 0 ? '' : minute === 30 && random.chance(0.5) ? ' 반' : ` ${minute}분`
  const [part, hour, first] = random.pick([
    ['아침', random.int(6, 10), 0],
    ['오전', random.int(1, 11), 0],
    ['오후', random.int(1, 11), 12],
    ['저녁', random.int(5, 10), 12],
    ['새벽', random.int(1, 5), 0],
  ] as const)
  const said = random.pick([String(hour), HOURS[hour] as string])
  // "10:10" may be either half of the day; "09:10" and "20:10" may not.
  const digital = hour + first < 10 || hour + first > 12
  const text =
    digital && random.chance(0.1)
      ? `${two(hour + first)}:${two(minute)}`
      : `${part} ${said}${random.pick(['', ' '])}시${rest}`
  return { text, clock: `${two(hour + first)}:${two(minute)}` }
}

const clockOf = ({ time }: Moment) => `${two(time.hour)}:${two(time.minute)}`

test('no day and no time is read as another, and hardly any is not read', () => {
  const random = new Random(sentenceSeed(20_261_123))
  const [wrong, unread]: [string[], string[]] = [[], []]
  const count = sentenceCount(2_000, 20_000)
  for (let i = 0; i < count; i++) {
    const day = someDay(random)
    const time = random.chance(0.5) ? someTime(random) : undefined
    const said = time ? `${day.text} ${time.text}` : day.text
    const text =
      random.pick(['', '엄마한테 ', '회의는 ']) + said + random.pick(['', '에', '에 보내줘', '에 만나자고 알려줘'])
    const read = time ? readMoment(text, when) : readDate(text, when)
    if (!read || 'invalid' in read || ('approximate' in read && read.approximate)) {
      unread.push(text)
      continue
    }
    const clock = 'time' in read ? clockOf(read as Moment) : undefined
    if (read.date !== day.date || clock !== time?.clock)
      wrong.push(`${text}: ${read.date} ${clock ?? ''} instead of ${day.date} ${time?.clock ?? ''}`)
  }
  expect(wrong.slice(0, 60)).toEqual([])
  expect(unread.length / count, unread.slice(0, 20).join('\n')).toBeLessThanOrEqual(0.02)
})
