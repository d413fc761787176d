import { expect, test } from 'vitest'
import { readRecurrence, unclearRecurrence, withTime } from '../../../../src/std/korean/dates/recurrence.ts'
import { isoMinute } from '../../../../src/std/time/local-time.ts'
import { loadRecurrence, nextOccurrences } from '../../../../src/std/time/recurrence.ts'

const when = { now: new Date('2026-11-21T03:00:00Z'), zone: 'Asia/Seoul' }

/** The hours that somebody is awake, in which a bare "일곱 시" may lie. */
const awake = (hour: number) => hour >= 7 && hour <= 23

/**
 * Three hours of a day in their order, where nobody would name another hour by the same number between one and the
 * next.
 */
function* days(): Generator<number[]> {
  for (let first = 7; first <= 18; first++)
    for (let next = first + 1; next <= Math.min(first + 11, 23); next++)
      for (let last = next + 1; last <= Math.min(next + 11, 23); last++) {
        const plain = (from: number, to: number) => !(awake(to - 12) && to - 12 > from)
        if (plain(first, next) && plain(next, last)) yield [first, next, last]
      }
}

const bare = (hour: number) => hour % 12 || 12

test('hours of one day that are said in a row without a half of the day follow each other', () => {
  const wrong: string[] = []
  let asked = 0
  for (const hours of days()) {
    const [a = 0, b = 0, c = 0] = hours.map(bare)
    for (const text of [
      `매일 ${a}시 ${b}시 ${c}시에 약`,
      `매일 ${a}시, ${b}시, ${c}시에 약`,
      `every day at ${a}:00, ${b}:00 and ${c}:00`,
    ]) {
      const { rule } = readRecurrence(text, when) ?? {}
      asked++
      const read = [rule?.time, ...(rule?.more ?? [])].map((time) => time?.hour)
      if (read.join() !== hours.join()) wrong.push(`${text}: ${read.join()}, not ${hours.join()}`)
    }
  }
  expect([wrong, asked > 500]).toEqual([[], true])
})

test('hours that cannot follow each other are asked about, unless each names its half of the day', () => {
  const wrong: string[] = []
  for (const text of [
    '9시 7시 5시',
    '9시 1시 오전 7시',
    '9시 1시 7시 3시',
    '오후 3시 1시',
    '9시, 7시 반, 5시',
    '밤 11시 1시',
  ]) {
    if (readRecurrence(`매일 ${text}에 약`, when)) wrong.push(text)
    if (unclearRecurrence(`매일 ${text}에 약`, when) !== 'hours') wrong.push(`${text}: not why`)
  }
  const hours = (text: string) => {
    const { rule } = readRecurrence(text, when) ?? {}
    return [rule?.time, ...(rule?.more ?? [])].map((time) => time?.hour).join()
  }
  expect(wrong).toEqual([])
  expect(hours('매일 저녁 7시, 오전 9시, 오후 1시에 약')).toBe('9,13,19')
  expect(hours('매일 새벽 4시 5시에 약')).toBe('4,5')
})

/** "N번" beside the hours of a day: what it means follows from where it stands and from how many hours there are. */
const NATIVE = ['', '한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉', '열']
const EN = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

function* counted(): Generator<{ text: string; hours: number; meant: 'each' | 'total' | 'unclear'; n: number }> {
  const some = ['9시', '9시 1시', '9시 1시 7시', '8시 12시 4시 8시']
  for (const [at, clocks] of some.entries())
    for (let n = 2; n <= 10; n++) {
      const hours = at + 1
      const perDay = n === hours ? 'each' : 'unclear'
      for (const times of [`${NATIVE[n]} 번`, `${NATIVE[n]}번`, `${n}번`, `${n} 회`]) {
        for (const each of [
          `매일 ${times}`,
          `하루에 ${times}`,
          `하루 ${times}씩`,
          `매일 하루 ${times}`,
          `매일 하루에 ${times}씩`,
        ])
          yield { text: `${each} ${clocks}에 약 먹으라고`, hours, meant: perDay, n }
        yield { text: `매일 ${clocks}에 ${times} 약 먹으라고`, hours, meant: perDay, n }
        yield { text: `매일 ${clocks}에 약 먹으라고 ${times}만`, hours, meant: n === hours ? 'unclear' : 'total', n }
        yield { text: `매일 ${clocks}에 ${times}만`, hours, meant: n === hours ? 'unclear' : 'total', n }
        yield { text: `총 ${times} 매일 ${clocks}에 약`, hours, meant: n === hours ? 'unclear' : 'total', n }
      }
    }
  for (const [hours, clocks] of [
    [1, '9am'],
    [3, '9am, 1pm and 7pm'],
  ] as const)
    for (let n = 2; n <= 10; n++) {
      const perDay = n === hours ? 'each' : 'unclear'
      yield { text: `every day ${EN[n]} times at ${clocks} take pills`, hours, meant: perDay, n }
      yield { text: `${EN[n]} times a day at ${clocks} take pills`, hours, meant: perDay, n }
      yield { text: `every day at ${clocks} ${n} times in all`, hours, meant: n === hours ? 'unclear' : 'total', n }
    }
}

test('so many times beside a rule end it only where that was said; what can mean a day or all is asked about', () => {
  const wrong: string[] = []
  let asked = 0
  for (const { text, hours, meant, n } of counted()) {
    asked++
    const read = readRecurrence(text, when)
    const clocks =
      read &&
      1 + (read.rule.more?.length ?? 0) + (read.others ?? []).reduce((sum, one) => sum + 1 + (one.more?.length ?? 0), 0)
    const end = read?.rule.count
    const fits = meant === 'unclear' ? !read : clocks === hours && end === (meant === 'total' ? n : undefined)
    if (!fits)
      wrong.push(`${text}: ${read ? `${clocks} hours, count ${end}` : unclearRecurrence(text, when)}, not ${meant}`)
  }
  expect([wrong.slice(0, 20), asked > 1_000]).toEqual([[], true])
})

test('a number of times that belongs to what is to be done ends nothing', () => {
  for (const text of [
    '매일 저녁 8시에 스쿼트 열 번 하라고',
    '매일 아침 8시 10번 버스 타기',
    '매주 월요일 9시에 팔굽혀펴기 20회',
    '매일 8시 한 번',
    '매일 한 번 8시에 약',
  ])
    expect([text, readRecurrence(text, when)?.rule.count, readRecurrence(text, when)?.rule.time?.minute]).toEqual([
      text,
      undefined,
      0,
    ])
  expect(readRecurrence('매주 월수금 세 번 9시에 운동', when)?.rule.count).toBeUndefined()
  expect(readRecurrence('30분마다 세 번 물', when)?.rule.count).toBe(3)
  expect(unclearRecurrence('매주 월수금 9시에 3번', when)).toBe('times')
})

test('what comes within the day and is counted comes so often from now on', async () => {
  await loadRecurrence()
  for (const [text, times] of [
    ['30분마다 세 번만 물', ['12:30', '13:00', '13:30']],
    ['2시간마다 두 번만 물', ['14:00', '16:00']],
    ['every 2 hours, 3 times in all', ['14:00', '16:00', '18:00']],
  ] as const) {
    const read = readRecurrence(text, when)
    const coming = read ? nextOccurrences(withTime(read.rule, when), when.now, when.zone, 5) : []
    expect([text, coming.map((at) => isoMinute(at, when.zone).slice(11, 16))]).toEqual([text, times])
  }
})
